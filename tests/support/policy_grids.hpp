// Federations in which other dispatches than LSF's decide, too.
#pragma once

#include <cstdint>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Gives about two of three clusters a dispatch policy with drawn options, and takes out of their
/// settings what policies do not look at. Clusters that lend or borrow hosts stay as they are.
void give_policies(GridConfig& grid, std::uint64_t seed);

}  // namespace mcsim::testing
