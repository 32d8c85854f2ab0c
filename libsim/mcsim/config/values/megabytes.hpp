// Sizes of memory, as lshosts prints them.
#pragma once

#include <optional>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// MB of 512M, 7.8G, 1T, or of a number alone; none: it is something else.
std::optional<double> read_megabytes(std::string_view text);

}  // namespace mcsim::config
