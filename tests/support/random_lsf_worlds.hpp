// Random small worlds for dispatch `lsf`, each a pure function of its seed, that use random subsets
// of all features.
#pragma once

#include <cstdint>
#include <string>

#include "mcsim/model/config.hpp"
#include "support/random_lsf_features.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// A grid of one cluster. It is to be played up to and including grid.until.
struct LsfWorld {
  GridConfig grid;
  LsfFeatures features;  ///< those that it really uses
};

/// Whether a world has job arrays and conditions (bsub -w).
enum class JobOrder : std::uint8_t { none, by_chance, arrays };

LsfWorld random_lsf_world(std::uint64_t seed, JobOrder order = JobOrder::by_chance);

/// The world in words, default values left out.
std::string to_text(const GridConfig& grid);

}  // namespace mcsim::testing
