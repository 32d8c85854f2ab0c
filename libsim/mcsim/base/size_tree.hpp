// An index of the sizes of waiting jobs. The time to find the first job that fits grows with the
// digits of a size, not with the number of sizes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include "mcsim/base/coarse.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/slots.hpp"

namespace mcsim::base {

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

/// The sizes in a waiting line, as a tree over their hexadecimal digits, so that a new size moves
/// no other. For each of its sixteen branches a node knows the earliest job and the shortest
/// estimate. Sizes are numbered in the order of first appearance; number 0 is the size of a serial
/// job, which always exists.
template <class FirstOfSize>
class BasicSizeTree {
 public:
  static constexpr Slots serial{1};
  /// What least() answers if there is no job: a size that fits nowhere.
  static constexpr Slots no_size{std::numeric_limits<std::int32_t>::max()};

  using First = FirstOfSize;
  struct Summary {
    First first;
    Coarse least_estimate;

    bool operator==(const Summary&) const = default;
  };

  BasicSizeTree() { number_of(serial); }

  /// The earliest job of all.
  First first() const { return all_.first; }

  /// The number of a size; a new size gets the next one.
  std::uint32_t number_of(Slots slots) {
    const std::uint32_t size = digits(slots);
    if (size >= most_known) return find_or_add(size);
    if (size >= known_.size()) known_.resize(size + 1, nowhere);
    if (known_[size] == nowhere) known_[size] = find_or_add(size);
    return known_[size];
  }

  /// The number of a size below `most_known` that has appeared; else a number that no size has.
  std::uint32_t number_if_known(Slots slots) const {
    const std::uint32_t size = digits(slots);
    return size < known_.size() ? known_[size] : nowhere;
  }

  /// Sets the earliest job and the shortest estimate of a size.
  void set(std::uint32_t number, Summary summary) {
    Branch at = leaves_[number];
    while (true) {
      Node& node = nodes_[at.node];
      const Summary before{node.firsts[at.digit], node.estimates[at.digit]};
      node.firsts[at.digit] = summary.first;
      node.estimates[at.digit] = summary.least_estimate;
      const Branch above = node.above;
      const Summary known = above.node == nowhere ? all_ : summary_of(above);
      if (summary.first > known.first)
        summary.first = before.first > known.first ? known.first : node.first();
      if (summary.least_estimate > known.least_estimate)
        summary.least_estimate = before.least_estimate > known.least_estimate
                                     ? known.least_estimate
                                     : node.estimates.least();
      if (above.node == nowhere) {
        all_ = summary;
        return;
      }
      if (summary == known) return;
      at = above;
    }
  }

  /// The earliest job of at most `most` slots.
  First first_up_to(Slots most) const {
    const std::uint32_t size = digits(most);
    if (!covers(size)) return all_.first;
    First best;
    std::uint32_t at = root_;
    for (std::uint32_t level = levels_; level-- > 0;) {
      const Node& node = nodes_[at];
      const std::uint32_t digit = digit_of(size, level);
      for (std::uint32_t branch = 0; branch < digit; ++branch)
        best = std::min(best, node.firsts[branch]);
      at = node.below[digit];
      if (level == 0) return std::min(best, node.firsts[digit]);
      if (at == nowhere) return best;
    }
    return best;
  }

  /// The smallest size that a job has; `no_size` if there is no job.
  Slots least() const {
    if (!first()) return no_size;
    std::uint32_t size = 0;
    std::uint32_t at = root_;
    for (std::uint32_t level = levels_; level-- > 0;) {
      const Node& node = nodes_[at];
      std::uint32_t digit = 0;
      while (!node.firsts[digit]) ++digit;
      size |= digit << (bits * level);
      at = node.below[digit];
    }
    return Slots(static_cast<std::int32_t>(size));
  }

  /// What a job must be to be backfilled: at most `free` slots, and either at most `extra` (which
  /// is no more than `free`) or an estimate of at most `window`.
  struct Gap {
    Slots free;
    Slots extra;
    Coarse window;
  };

  /// The earliest job that `gap` has room for; `first_short(number)` finds the earliest job of a
  /// size whose estimate is within the window, if there is one.
  template <class FirstShort>
  First first_in(const Gap& gap, FirstShort&& first_short) const {
    First best;
    search({root_, levels_ - 1, 0}, gap, first_short, best);
    return best;
  }

 private:
  static constexpr std::uint32_t nowhere = static_cast<std::uint32_t>(-1);
  static constexpr std::uint32_t most_known = 1 << 14;  ///< smaller sizes: number in known_
  static constexpr std::uint32_t bits = 4;              ///< in a digit
  static constexpr std::uint32_t width = SixteenCoarse::count;
  static constexpr std::uint32_t most_levels = 32 / bits;

  struct Branch {
    std::uint32_t node = nowhere;
    std::uint32_t digit = 0;
  };

