// Virtual time: whole milliseconds since the scenario's start, on a clock that code cannot read.
#pragma once

#include <chrono>
#include <cstdint>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

/// The simulated clock. It has no now(): only the event loop knows what time it is.
struct VirtualClock {
  using rep = std::int64_t;
  using period = std::milli;
  using duration = std::chrono::duration<rep, period>;
  using time_point = std::chrono::time_point<VirtualClock>;
  static constexpr bool is_steady = true;
};

/// Unit: milliseconds of virtual time.
using Duration = VirtualClock::duration;
/// Unit: milliseconds since virtual time 0, the scenario's `start`.
using Time = VirtualClock::time_point;

using namespace std::chrono_literals;

/// No instant: for what never happens, or has not happened yet.
inline constexpr Time never = Time::max();

/// No limit. Larger than any duration that a user can give, and small enough to be added to any
/// time.
inline constexpr Duration unlimited{std::int64_t{1} << 61};

/// The largest time or duration that any input may name: 1,000 years.
inline constexpr Duration longest_duration = std::chrono::hours{24 * 365'250};

/// The last instant that a run may reach, 1.1 million years after its start: jobs that follow one
/// another add up to more than any input names. A run that would go on longer stops
/// (PastLatestTime), so `now` plus any duration fits, and slots x milliseconds fit the 128-bit
/// totals of the summary.
inline constexpr Time latest_time{Duration{std::int64_t{1} << 55}};
static_assert(latest_time <= never - 2 * longest_duration);

/// `from + length`, where an unlimited length never ends.
constexpr Time end_of(Time from, Duration length) {
  return length >= unlimited ? never : from + length;
}

}  // namespace mcsim::base
