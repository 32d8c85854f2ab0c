// A floating-point number as a whole number that sorts alike.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

/// a < b exactly if ordered_bits(a) < ordered_bits(b); -0 and 0 are equal. `number` is not NaN.
constexpr std::int64_t ordered_bits(double number) {
  const auto bits = std::bit_cast<std::int64_t>(number + 0.0);
  return bits >= 0 ? bits : std::numeric_limits<std::int64_t>::min() - bits;
}
static_assert(ordered_bits(-2.5) < ordered_bits(-1.0) && ordered_bits(-1.0) < ordered_bits(0.0));
static_assert(ordered_bits(-0.0) == ordered_bits(0.0) && ordered_bits(0.5) < ordered_bits(2.0));

}  // namespace mcsim::base
