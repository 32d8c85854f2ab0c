// The simulator against the naive reference of a grid.
#pragma once

#include <string>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Plays a grid both ways, up to and including grid.until. Returns the first difference between the
/// jobs, in words; empty: none. Where no cluster ever has a raster of sessions, no session is
/// skipped, so the numbers of sessions must be equal, too.
std::string difference_to_naive_grid(const GridConfig& grid);

/// The same grid with JOB_SCHEDULING_INTERVAL=0 everywhere.
GridConfig without_session_grids(GridConfig grid);

}  // namespace mcsim::testing
