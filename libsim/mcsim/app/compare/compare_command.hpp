// `mcsim compare`: one scenario run with all combinations of some values, side by side.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/run/run_command.hpp"

namespace mcsim::app {

/// What the user typed.
struct CompareRequest {
  /// What all variants have in common, in the form that `run` takes. `folder` is the folder of the
  /// comparison. `check`, `outputs` and `print_config` are for `run` only.
  RunRequest run;
  std::vector<std::string> vary;         ///< --vary PATH=JSON-ARRAY
  std::optional<std::string> metrics{};  ///< --metrics LIST: the table's columns
  std::size_t jobs = 0;                  ///< -j: how many runs at a time; 0: one for each processor
  std::size_t replicas = 1;              ///< runs of each variant, each with luck of its own
  std::optional<std::string> resample{};    ///< --resample: how replicas draw their workloads
  std::optional<std::string> against{};     ///< the variant that all are compared with; the first
  std::optional<std::string> confidence{};  ///< as typed: "95%"
};

/// Runs all variants and reports. Results do not depend on `jobs`. Errors: those of run_command();
/// metrics that no variant can have, before anything runs.
///
/// Several threads use the policies of `registry` at the same time.
ExitCode compare_command(const CompareRequest& request, const Registry& registry,
                         const Console& console);

}  // namespace mcsim::app
