// The commands that simulate many variants, and their options.
#pragma once

#include "mcsim/app/command/offers.hpp"
#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/app/sweep/sweep_command.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

/// Adds the subcommand compare.
void add_compare(CLI::App& app, CompareRequest& to, const Registry& registry, Offers& offers);

/// Adds the subcommand sweep with its own ones.
void add_sweep(CLI::App& app, SweepCommandRequest& to, const Registry& registry, Offers& offers);

}  // namespace mcsim::app
