// The hosts of one class in the order of one order[], apart by how much they have of something.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/key_tree.hpp"

namespace mcsim {

/// The first host of a tree, with as much of its key as is enough in most comparisons.
struct RankedHost {
  HostId host = none<HostId>;   ///< none: the tree is empty
  std::int64_t first_word = 0;  ///< of its key
  bool is_wide = false;         ///< there are more words

  /// `key` and `other_key` fetch the whole keys.
  template <class Key, class OtherKey>
  bool comes_before(const RankedHost& other, Key&& key, OtherKey&& other_key) const {
    if (first_word != other.first_word) return first_word < other.first_word;
    if (is_wide) {
      const auto left = key();
      const auto right = other_key();
      for (std::size_t at = 1; at < left.size(); ++at)
        if (left[at] != right[at]) return left[at] < right[at];
    }
    return host < other.host;
  }
};

inline RankedHost ranked_at(const KeyTree& tree, std::uint32_t node,
                            const std::vector<HostId>& members) {
  const std::uint32_t winner = tree.winner(node);
  if (winner == KeyTree::nobody) return {};
  const auto key = tree.key(winner);
  return {members[winner], key.front(), key.size() > 1};
}

/// A tree for each level; a host stands in that of its own. Of the hosts at the level of an amount,
/// or above, only those at the same one can have less. Levels are far apart: each tree more is one
/// more to look at where most hosts have enough (bench/dispatch_bench, month).
class HostRanking {
 public:
  static constexpr std::uint32_t levels = 11;
  static std::uint32_t level_of(std::int64_t amount) {
    constexpr std::uint32_t digits = 6;  // of a level: it is as wide as a factor of 64
    const auto number = static_cast<std::uint64_t>(std::max<std::int64_t>(amount, 0));
    return static_cast<std::uint32_t>(std::bit_width(number)) / digits;
  }

  HostRanking(std::size_t size, std::size_t width)
      : width_(width), level_of_(size, std::uint8_t{levels}) {}

  /// Puts the host at `place` of `members` where it belongs.
  void show(std::uint32_t place, std::uint32_t level, std::span<const std::int64_t> key,
            const std::vector<HostId>& members) {
    if (level_of_[place] != level) hide(place, members);
    if (level >= trees_.size()) {
      trees_.resize(level + 1);
      roots_.resize(level + 1);
    }
    if ((used_ >> level & 1) == 0 && trees_[level].capacity() < members.size())
      trees_[level] = KeyTree(members.size(), width_);
    trees_[level].set(place, key);
    level_of_[place] = static_cast<std::uint8_t>(level);
    note_root(level, members);
  }
  void hide(std::uint32_t place, const std::vector<HostId>& members) {
    const std::uint32_t level = level_of_[place];
    if (level == levels) return;
    level_of_[place] = std::uint8_t{levels};
    trees_[level].remove(place);
    note_root(level, members);
  }

  /// Calls visit(tree, its first host) for each level from `lowest` on that has hosts.
  template <class Visit>
  void visit_from(std::uint32_t lowest, Visit&& visit) const {
    for (std::uint64_t left = used_ >> lowest << lowest; left != 0; left &= left - 1) {
      const auto level = static_cast<std::uint32_t>(std::countr_zero(left));
      visit(trees_[level], roots_[level]);
    }
  }

 private:
  void note_root(std::uint32_t level, const std::vector<HostId>& members) {
    roots_[level] = ranked_at(trees_[level], KeyTree::root, members);
    const std::uint64_t bit = std::uint64_t{1} << level;
    used_ = trees_[level].empty() ? used_ & ~bit : used_ | bit;
  }

  std::size_t width_;
  std::uint64_t used_ = 0;              ///< levels that have hosts, as bits
  std::vector<KeyTree> trees_;          ///< by level, made when it is first used
  std::vector<RankedHost> roots_;       ///< likewise
  std::vector<std::uint8_t> level_of_;  ///< by place; `levels`: it stands in none
};

}  // namespace mcsim
