// What is shown of an ELIM that runs: plain lines, lines of JSON, or a table that a terminal
// redraws.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/lim/elim_contract.hpp"
#include "mcsim/lim/elim_watch.hpp"

namespace mcsim::app {

/// Seconds, three decimals where not whole: "5", "12.250".
std::string seconds_of(Time time);
/// A value as short as it can be read back; unknown: "-".
std::string value_text(const std::optional<double>& value);

/// `   12.250 s  R6  the value "abc" of "nio" is not a number; ...`
std::string problem_line(const ElimProblem& problem);

/// The lines of a record (docs/rules/elim.md). The values of one report are one line, at the time
/// when it was written.
class ElimRecord {
 public:
  static std::string head(const std::string& program, const ElimContract& contract);
  /// What an answer adds; `within_report`: LIM waits for the rest of one.
  std::string lines(Time now, const ElimAnswer& answer, const ElimContract& contract,
                    bool within_report);
  static std::string end(Time now);

 private:
  std::vector<ElimValue> unfinished_;  ///< of a report that has not come to its end
};

/// The values as LIM has them now: a table of lines, for a terminal.
std::string table_of(Time now, const ElimWatch& watch, const ElimContract& contract);

}  // namespace mcsim::app
