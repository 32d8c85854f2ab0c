// Random draws for benches, in whole numbers: the same on every machine.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "mcsim/base/random.hpp"
#include "rooms.hpp"

namespace mcsim::bench {

/// A draw of mean about `mean`, exponentially distributed to within 6 % of each quantile: -log2 of
/// 64 random bits is their leading zeros, and between two powers of two nearly a line.
inline std::int64_t exponential(std::uint64_t bits, std::int64_t mean) {
  const int zeros = std::min(std::countl_zero(bits), 40);
  const std::uint64_t fraction = bits << zeros << 1 >> 44;  // 20 bits below the leading one
  const std::uint64_t log2_scaled = (static_cast<std::uint64_t>(zeros + 1) << 20) - fraction;
  constexpr std::uint64_t ln2_scaled = 726'817;  // ln 2 x 2^20
  const auto wide = multiply_wide(log2_scaled * ln2_scaled, static_cast<std::uint64_t>(mean));
  return static_cast<std::int64_t>(wide[0] << 24 | wide[1] >> 40);
}

}  // namespace mcsim::bench
