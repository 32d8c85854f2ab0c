// What jobs have under the rows of section Limit, counter by counter.
#include "mcsim/scheduler/limit_charges.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/scheduler/limit_rules.hpp"

namespace mcsim::scheduler {
namespace {

bool is_nothing(const LimitUse& use) {
  return use.running == 0 && use.suspended == 0 && use.reserved == 0 && use.jobs == 0 &&
         std::ranges::all_of(use.amounts, [](Amount amount) { return amount == 0; });
}

bool is_below_nothing(const LimitUse& use) {
  return use.running < 0 || use.suspended < 0 || use.reserved < 0 || use.jobs < 0 ||
         std::ranges::any_of(use.amounts, [](Amount amount) { return amount < 0; });
}

}  // namespace

void LimitCharges::recount() {
  state_.limits = {};
  if (!state_.features.has_limits) return;
  state_.limits.index = LimitIndex(state_.settings.limits);
  state_.jobs.visit([&](JobSlotId id, const JobState&) { count(id); });
}

void LimitCharges::count_changed() {
  std::vector<JobSlotId> changed = std::exchange(state_.limits.changed, {});
  std::ranges::sort(changed);
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  for (const JobSlotId id : changed) count(id);
}

void LimitCharges::count(JobSlotId id) {
  LimitUses& limits = state_.limits;
  LimitCounts now = LimitRules(config_, state_, now_).counts_of(id);
  LimitCounts difference = now;
  if (const auto before = limits.of_job.find(id); before != limits.of_job.end())
    for (const auto& [counter, use] : before->second) difference[counter].add(use, -1);
  for (const auto& [counter, use] : difference) {
    if (is_nothing(use)) continue;
    if (is_below_nothing(use)) {
      limits.any_freed = true;
      if (limits.parked.contains(counter)) limits.freed.push_back(counter);
    }
    LimitUse& count = limits.counts[counter];
    count.add(use, 1);
    MCSIM_CHECK(!is_below_nothing(count), "more was given back under a limit than taken");
    if (is_nothing(count)) limits.counts.erase(counter);
  }
  if (now.empty())
    limits.of_job.erase(id);
  else
    limits.of_job[id] = std::move(now);
}

}  // namespace mcsim::scheduler
