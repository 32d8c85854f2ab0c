// Runs that pause, that shuffle ties, and that skip nothing.
#include "support/ways_to_run.hpp"

#include <utility>

namespace mcsim::testing {

namespace {

RunResults finish(Simulation& simulation, Recorder recorder, Time until) {
  const RunState state = simulation.run_until(until, recorder);
  return std::move(recorder).results(simulation, state, until);
}

}  // namespace

RunResults run_until(const GridConfig& config, Time until) {
  Simulation simulation(config);
  return finish(simulation, Recorder(config), until);
}

RunResults run_every_session(GridConfig config, Time until) {
  for (ClusterConfig& cluster : config.clusters) cluster.model.elide = false;
  return run_until(config, until);
}

RunResults run_shuffled(const GridConfig& config, std::uint64_t shuffle, Time until) {
  Simulation simulation(config);
  simulation.shuffle_ties(shuffle);
  return finish(simulation, Recorder(config), until);
}

RunResults run_in_steps(const GridConfig& config, const std::vector<Time>& stops, Time until) {
  Simulation simulation(config);
  Recorder recorder(config);
  for (const Time stop : stops) simulation.run_until(stop, recorder);
  return finish(simulation, std::move(recorder), until);
}

}  // namespace mcsim::testing
