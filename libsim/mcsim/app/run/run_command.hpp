// `mcsim run`: one simulation, from text to text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/program/policy_options.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

/// What the user typed.
struct RunRequest {
  std::string input;                  ///< a scenario or a trace
  std::optional<std::string> folder;  ///< -o; none: nothing is written
  std::vector<std::string> sets;      ///< --set PATH=VALUE
  std::optional<std::string> seed;
  std::optional<std::string> until;
  std::string outputs = "jobs";            ///< a list of names of files
  std::optional<std::string> series_step;  ///< of series.csv
  std::optional<std::string> slots;        ///< for a trace
  std::optional<std::string> dispatch;     ///< for a trace; by default easy
  PolicyOptions programs;
  bool by_weeks = false;           ///< of replicas: see ScenarioChoices
  bool strict = false;             ///< warnings about the input are errors
  std::string warnings = "first";  ///< about the input: one of warnings_choices
  bool check = false;              ///< expectations that do not hold fail the run
  bool print_config = false;
  bool json = false;
  bool quiet = false;
  std::string command_line;       ///< as typed
  std::string program = "mcsim";  ///< what calls it again
};

/// Runs the simulation and reports. Errors in the input and in writing become exit codes;
/// InvariantBroken and RunFailed are thrown.
ExitCode run_command(const RunRequest& request, const Registry& registry, const Console& console);

}  // namespace mcsim::app
