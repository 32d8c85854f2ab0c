// How wide a terminal is.
#pragma once

#include <cstddef>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// The columns of the terminal that `file` is, now: it may change its size. Where that does not
/// say, or is none, what COLUMNS says, and 80 without it.
std::size_t terminal_width(int file);

}  // namespace mcsim::app
