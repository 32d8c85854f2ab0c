// The simulator against the naive reference, on one world.
#pragma once

#include <string>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "support/naive_lsf_state.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The first difference between a cluster's jobs, in words; empty: none.
std::string difference(const ClusterConfig& cluster, const ClusterResults& fast,
                       const std::vector<naive::Job>& slow);

/// Plays a grid of one cluster both ways, up to and including grid.until. Returns the first
/// difference; empty: none.
std::string difference_to_naive(const GridConfig& grid);

}  // namespace mcsim::testing
