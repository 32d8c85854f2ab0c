// A grid in which everything takes twice as long.
#pragma once

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The grid without what has a length of its own, which no scenario can change: random draws (a
/// drawn length is rounded to milliseconds), CPU factors as factors of run times (likewise), use
/// that decays in steps of 900 s, and LIMs, whose run queues are averages over 15 s, 1 and 15 min.
GridConfig without_own_lengths(GridConfig grid);

/// All times doubled: of jobs, of the timeline, of parameters, and of windows. The grid has none of
/// what without_own_lengths() takes away, and an end.
GridConfig doubled(const GridConfig& grid);

}  // namespace mcsim::testing
