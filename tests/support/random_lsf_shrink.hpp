// Makes a world that shows a difference as small and plain as possible.
#pragma once

#include <functional>
#include <string>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Returns the first difference in a grid; empty: none.
using FindDifference = std::function<std::string(const GridConfig&)>;

/// Drops jobs, entries of the timeline and settings as long as a difference of the same kind
/// remains: the same text, other numbers allowed.
GridConfig shrunk(GridConfig grid, const FindDifference& find);

}  // namespace mcsim::testing
