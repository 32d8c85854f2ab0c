// When a cluster's next scheduling session is due.
#pragma once

#include "mcsim/base/time.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim {

/// Sessions lie on the grid offset + k x JOB_SCHEDULING_INTERVAL, at most one an instant, in its first
/// round. With interval 0 a session follows in every round in which something changed. A session that
/// cannot matter is skipped without moving the grid.
class SessionClock {
 public:
  /// `elide` false: no session is skipped (which must change nothing but the run's cost).
  SessionClock(Duration interval, Duration offset, bool elide)
      : interval_(interval), offset_(offset), every_(interval > 0ms && !elide) {
    if (every_) next_ = Time{} + offset;
  }

  /// The next instant with a session; never: nobody has a reason to look.
  Time next() const { return next_; }
  /// The next instant with a session that somebody has a reason for.
  Time next_wanted() const { return wanted_ ? next_ : never; }

  /// Something was freed or arrived in this round, before its sessions.
  void wake(Time now, Round round) {
    if (!wanted_) next_ = interval_ == 0ms ? now : on_grid(round == 1 ? now : now + 1ms);
    wanted_ = true;
  }

  /// Whether this round ends with a session; if so, it is taken.
  bool take(Time now) {
    if (next_ != now) return false;
    wanted_ = false;
    next_ = every_ ? now + interval_ : never;
    return true;
  }

 private:
  /// The first point of the grid at or after `time`.
  Time on_grid(Time time) const {
    const auto since = (time - (Time{} + offset_)).count();
    const auto steps = since <= 0 ? 0 : (since + interval_.count() - 1) / interval_.count();
    return Time{} + offset_ + steps * interval_;
  }

  Duration interval_;
  Duration offset_;
  bool every_;
  bool wanted_ = false;
  Time next_ = never;
};

}  // namespace mcsim
