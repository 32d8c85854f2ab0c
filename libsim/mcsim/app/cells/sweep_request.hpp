// What is asked of a comparison or a sweep, before anybody says how to look at its results.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/run/run_command.hpp"

namespace mcsim::app {

/// What the user typed: which runs there are.
struct SweepRequest {
  /// What all variants have in common, in the form that `run` takes. `folder` is where the cells
  /// go. `check`, `outputs` and `print_config` are for `run` only.
  RunRequest run;
  std::vector<std::string> vary;          ///< --vary PATH=JSON-ARRAY
  std::size_t jobs = 0;                   ///< -j: how many runs at a time; 0: one a processor
  std::size_t replicas = 1;               ///< runs of each variant, each with luck of its own
  std::optional<std::string> resample{};  ///< --resample: how replicas draw their workloads
  std::string outputs{};                  ///< --outputs of each cell: its summary alone
};

}  // namespace mcsim::app
