// Turns virtual times into dates as LSF's commands print them.
#pragma once

#include <string>

#include "mcsim/base/time.hpp"

namespace mcsim::views {

/// The clock of the sites: `start` and `utc_offset` of a scenario.
class Calendar {
 public:
  /// Reads the calendar from the effective text of a scenario (Scenario::effective).
  static Calendar of(const std::string& effective);

  /// `Jan  1 00:05`: month, day, hours and minutes.
  std::string short_date(Time time) const;
  /// `Thu Jan  1 00:05:20`.
  std::string long_date(Time time) const;
  /// Virtual time 0, counted from 1970 on the sites' clock.
  Duration start() const { return start_; }
  /// `50 s`; from virtual time 1 h on also the date: `1702508 s (Tue Jan 20 16:55:08)`.
  std::string instant(Time time) const;

 private:
  Duration start_{};
};

}  // namespace mcsim::views
