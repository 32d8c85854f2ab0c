// `mcsim compare`: one scenario run with all combinations of some values, side by side.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mcsim/app/run/run_command.hpp"

namespace mcsim::app {

/// What the user typed.
struct CompareRequest {
  /// What all variants have in common, as `run` takes it; `folder` is the one of the comparison.
  /// `check`, `outputs` and `print_config` are `run`'s own.
  RunRequest run;
  std::vector<std::string> vary;  ///< --vary PATH=JSON-ARRAY
  std::string metrics;            ///< --metrics LIST: the columns of the table; empty: the usual
  std::size_t jobs = 0;           ///< -j: runs at the same time; 0: one for each processor
};

/// Runs all variants and reports; the results do not depend on `jobs`. Errors as of run_command().
///
/// The policies of `registry` are used by several threads at the same time.
ExitCode compare_command(const CompareRequest& request, const Registry& registry,
                         const Console& console);

}  // namespace mcsim::app
