// The commands that simulate, and their options.
#pragma once

#include <string>

#include "mcsim/app/command/offers.hpp"
#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/app/run/run_command.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

/// Adds the options that say what to simulate, common to run, compare and bench run.
void add_input(CLI::App& command, RunRequest& to, const Registry& registry, Offers& offers);
/// Adds the subcommand run.
void add_run(CLI::App& app, RunRequest& to, const Registry& registry, Offers& offers);
/// Adds the subcommand compare.
void add_compare(CLI::App& app, CompareRequest& to, const Registry& registry, Offers& offers);

/// Adds the options --policy and --policy-timeout.
void add_policies(CLI::App& command, PolicyOptions& to);
/// Adds the option --warnings.
void add_warnings(CLI::App& command, std::string& to, Offers& offers);

}  // namespace mcsim::app
