// What keeps a suspended job (SSUSP) from going on.
#include "mcsim/views/suspension_reason.hpp"

#include "mcsim/cluster/host_answers.hpp"
#include "mcsim/scheduler/host_rules.hpp"
#include "mcsim/scheduler/limit_rules.hpp"
#include "mcsim/scheduler/rusage.hpp"

namespace mcsim::views {

std::optional<GivenReason> limit_of_suspended(const ClusterWorld& world, JobSlotId job, Time now) {
  if (!world.lsf || job == none<JobSlotId>) return std::nullopt;
  const SchedulerState& state = *world.lsf;
  const bool may_go_on = state.features.has_limits && state.jobs[job].stage == Stage::ssusp &&
                         HostRules(world.config, state, now).keeps_suspended(job) == none<HostId> &&
                         RusageRules(world.config, state, now).can_take_back(job);
  if (!may_go_on) return std::nullopt;
  const auto room = LimitRules(world.config, state, now).keeps_suspended(job);
  if (!room) return std::nullopt;
  const HostAnswer answer = limit_answer(*room, false);
  GivenReason reason;
  reason.reason = answer.reason;
  reason.numbers = answer.numbers;
  reason.resource = answer.resource;
  reason.limit = answer.limit;
  return reason;
}

}  // namespace mcsim::views
