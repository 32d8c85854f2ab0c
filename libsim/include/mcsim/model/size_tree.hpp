// The sizes of waiting jobs, indexed: which job that fits comes first costs about the digits of a
// size, not the number of sizes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "mcsim/base/coarse_min_tree.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/size_class.hpp"

namespace mcsim {

/// The rank of the earliest job and the number of its size, as one number: earlier is less.
class FirstByRank {
 public:
  FirstByRank() = default;
  FirstByRank(JobIndex rank, std::uint32_t number)
      : key_(std::uint64_t{index_of(rank)} << 32 | number) {}

  std::uint32_t number() const { return static_cast<std::uint32_t>(key_); }
  explicit operator bool() const { return key_ != nobody; }
  auto operator<=>(const FirstByRank&) const = default;

 private:
  static constexpr std::uint64_t nobody = static_cast<std::uint64_t>(-1);
  std::uint64_t key_ = nobody;
};

/// The least key of all and the number of its size.
class FirstByKey {
 public:
  FirstByKey() = default;
  FirstByKey(std::int64_t key, std::uint32_t number) : key_(key), number_(number) {}

  std::int64_t key() const { return key_; }
  std::uint32_t number() const { return number_; }
  explicit operator bool() const { return key_ != MinTree::nothing; }
  auto operator<=>(const FirstByKey&) const = default;

 private:
  std::int64_t key_ = MinTree::nothing;
  std::uint32_t number_ = 0;
};

/// The sizes of a line in a tree over their binary digits, so that a new size moves no other. Every
/// node knows what is earliest and what is shortest below it. Sizes are numbered in order of first
/// sight; number 0 is that of a serial job, which is there from the beginning.
template <class FirstOfSize>
class BasicSizeTree {
 public:
  static constexpr Slots serial{1};
  /// The size where there is no job: it fits nowhere.
  static constexpr Slots no_size{std::numeric_limits<std::int32_t>::max()};

  using First = FirstOfSize;
  struct Summary {
    First first;
    Coarse least_estimate;

    bool operator==(const Summary&) const = default;
  };

  /// The earliest job of all.
  First first() const { return nodes_[root_].summary.first; }

  /// The number of a size, which gets one at first sight.
  std::uint32_t number_of(Slots slots) {
    const std::uint32_t size = digits(slots);
    if (size >= most_known) return find_or_add(size);
    if (size >= known_.size()) known_.resize(size + 1, nowhere);
    if (known_[size] == nowhere) known_[size] = find_or_add(size);
    return known_[size];
  }

  /// Says of which kind the jobs of a size are now.
  void set(std::uint32_t number, const Summary& summary) {
    const std::uint32_t leaf = 2 * number;
    if (nodes_[leaf].summary == summary) return;
    nodes_[leaf].summary = summary;
    for (std::uint32_t node = nodes_[leaf].parent; node != nowhere; node = nodes_[node].parent) {
      const auto [lower, upper] = nodes_[node].children;
      const Summary both = merge(nodes_[lower].summary, nodes_[upper].summary);
      if (nodes_[node].summary == both) return;
      nodes_[node].summary = both;
    }
  }

  /// The earliest job of at most `most` slots.
  First first_up_to(Slots most) const {
    const std::uint32_t size = digits(most);
    First best;
    std::uint32_t node = root_;
    while (size < nodes_[node].most()) {
      if (size < nodes_[node].least) return best;
      const auto [lower, upper] = nodes_[node].children;
      const bool above = nodes_[node].digit_of(size) != 0;
      if (above) best = std::min(best, nodes_[lower].summary.first);
      node = above ? upper : lower;
    }
    return std::min(best, nodes_[node].summary.first);
  }

  /// The size of the fewest slots of which there is a job.
  Slots least() const {
    if (!first()) return no_size;
    std::uint32_t node = root_;
    while (nodes_[node].height != 0) {
      const auto [lower, upper] = nodes_[node].children;
      node = nodes_[lower].summary.first ? lower : upper;
    }
    return Slots(static_cast<std::int32_t>(nodes_[node].least));
  }

