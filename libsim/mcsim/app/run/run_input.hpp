// Makes a scenario from the input that the user names, for `run` and `compare`.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/base/input_kind.hpp"
#include "mcsim/app/run/run_command.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/trace/swf_recording.hpp"

namespace mcsim::app {

/// Why a command does not begin, and its exit code.
struct Refusal {
  Diagnostics why;
  ExitCode code{};
};

/// The kind of the input. Errors: it cannot be read, or the options are for the other kind.
Expected<InputKind, Refusal> kind_to_run(const RunRequest& request);

/// Loads the scenario. `varied` are assignments that override everything in the request. `traces`
/// keeps what is read more than once; null: nothing is. Errors:
/// mistakes in the scenario and in the values of options; with --strict what is warned of, too.
Expected<Scenario, Diagnostics> load_input(const RunRequest& request, InputKind kind,
                                           const std::vector<std::string>& varied,
                                           const Registry& registry, SwfCache* traces = nullptr);

/// ExitCode::usage if all mistakes are in how options were written, otherwise bad_input.
ExitCode code_of(const Diagnostics& wrong);

}  // namespace mcsim::app
