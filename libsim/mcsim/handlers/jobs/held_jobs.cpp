// Moves jobs between the waiting lines and the stage of those that wait for others.
#include "mcsim/handlers/jobs/held_jobs.hpp"

#include "mcsim/scheduler/slot_reserver.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"

namespace mcsim::handlers {
namespace {

bool holds_condition(const ClusterWorld& world, JobIndex job) {
  const ConditionId condition = world.conditions.of(world.config.conditions, job);
  return condition == none<ConditionId> || world.conditions.value(condition) == Truth::yes;
}

}  // namespace

void follow_condition(ClusterWorld& world, JobSlotId id) {
  SchedulerState& state = *world.lsf;
  JobState& job = state.jobs[id];
  if (job.is_guest()) return;
  const Time since = job.since;
  const bool holds = holds_condition(world, job.index);
  WaitingJobs waiting(world.config, state, world.agenda.now());
  if (job.stage == Stage::held && holds) {
    world.leasing.call(job.queue);
    waiting.wait(id, since);
  } else if (job.stage == Stage::pending && !holds) {
    SlotReserver(world.config, state, world.agenda.now()).stop(id);
    waiting.leave(id, Stage::held);
    job.since = since;
  }
}

}  // namespace mcsim::handlers
