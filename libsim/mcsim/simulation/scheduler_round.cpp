// Rounds of clusters under LSF's scheduler.
#include "mcsim/simulation/scheduler_round.hpp"

#include "mcsim/simulation/cluster_rounds.hpp"

namespace mcsim::simulation {

void tell_news(Observer& observer, ClusterWorld& world) {
  if (!observer.wants_reports() || !world.forwarding.publisher.has_news()) return;
  for (const Publisher::News& news : world.forwarding.publisher.take_news())
    observer.on(world.id, ReportMade{news.made, news.reader, news.queues});
}

void SchedulerRound::arrive_in_order(JobIndex index) {
  const TraceJob& asked = world_.config.trace[index];
  if (life_.refusal_of_new(asked) == EndReason::none && conditions().lacks_parent(index)) {
    ++counts_.arrivals;
    life_.move();
    observer_.on(world_.id, JobRejected{life_.now(), index, EndReason::dependency_unknown});
    return world_.note_end(index);
  }
  const JobSlotId id = arrive(index);
  if (id != none<JobSlotId> && world_.conditions.any()) conditions().submit(id);
  start_at_once();
}

void SchedulerRound::settle_conditions() {
  conditions().settle();
  start_at_once();
}

void apply_lsf(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time now, Round round,
               const std::vector<ClusterWorld>& grid) {
  SchedulerRound(world, observer, counts).apply(now, round, grid);
}
void decide_lsf(ClusterWorld& world, Observer& observer, EngineCounts& counts,
                std::vector<ClusterWorld>& grid) {
  if (world.sessions.take(world.agenda.now())) SchedulerRound(world, observer, counts).decide(grid);
}
void hear_last_loads(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time end) {
  SchedulerRound(world, observer, counts).hear_last_loads(end);
}

}  // namespace mcsim::simulation
