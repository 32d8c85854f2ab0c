// Rounds of clusters under LSF's scheduler.
#include "mcsim/simulation/scheduler_round.hpp"

#include "mcsim/simulation/cluster_rounds.hpp"

namespace mcsim::simulation {

void tell_news(Observer& observer, ClusterWorld& world) {
  if (!observer.wants_reports() || !world.forwarding.publisher.has_news()) return;
  for (const Publisher::News& news : world.forwarding.publisher.take_news())
    observer.on(world.id, ReportMade{news.made, news.reader, news.queues});
}

/// Why a job is refused that comes after others, or is an element of an array.
EndReason SchedulerRound::refusal_in_order(JobIndex index, ArrayId array) {
  const TraceJob& asked = world_.config.trace[index];
  const EndReason reason = life_.refusal_of_new(asked);
  if (reason != EndReason::none) return reason;
  std::uint32_t elements = 1;  // that come together
  if (array != none<ArrayId>) {
    const std::uint32_t size = world_.config.arrays[array].spec.indices.size();
    if (std::cmp_greater(size, state_.settings.params.max_job_array_size))
      return EndReason::array_too_large;
    if (!world_.arrays.has_come(array)) elements = size;
  }
  if (life_.refusal_as_pending(asked, elements) != EndReason::none)
    return EndReason::pending_over_maximum;
  return conditions().lacks_parent(index) ? EndReason::dependency_unknown : EndReason::none;
}

void SchedulerRound::arrive_in_order(JobIndex index) {
  const ArrayId array = world_.config.arrays.of(index);
  if (const EndReason reason = refusal_in_order(index, array); reason != EndReason::none) {
    ++counts_.arrivals;
    life_.move();
    observer_.on(world_.id, JobRejected{life_.now(), index, reason});
    return world_.note_end(index);
  }
  const JobSlotId id = arrive(index);
  if (array != none<ArrayId>) {
    const JobIndex first = world_.config.arrays[array].first;
    world_.arrays.come(array, static_cast<std::uint32_t>(index_of(index) - index_of(first)), id);
  }
  if (world_.conditions.any()) conditions().submit(id);
  if (!world_.has_begun(index)) {
    const Time begin = world_.config.begins.of(index);
    if (begin != never) world_.agenda.schedule(begin, phase::change, BeginTimeComes{id, index});
    follow_condition(world_, id);
  }
  follow_element(world_, id);
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
