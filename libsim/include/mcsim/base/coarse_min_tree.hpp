// A long row of durations that finds its first one of at most x, in few cache lines.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "mcsim/base/time.hpp"

namespace mcsim {

/// A duration in four bytes: exact below 2^30 ms (12 days), beyond that in whole seconds, and from
/// some 100 years on the same for all. What is less is never greater here, so that a comparison of
/// two of them can only err towards "at most".
class Coarse {
 public:
  Coarse() = default;  ///< nothing: more than any duration
  explicit Coarse(Duration duration) {
    constexpr std::int64_t exact = std::int64_t{1} << 30;
    constexpr std::int64_t half = std::int64_t{1} << 31;
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

  auto operator<=>(const Coarse&) const = default;

 private:
  std::int32_t bits_ = std::numeric_limits<std::int32_t>::max();
};

/// A tournament tree over coarse durations, sixteen in a node, which is one cache line. In rows
/// that are too long for the nearest caches a search waits for memory at each level: 65,536
/// durations are four levels, where two children a node would make sixteen.
class CoarseMinTree {
 public:
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  explicit CoarseMinTree(std::size_t capacity = 1) { clear(capacity); }

  /// Empties the tree and gives it room for at least `capacity` durations.
  void clear(std::size_t capacity) {
    std::size_t count = nodes_for(std::max<std::size_t>(capacity, 1));
    capacity_ = count * width;
    height_ = 0;
    std::size_t total = 0;
    for (;; count = nodes_for(count)) {
      levels_[height_++] = total;
      total += count;
      if (count == 1) break;
    }
    nodes_.assign(total, Node{});
    least_ = {};
  }

  std::size_t capacity() const { return capacity_; }
  Coarse least() const { return least_; }

  void set(std::size_t position, Coarse number) {
    std::size_t at = position;
    for (std::size_t level = 0; level < height_; ++level) {
      Node& node = nodes_[levels_[level] + at / width];
      const Coarse before = node.numbers[at % width];
      node.numbers[at % width] = number;
      at /= width;
      const Coarse least = level + 1 == height_ ? least_ : number_at(level + 1, at);
      if (number > least) {
        if (before > least) return;  // another one is the least
        number = node.least();
      }
      if (number == least) return;
    }
    least_ = number;
  }

  /// The first position, at or after `from`, whose duration is at most `limit` as far as coarse
  /// ones tell: none that is at most `limit` stands between. `nowhere` if there is none.
  std::size_t first_at_most(Coarse limit, std::size_t from = 0) const {
    if (least_ > limit || limit == Coarse{}) return nowhere;
    if (from == 0) return descend(height_, 0, limit);
    std::size_t at = from;
    for (std::size_t level = 0; level < height_; ++level) {
      if (at / width >= size_of(level)) return nowhere;
      const unsigned found = nodes_[levels_[level] + at / width].at_most(limit) >> at % width;
      if (found != 0)
        return descend(level, at + static_cast<std::size_t>(std::countr_zero(found)), limit);
      at = at / width + 1;
    }
    return nowhere;
  }

 private:
  static constexpr std::size_t width = 16;
  static constexpr std::size_t most_levels = 16;

  /// Compilers make one instruction of what is done to four numbers, but no loop over sixteen that
  /// ends in bits.
  using Four [[gnu::vector_size(16)]] = std::int32_t;

  struct alignas(64) Node {
    Coarse least() const {
      const Four lower = least_of(four(0), four(1));
      const Four upper = least_of(four(2), four(3));
      const Four least = least_of(lower, upper);
      return Coarse::of_bits(std::min(std::min(least[0], least[1]), std::min(least[2], least[3])));
    }
    /// A bit for each number.
    unsigned at_most(Coarse limit) const {
      const std::int32_t most = limit.bits();
      const Four found = ((four(0) <= most) & Four{1, 2, 4, 8}) |
                         ((four(1) <= most) & Four{1 << 4, 2 << 4, 4 << 4, 8 << 4}) |
                         ((four(2) <= most) & Four{1 << 8, 2 << 8, 4 << 8, 8 << 8}) |
                         ((four(3) <= most) & Four{1 << 12, 2 << 12, 4 << 12, 8 << 12});
      return static_cast<unsigned>(found[0] | found[1] | found[2] | found[3]);
    }
    Four four(std::size_t at) const {
      Four four;
      std::memcpy(&four, &numbers[4 * at], sizeof four);
      return four;
    }
    static Four least_of(Four a, Four b) { return a < b ? a : b; }

    std::array<Coarse, width> numbers{};
  };

  static std::size_t nodes_for(std::size_t count) { return (count + width - 1) / width; }
  std::size_t size_of(std::size_t level) const {
    return (level + 1 == height_ ? nodes_.size() : levels_[level + 1]) - levels_[level];
  }
  Coarse number_at(std::size_t level, std::size_t at) const {
    return nodes_[levels_[level] + at / width].numbers[at % width];
  }
  /// The first position below entry `at` of `level`, which knows that there is one.
  std::size_t descend(std::size_t level, std::size_t at, Coarse limit) const {
    while (level-- > 0) {
      const unsigned found = nodes_[levels_[level] + at].at_most(limit);
      at = at * width + static_cast<std::size_t>(std::countr_zero(found));
    }
    return at;
  }

  std::array<std::size_t, most_levels> levels_{};  ///< where each begins; the numbers' own first
  std::size_t height_ = 0;
  std::size_t capacity_ = 0;
  Coarse least_;
  std::vector<Node> nodes_;
};

}  // namespace mcsim
