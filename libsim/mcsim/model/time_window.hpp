// Time windows of queues and hosts: parts of the week.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/time.hpp"

namespace mcsim::model {

/// Where virtual time lies in the week: how long before virtual time 0 the last Sunday 00:00 was,
/// by the clock of the site (`start` and `utc_offset` of a scenario).
struct WeekClock {
  Duration since_sunday{};  ///< of virtual time 0; 0 up to a week

  static constexpr Duration week = std::chrono::hours{24 * 7};
  Duration at(Time time) const { return (time.time_since_epoch() + since_sunday) % week; }

  bool operator==(const WeekClock&) const = default;
};

/// DISPATCH_WINDOW and RUN_WINDOW: `[day:]hour[:minute]-[day:]hour[:minute] ...`; a window is open
/// from its first minute up to its last, which is excluded. Source: Platform LSF 7.3 Configuration
/// Reference, lsb.queues, DISPATCH_WINDOW.
class TimeWindows {
 public:
  /// A part of the week: both in [0, week], `from` < `to`.
  struct Part {
    Duration from{};
    Duration to{};

    bool operator==(const Part&) const = default;
  };

  /// No windows: always open.
  TimeWindows() = default;
  /// `parts` in any order; they may touch and overlap.
  explicit TimeWindows(std::vector<Part> parts) : is_set_(true) {
    std::ranges::sort(parts, {}, &Part::from);
    for (const Part& part : parts)
      if (!parts_.empty() && part.from <= parts_.back().to)
        parts_.back().to = std::max(parts_.back().to, part.to);
      else
        parts_.push_back(part);
  }

  /// Whether there are windows at all.
  bool is_set() const { return is_set_; }
  bool always_open() const { return !is_set_ || (parts_.size() == 1 && parts_[0] == whole_week); }
  const std::vector<Part>& parts() const { return parts_; }

  bool open_at(Time time, const WeekClock& clock) const {
    if (!is_set_) return true;
    const Duration now = clock.at(time);
    return std::ranges::any_of(parts_,
                               [&](const Part& part) { return part.from <= now && now < part.to; });
  }

  /// The next instant after `time` at which the windows open or close; never: they do not.
  Time next_change(Time time, const WeekClock& clock) const {
    if (always_open() || parts_.empty()) return never;
    const Duration now = clock.at(time);
    Duration wait = WeekClock::week;
    for (const Part& part : parts_) {
      wait = std::min(wait, after(now, part.from));
      wait = std::min(wait, after(now, part.to));
    }
    // A window that ends with the week and one that begins with it are one.
    return open_at(time + wait, clock) == open_at(time, clock) ? next_change(time + wait, clock)
                                                               : time + wait;
  }

  /// For how long they are open at most without a break; unlimited: always.
  Duration longest() const {
    if (always_open()) return unlimited;
    Duration most{};
    for (const Part& part : parts_) most = std::max(most, part.to - part.from);
    // A window that ends with the week and one that begins with it are one.
    if (!parts_.empty() && parts_.front().from == Duration{} && parts_.back().to == WeekClock::week)
      most = std::max(most, parts_.front().to + (parts_.back().to - parts_.back().from));
    return most;
  }

  bool operator==(const TimeWindows&) const = default;

 private:
  static constexpr Part whole_week{Duration{}, WeekClock::week};

  static Duration after(Duration now, Duration point) {
    const Duration wait = (point - now + WeekClock::week) % WeekClock::week;
    return wait == Duration{} ? WeekClock::week : wait;
  }

  std::vector<Part> parts_;  ///< ascending, with gaps between them
  bool is_set_ = false;
};

}  // namespace mcsim::model
