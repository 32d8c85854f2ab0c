// The files that --outputs asks for.
#pragma once

#include <string>
#include <string_view>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

/// The optional files of a run folder.
struct Outputs {
  bool jobs = false;
  bool executions = false;
  bool decisions = false;
  bool counters = false;
  bool launches = false;
  bool shares = false;
  bool segments = false;
  bool acct = false;
  bool inputs = true;  ///< what every run folder has besides: scenario.json, skipped.csv

  bool any() const {
    return jobs || executions || decisions || counters || launches || shares || segments || acct;
  }
};

/// The names that --outputs takes, in the order of Outputs.
inline constexpr std::string_view output_names[] = {
    "jobs", "executions", "decisions", "counters", "launches", "shares", "segments", "acct"};

/// Reads a list of names, separated by commas or blanks. Errors: unknown and planned names.
Expected<Outputs, Diagnostics> read_outputs(const std::string& list);

}  // namespace mcsim::app
