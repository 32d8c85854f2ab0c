// Hosts in the order in which jobs take them, without looking at those that are full.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/key_tree.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim::scheduler {

enum class HostSetId : std::uint32_t {};

/// Hosts that no requirement tells apart form a class. A host set is what one requirement may use:
/// classes with a preference level each. In each class the hosts that take jobs stand in a tree for
/// each order[] in use, and for each length of JOB_ACCEPT_INTERVAL. Measures say how much each host
/// has to give; parts of a tree where no host has enough are skipped.
class HostFinder {
 public:
  static constexpr std::int32_t not_in_set = std::numeric_limits<std::int32_t>::min();
  /// The measure that is always there; the others are added.
  static constexpr std::uint32_t free_slots = 0;
  static constexpr std::uint32_t first_added = 1;

  /// Classes of one preference level; larger levels come first.
  struct Tier {
    std::int32_t level = 0;
    std::vector<std::uint32_t> classes;
  };
  struct HostSet {
    std::vector<std::int32_t> levels;  ///< by host; not_in_set
    std::vector<Tier> tiers;
    /// Its hosts by HostConfig::span_group, if they are of several.
    std::vector<std::pair<std::uint32_t, HostSetId>> spans;
  };
  /// How much of a measure a host must have to be worth a visit; `least` is not negative.
  struct Need {
    std::uint32_t measure = 0;
    std::int64_t least = 0;

    auto operator<=>(const Need&) const = default;
  };
  struct Needs {
    std::int64_t slots = 1;
    std::span<const Need> others;
  };

  HostFinder() = default;
  HostFinder(std::size_t hosts, std::vector<Duration> accept_intervals);

  /// The set with these levels, made if there is none.
  HostSetId add_set(std::vector<std::int32_t> levels);
  /// Likewise, where it is of hosts of several HostConfig::span_group: `span_of`, by host.
  HostSetId add_set(std::vector<std::int32_t> levels, std::span<const std::uint32_t> span_of);
  /// Makes room for one more order, of keys of `width` words; no host stands in it yet.
  std::uint32_t add_order(std::size_t width);
  /// Makes room for one more measure; no host has any of it yet.
  std::uint32_t add_measure();
  /// The number of an accept interval, in ascending order.
  std::uint32_t accept_kind(Duration interval) const;
  const std::vector<Duration>& accept_intervals() const { return intervals_; }

  const HostSet& operator[](HostSetId id) const { return sets_[index_of(id)]; }
  const std::vector<HostId>& members(std::uint32_t host_class) const {
    return members_[host_class];
  }
  /// Gives a host its place in an order, by `key`, or (hide) takes it out. Its measures must be up
  /// to date.
  void show(HostId host, std::uint32_t order, std::uint32_t accept,
            std::span<const std::int64_t> key);
  void hide(HostId host, std::uint32_t order, std::uint32_t accept);
  /// Sets what a host has of a measure; negative: too little for any need.
  void measure(HostId host, std::uint32_t measure, std::int64_t amount);

  /// What some hosts have. A host is left out if one before it, of its class, has as much of
  /// everything.
  struct Offers {
    struct Row {
      HostId host{};
      std::uint32_t before = 0;  ///< 1 + the row before it of its class; 0: there is none
    };
    std::vector<Row> rows;
    std::vector<std::int64_t> amounts;  ///< by row and measure
  };
  Offers offers_of(std::span<const HostId> hosts) const;
  /// The rows of hosts that are in a set, most free slots first; into `rows`.
  void rows_in(HostSetId set, const Offers& offers, std::vector<std::uint32_t>& rows) const;
  /// The free slots of the first of these rows that has enough of all else; -1: there is none.
  std::int64_t most_slots(const Offers& offers, std::span<const std::uint32_t> rows,
                          std::span<const Need> others) const;

  /// Calls visit(HostId) for the hosts of a set that have what is needed, in order, until it
  /// returns true. Returns whether it did.
  template <class Visit>
  bool find(HostSetId set, std::uint32_t order, std::uint32_t accept, const Needs& needs,
            Visit&& visit) const {
    const Ranking& ranking = rankings_[ranking_at(order, accept)];
    for (const Tier& tier : sets_[index_of(set)].tiers)
      if (find_in(tier, ranking, needs, visit)) return true;
    return false;
  }

