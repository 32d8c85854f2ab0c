// A run with all its facts and results, and ways to play it that must give the same.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/cluster/observers.hpp"
#include "mcsim/results/lease_log.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/facts_digest.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Keeps results, leases, and a digest of all facts. A value, as a simulation is.
struct RunLog {
  explicit RunLog(const GridConfig& grid) : recorder(grid), leases(grid) {}

  Recorder recorder;
  LeaseLog leases;
  FactsDigest facts;
};

struct WholeRun {
  RunResults results;
  std::vector<std::uint64_t> facts{};  ///< digests, by cluster and kind
};

/// A grid that is being played.
struct WholeFlight {
  explicit WholeFlight(const GridConfig& grid) : simulation(grid), log(grid) {}

  RunState fly(Time until) {
    Observers all{&log.recorder, &log.leases, &log.facts};
    return simulation.run_until(until, all);
  }
  WholeRun land(Time until);

  Simulation simulation;
  RunLog log;
};

WholeRun whole_run(const GridConfig& grid, Time until);

/// A number that stands for all results, without the engine's own counts.
std::uint64_t digest_of(const GridConfig& grid, const WholeRun& run);

/// Plays the grid once as it is, and once more in a way that `choice` chooses: again, every session
/// and report, with ties shuffled, in steps, as a copy taken on the way, or ended early. Returns
/// the first difference, in words; empty: none.
std::string difference_between_ways(const GridConfig& grid, std::uint64_t choice);

}  // namespace mcsim::testing
