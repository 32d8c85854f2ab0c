// Random grids in which everything meets everything: job forwarding, leases, LIMs and ELIMs,
// launches, faults of all kinds, reconfigurations, and clusters under baselines beside them. Each
// is a pure function of its seed.
#pragma once

#include <cstdint>

#include "mcsim/model/config.hpp"
#include "support/mixture_features.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// A grid of 2 to 9 clusters. It is to be played up to and including grid.until.
struct Mixture {
  GridConfig grid;
  AllFeatures features;  ///< that it really uses
};

Mixture random_mixture(std::uint64_t seed);

}  // namespace mcsim::testing
