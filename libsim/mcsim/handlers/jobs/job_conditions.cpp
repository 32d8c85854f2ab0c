// How conditions of jobs turn, and what follows.
#include "mcsim/handlers/jobs/job_conditions.hpp"

#include <utility>

#include "mcsim/cluster/phase.hpp"
#include "mcsim/handlers/jobs/held_jobs.hpp"

namespace mcsim::handlers {

ParentRules JobConditions::rules() const {
  const ClusterParameters& params = world_.lsf->settings.params;
  return {.clean_period = params.clean_period,
          .clean_period_done = params.clean_period_done,
          .only_latest = params.dep_last_sub};
}

bool JobConditions::lacks_parent(JobIndex job) const {
  const ConditionId condition = table().of(job);
  return condition != none<ConditionId> &&
         !world_.conditions.knows_all(table(), condition, life_.now(), rules());
}

void JobConditions::submit(JobSlotId id) {
  const JobIndex job = world_.lsf->jobs[id].index;
  world_.conditions.come(job);
  const ConditionId condition = table().of(job);
  if (condition == none<ConditionId>) return;
  world_.conditions.begin(table(), condition, world_.lsf->jobs[id].index, id, life_.now(), rules());
  turn(condition, id);
  end_orphans();
}

bool JobConditions::modify(JobSlotId id, ConditionId condition) {
  if (!world_.conditions.knows_all(table(), condition, life_.now(), rules())) return false;
  world_.conditions.begin(table(), condition, world_.lsf->jobs[id].index, id, life_.now(), rules());
  turn(condition, id);
  end_orphans();
  return true;
}

void JobConditions::turn(ConditionId condition, JobSlotId id) {
  const Truth value = world_.conditions.value(condition);
  observer_.on(world_.id, ConditionTurned{life_.now(), world_.lsf->jobs[id].index, value});
  follow_condition(world_, id);
  life_.wake();
  if (value != Truth::never || !waits(id)) return;
  const auto grace = table()[condition].kills_orphan ? std::optional(Duration{})
                                                     : world_.lsf->settings.params.orphan_grace;
  if (!grace) return;
  if (*grace == Duration{})
    orphans_.push_back(id);
  else
    world_.agenda.schedule(life_.now() + *grace, phase::change,
                           OrphanExpires{id, condition, world_.conditions.turns(condition)});
}

/// Whether the job waits in this cluster, in a line or not.
bool JobConditions::waits(JobSlotId id) const {
  const Stage stage = world_.lsf->jobs[id].stage;
  return stage >= Stage::delayed && stage <= Stage::psusp;
}

void JobConditions::settle() {
  while (world_.conditions.has_changes()) {
    world_.conditions.settle(table(), [&](ConditionId condition, Truth) {
      world_.conditions.visit_jobs(condition, [&](JobSlotId id) { turn(condition, id); });
    });
    end_orphans();
  }
}

void JobConditions::end_orphans() {
  for (const JobSlotId id : std::exchange(orphans_, {}))
    life_.kill(id, EndReason::term_orphan, exit_by_bkill);
}

void JobConditions::expect_settling() {
  if (!world_.conditions.has_changes()) return;
  if (world_.sessions.on_raster())
    world_.sessions.wake_by(life_.now(), life_.now() + 1ms);
  else
    world_.agenda.schedule(life_.now(), phase::session, LookAgain{});
}

void JobConditions::expire(const OrphanExpires& event) {
  const ConditionBoard& board = world_.conditions;
  const JobIndex job = world_.lsf->jobs[event.job].index;
  if (job == none<JobIndex> || board.of(table(), job) != event.condition ||
      board.turns(event.condition) != event.turn)
    return;
  if (waits(event.job)) life_.kill(event.job, EndReason::term_orphan, exit_by_bkill);
}

}  // namespace mcsim::handlers
