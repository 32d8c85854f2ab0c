// The simulator against the naive reference of a grid.
#pragma once

#include <string>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Plays a grid both ways, up to and including grid.until. The first difference between what became
/// of its jobs, in words; empty: none. Where no cluster ever has a grid of sessions, where none is
/// skipped, both must have as many sessions, too.
std::string difference_to_naive_grid(const GridConfig& grid);

/// The same grid with JOB_SCHEDULING_INTERVAL=0 everywhere.
GridConfig without_session_grids(GridConfig grid);

}  // namespace mcsim::testing
