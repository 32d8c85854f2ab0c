// A tournament tree over positions with keys of several words: which is least, and which comes
// next.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

/// Leaves are positions with a key each, of `width` words; every inner node knows the position of
/// the least key below it. Of equal keys the smaller position is less. Positions without a key take
/// no part.
class KeyTree {
 public:
  static constexpr std::uint32_t nobody = static_cast<std::uint32_t>(-1);
  static constexpr std::uint32_t root = 1;

  explicit KeyTree(std::size_t size = 0, std::size_t width = 1)
      : leaves_(static_cast<std::uint32_t>(std::bit_ceil(std::max<std::size_t>(size, 1)))),
        width_(width),
        keys_(size * width),
        winners_(std::size_t{2} * leaves_, nobody) {}

  bool empty() const { return winners_[root] == nobody; }
  std::uint32_t first() const { return winners_[root]; }
  std::uint32_t winner(std::uint32_t node) const { return winners_[node]; }
  std::span<const std::int64_t> key(std::uint32_t position) const {
    return {keys_.data() + position * width_, width_};
  }
  bool has(std::uint32_t position) const { return winners_[leaves_ + position] == position; }
  bool is_leaf(std::uint32_t node) const { return node >= leaves_; }
  std::uint32_t leaf_of(std::uint32_t position) const { return leaves_ + position; }

  void set(std::uint32_t position, std::span<const std::int64_t> key) {
    if (has(position) && std::ranges::equal(key, this->key(position))) return;
    std::copy(key.begin(), key.end(),
              keys_.begin() + static_cast<std::ptrdiff_t>(position * width_));
    winners_[leaves_ + position] = position;
    play_up(position);
  }
  void remove(std::uint32_t position) {
    if (!has(position)) return;
    winners_[leaves_ + position] = nobody;
    play_up(position);
  }

  /// Whether the key of position `a` is less than that of `b`.
  bool before(std::uint32_t a, std::uint32_t b) const {
    const auto left = key(a);
    const auto right = key(b);
    for (std::size_t at = 0; at < width_; ++at)
      if (left[at] != right[at]) return left[at] < right[at];
    return a < b;
  }

 private:
  void play_up(std::uint32_t position) {
    for (std::uint32_t node = (leaves_ + position) / 2; node >= root; node /= 2) {
      const std::uint32_t winner = play(winners_[2 * node], winners_[2 * node + 1]);
      // Where a position other than `position` stays the winner, nothing changes further up.
      if (winner == winners_[node] && winner != position) return;
      winners_[node] = winner;
    }
  }
  std::uint32_t play(std::uint32_t a, std::uint32_t b) const {
    if (a == nobody || b == nobody) return a == nobody ? b : a;
    return before(b, a) ? b : a;
  }

  std::uint32_t leaves_;
  std::size_t width_;
  std::vector<std::int64_t> keys_;
  std::vector<std::uint32_t> winners_;
};

}  // namespace mcsim::base
