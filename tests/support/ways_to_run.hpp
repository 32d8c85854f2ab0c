// Ways to play one run that must all give the same results.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/cluster/observers.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/fact_log.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

RunResults run_until(const GridConfig& config, Time until);
/// Every cluster plays all its sessions, also those that cannot change anything.
RunResults run_every_session(GridConfig config, Time until = never);
/// Events of equal order come in an order that depends on `shuffle`.
RunResults run_shuffled(const GridConfig& config, std::uint64_t shuffle, Time until = never);
/// Stops at each of the given times on the way.
RunResults run_in_steps(const GridConfig& config, const std::vector<Time>& stops,
                        Time until = never);

/// A simulation in progress, with its observers: a value.
struct Flight {
  explicit Flight(const GridConfig& config) : simulation(config), recorder(config) {}

  RunState fly(Time until) {
    Observers both{&recorder, &log};
    return simulation.run_until(until, both);
  }
  RunResults land(Time until = never) {
    const RunState state = fly(until);
    return std::move(recorder).results(simulation, state, until);
  }

  Simulation simulation;
  Recorder recorder;
  FactLog log;
};

}  // namespace mcsim::testing
