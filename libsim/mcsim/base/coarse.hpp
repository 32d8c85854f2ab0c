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

/// A duration in four bytes: exact below 2^30 ms (12 days), in whole seconds beyond that, and one
/// value for everything above some 100 years. Order is kept, except that different durations can
/// become equal: a comparison can only err towards "at most".
class Coarse {
 public:
  Coarse() = default;  ///< no duration: greater than any
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

  /// Whether this stands for one duration only (apart from negative ones, which count as 0).
  bool is_exact() const { return bits_ < first_inexact; }
  /// The duration itself; only where is_exact().
  Duration exactly() const { return Duration(std::int64_t{bits_} + half); }

  auto operator<=>(const Coarse&) const = default;

 private:
  static constexpr std::int64_t exact = std::int64_t{1} << 30;
  static constexpr std::int64_t half = std::int64_t{1} << 31;
  static constexpr std::int32_t first_inexact = exact - half;

  std::int32_t bits_ = std::numeric_limits<std::int32_t>::max();
};

/// Sixteen coarse durations in one cache line, compared at once.
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
  /// One bit for each duration: set where it is at most `limit`.
  unsigned at_most(Coarse limit) const {
    const std::int32_t most = limit.bits();
    const Four found = ((four(0) <= most) & Four{1, 2, 4, 8}) |
                       ((four(1) <= most) & Four{1 << 4, 2 << 4, 4 << 4, 8 << 4}) |
                       ((four(2) <= most) & Four{1 << 8, 2 << 8, 4 << 8, 8 << 8}) |
                       ((four(3) <= most) & Four{1 << 12, 2 << 12, 4 << 12, 8 << 12});
    return static_cast<unsigned>(found[0] | found[1] | found[2] | found[3]);
  }

 private:
  /// Compilers turn an operation on four numbers into one instruction, but do not vectorize a loop
  /// over sixteen numbers that yields bits.
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
