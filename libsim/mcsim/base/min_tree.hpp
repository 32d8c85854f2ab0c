// A row of numbers that finds its least one, and its first one of at most x, in logarithmic time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

/// A tournament tree: leaves are the numbers in their positions, every inner node holds the smaller
/// of its two children. Unused positions hold `nothing`, the largest number.
class MinTree {
 public:
  static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::max();
  static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

  explicit MinTree(std::size_t capacity = 1) { clear(capacity); }

  /// Empties the tree and gives it room for at least `capacity` numbers.
  void clear(std::size_t capacity) {
    leaves_ = std::bit_ceil(capacity == 0 ? std::size_t{1} : capacity);
    nodes_.assign(2 * leaves_, nothing);
  }

  std::size_t capacity() const { return leaves_; }
  std::int64_t at(std::size_t position) const { return nodes_[leaves_ + position]; }
  std::int64_t least() const { return nodes_[1]; }
  /// The least number below an inner node, or of a leaf: the root is 1, the children of n are 2n
  /// and 2n + 1.
  std::int64_t least_below(std::size_t node) const { return nodes_[node]; }

  void set(std::size_t position, std::int64_t number) {
    std::size_t node = leaves_ + position;
    nodes_[node] = number;
    while (node > 1) {
      const std::int64_t smaller = std::min(nodes_[node], nodes_[node ^ 1]);
      node /= 2;
      if (nodes_[node] == smaller) return;
      nodes_[node] = smaller;
    }
  }

  /// The same; the tree grows if it has no such position yet.
  void set_grown(std::size_t position, std::int64_t number) {
    if (position >= leaves_) grow(position + 1);
    set(position, number);
  }

  /// The first position whose number is at most `limit` (below `nothing`); `nowhere` if none is.
  std::size_t first_at_most(std::int64_t limit) const {
    if (nodes_[1] > limit || nodes_[1] == nothing) return nowhere;
    std::size_t node = 1;
    while (node < leaves_) node = nodes_[2 * node] <= limit ? 2 * node : 2 * node + 1;
    return node - leaves_;
  }

  /// The same, at or after `from`.
  std::size_t first_at_most_from(std::size_t from, std::int64_t limit) const {
    if (from >= leaves_ || nodes_[1] > limit || nodes_[1] == nothing) return nowhere;
    std::size_t node = leaves_ + from;
    while (nodes_[node] > limit) {
      while (node % 2 == 1) node /= 2;  // the right child of its parent
      if (node == 0) return nowhere;
      ++node;
    }
    while (node < leaves_) node = nodes_[2 * node] <= limit ? 2 * node : 2 * node + 1;
    return node - leaves_;
  }

  /// The first position of the least number; `nowhere` if all are unused.
  std::size_t first_least() const { return first_at_most(nodes_[1]); }

 private:
  void grow(std::size_t capacity) {
    const std::vector<std::int64_t> before = std::move(nodes_);
    const std::size_t leaves_before = leaves_;
    clear(2 * capacity);
    for (std::size_t at = 0; at < leaves_before; ++at) set(at, before[leaves_before + at]);
  }

  std::size_t leaves_ = 1;
  std::vector<std::int64_t> nodes_;
};

}  // namespace mcsim::base
