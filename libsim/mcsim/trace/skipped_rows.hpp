// What is said of rows that were left out.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::trace {

SkipCounts skip_counts(const std::vector<SkippedRow>& rows);

/// "no_run_time 2, no_slots 1": all reasons that some rows have; empty: none has any.
std::string skip_reasons_text(const SkipCounts& skipped);

/// Rows that would be jobs if they said what a job needs. Those that a cluster can never run are
/// told apart, and parts of a job that has a row of its own are lost to nobody.
struct UnknownRows {
  std::string text{};  ///< empty: there are none
  Loss loss{};
};
UnknownRows unknown_rows(const SkipCounts& skipped);

/// Whether rows that are left out for this reason are among them.
constexpr bool is_unknown(SkipReason reason) {
  return reason == SkipReason::no_run_time || reason == SkipReason::no_slots ||
         reason == SkipReason::no_submit_time;
}

}  // namespace mcsim::trace
