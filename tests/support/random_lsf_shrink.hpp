// Makes a world that shows a difference as small and plain as it can be.
#pragma once

#include <functional>
#include <string>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The first difference in a grid; empty: there is none.
using FindDifference = std::function<std::string(const GridConfig&)>;

/// Drops jobs, entries of the timeline and settings as long as such a difference stays: one that
/// differs in its numbers at most.
GridConfig shrunk(GridConfig grid, const FindDifference& find);

}  // namespace mcsim::testing