 private:
  /// The first host below a node of a tree, with as much of its key as is enough in most
  /// comparisons.
  struct First {
    HostId host = none<HostId>;   ///< none: there is no host
    std::int64_t first_word = 0;  ///< of its key
    bool is_wide = false;         ///< there are more words
  };
  /// The hosts of all classes in one order, under one accept interval.
  struct Ranking {
    std::size_t width = 0;       ///< of its keys
    std::vector<KeyTree> trees;  ///< by class
    std::vector<First> firsts;   ///< likewise
  };
  /// A part of a tree that has not been visited.
  struct Branch {
    const KeyTree* tree = nullptr;
    std::uint32_t node = KeyTree::root;
    std::uint32_t host_class = 0;
    First first;

    bool comes_before(const Branch& other) const {
      if (first.first_word != other.first.first_word)
        return first.first_word < other.first.first_word;
      if (first.is_wide) {
        const auto left = key();
        const auto right = other.key();
        for (std::size_t at = 1; at < left.size(); ++at)
          if (left[at] != right[at]) return left[at] < right[at];
      }
      return first.host < other.first.host;
    }
    std::span<const std::int64_t> key() const { return tree->key(tree->winner(node)); }
  };
  /// All that is known of the hosts of a class.
  struct ClassTrees {
    std::vector<KeyTree> keys;     ///< by ranking
    std::vector<MinTree> amounts;  ///< by measure
  };
  static bool last_first(const Branch& a, const Branch& b) { return b.comes_before(a); }

  std::size_t ranking_at(std::uint32_t order, std::uint32_t accept) const {
    return order * intervals_.size() + accept;
  }
  First first_below(const KeyTree& tree, std::uint32_t node, std::uint32_t host_class) const {
    const std::uint32_t winner = tree.winner(node);
    if (winner == KeyTree::nobody) return {};
    const auto key = tree.key(winner);
    return {members_[host_class][winner], key.front(), key.size() > 1};
  }
  Branch branch_at(const KeyTree& tree, std::uint32_t node, std::uint32_t host_class) const {
    return {&tree, node, host_class, first_below(tree, node, host_class)};
  }

  /// Whether some host of a class may have what is needed.
  bool may_fit(std::uint32_t host_class, const Needs& needs) const {
    const std::int64_t* const most = most_.data() + host_class * measures_;
    if (most[free_slots] < needs.slots) return false;
    for (const Need& need : needs.others)
      if (most[need.measure] < need.least) return false;
    return true;
  }
  /// The same, of the hosts below a node of its trees.
  bool may_fit(std::uint32_t host_class, std::uint32_t node, const Needs& needs) const {
    const std::vector<MinTree>& amounts = amounts_[host_class];
    if (-amounts[free_slots].least_below(node) < needs.slots) return false;
    for (const Need& need : needs.others)
      if (-amounts[need.measure].least_below(node) < need.least) return false;
    return true;
  }
  /// Calls visit(branch) for the tree of each class that may have a host that fits.
  template <class Visit>
  void visit_roots(const Tier& tier, const Ranking& ranking, const Needs& needs,
                   Visit&& visit) const {
    for (const std::uint32_t id : tier.classes)
      if (ranking.firsts[id].host != none<HostId> && may_fit(id, needs))
        visit(Branch{&ranking.trees[id], KeyTree::root, id, ranking.firsts[id]});
  }

  template <class Visit>
  bool find_in(const Tier& tier, const Ranking& ranking, const Needs& needs, Visit& visit) const {
    const Branch first = first_in(tier, ranking, needs);
    if (first.tree == nullptr) return false;
    if (visit(first.first.host)) return true;
    scratch_.clear();
    visit_roots(tier, ranking, needs, [&](const Branch& root) { scratch_.push_back(root); });
    std::ranges::make_heap(scratch_, last_first);
    return find_in_rest(first.first.host, needs, visit);
  }

