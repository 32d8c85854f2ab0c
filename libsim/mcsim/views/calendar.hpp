// Virtual times as the dates that LSF's commands print.
#pragma once

#include <string>

#include "mcsim/base/time.hpp"

namespace mcsim::views {

/// The clock of the sites: `start` and `utc_offset` of a scenario.
class Calendar {
 public:
  /// Of the scenario whose effective text is given (Scenario::effective).
  static Calendar of(const std::string& effective);

  /// `Jan  1 00:05`: month, day, hours and minutes.
  std::string short_date(Time time) const;
  /// `Thu Jan  1 00:05:20`.
  std::string long_date(Time time) const;
  /// `50 s`; from an hour after virtual time 0 on with its date: `1702508 s (Tue Jan 20 16:55:08)`.
  std::string instant(Time time) const;

 private:
  Duration start_{};  ///< of virtual time 0, since 1970 by the sites' clock
};

}  // namespace mcsim::views
