// A long row of durations that finds its first one of at most x and reads few cache lines for it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <vector>

#include "mcsim/base/coarse.hpp"

namespace mcsim::base {

/// A tournament tree over coarse durations, sixteen in a node, which is one cache line. In a row
/// too long for the nearest caches a search waits for memory at each level: 65,536 durations have
/// four levels here, and sixteen in a binary tree.
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
    nodes_.assign(total, SixteenCoarse{});
    least_ = {};
  }

  std::size_t capacity() const { return capacity_; }
  Coarse least() const { return least_; }
  Coarse operator[](std::size_t position) const { return number_at(0, position); }

  void set(std::size_t position, Coarse number) {
    std::size_t at = position;
    for (std::size_t level = 0; level < height_; ++level) {
      SixteenCoarse& node = nodes_[levels_[level] + at / width];
      const Coarse before = node[at % width];
      node[at % width] = number;
      at /= width;
      const Coarse least = level + 1 == height_ ? least_ : number_at(level + 1, at);
      if (number > least) {
        if (before > least) return;  // another position holds the least
        number = node.least();
      }
      if (number == least) return;
    }
    least_ = number;
  }

  /// The first position at or after `from` whose coarse duration is at most `limit`; `nowhere` if
  /// there is none. No position before it (from `from` on) has a duration of at most `limit`.
  /// Before the tree reads its last level it may call near(position): the answer is then one of the
  /// `width` positions from there on, which the caller can prefetch.
  template <class Near>
  std::size_t first_at_most(Coarse limit, std::size_t from, Near&& near) const {
    if (least_ > limit || limit == Coarse{}) return nowhere;
    if (from == 0) return descend(height_, 0, limit, near);
    std::size_t at = from;
    for (std::size_t level = 0; level < height_; ++level) {
      if (at / width >= size_of(level)) return nowhere;
      const unsigned found = nodes_[levels_[level] + at / width].at_most(limit) >> at % width;
      if (found != 0)
        return descend(level, at + static_cast<std::size_t>(std::countr_zero(found)), limit, near);
      at = at / width + 1;
    }
    return nowhere;
  }
  std::size_t first_at_most(Coarse limit, std::size_t from = 0) const {
    return first_at_most(limit, from, [](std::size_t) {});
  }

  static constexpr std::size_t width = SixteenCoarse::count;

 private:
  static constexpr std::size_t most_levels = 16;

  static std::size_t nodes_for(std::size_t count) { return (count + width - 1) / width; }
  std::size_t size_of(std::size_t level) const {
    return (level + 1 == height_ ? nodes_.size() : levels_[level + 1]) - levels_[level];
  }
  Coarse number_at(std::size_t level, std::size_t at) const {
    return nodes_[levels_[level] + at / width][at % width];
  }
  /// The first such position below entry `at` of `level`; there must be one.
  template <class Near>
  std::size_t descend(std::size_t level, std::size_t at, Coarse limit, Near& near) const {
    while (level-- > 0) {
      if (level == 0) near(at * width);
      const unsigned found = nodes_[levels_[level] + at].at_most(limit);
      at = at * width + static_cast<std::size_t>(std::countr_zero(found));
    }
    return at;
  }

  std::array<std::size_t, most_levels> levels_{};  ///< where each begins; first the durations'
  std::size_t height_ = 0;
  std::size_t capacity_ = 0;
  Coarse least_;
  std::vector<SixteenCoarse> nodes_;
};

}  // namespace mcsim::base
