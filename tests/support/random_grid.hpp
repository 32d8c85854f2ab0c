// Random grids of clusters that forward jobs to each other, each a pure function of its seed, that
// use random subsets of all features of forwarding and of LSF's scheduler.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/model/config.hpp"
#include "support/random_grid_features.hpp"
#include "support/random_lsf_features.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// A grid of 2 to 8 clusters. It is to be played up to and including grid.until.
struct GridWorld {
  GridConfig grid;
  GridFeatures features;  ///< the features of forwarding that it really uses
  LsfFeatures lsf;        ///< the features that some cluster really uses
};

GridWorld random_grid_world(std::uint64_t seed);

}  // namespace mcsim::testing
