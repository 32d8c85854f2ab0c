// Shows what a running ELIM does: as plain lines, as JSON lines, or as a table that is redrawn on a
// terminal.
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

/// Seconds, with three decimals unless whole: "5", "12.250".
std::string seconds_of(Time time);
/// The shortest text that reads back as the same value; unknown: "-".
std::string value_text(const std::optional<double>& value);
/// The same of a resource's value, or the word that it stands for.
std::string shown_value(const ElimResources& resources, const ElimValue& value);

/// `   12.250 s  R6  the value "abc" of "nio" is not a number; ...`
std::string problem_line(const ElimProblem& problem);

/// The lines of a record (docs/rules/elim.md). The values of one report are one line, with the time
/// at which the report was written.
class ElimRecord {
 public:
  static std::string head(const std::string& program, const ElimContract& contract);
  /// The lines that an answer adds. `within_report`: LIM waits for the rest of a report.
  std::string lines(Time now, const ElimAnswer& answer, const ElimContract& contract,
                    bool within_report);
  static std::string end(Time now);

 private:
  std::vector<ElimValue> unfinished_;  ///< the values of an incomplete report
};

/// The values that LIM has now, as a table for a terminal.
std::string table_of(Time now, const ElimWatch& watch, const ElimContract& contract);

}  // namespace mcsim::app
