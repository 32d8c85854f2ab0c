// The invariants of LSF's scheduler.
#include "mcsim/system/lsf_check.hpp"

#include <map>

#include "mcsim/base/check.hpp"

namespace mcsim {
namespace {

/// What jobs have, counted by looking at all of them.
struct Recount {
  std::map<HostId, SlotCount> hosts;
  std::map<QueueId, SlotCount> queues;
  std::map<QueueId, std::int64_t> pending_slots;
  std::uint64_t pending = 0;
  std::uint64_t started = 0;
};

Recount recounted(const LsfState& state) {
  Recount found;
  state.jobs.visit([&](JobSlotId id, const LsfJob& job) {
    ++(job.is_started() ? found.started : found.pending);
    if (job.stage == Stage::pending) found.pending_slots[job.queue] += job.slots.count();
    std::int32_t on_hosts = 0;
    state.jobs.visit_hosts(id, [&](HostSlots part) {
      SlotCount& host = found.hosts[part.host];
      (job.stage == Stage::running ? host.running : host.suspended) += part.slots.count();
      on_hosts += part.slots.count();
      MCSIM_CHECK(!state.hosts[part.host].down, "a job is on a host that is down");
    });
    MCSIM_CHECK(on_hosts == (job.is_started() ? job.slots.count() : 0),
                "a job is on other slots than it asked for");
    if (!job.is_started()) return;
    SlotCount& queue = found.queues[job.queue];
    (job.stage == Stage::running ? queue.running : queue.suspended) += job.slots.count();
  });
  for (const SlotReservation& reservation : state.slot_reservations) {
    found.hosts[reservation.host].reserved += reservation.slots;
    found.queues[state.jobs[reservation.job].queue].reserved += reservation.slots;
  }
  return found;
}

bool same(const SlotCount& a, const SlotCount& b) {
  return a.running == b.running && a.suspended == b.suspended && a.reserved == b.reserved;
}

}  // namespace

void check_lsf(const ClusterWorld& world) {
  const LsfState& state = *world.lsf;
  Recount found = recounted(state);
  std::int64_t capacity = 0;
  for (std::size_t at = 0; at < state.hosts.size(); ++at) {
    const auto id = static_cast<HostId>(at);
    const LsfHost& host = state.hosts[id];
    const SlotCount counted{host.running, host.suspended, host.reserved};
    MCSIM_CHECK(same(counted, found.hosts[id]), "a host's slots are not those of its jobs");
    capacity += host.capacity();
  }
  MCSIM_CHECK(capacity == state.capacity, "the capacity is not the sum of the hosts'");
  for (std::size_t at = 0; at < state.queues.size(); ++at) {
    const auto id = static_cast<QueueId>(at);
    const LsfQueue& queue = state.queues[id];
    MCSIM_CHECK(same(queue.count, found.queues[id]), "a queue's slots are not those of its jobs");
    MCSIM_CHECK(queue.pending_slots == found.pending_slots[id],
                "a queue's pending slots are not those of its jobs");
  }
  MCSIM_CHECK(found.pending == state.pending && found.started == state.started,
              "jobs in flight are lost or counted twice");
}

}  // namespace mcsim