  /// What a job must be to be backfilled: at most `free` slots, and either at most `extra` (which
  /// is no more than `free`) or an estimate of at most `window`.
  struct Gap {
    Slots free;
    Slots extra;
    Coarse window;
  };

  /// The earliest job that `gap` has room for; `first_short(number)` finds the earliest short one
  /// of a size, if it has any.
  template <class FirstShort>
  First first_in(const Gap& gap, FirstShort&& first_short) const {
    First best;
    search(root_, gap, first_short, best);
    return best;
  }

 private:
  static constexpr std::uint32_t nowhere = static_cast<std::uint32_t>(-1);
  static constexpr std::uint32_t most_known = 1 << 14;  ///< numbers of lesser sizes are looked up

  /// The sizes that are equal but for their last `height` digits.
  struct Node {
    Summary summary{};
    std::uint32_t least = 0;
    std::uint32_t height = 0;
    std::uint32_t parent = nowhere;
    std::array<std::uint32_t, 2> children{nowhere, nowhere};

    std::uint32_t most() const { return least + ((std::uint32_t{1} << height) - 1); }
    bool covers(std::uint32_t size) const { return (size ^ least) >> height == 0; }
    std::uint32_t digit_of(std::uint32_t size) const { return size >> (height - 1) & 1; }
  };

  static std::uint32_t digits(Slots slots) { return static_cast<std::uint32_t>(slots.count()); }
  static Summary merge(const Summary& a, const Summary& b) {
    return {std::min(a.first, b.first), std::min(a.least_estimate, b.least_estimate)};
  }

  std::uint32_t find_or_add(std::uint32_t size) {
    std::uint32_t node = root_;
    while (nodes_[node].covers(size)) {
      if (nodes_[node].height == 0) return node / 2;
      node = nodes_[node].children[nodes_[node].digit_of(size)];
    }
    return add_beside(node, size);
  }

  /// Makes the leaf of a new size, and a fork where it parts from `other`; returns its number.
  std::uint32_t add_beside(std::uint32_t other, std::uint32_t size) {
    const auto leaf = static_cast<std::uint32_t>(nodes_.size());
    const std::uint32_t fork = leaf + 1;
    const std::uint32_t parent = nodes_[other].parent;
    const auto height = static_cast<std::uint32_t>(std::bit_width(size ^ nodes_[other].least));
    nodes_.push_back({.least = size, .parent = fork});
    nodes_.push_back({nodes_[other].summary, size >> height << height, height, parent, {}});
    const std::uint32_t digit = nodes_[fork].digit_of(size);
    nodes_[fork].children[digit] = leaf;
    nodes_[fork].children[1 - digit] = other;
    nodes_[other].parent = fork;
    (parent == nowhere ? root_ : nodes_[parent].children[nodes_[parent].digit_of(size)]) = fork;
    return leaf / 2;
  }

  /// Looks for better than `best` where there can be any, and first where it is likelier.
  template <class FirstShort>
  void search(std::uint32_t at, const Gap& gap, FirstShort& first_short, First& best) const {
    const Node& node = nodes_[at];
    if (node.summary.first >= best || node.least > digits(gap.free)) return;
    if (node.most() <= digits(gap.extra)) {
      best = node.summary.first;
      return;
    }
    if (node.least > digits(gap.extra) && node.summary.least_estimate > gap.window) return;
    if (node.height == 0) {
      best = std::min(best, first_short(node.summary.first.number()));
      return;
    }
    const auto [lower, upper] = node.children;
    const bool swap = nodes_[upper].summary.first < nodes_[lower].summary.first;
    search(swap ? upper : lower, gap, first_short, best);
    search(swap ? lower : upper, gap, first_short, best);
  }

  /// The leaf of number n at 2n, the fork that came with it behind it; that of number 0 is not
  /// used.
  std::vector<Node> nodes_{Node{.least = digits(serial)}, Node{}};
  std::uint32_t root_ = 0;
  std::vector<std::uint32_t> known_;  ///< numbers of sizes below most_known, by size
};

using SizeTree = BasicSizeTree<FirstByRank>;

}  // namespace mcsim
