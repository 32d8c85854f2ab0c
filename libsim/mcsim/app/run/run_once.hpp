// Plays a scenario from its start to its end, or until it is stopped.
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

/// Calls `step(now, jobs that have ended)` before each of the first 1,000 instants, and then before
/// every eighth. Its result says whether to stop.
template <class Step>
auto now_and_then(const Simulation& simulation, Step& step) {
  return [&simulation, &step, instants = std::uint64_t{0}](Time now) mutable {
    constexpr std::uint64_t few = 1000;
    return (++instants < few || instants % 8 == 0) && step(now, simulation.counts().ends);
  };
}

/// Plays a run; `step` is called as in now_and_then().
template <class Step>
RunResults run_once(const GridConfig& config, const Registry& registry, Step&& step) {
  Simulation simulation(config, registry);
  Recorder recorder(config);
  const Time until = config.until.value_or(never - 1ms);
  const RunState state = simulation.run_until(until, recorder, now_and_then(simulation, step));
  return std::move(recorder).results(simulation, state, until);
}

}  // namespace mcsim::app
