// `mcsim bench diff`: what decisions cost now, and what they have cost before.
#pragma once

#include <string>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"

namespace mcsim::app {

/// What the user typed.
struct BenchDiffRequest {
  std::string base;
  std::string now;
  double max_regress = 5;  ///< per cent
  bool time = false;       ///< times are gated, too
  bool json = false;
};

/// Prints what differs. Errors: ExitCode::bad_input for files that are not of `bench run`, or not
/// of the same schedule and the same kind of counts; ExitCode::gate where something costs over
/// max_regress more, by name.
ExitCode bench_diff_command(const BenchDiffRequest& request, const Console& console);

}  // namespace mcsim::app
