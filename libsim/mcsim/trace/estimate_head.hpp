// The popular estimates, and which of them is how popular.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::trace {

/// At most head_values different estimates in seconds, from the most popular one, `max_s`, to the
/// least popular one: what all recorded traces have in common, and round parts of `max_s`. `max_s`
/// is an hour or more; short ones have fewer.
std::vector<std::int64_t> popular_estimates(std::int64_t max_s, RngStream stream);

}  // namespace mcsim::trace
