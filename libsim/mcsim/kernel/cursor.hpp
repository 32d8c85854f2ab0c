// A sorted stream that is merged with the events at the top of the event loop: its rows never enter
// a queue.
#pragma once

#include <cstdint>

#include "mcsim/base/check.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::kernel {

/// Walks rows 0 to size - 1 of a source that is sorted by time. A value: a copy advances on its
/// own.
class Cursor {
 public:
  /// `time_of(row)` answers the time of a row; it is called once for each row, one row ahead.
  template <class TimeOf>
  void start(std::uint32_t size, TimeOf&& time_of) {
    size_ = size;
    row_ = 0;
    time_ = size == 0 ? never : time_of(std::uint32_t{0});
  }

  /// When the present row is due; never: no rows left.
  Time time() const { return time_; }
  std::uint32_t row() const { return row_; }

  template <class TimeOf>
  void advance(TimeOf&& time_of) {
    const Time before = time_;
    time_ = ++row_ == size_ ? never : time_of(row_);
    MCSIM_CHECK(before <= time_, "a stream of arrivals is not sorted by time");
  }

 private:
  std::uint32_t row_ = 0;
  std::uint32_t size_ = 0;
  Time time_ = never;
};

}  // namespace mcsim::kernel
