// Hosts in the order in which jobs take them, without looking at those that are full.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/key_tree.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim {

enum class HostSetId : std::uint32_t {};

/// Hosts that no requirement tells apart are a class. A host set is what one requirement may use:
/// classes with a preference level each. In each class the hosts that take jobs stand in one tree
/// for each order[] in use, and for each length of JOB_ACCEPT_INTERVAL. Measures say how much each
/// host has to give; parts of a class where no host has enough are passed by.
class HostFinder {
 public:
  static constexpr std::int32_t not_in_set = std::numeric_limits<std::int32_t>::min();
  /// The measure that is always there; the others are added.
  static constexpr std::uint32_t free_slots = 0;

  /// Classes of one preference level; larger levels come first.
  struct Tier {
    std::int32_t level = 0;
    std::vector<std::uint32_t> classes;
  };
  struct HostSet {
    std::vector<std::int32_t> levels;  ///< by host; not_in_set
    std::vector<Tier> tiers;
  };
  /// How much of a measure a host must have to be worth a visit; `least` is not negative.
  struct Need {
    std::uint32_t measure = 0;
    std::int64_t least = 0;

    bool operator==(const Need&) const = default;
  };
  struct Needs {
    std::int64_t slots = 1;
    std::span<const Need> others;
  };

  HostFinder() = default;
  HostFinder(std::size_t hosts, std::vector<Duration> accept_intervals);

  /// The set with these levels, made if there is none. True in `changed` if classes were split, so
  /// that all hosts must be refreshed.
  HostSetId add_set(std::vector<std::int32_t> levels, bool& changed);
  /// Makes room for one more order, of keys of `width` words; all hosts must then be refreshed.
  std::uint32_t add_order(std::size_t width);
  /// Makes room for one more measure; all hosts must then be refreshed.
  std::uint32_t add_measure();
  /// Which of the accept intervals; they are kept ascending.
  std::uint32_t accept_kind(Duration interval) const;
  const std::vector<Duration>& accept_intervals() const { return intervals_; }

  const HostSet& operator[](HostSetId id) const { return sets_[index_of(id)]; }
  const std::vector<HostId>& members(std::uint32_t host_class) const {
    return members_[host_class];
  }
  /// Puts a host where it belongs: `key` for `order`, or out where there is none.
  void show(HostId host, std::uint32_t order, std::uint32_t accept,
            std::span<const std::int64_t> key);
  void hide(HostId host, std::uint32_t order, std::uint32_t accept);
  /// What a host has of a measure; negative: not even none.
  void measure(HostId host, std::uint32_t measure, std::int64_t amount);

  /// What some of the hosts have, by measure and class: for most_in.
  std::vector<std::int64_t> most_of(std::span<const HostId> hosts) const;
  /// What some host of a set has, by measure, where `most` is what hosts of the classes have.
  void most_in(HostSetId set, const std::vector<std::int64_t>& most,
               std::vector<std::int64_t>& in_set) const;
  /// Whether that may be enough.
  static bool suffices(const std::vector<std::int64_t>& most, const Needs& needs) {
    return most[free_slots] >= needs.slots &&
           std::ranges::all_of(needs.others,
                               [&](const Need& need) { return most[need.measure] >= need.least; });
  }

  /// Calls visit(HostId) for the hosts of a set in order, but for those that lack something, until
  /// it says true; whether it did.
  template <class Visit>
  bool find(HostSetId set, std::uint32_t order, std::uint32_t accept, const Needs& needs,
            Visit&& visit) const {
    for (const Tier& tier : sets_[index_of(set)].tiers)
      if (find_in(tier, tree_at(0, order, accept), needs, visit)) return true;
    return false;
  }

 private:
  /// A part of a tree that has not been visited, and its first host.
  struct Branch {
    std::uint32_t tree = 0;
    std::uint32_t node = KeyTree::root;
    std::uint32_t host_class = 0;
    HostId host = none<HostId>;   ///< none: the tree is empty
    std::int64_t first_word = 0;  ///< of its key
    bool is_wide = false;         ///< there are more words
  };

