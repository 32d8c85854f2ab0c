// `mcsim generate` and its options.
#pragma once

#include "mcsim/app/command/generate_command.hpp"
#include "mcsim/app/command/offers.hpp"

namespace CLI {
class App;
}

namespace mcsim::app {

/// Adds the subcommand generate with one subcommand for each workload model, which fill in `to`.
void add_generate(CLI::App& app, GenerateRequest& to, Offers& offers);

}  // namespace mcsim::app
