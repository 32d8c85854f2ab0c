// A scenario played from its start to its end, or until somebody stops it.
#pragma once

#include <cstdint>
#include <utility>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"

namespace mcsim::app {

inline std::uint64_t jobs_of(const GridConfig& config) {
  std::uint64_t jobs = 0;
  for (const ClusterConfig& cluster : config.clusters) jobs += cluster.trace.size();
  return jobs;
}

/// `step(now, jobs that have ended)` is called before each instant, of a long run before each
/// eighth, and says whether to stop.
template <class Step>
auto now_and_then(const Simulation& simulation, Step& step) {
  return [&simulation, &step, instants = std::uint64_t{0}](Time now) mutable {
    constexpr std::uint64_t few = 1000;
    return (++instants < few || instants % 8 == 0) && step(now, simulation.counts().ends);
  };
}

/// `step` is asked as now_and_then() says.
template <class Step>
RunResults run_once(const GridConfig& config, const Registry& registry, Step&& step) {
  Simulation simulation(config, registry);
  Recorder recorder(config);
  const Time until = config.until.value_or(never - 1ms);
  const RunState state = simulation.run_until(until, recorder, now_and_then(simulation, step));
  return std::move(recorder).results(simulation, state, until);
}

}  // namespace mcsim::app
