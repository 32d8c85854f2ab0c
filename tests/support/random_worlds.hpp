// Random grids, each a pure function of its seed: small, with many ties and faults.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// What the random grids may hold.
struct WorldShape {
  std::vector<std::string> dispatch{"lsf", "fcfs", "easy", "conservative"};
  std::uint64_t most_clusters = 3;
  std::uint64_t most_jobs = 200;  ///< a cluster
  bool per_event = false;    ///< easy may have pass = event also where it matters: off a raster
  bool variants = false;     ///< all options of easy
  bool orders = false;       ///< an order of the line other than that of submission
  bool timeline = true;      ///< faults, actions and changes
  bool overruns = true;      ///< jobs may run longer than their limits
  bool zero_runs = true;     ///< jobs may run for no time at all
  bool dependencies = true;  ///< jobs may come after others; else in the order of the trace
};

GridConfig random_grid(std::uint64_t seed, const WorldShape& shape = {});

/// How often each kind of thing occurred, so that a test can say what it has seen.
using FeatureCounts = std::map<std::string, std::uint64_t>;

/// Adds what the grid asked for, and how its jobs ended.
void count_features(const GridConfig& config, const RunResults& results, FeatureCounts& counts);

/// "easy 31, host_down 120, ..."
std::string to_text(const FeatureCounts& counts);

}  // namespace mcsim::testing
