// Hosts that change: their places in the orders that jobs look at, and what was freed on them.
#pragma once

#include <cstdint>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps Places and News.
class HostPlaces : Owner {
 public:
  using Owner::Owner;

  /// Changes a host, and what follows from that. Something may have been freed there.
  template <class Change>
  void change(HostId id, Change&& change) {
    HostState& host = state_.hosts[id];
    state_.places.capacity -= host.capacity();
    const bool counted = host.is_open();
    change(host);
    if (host.is_open() != counted) turned(id);
    state_.places.capacity += host.capacity();
    show(id);
    freed(id);
  }
  /// A host changed: updates its place among the others.
  void show(HostId id);
  void show_load(HostId id);
  void show_all();
  /// Updates the places of changed hosts in an order.
  void refresh(std::uint32_t order);
  /// Takes over the load that LIMs have reported by now.
  void hear_of_load();

  // What was freed.

  void freed(HostId id);
  /// More of an instance of a shared resource may be free.
  void freed_instance(const News::Instance& instance);
  /// More or less of it is left.
  void show_sharers(const News::Instance& instance);
  void mark_freed_instances();
  /// Something may have been freed on every host, for every queue and user.
  void freed_everywhere();

  // JOB_ACCEPT_INTERVAL.

  /// Notes when the accept intervals after the last start of a host will be over.
  void close_gates(HostId id);
  /// Hosts whose accept interval is over by now take jobs again.
  void open_gates();
  /// When the next accept interval is over; never: none is open. Entries of hosts that accept jobs
  /// again are dropped on the way.
  Time next_gate();

 private:
  void turned(HostId id);
  std::int32_t busy_slots(HostId id) const;
  void list_stuck_on(HostId id);
  void count_free(HostId id);
  void add_behind(QueueId id, std::int64_t free, std::int64_t idle);
  QueueId suspended_on(HostId id) const;
  void place_in_order(HostId id, std::uint32_t order);
  std::int64_t measured_on(HostId host, ResourceId measured) const;
};

/// What the measure of a host is where jobs are suspended there: larger than any PRIORITY minus
/// theirs, so that more is better.
inline constexpr std::int64_t above_all_priorities = std::int64_t{1} << 32;

}  // namespace mcsim::scheduler