  /// The first host that has what is needed. It is found without putting branches in order: few
  /// jobs want a second host.
  Branch first_in(const Tier& tier, const Ranking& ranking, const Needs& needs) const {
    Branch best;
    visit_roots(tier, ranking, needs, [&](const Branch& root) {
      if (best.tree == nullptr || root.comes_before(best)) best = root;
    });
    if (best.tree == nullptr) return best;
    Branch first;
    improve(first, best, needs);
    if (first.tree != nullptr && first.first.host == best.first.host) return first;
    visit_roots(tier, ranking, needs, [&](const Branch& root) {
      if (root.tree != best.tree) improve(first, root, needs);
    });
    return first;
  }

  /// Makes `first` the first host below a root that has what is needed, if it comes before it.
  void improve(Branch& first, const Branch& root, const Needs& needs) const {
    const KeyTree& tree = *root.tree;
    std::array<std::uint32_t, 2 * 32> open;  // on each level at most two
    std::size_t count = 0;
    open[count++] = KeyTree::root;
    while (count > 0) {
      const std::uint32_t node = open[--count];
      const std::uint32_t winner = tree.winner(node);
      if (winner == KeyTree::nobody || !may_fit(root.host_class, node, needs)) continue;
      const Branch here = branch_at(tree, node, root.host_class);
      if (first.tree != nullptr && !here.comes_before(first)) continue;
      if (may_fit(root.host_class, tree.leaf_of(winner), needs)) {
        first = here;
        continue;
      }
      const bool lower_first = tree.winner(2 * node) == winner;
      open[count++] = lower_first ? 2 * node + 1 : 2 * node;
      open[count++] = lower_first ? 2 * node : 2 * node + 1;
    }
  }

  /// Visits the hosts of scratch_, except the one that was visited already.
  template <class Visit>
  bool find_in_rest(HostId visited, const Needs& needs, Visit& visit) const {
    while (!scratch_.empty()) {
      std::ranges::pop_heap(scratch_, last_first);
      const Branch branch = scratch_.back();
      scratch_.pop_back();
      const KeyTree& tree = *branch.tree;
      const std::uint32_t leaf = tree.leaf_of(tree.winner(branch.node));
      if (branch.first.host != visited && may_fit(branch.host_class, leaf, needs) &&
          visit(branch.first.host))
        return true;
      split(branch, needs);
    }
    return false;
  }

  /// What is left of a branch without its winner: the losers on the winner's way up.
  void split(const Branch& branch, const Needs& needs) const {
    const KeyTree& tree = *branch.tree;
    const std::uint32_t winner = tree.winner(branch.node);
    for (std::uint32_t node = branch.node; !tree.is_leaf(node);) {
      const bool lower = tree.winner(2 * node) == winner;
      const std::uint32_t loser = lower ? 2 * node + 1 : 2 * node;
      if (tree.winner(loser) != KeyTree::nobody && may_fit(branch.host_class, loser, needs)) {
        scratch_.push_back(branch_at(tree, loser, branch.host_class));
        std::ranges::push_heap(scratch_, last_first);
      }
      node = lower ? 2 * node : 2 * node + 1;
    }
  }

  void note_first(Ranking& ranking, std::uint32_t host_class) const {
    ranking.firsts[host_class] = first_below(ranking.trees[host_class], KeyTree::root, host_class);
  }
  void note_most(std::uint32_t host_class, std::uint32_t measure) {
    most_[host_class * measures_ + measure] = -amounts_[host_class][measure].least();
  }
  std::uint32_t add_class();
  void split_class(std::uint32_t host_class, const std::vector<std::int32_t>& levels);
  void move_in(std::uint32_t host_class, std::vector<HostId> hosts, const ClassTrees& from);
  ClassTrees take_out(std::uint32_t host_class);
  void arrange(HostSet& set) const;

  std::vector<Duration> intervals_;
  Table<HostId, std::uint32_t> class_of_;
  Table<HostId, std::uint32_t> place_of_;     ///< in its class
  std::vector<std::vector<HostId>> members_;  ///< by class, ascending
  std::vector<Ranking> rankings_;             ///< by order and accept interval
  std::uint32_t measures_ = 1;
  std::vector<std::vector<MinTree>> amounts_;  ///< by class and measure: minus what each host has
  std::vector<std::int64_t> most_;             ///< by class and measure: the most that a host has
  std::vector<HostSet> sets_;
  std::multimap<std::uint64_t, HostSetId> sets_by_hash_;  ///< of their levels
  mutable std::vector<Branch> scratch_;
};

}  // namespace mcsim::scheduler
