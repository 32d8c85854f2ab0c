// Random draws for benches, made from whole numbers only: the same on every machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "mcsim/base/random.hpp"
#include "rooms.hpp"

namespace mcsim::bench {

/// An exponentially distributed draw of mean about `mean`; each quantile is within 6 %. -log2 of 64
/// random bits is the number of their leading zeros, and nearly linear between powers of two.
inline std::int64_t exponential(std::uint64_t bits, std::int64_t mean) {
  const int zeros = std::min(std::countl_zero(bits), 40);
  const std::uint64_t fraction = bits << zeros << 1 >> 44;  // 20 bits below the leading one
  const std::uint64_t log2_scaled = (static_cast<std::uint64_t>(zeros + 1) << 20) - fraction;
  constexpr std::uint64_t ln2_scaled = 726'817;  // ln 2 x 2^20
  const auto wide = multiply_wide(log2_scaled * ln2_scaled, static_cast<std::uint64_t>(mean));
  return static_cast<std::int64_t>(wide[0] << 24 | wide[1] >> 40);
}

}  // namespace mcsim::bench
