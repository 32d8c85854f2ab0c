// The commands that simulate, and their options.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/command/offers.hpp"
#include "mcsim/app/run/run_command.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

/// Adds the options that say what to simulate, common to run, compare, sweep and bench run.
void add_input(CLI::App& command, RunRequest& to, const Registry& registry, Offers& offers);
/// Adds the subcommand run.
void add_run(CLI::App& app, RunRequest& to, const Registry& registry, Offers& offers);
/// Adds an option that may be repeated, with one value each time.
void add_repeated(CLI::App& command, const std::string& name, std::vector<std::string>& to,
                  const std::string& about, const std::string& value);
/// Adds the option --outputs.
void add_outputs(CLI::App& command, std::string& to, const std::string& about, Offers& offers);

/// Adds the options --policy and --policy-timeout.
void add_policies(CLI::App& command, PolicyOptions& to);
/// Adds the option --warnings.
void add_warnings(CLI::App& command, std::string& to, Offers& offers);

}  // namespace mcsim::app
