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

void SchedulerRound::hold(JobSlotId id, Duration delay) {
  JobState& job = state_.jobs[id];
  const Time over = life_.now() + (delay < 0ms ? -delay : delay);
  (delay < 0ms ? job.record.hosts_from : job.record.forward_from) = over;
  world_.agenda.schedule(over, phase::change, HoldIsOver{id, job.index, false});
}

void SchedulerRound::session_of_policy(std::vector<ClusterWorld>& grid) {
  life_.set_deciding(true);
  const Time gate = start_by_policy();
  if (world_.forwarding.is_linked()) {
    execution_.end_trials();
    submission_.decide(grid);
  }
  life_.set_deciding(false);
  world_.sessions.wake_by(life_.now(), gate);
  if (!state_.dispatch->has_lost) return;
  if (world_.sessions.on_raster())
    world_.sessions.wake_by(life_.now(), life_.now() + 1ms);
  else
    world_.agenda.schedule(life_.now(), phase::session, LookAgain{});
}

Time SchedulerRound::start_by_policy() {
  PolicySession session(world_.config, state_, life_.now(), world_.sessions.on_raster());
  while (const DispatchDecision decision = session.next())
    life_.start(decision.job.job, session.hosts(), decision.reason);
  return session.next_gate();
}

void SchedulerRound::tell_pools() {
  const PoolShares shares(world_.config, state_, life_.now());
  for (std::size_t at = 0; at < state_.settings.pools.size(); ++at) {
    const PoolConfig& pool = state_.settings.pools[at];
    const PoolDealt dealt = shares.dealt(static_cast<PoolId>(at));
    observer_.on(world_.id, PoolShared{.at = life_.now(),
                                       .pool = pool.name,
                                       .total = dealt.total,
                                       .use_priority = pool.use_priority,
                                       .ids = pool.queues,
                                       .queues = dealt.queues,
                                       .used = dealt.used,
                                       .shares = dealt.shares.slots,
                                       .entitlements = dealt.entitlements.slots,
                                       .order = dealt.entitlements.order});
  }
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
