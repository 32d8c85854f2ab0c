// Random grids that combine all features: job forwarding, leases, LIMs and ELIMs, launches, faults
// of all kinds, reconfigurations, and clusters with baselines. Each is a pure function of its seed.
#pragma once

#include <cstdint>

#include "mcsim/model/config.hpp"
#include "support/mixture_features.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// A grid of 2 to 9 clusters. It is to be played up to and including grid.until.
struct Mixture {
  GridConfig grid;
  AllFeatures features;  ///< those that it really uses
};

Mixture random_mixture(std::uint64_t seed);

}  // namespace mcsim::testing
