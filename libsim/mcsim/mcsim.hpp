// All that a program needs to use the library: to read scenarios or build a grid in code, to run
// and watch simulations, to bring policies of its own, or to be a whole command line. The names of
// all rooms are names of mcsim here.
#pragma once

#include "mcsim/app/command/command_line.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/config/scenario/load_scenario.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/rooms.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"

namespace mcsim {
using namespace app;
}
