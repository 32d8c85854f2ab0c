// Hosts in the order in which jobs take them, without looking at those that are full.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mcsim/base/bits.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/key_tree.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim {

enum class HostSetId : std::uint32_t {};

/// Hosts that no requirement tells apart are a class. A host set is what one requirement may use:
/// classes with a preference level each. In each class the hosts that take jobs stand in one tree
/// for each order[] in use, and for each length of JOB_ACCEPT_INTERVAL.
class HostFinder {
 public:
  static constexpr std::int32_t not_in_set = std::numeric_limits<std::int32_t>::min();

  /// Classes of one preference level; larger levels come first.
  struct Tier {
    std::int32_t level = 0;
    std::vector<std::uint32_t> classes;
  };
  struct HostSet {
    std::vector<std::int32_t> levels;  ///< by host; not_in_set
    std::vector<Tier> tiers;
    Bits mask;
  };

  HostFinder() = default;
  HostFinder(std::size_t hosts, std::vector<Duration> accept_intervals);

  /// The set with these levels, made if there is none. True in `changed` if classes were split, so
  /// that all hosts must be refreshed.
  HostSetId add_set(std::vector<std::int32_t> levels, bool& changed);
  /// Makes room for one more order, of keys of `width` words; all hosts must then be refreshed.
  std::uint32_t add_order(std::size_t width);
  std::size_t orders() const { return widths_.size(); }
  /// Which of the accept intervals; they are kept ascending.
  std::uint32_t accept_kind(Duration interval) const;
  const std::vector<Duration>& accept_intervals() const { return intervals_; }

  const HostSet& operator[](HostSetId id) const { return sets_[index_of(id)]; }
  std::uint32_t class_of(HostId host) const { return class_of_[host]; }
  std::size_t classes() const { return members_.size(); }
  const std::vector<HostId>& members(std::uint32_t host_class) const {
    return members_[host_class];
  }
  /// Whether any host of the set takes jobs.
  bool any_open(HostSetId set, std::uint32_t accept) const {
    return sets_[index_of(set)].mask.meets(open_[accept]);
  }

  /// Puts a host where it belongs: `key` for `order`, or out where there is none.
  void show(HostId host, std::uint32_t order, std::uint32_t accept,
            std::span<const std::int64_t> key);
  void hide(HostId host, std::uint32_t order, std::uint32_t accept);

  /// Calls visit(HostId) for the hosts of a set in order, until it says true; whether it did.
  template <class Visit>
  bool find(HostSetId set, std::uint32_t order, std::uint32_t accept, Visit&& visit) const {
    for (const Tier& tier : sets_[index_of(set)].tiers)
      if (find_in(tier, order, accept, visit)) return true;
    return false;
  }

 private:
  /// A part of a tree that has not been visited.
  struct Branch {
    const KeyTree* tree;
    std::uint32_t node;
    std::uint32_t host_class;
  };

  std::size_t tree_at(std::uint32_t host_class, std::uint32_t order, std::uint32_t accept) const {
    return (host_class * widths_.size() + order) * intervals_.size() + accept;
  }
  HostId host_of(const Branch& branch) const {
    return members_[branch.host_class][branch.tree->winner(branch.node)];
  }
  bool comes_before(const Branch& a, const Branch& b) const {
    const auto left = a.tree->key(a.tree->winner(a.node));
    const auto right = b.tree->key(b.tree->winner(b.node));
    for (std::size_t at = 0; at < left.size(); ++at)
      if (left[at] != right[at]) return left[at] < right[at];
    return host_of(a) < host_of(b);
  }

  template <class Visit>
  bool find_in(const Tier& tier, std::uint32_t order, std::uint32_t accept, Visit& visit) const {
    std::vector<Branch>& branches = scratch_;
    branches.clear();
    for (const std::uint32_t host_class : tier.classes) {
      const KeyTree& tree = trees_[tree_at(host_class, order, accept)];
      if (!tree.empty()) branches.push_back({&tree, KeyTree::root, host_class});
    }
    while (!branches.empty()) {
      std::size_t best = 0;
      for (std::size_t at = 1; at < branches.size(); ++at)
        if (comes_before(branches[at], branches[best])) best = at;
      const Branch branch = branches[best];
      if (visit(host_of(branch))) return true;
      branches[best] = branches.back();
      branches.pop_back();
      split(branch, branches);
    }
    return false;
  }

  /// What is left of a branch without its winner: the losers on the winner's way up.
  static void split(const Branch& branch, std::vector<Branch>& rest) {
    const std::uint32_t winner = branch.tree->winner(branch.node);
    for (std::uint32_t node = branch.node; !branch.tree->is_leaf(node);) {
      const bool lower = branch.tree->winner(2 * node) == winner;
      const std::uint32_t loser = lower ? 2 * node + 1 : 2 * node;
      if (branch.tree->winner(loser) != KeyTree::nobody)
        rest.push_back({branch.tree, loser, branch.host_class});
      node = lower ? 2 * node : 2 * node + 1;
    }
  }

  bool split_classes(const std::vector<std::int32_t>& levels);
  void rebuild();

  std::vector<Duration> intervals_;
  std::vector<std::size_t> widths_;  ///< of the keys, by order
  Table<HostId, std::uint32_t> class_of_;
  Table<HostId, std::uint32_t> place_of_;     ///< in its class
  std::vector<std::vector<HostId>> members_;  ///< by class, ascending
  std::vector<KeyTree> trees_;
  std::vector<Bits> open_;  ///< by accept interval: the classes with a host that takes jobs
  std::vector<HostSet> sets_;
  mutable std::vector<Branch> scratch_;
};

}  // namespace mcsim
