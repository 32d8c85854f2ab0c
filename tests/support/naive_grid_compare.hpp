// The simulator against the naive reference of a grid.
#pragma once

#include <string>

#include "mcsim/model/config.hpp"

namespace mcsim {

/// Plays a grid both ways, up to and including grid.until. The first difference between what became
/// of its jobs, in words; empty: none.
std::string difference_to_naive_grid(const GridConfig& grid);

}  // namespace mcsim