  /// Trees of one order and accept interval stand side by side.
  std::size_t tree_at(std::uint32_t host_class, std::uint32_t order, std::uint32_t accept) const {
    return (order * intervals_.size() + accept) * members_.size() + host_class;
  }
  Branch branch_at(std::uint32_t tree, std::uint32_t node, std::uint32_t host_class) const {
    const std::uint32_t winner = trees_[tree].winner(node);
    if (winner == KeyTree::nobody) return {tree, node, host_class};
    const auto key = trees_[tree].key(winner);
    return {tree, node, host_class, members_[host_class][winner], key.front(), key.size() > 1};
  }
  bool comes_before(const Branch& a, const Branch& b) const {
    if (a.first_word != b.first_word) return a.first_word < b.first_word;
    if (a.is_wide) {
      const auto left = key_of(a);
      const auto right = key_of(b);
      for (std::size_t at = 1; at < left.size(); ++at)
        if (left[at] != right[at]) return left[at] < right[at];
    }
    return a.host < b.host;
  }
  /// For heaps.
  auto last_first() const {
    return [this](const Branch& a, const Branch& b) { return comes_before(b, a); };
  }
  std::span<const std::int64_t> key_of(const Branch& branch) const {
    const KeyTree& tree = trees_[branch.tree];
    return tree.key(tree.winner(branch.node));
  }

  /// Whether some host of a class may have what is needed.
  bool may_fit(std::uint32_t host_class, const Needs& needs) const {
    if (most_[host_class] < needs.slots) return false;
    for (const Need& need : needs.others)
      if (most_[need.measure * members_.size() + host_class] < need.least) return false;
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

  template <class Visit>
  bool find_in(const Tier& tier, std::size_t trees, const Needs& needs, Visit& visit) const {
    const Branch* const roots = roots_.data() + trees;
    const Branch* best = nullptr;
    for (const std::uint32_t host_class : tier.classes) {
      const Branch& root = roots[host_class];
      if (root.host == none<HostId> || !may_fit(host_class, needs)) continue;
      if (best == nullptr || comes_before(root, *best)) best = &root;
    }
    if (best == nullptr) return false;
    if (visit_first(*best, needs, visit)) return true;
    scratch_.clear();
    for (const std::uint32_t host_class : tier.classes)
      if (const Branch& root = roots[host_class]; &root != best && root.host != none<HostId>)
        if (may_fit(host_class, needs)) scratch_.push_back(root);
    std::ranges::make_heap(scratch_, last_first());
    split(*best, needs);
    return find_in_rest(needs, visit);
  }

  template <class Visit>
  bool find_in_rest(const Needs& needs, Visit& visit) const {
    while (!scratch_.empty()) {
      std::ranges::pop_heap(scratch_, last_first());
      const Branch branch = scratch_.back();
      scratch_.pop_back();
      if (visit_first(branch, needs, visit)) return true;
      split(branch, needs);
    }
    return false;
  }

  template <class Visit>
  bool visit_first(const Branch& branch, const Needs& needs, Visit& visit) const {
    const KeyTree& tree = trees_[branch.tree];
    const std::uint32_t leaf = tree.leaf_of(tree.winner(branch.node));
    return may_fit(branch.host_class, leaf, needs) && visit(branch.host);
  }

  /// What is left of a branch without its winner: the losers on the winner's way up.
  void split(const Branch& branch, const Needs& needs) const {
    const KeyTree& tree = trees_[branch.tree];
    const std::uint32_t winner = tree.winner(branch.node);
    for (std::uint32_t node = branch.node; !tree.is_leaf(node);) {
      const bool lower = tree.winner(2 * node) == winner;
      const std::uint32_t loser = lower ? 2 * node + 1 : 2 * node;
      if (tree.winner(loser) != KeyTree::nobody && may_fit(branch.host_class, loser, needs)) {
        scratch_.push_back(branch_at(branch.tree, loser, branch.host_class));
        std::ranges::push_heap(scratch_, last_first());
      }
      node = lower ? 2 * node : 2 * node + 1;
    }
  }

  bool split_classes(const std::vector<std::int32_t>& levels);
  void arrange(HostSet& set) const;
  void rebuild();
  void rebuild_measures(std::uint32_t count);

  std::vector<Duration> intervals_;
  std::vector<std::size_t> widths_;  ///< of the keys, by order
  Table<HostId, std::uint32_t> class_of_;
  Table<HostId, std::uint32_t> place_of_;     ///< in its class
  std::vector<std::vector<HostId>> members_;  ///< by class, ascending
  std::vector<KeyTree> trees_;
  std::vector<Branch> roots_;  ///< of the trees
  std::uint32_t measures_ = 1;
  std::vector<std::vector<MinTree>> amounts_;  ///< by class and measure: less what each host has
  std::vector<std::int64_t> most_;             ///< by measure and class: what some host has
  std::vector<HostSet> sets_;
  mutable std::vector<Branch> scratch_;
};

}  // namespace mcsim
