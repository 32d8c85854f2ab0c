// How many jobs a run has, and when it is asked whether to stop.
#pragma once

#include <cstdint>

#include "mcsim/model/config.hpp"
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

}  // namespace mcsim::app
