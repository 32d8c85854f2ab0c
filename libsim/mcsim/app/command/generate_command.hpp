// `mcsim generate`: a trace from a workload model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/trace/workload_models.hpp"

namespace mcsim::app {

/// What the user typed.
struct GenerateRequest {
  std::string model;  ///< one of trace::workload_models()
  ParameterTexts parameters{};
  std::vector<std::string> sets{};  ///< --set NAME=VALUE: parameters by their names
  std::string seed = "1";
  std::string trace{};  ///< the recorded one; empty: none
  std::optional<std::string> output{};
  bool entry = false;  ///< prints an entry of `workloads` in place of a trace
};

/// The option of a parameter: --run-times of run_times.
std::string option_of(std::string_view parameter);

/// Writes the trace to the output, whole or not at all, or to standard output. Exit codes: usage
/// for parameters, bad_input for the recorded trace; all mistakes are told.
ExitCode generate_command(const GenerateRequest& request, const Console& console);

}  // namespace mcsim::app
