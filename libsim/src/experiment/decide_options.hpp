// `mcsim decide` and its questions.
#pragma once

#include "mcsim/experiment/decide_command.hpp"
#include "offers.hpp"

namespace CLI {
class App;
}

namespace mcsim {

/// Adds the subcommand decide.
void add_decide(CLI::App& app, DecideRequest& to, Offers& offers);

}  // namespace mcsim
