// An event that waits for its time, with its place in the order of events.
#pragma once

#include <cstdint>
#include <type_traits>

#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim::kernel {

/// 32 bytes, of which 16 are the event's own.
template <class Event>
struct Pending {
  static_assert(std::is_trivially_copyable_v<Event> && sizeof(Event) <= 16);

  Time time;
  Order order;
  Event event;

  /// Milliseconds since the start. Times are never negative.
  std::uint64_t instant() const {
    return static_cast<std::uint64_t>(time.time_since_epoch().count());
  }
  /// Time and order as one number: the compiler compares it without a branch.
  UInt128 key() const { return static_cast<UInt128>(instant()) << 64 | order.word(); }
};

}  // namespace mcsim::kernel
