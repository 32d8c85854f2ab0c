// When a cluster's next scheduling session is due.
#pragma once

#include <algorithm>

#include "mcsim/base/check.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim::cluster {

/// Sessions lie on the raster offset + k x JOB_SCHEDULING_INTERVAL, at most one an instant, in its
/// first round. With interval 0 a session follows in every round in which something changed or a
/// time gate passed. A session that cannot matter is skipped without moving the raster.
class SessionClock {
 public:
  /// `elide` false: no session is skipped (which must change nothing but the run's cost).
  SessionClock(Duration interval, Duration offset, bool elide)
      : interval_(interval), offset_(offset), every_(interval > 0ms && !elide) {
    if (every_) next_ = Time{} + offset;
  }

  /// JOB_SCHEDULING_INTERVAL changes: sessions lie on the new raster from now on. Sessions that
  /// were due are forgotten: the caller wakes the clock, too.
  void set_raster(Time now, Round round, Duration interval, bool elide) {
    interval_ = interval;
    every_ = interval > 0ms && !elide;
    next_ = every_ ? point_from(round == 1 ? now : now + 1ms) : never;
    wanted_ = never;
    has_news_ = false;
  }

  bool on_raster() const { return interval_ > 0ms; }
  /// The next instant with a session; never: there is no reason for one.
  Time next() const { return every_ ? next_ : wanted_; }
  /// The next instant with a session that has a reason.
  Time next_wanted() const { return wanted_; }
  /// Whether something happened that no session has looked at.
  bool has_news() const { return has_news_; }

  /// Something was freed or arrived in this round, before its sessions.
  void wake(Time now, Round round) {
    if (has_news_) return;
    has_news_ = true;
    const Time due = !on_raster() ? now : point_from(round == 1 ? now : now + 1ms);
    wanted_ = std::min(wanted_, due);
  }

  /// The policy's answer may change at `gate`, after `now`, though nothing happens; never: it will
  /// not.
  void wake_by(Time now, Time gate) {
    if (gate > latest_time) return;
    MCSIM_CHECK(gate > now, "a policy's time gate has passed already");
    wanted_ = std::min(wanted_, on_raster() ? point_from(gate) : gate);
  }

  /// Whether this round ends with a session; if so, it is taken.
  bool take(Time now) {
    if (next() != now) return false;
    has_news_ = false;
    wanted_ = never;
    if (every_) next_ = now + interval_;
    return true;
  }

 private:
  /// The first point of the raster at or after `time`.
  Time point_from(Time time) const {
    const auto since = (time - (Time{} + offset_)).count();
    const auto steps = since <= 0 ? 0 : (since + interval_.count() - 1) / interval_.count();
    return Time{} + offset_ + steps * interval_;
  }

  Duration interval_;
  Duration offset_;
  bool every_;
  bool has_news_ = false;
  Time next_ = never;  ///< the next point of the raster, where none is skipped
  Time wanted_ = never;
};

}  // namespace mcsim::cluster
