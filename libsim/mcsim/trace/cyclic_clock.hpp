// A clock whose pace goes by the hour of the day or of the week: it turns arrivals of a process
// that knows no hours into those of one that does.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::trace {

/// Slots of equal length follow each other and begin again; slot i takes `paces[i]` of what pass()
/// is given. Time is the inverse of the paces' integral, exactly: no thinning, no rounding to
/// slots.
class CyclicClock {
 public:
  /// At least one pace; none below 0, and one above.
  CyclicClock(std::vector<double> paces, Duration slot) : paces_(std::move(paces)), slot_(slot) {
    MCSIM_CHECK(std::ranges::any_of(paces_, [](double pace) { return pace > 0; }),
                "a clock that stands still");
  }

  /// Goes on until the paces add up to `amount` more, or until slot `last`, counted from the begin,
  /// is reached.
  void pass(double amount, std::int64_t last = INT64_MAX) {
    while (slots_ < last) {
      const double pace = paces_[static_cast<std::size_t>(slots_) % paces_.size()];
      const double left = pace * (1 - into_);
      if (amount < left) {
        into_ += amount / pace;
        return;
      }
      amount -= left;
      into_ = 0;
      ++slots_;
    }
  }

  /// Since the begin, whole milliseconds, rounded down.
  Duration now() const {
    const auto length = static_cast<double>(slot_.count());
    return slot_ * slots_ + Duration(static_cast<std::int64_t>(into_ * length));
  }
  /// How many slots are over.
  std::int64_t slots() const { return slots_; }

 private:
  std::vector<double> paces_;
  Duration slot_;
  std::int64_t slots_ = 0;
  double into_ = 0;  ///< the part of the present slot that is over, from 0 to 1
};

}  // namespace mcsim::trace
