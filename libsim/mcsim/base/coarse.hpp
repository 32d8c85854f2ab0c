// Durations in four bytes, for searches among many.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "mcsim/base/time.hpp"

namespace mcsim::base {

/// A duration in four bytes: exact below 2^30 ms (12 days), beyond that in whole seconds, and from
/// some 100 years on the same for all. What is less is never greater here, so that a comparison of
/// two of them can only err towards "at most".
class Coarse {
 public:
  Coarse() = default;  ///< nothing: more than any duration
  explicit Coarse(Duration duration) {
    const std::int64_t count = std::max<std::int64_t>(duration.count(), 0);
    const std::int64_t coarse = count < exact ? count : exact + (count - exact) / 1000;
    bits_ = static_cast<std::int32_t>(std::min(coarse, 2 * half - 2) - half);
  }

  static Coarse of_bits(std::int32_t bits) {
    Coarse coarse;
    coarse.bits_ = bits;
    return coarse;
  }
  std::int32_t bits() const { return bits_; }

  /// Whether no other duration, unless it is negative, is the same as this one here.
  bool is_exact() const { return bits_ < first_inexact; }
  /// The duration itself, of one that is exact.
  Duration exactly() const { return Duration(std::int64_t{bits_} + half); }

  auto operator<=>(const Coarse&) const = default;

 private:
  static constexpr std::int64_t exact = std::int64_t{1} << 30;
  static constexpr std::int64_t half = std::int64_t{1} << 31;
  static constexpr std::int32_t first_inexact = exact - half;

  std::int32_t bits_ = std::numeric_limits<std::int32_t>::max();
};

/// Sixteen of them in one line of a cache, compared at once.
class alignas(64) SixteenCoarse {
 public:
  static constexpr std::size_t count = 16;

  Coarse& operator[](std::size_t at) { return numbers_[at]; }
  Coarse operator[](std::size_t at) const { return numbers_[at]; }

  Coarse least() const {
    const Four lower = least_of(four(0), four(1));
    const Four upper = least_of(four(2), four(3));
    const Four least = least_of(lower, upper);
    return Coarse::of_bits(std::min(std::min(least[0], least[1]), std::min(least[2], least[3])));
  }
  /// A bit for each of them.
  unsigned at_most(Coarse limit) const {
    const std::int32_t most = limit.bits();
    const Four found = ((four(0) <= most) & Four{1, 2, 4, 8}) |
                       ((four(1) <= most) & Four{1 << 4, 2 << 4, 4 << 4, 8 << 4}) |
                       ((four(2) <= most) & Four{1 << 8, 2 << 8, 4 << 8, 8 << 8}) |
                       ((four(3) <= most) & Four{1 << 12, 2 << 12, 4 << 12, 8 << 12});
    return static_cast<unsigned>(found[0] | found[1] | found[2] | found[3]);
  }

 private:
  /// Compilers make one instruction of what is done to four numbers, but no loop over sixteen that
  /// ends in bits.
  using Four [[gnu::vector_size(16)]] = std::int32_t;

  Four four(std::size_t at) const {
    Four four;
    std::memcpy(&four, &numbers_[4 * at], sizeof four);
    return four;
  }
  static Four least_of(Four a, Four b) { return a < b ? a : b; }

  std::array<Coarse, count> numbers_{};
};

}  // namespace mcsim::base
