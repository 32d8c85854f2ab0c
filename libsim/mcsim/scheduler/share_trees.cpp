// How the trees of accounts are made, and made anew after a reconfiguration.
#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "mcsim/scheduler/share_charges.hpp"
#include "mcsim/scheduler/share_ranks.hpp"

namespace mcsim::scheduler {
namespace {

/// The use of an account that has the same place in another tree.
using PastByPlace = std::map<std::string, ShareUse>;

/// What tells an account from others, from the root down.
std::string place_of(const FairshareConfig& config, const ShareTree& tree, AccountId id) {
  std::string place;
  for (; id != root_account; id = tree[id].parent) {
    const ShareAccount& account = tree[id];
    const ShareRowConfig& row = config.accounts[index_of(account.row)];
    place += row.name;
    if (row.kind == ShareRowConfig::Kind::each)
      place += " user " + std::to_string(index_of(account.user));
    place += '/';
  }
  return config.name + ':' + place;
}

}  // namespace

/// Takes a job's run time off accounts that keep that of finished jobs beside it.
void ShareCharges::leave_run(Shares& from, JobSlotId id) {
  const ShareCharge* const found = from.charges.find(id);
  if (found == nullptr) return;
  const ShareCharge& charge = *found;
  if (!from.made_of[index_of(charge.tree)].factors.run_time_decay) return;
  ShareTree& tree = from.trees[index_of(charge.tree)];
  const double own = run_to_take(from, id);
  for (AccountId at = charge.account; at != root_account; at = tree[at].parent) {
    AccumulatedUse& use = tree[at].use.decayed_run;
    tree.add_use(use, tree[at].use.rates.run, now_);
    hand_over(use);
    use.decayed = std::max(0.0, use.decayed - own);
  }
}

AccountId ShareCharges::add_account(ShareTree& tree, const ShareRowConfig& config, ShareRow row,
                                    NameId user) {
  const auto id = static_cast<AccountId>(tree.accounts.size());
  const AccountId parent =
      config.parent == none<ShareRow> ? root_account : tree.of_row[index_of(config.parent)];
  ShareAccount account;
  account.row = row;
  account.user = user;
  account.parent = parent;
  account.shares = config.shares;
  account.place = static_cast<std::uint32_t>(tree[parent].children.size());
  tree[parent].children.push_back(id);
  account.use.cpu.until = account.use.decayed_run.until = account.use.hist_run.until = now_;
  tree.accounts.push_back(std::move(account));
  return id;
}

void ShareCharges::note_users(ShareTree& tree, const ShareRowConfig& config, ShareRow row) {
  if (config.kind == ShareRowConfig::Kind::tree) return;
  if (config.users.all) return tree.of_many.push_back(row);
  for (const NameId user : config.users.users) tree.named.push_back({user, row});
}

void ShareCharges::make_trees() {
  Shares& shares = state_.shares;
  shares.trees.clear();
  shares.charges.clear();
  shares.forwarded.clear();
  shares.forwarded_until.clear();
  for (const FairshareConfig& config : shares.made_of) {
    ShareTree tree;
    tree.decay = shares.make_decay(config.factors.hist_hours);
    if (shares.is_lsf && shares.is_bounded && tree.decay.name() == ContinuousDecay::name)
      tree.lsf.emplace(config.factors.hist_hours);
    if (shares.is_bounded) tree.bounds = ShareRanks::bounds_of(config.factors, tree.decay);
    tree.accounts.emplace_back();
    for (std::size_t at = 0; at < config.accounts.size(); ++at) {
      const ShareRowConfig& row = config.accounts[at];
      note_users(tree, row, static_cast<ShareRow>(at));
      const bool is_of_user = row.kind == ShareRowConfig::Kind::user && row.users.users.size() == 1;
      tree.of_row.push_back(row.kind == ShareRowConfig::Kind::each
                                ? none<AccountId>
                                : add_account(tree, row, static_cast<ShareRow>(at),
                                              is_of_user ? row.users.users.front() : none<NameId>));
    }
    std::ranges::sort(tree.named, {},
                      [](const NamedInRow& one) { return std::pair(one.user, one.row); });
    shares.trees.push_back(std::move(tree));
  }
}

void ShareCharges::keep_past(const Shares& before) {
  PastByPlace past;
  std::map<NameId, bool> users;
  for (std::size_t at = 0; at < before.trees.size(); ++at) {
    const ShareTree& tree = before.trees[at];
    for (std::size_t row = 1; row < tree.accounts.size(); ++row) {
      ShareUse use = tree.accounts[row].use;
      tree.decay.add(use.cpu, Slots(use.rates.cpu), now_);
      tree.decay.add(use.decayed_run, Slots(use.rates.run), now_);
      tree.decay.add(use.hist_run, Slots{}, now_);
      for (AccumulatedUse* const sum : {&use.cpu, &use.decayed_run, &use.hist_run}) hand_over(*sum);
      past[place_of(before.made_of[at], tree, static_cast<AccountId>(row))] = use;
      if (tree.accounts[row].user != none<NameId>) users[tree.accounts[row].user] = true;
    }
  }
  for (std::size_t at = 0; at < state_.shares.trees.size(); ++at) {
    for (const auto& [user, known] : users) accounts_of(static_cast<FairshareId>(at), user);
    ShareTree& tree = state_.shares.trees[at];
    for (std::size_t row = 1; row < tree.accounts.size(); ++row) {
      const auto found =
          past.find(place_of(state_.shares.made_of[at], tree, static_cast<AccountId>(row)));
      if (found == past.end()) continue;
      ShareUse& use = tree.accounts[row].use;
      use.cpu = found->second.cpu;
      use.hist_run = found->second.hist_run;
      if (state_.shares.made_of[at].factors.enable_hist_run_time)
        use.decayed_run = found->second.decayed_run;
    }
  }
}

void ShareCharges::recount() {
  Shares& shares = state_.shares;
  if (shares.made_of != state_.settings.fairshares) make_anew();
  for (ShareTree& tree : shares.trees) tree.groups.clear();
  for (std::uint32_t group = 0; group < shares.ballots.size(); ++group)
    if (const FairshareId tree = shares.ballots[group].tree; tree != none<FairshareId>)
      shares.trees[index_of(tree)].groups.push_back(group);
  shares.forwards = {};
}

void ShareCharges::make_anew() {
  Shares& shares = state_.shares;
  // Elections begin anew with the waiting lines, which do, too.
  for (Ballot& ballot : shares.ballots) ballot.candidates.clear();
  shares.forwards = {};
  Shares before = shares;
  shares.made_of = state_.settings.fairshares;
  std::vector<JobSlotId> started;
  state_.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (job.is_started()) started.push_back(id);
  });
  std::ranges::sort(started, {}, [&](JobSlotId id) { return state_.jobs[id].index; });
  for (const JobSlotId id : started) leave_run(before, id);
  make_trees();
  keep_past(before);
  shares.elected = none<JobSlotId>;
  for (const JobSlotId id : started) {
    const bool runs = state_.jobs[id].stage == Stage::running;
    const std::int32_t slots = state_.jobs[id].slots.count();
    add(id, runs ? SlotCount{.running = slots} : SlotCount{.suspended = slots}, none<HostId>);
    update(id);
    take_run(id, run_to_take(before, id));
  }
  charge_away(before);
}

/// Also jobs that were not charged before: their queue had no tree, or no FWD_JOB_FACTOR.
void ShareCharges::charge_away(const Shares& before) {
  std::vector<JobSlotId> away;
  state_.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (job.stage == Stage::away) away.push_back(id);
  });
  std::ranges::sort(away, {}, [&](JobSlotId id) { return state_.jobs[id].index; });
  for (const JobSlotId id : away) {
    const JobState& job = state_.jobs[id];
    const FairshareId tree = state_.settings.queues[index_of(job.queue)].fairshare;
    if (tree == none<FairshareId>) continue;
    const FairshareFactors& factors = state_.shares.made_of[index_of(tree)].factors;
    if (!factors.fwd_job) continue;
    const auto found = before.forwarded.find(id);
    const Time until = found != before.forwarded.end()      ? found->second.until
                       : factors.forwarded_for == unlimited ? never
                                                            : job.since + factors.forwarded_for;
    if (until > now_) charge_forwarded(id, tree, until);
  }
}

}  // namespace mcsim::scheduler