  /// Sizes that differ only in their last digits.
  struct Node {
    Node() { below.fill(nowhere); }
    First first() const {
      First least = firsts[0];
      for (const First first : firsts) least = std::min(least, first);
      return least;
    }
    /// The earliest of some branches, which are given as one bit each.
    std::uint32_t earliest_of(unsigned some) const {
      auto earliest = static_cast<std::uint32_t>(std::countr_zero(some));
      for (some &= some - 1; some != 0; some &= some - 1) {
        const auto other = static_cast<std::uint32_t>(std::countr_zero(some));
        if (firsts[other] < firsts[earliest]) earliest = other;
      }
      return earliest;
    }

    SixteenCoarse estimates;
    std::array<First, width> firsts{};
    std::array<std::uint32_t, width> below;  ///< nodes; at the last digit, numbers of sizes
    Branch above;
  };

  /// A node that a search is about to look at.
  struct Seen {
    std::uint32_t node;
    std::uint32_t level;  ///< 0: its digit is the last one
    std::uint32_t least;  ///< the least size that it can have
  };

  static std::uint32_t digits(Slots slots) { return static_cast<std::uint32_t>(slots.count()); }
  static std::uint32_t digit_of(std::uint32_t size, std::uint32_t level) {
    return size >> (bits * level) & (width - 1);
  }
  bool covers(std::uint32_t size) const {
    return levels_ == most_levels || size >> (bits * levels_) == 0;
  }
  Summary summary_of(Branch at) const {
    return {nodes_[at.node].firsts[at.digit], nodes_[at.node].estimates[at.digit]};
  }

  std::uint32_t add_node(Branch above) {
    nodes_.emplace_back().above = above;
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }

  /// Puts a node above the root, whose sizes have a 0 in front.
  void add_digit() {
    const std::uint32_t above = add_node({});
    nodes_[above].firsts[0] = all_.first;
    nodes_[above].estimates[0] = all_.least_estimate;
    nodes_[above].below[0] = root_;
    nodes_[root_].above = {above, 0};
    root_ = above;
    ++levels_;
  }

  std::uint32_t find_or_add(std::uint32_t size) {
    while (!covers(size)) add_digit();
    std::uint32_t at = root_;
    for (std::uint32_t level = levels_ - 1; level > 0; --level) {
      const std::uint32_t digit = digit_of(size, level);
      if (nodes_[at].below[digit] == nowhere) {
        const std::uint32_t below = add_node({at, digit});
        nodes_[at].below[digit] = below;
      }
      at = nodes_[at].below[digit];
    }
    std::uint32_t& number = nodes_[at].below[digit_of(size, 0)];
    if (number == nowhere) {
      number = static_cast<std::uint32_t>(leaves_.size());
      leaves_.push_back({at, digit_of(size, 0)});
    }
    return number;
  }

  /// Looks for a job earlier than `best`, in the likeliest branches first.
  template <class FirstShort>
  void search(Seen seen, const Gap& gap, FirstShort& first_short, First& best) const {
    const Node& node = nodes_[seen.node];
    const std::uint32_t shift = bits * seen.level;
    const std::uint32_t free = digits(gap.free);
    const std::uint32_t extra = digits(gap.extra);
    // Branches whose sizes are all at most `extra`, and those that have sizes of at most `free`.
    const std::uint32_t narrow =
        extra < seen.least ? 0 : std::min(width, (extra - seen.least + 1) >> shift);
    const std::uint32_t fitting =
        free < seen.least ? 0 : std::min(width, ((free - seen.least) >> shift) + 1);
    for (std::uint32_t branch = 0; branch < narrow; ++branch)
      best = std::min(best, node.firsts[branch]);
    unsigned some = node.estimates.at_most(gap.window);
    const bool reaches_into_one =
        extra >= seen.least && ((extra - seen.least + 1) & ((1U << shift) - 1)) != 0;
    if (reaches_into_one && narrow < fitting) some |= 1U << narrow;
    some = some >> narrow << narrow & ((1U << fitting) - 1);
    while (some != 0) {
      const std::uint32_t likeliest = node.earliest_of(some);
      if (node.firsts[likeliest] >= best) return;
      some &= ~(1U << likeliest);
      const std::uint32_t below = node.below[likeliest];
      if (seen.level == 0)
        best = std::min(best, first_short(below));
      else
        search({below, seen.level - 1, seen.least + (likeliest << shift)}, gap, first_short, best);
    }
  }

  std::vector<Node> nodes_{Node{}};
  std::vector<Branch> leaves_;  ///< by number
  std::uint32_t root_ = 0;
  std::uint32_t levels_ = 1;
  Summary all_;                       ///< as a node above the root would know it
  std::vector<std::uint32_t> known_;  ///< numbers of sizes below most_known, by size
};

using SizeTree = BasicSizeTree<FirstByRank>;

}  // namespace mcsim::base
