// What the parts of the scheduler's state say together.
#include "mcsim/scheduler/state.hpp"

#include <algorithm>

namespace mcsim::scheduler {

std::int64_t SchedulerState::behind_suspended(QueueId id, std::int64_t QueueState::* slots) const {
  if (jobs.ssusp() == 0) return 0;
  const auto priority = [&](QueueId queue) { return settings.queues[index_of(queue)].priority; };
  std::int64_t sum = 0;
  places.queues_behind.visit([&](std::size_t at) {
    if (const auto other = static_cast<QueueId>(at); priority(other) >= priority(id))
      sum += queues[other].*slots;
  });
  return sum;
}

std::int64_t SchedulerState::free_slots_for(QueueId id) const {
  if (features.has_reservations) return places.free_slots;
  return places.free_slots - behind_suspended(id, &QueueState::free_behind);
}

Duration SchedulerState::unheard(JobSlotId id, Time until) const {
  if (sbatchds.unheard_ends.empty() && sbatchds.silent.empty()) return {};
  if (jobs[id].stage != Stage::running) return {};
  Time over = never;
  if (const auto end = sbatchds.unheard_ends.find(id); end != sbatchds.unheard_ends.end())
    over = end->second;
  if (const auto host = sbatchds.silent.find(jobs.first_host(id)); host != sbatchds.silent.end())
    over = std::min(over, host->second.since);
  return over == never ? Duration{} : std::max(until - std::max(over, jobs[id].since), Duration{});
}

bool has_room_for_guest(const SchedulerState& state, QueueId id, Slots slots) {
  const QueueForwarding& limits = state.settings.queues[index_of(id)].forwarding;
  const ReceivedJobs& received = state.queues[id].received;
  const bool has_slots =
      limits.task_limit >= no_limit || received.started_slots + slots.count() <= limits.task_limit;
  return has_slots && received.started_jobs < limits.job_limit;
}

}  // namespace mcsim::scheduler
