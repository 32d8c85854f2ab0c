// What `run` and `compare` begin with: the input that the user names, made a scenario.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/base/input_kind.hpp"
#include "mcsim/app/run/run_command.hpp"
#include "mcsim/config/scenario/scenario.hpp"

namespace mcsim::app {

/// Why a command does not begin, and what it answers to the shell.
struct Refusal {
  Diagnostics why;
  ExitCode code{};
};

/// Errors: the input cannot be read, or the options are for an input of the other kind.
Expected<InputKind, Refusal> kind_to_run(const RunRequest& request);

/// `varied` are assignments that win over all that the request says. Errors: the scenario's, and
/// what is wrong with the values of options.
Expected<Scenario, Diagnostics> load_input(const RunRequest& request, InputKind kind,
                                           const std::vector<std::string>& varied,
                                           const Registry& registry);

/// Usage, where all that is wrong is how an option was written; else bad input.
ExitCode code_of(const Diagnostics& wrong);

}  // namespace mcsim::app
