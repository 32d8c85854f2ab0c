// How a forwarding policy compares receive queues: all keys of a queue in a single number, so that
// one scan finds the best queue and the key that decided.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/policy/forwarding.hpp"

namespace mcsim::policy {

/// The rank of one queue: larger is better; ForwardRank{}: not to be chosen. Keys are compared one
/// after the other, without a branch, since the outcome cannot be predicted: with branches a
/// decision takes twice as long.
class ForwardRank {
 public:
  /// A key for which a larger number is better, or a smaller one.
  static constexpr std::uint32_t larger(std::int32_t value) {
    return static_cast<std::uint32_t>(value) ^ 0x8000'0000U;
  }
  static constexpr std::uint32_t smaller(std::int32_t value) { return ~larger(value); }

  constexpr ForwardRank() = default;
  /// Not to be chosen unless `takes`. The largest `first` is best, among equal ones the largest
  /// `second`, and so on. `first` is at least 0.
  constexpr ForwardRank(bool takes, std::int32_t first, std::uint32_t second, std::uint32_t third,
                        std::int32_t room)
      : high_(std::uint64_t{takes} << 63 | static_cast<std::uint64_t>(first) << 32 | second),
        low_(std::uint64_t{third} << 32 | larger(room)) {}

  constexpr explicit operator bool() const { return high_ >> 63 != 0; }
  constexpr bool operator>(const ForwardRank& other) const { return all() > other.all(); }
  constexpr std::uint32_t second() const { return static_cast<std::uint32_t>(high_); }
  /// The first key that differs from that of `other`: 0 where only one of them is to be chosen, 1
  /// to 3 as in the constructor, 4 room, 5 none.
  constexpr std::size_t first_difference(const ForwardRank& other) const {
    const std::uint64_t high = high_ ^ other.high_;
    const std::uint64_t low = low_ ^ other.low_;
    if (high != 0) return high >> 63 != 0 ? 0 : high >> 32 != 0 ? 1 : 2;
    if (low != 0) return low >> 32 != 0 ? 3 : 4;
    return 5;
  }

 private:
  constexpr UInt128 all() const { return UInt128{high_} << 64 | low_; }

  // The first bit is set in ranks that are to be chosen. Of all other ranks ForwardRank{} is the
  // largest, so that none replaces it.
  std::uint64_t high_ = ~std::uint64_t{0} >> 1;
  std::uint64_t low_ = ~std::uint64_t{0};
};

/// The best of the queues and the next best; equal ones in the order of SNDJOBS_TO.
template <class Rank>
struct BestQueues {
  std::uint32_t position = ForwardView::no_queue;
  Rank best{};
  Rank second{};
};

/// Negative numbers would rank as large ones. It is enough to check the chosen queue: one that
/// ranked too high, but was not chosen, did no harm.
inline void check_ranked(const ForwardView& view, std::uint32_t chosen) {
  if (chosen == ForwardView::no_queue) return;
  const ForwardCandidate& queue = view.candidates.uncounted()[chosen];
  MCSIM_CHECK((queue.priority | queue.preference) >= 0,
              "a receive queue's priority or preference below 0");
}

/// The best two by rank_of(queue), which has an order; queues that are not to be chosen rank no
/// higher than Rank{}.
template <class RankOf>
auto best_queues(const ForwardView& view, RankOf rank_of) {
  BestQueues<decltype(rank_of(view.candidates.front()))> found;
  std::uint32_t position = 0;
  for (const ForwardCandidate& queue : view.candidates) {
    const auto rank = rank_of(queue);
    if (rank > found.second) {
      if (rank > found.best) {
        found.second = std::exchange(found.best, rank);
        found.position = position;
      } else {
        found.second = rank;
      }
    }
    ++position;
  }
  check_ranked(view, found.position);
  return found;
}

/// What the keys of a rank stand for.
struct ForwardKeys {
  ForwardRule alone;  ///< the only one that is to be chosen
  ForwardRule first = ForwardRule::own;
  ForwardRule second = ForwardRule::own;
  ForwardRule third = ForwardRule::own;

  /// The choice, and the first key in which it beats the next best.
  ForwardAnswer answer(const BestQueues<ForwardRank>& found) const {
    const std::array rules = {
        alone, first, second, third, ForwardRule::tie_room, ForwardRule::tie_order};
    return {found.position, rules[found.best.first_difference(found.second)]};
  }
};

}  // namespace mcsim::policy
