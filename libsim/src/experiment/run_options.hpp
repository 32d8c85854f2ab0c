// The commands that simulate, and their options.
#pragma once

#include "mcsim/experiment/compare_command.hpp"
#include "mcsim/experiment/run_command.hpp"
#include "offers.hpp"

namespace CLI {
class App;
}

namespace mcsim {

/// Adds the subcommand run.
void add_run(CLI::App& app, RunRequest& to, const Registry& registry, Offers& offers);
/// Adds the subcommand compare.
void add_compare(CLI::App& app, CompareRequest& to, const Registry& registry, Offers& offers);

}  // namespace mcsim
