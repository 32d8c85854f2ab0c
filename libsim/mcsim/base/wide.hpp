// 128-bit whole numbers: sums of slots x milliseconds over long runs, and ranks of many keys.
#pragma once

#include <cstdint>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

/// numerator / denominator, rounded half up; both at least 0, denominator above 0.
constexpr std::int64_t rounded_ratio(Int128 numerator, Int128 denominator) {
  return static_cast<std::int64_t>((2 * numerator + denominator) / (2 * denominator));
}

}  // namespace mcsim::base
