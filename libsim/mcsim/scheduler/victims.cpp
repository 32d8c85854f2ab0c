// Which running jobs may be preempted, and in which order: section 6 of docs/rules/scheduling.md.
#include <algorithm>
#include <tuple>

#include "mcsim/policy/preemption_pairs.hpp"
#include "mcsim/scheduler/session.hpp"
#include "mcsim/scheduler/victim_shield.hpp"

namespace mcsim::scheduler {

/// The queues whose jobs a queue may preempt, and that have any running: in their order.
std::vector<QueueId> Session::victim_queues(QueueId high) const {
  const auto& named = state_.settings.queues[index_of(high)].preemption.low;
  const auto key = [&](QueueId low) {
    const auto found = std::ranges::find(named, low, &PreemptionConfig::Low::queue);
    const std::int32_t preference = found == named.end() ? 0 : found->preference;
    return std::tuple(-preference, state_.settings.queues[index_of(low)].priority, low);
  };
  std::vector<QueueId> queues;
  state_.queues_running.visit([&](std::size_t at) {
    const auto low = static_cast<QueueId>(at);
    if (may_preempt(state_.settings, high, low)) queues.push_back(low);
  });
  std::ranges::sort(queues, {}, key);
  return queues;
}

bool Session::may_not_be_preempted(const HostRequest& request, const JobState& victim,
                                   JobSlotId id) const {
  return is_shielded(config_, state_, victim, now_) || rules_.has_slots_kept_from(request.user, id);
}

std::int64_t Session::own_rank(const HostRequest& request, const JobState& victim, JobSlotId id,
                               Slots on_host) const {
  std::int32_t slots = 0;
  state_.jobs.visit_hosts(id, [&](HostSlots part) { slots += part.slots.count(); });
  return (*state_.victims)(
      {.now = now_,
       .on_host = on_host,
       .slots = Slots(slots),
       .started = victim.since,
       .ran = victim.ran + (now_ - victim.since),
       .run_limit = victim.limit,
       .priority = victim.priority,
       .queue_priority = state_.settings.queues[index_of(victim.queue)].priority,
       .wanted = Slots(request.slots),
       .wanting_queue_priority = state_.settings.queues[index_of(request.queue)].priority});
}

/// The jobs of some queues on a host that may be preempted, in their order.
std::vector<Session::Victim> Session::victims_on(const HostRequest& request, HostId host,
                                                 const std::vector<QueueId>& queues) const {
  const ClusterParameters& params = state_.settings.params;
  const bool by_start = config_.model.victim_order == VictimOrder::started;
  std::vector<Victim> found;
  state_.jobs.visit_on(host, [&](JobSlotId id, Slots slots) {
    tally(state_.work.jobs);
    const JobState& job = state_.jobs[id];
    if (job.stage != Stage::running) return;
    const auto queue =
        static_cast<std::size_t>(std::ranges::find(queues, job.queue) - queues.begin());
    if (queue == queues.size() || may_not_be_preempted(request, job, id)) return;
    found.push_back({.queue = queue, .job = id, .slots = slots.count()});
    if (state_.victims) [[unlikely]]
      found.back().rank = own_rank(request, job, id, slots);
  });
  std::ranges::sort(found, {}, [&](const Victim& one) {
    const JobState& job = state_.jobs[one.job];
    const Duration ran = job.ran + (now_ - job.since);
    return std::tuple(one.queue, one.rank, params.preempt_few_jobs ? -one.slots : 0,
                      params.preempt_least_run_time ? ran : Duration{},
                      by_start ? -job.since.time_since_epoch() : Duration{},
                      -static_cast<std::int64_t>(job.index));
  });
  return found;
}

/// Slots on a host of running jobs of some queues.
std::int32_t Session::running_on(HostId host, const std::vector<QueueId>& queues) const {
  std::int32_t running = 0;
  state_.jobs.visit_on(host, [&](JobSlotId id, Slots slots) {
    tally(state_.work.jobs);
    const JobState& job = state_.jobs[id];
    if (job.stage == Stage::running && std::ranges::find(queues, job.queue) != queues.end())
      running += slots.count();
  });
  return running;
}

}  // namespace mcsim::scheduler
