// Whose shares decided that a job was next.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/scheduler/share_charges.hpp"
#include "mcsim/scheduler/share_names.hpp"
#include "mcsim/scheduler/started_jobs.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {
namespace {

std::string three_decimals(double number) {
  return rounded_text(std::llround(std::min(number, 1e12) * 1000), 1000, 3);
}

std::string whole_seconds(double hours) {
  return rounded_text(std::llround(std::min(hours * 3600, 1e15)), 1, 0);
}

/// `3 shares; 2 slots, CPU time 20 s, run time 40 s`.
std::string terms_text(const UserShareView& view) {
  std::string text = std::to_string(view.shares) + (view.shares == 1 ? " share; " : " shares; ") +
                     std::to_string(view.started_slots) +
                     (view.started_slots == 1 ? " slot" : " slots");
  if (view.reserved_slots > 0) text += ", " + std::to_string(view.reserved_slots) + " reserved";
  if (view.forwarded_slots > 0) text += ", " + std::to_string(view.forwarded_slots) + " forwarded";
  text += ", CPU time " + whole_seconds(view.cpu_hours) + " s, run time " +
          whole_seconds(view.run_hours + view.hist_run_hours) + " s";
  if (view.committed_hours > 0) text += ", committed " + whole_seconds(view.committed_hours) + " s";
  return text;
}

}  // namespace

void JobStory::tell_shares(Time now) {
  if (!world().lsf || !has_lsf_dispatch()) return;
  const ShareCharge* const found = world().lsf->shares.charges.find(slot_);
  if (found == nullptr) return;
  const ShareCharge charge = *found;
  SchedulerState state = *world().lsf;  // as it was just before
  StartedJobs(here(), state, now).release(slot_);
  tell_elected(state, charge.tree, charge.account, now);
}

/// FWD_JOB_FACTOR counts what is forwarded; without it nothing is charged.
void JobStory::tell_forward_shares(JobSlotId slot, Time now) {
  if (!world().lsf || !has_lsf_dispatch()) return;
  const Shares& shares = world().lsf->shares;
  const FairshareId tree =
      world().lsf->settings.queues[index_of(world().lsf->jobs[slot].queue)].fairshare;
  if (tree == none<FairshareId> || shares.elected != slot) return;
  const AccountId account = shares.elected_account;
  if (account == none<AccountId>) return;  // behind all who have one
  SchedulerState state = *world().lsf;     // as it was just before
  ShareCharges(here(), state, now).drop_forwarded(slot);
  tell_elected(state, tree, account, now);
}

void JobStory::tell_elected(const SchedulerState& state, FairshareId tree, AccountId account,
                            Time now) {
  std::vector<AccountId> way;
  for (AccountId at = account; at != root_account;
       at = state.shares.trees[index_of(tree)][at].parent)
    way.insert(way.begin(), at);
  std::string text;
  std::vector<JsonNode> accounts;
  for (const AccountId at : way) {
    const UserShareView view = share_view_of(here(), state, tree, at, now);
    const std::string priority = three_decimals(state.shares.priority(view));
    const std::string name =
        account_place(grid_.users, state, tree, at) + account_name(grid_.users, state, tree, at);
    text += (text.empty() ? "" : "; ") + name + " has priority " + priority + " (" +
            terms_text(view) + ")";
    JsonNode number = json_text(priority);
    number.kind = JsonNode::Kind::real;
    accounts.push_back(json_object({json_member("account", json_text(name)),
                                    json_member("priority", std::move(number)),
                                    json_member("shares", json_whole(view.shares)),
                                    json_member("slots", json_whole(view.started_slots))}));
  }
  story_.add(now, "elected", "elected by shares: " + text).data = {
      json_member("accounts", json_list(std::move(accounts)))};
}

}  // namespace mcsim::app
