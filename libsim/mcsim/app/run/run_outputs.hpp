// The files that --outputs asks for.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::app {

/// The optional files of a run folder, and parts of summary.json.
struct Outputs {
  bool jobs = false;
  bool executions = false;
  bool decisions = false;
  bool counters = false;
  bool launches = false;
  bool shares = false;
  bool segments = false;
  bool series = false;
  bool usage = false;  ///< in summary.json
  bool acct = false;
  std::optional<Duration> series_step{};  ///< none: a row for each change
  bool inputs = true;  ///< what every run folder has besides: scenario.json, skipped.csv

  bool any() const {
    return jobs || executions || decisions || counters || launches || shares || segments ||
           series || usage || acct;
  }
};

/// The names that --outputs takes, in the order of Outputs.
inline constexpr std::string_view output_names[] = {
    "jobs",   "executions", "decisions", "counters", "launches",
    "shares", "segments",   "series",    "usage",    "acct"};

/// Reads a list of names, separated by commas or blanks, and --series-step. Errors: unknown and
/// planned names; a step that is no time above 0, or without series.
Expected<Outputs, Diagnostics> read_outputs(const std::string& list,
                                            const std::optional<std::string>& series_step = {});

}  // namespace mcsim::app
