// How accounts stand among their siblings: by priority, reckoned only when it may decide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps the trees of candidates. A priority that was reckoned earlier stands for the most that it
/// can be by now: what an account has used decays at most to a tenth within HIST_HOURS, and its
/// priority rises by no more than that.
class ShareRanks : Owner {
 public:
  using Owner::Owner;

  /// Reckons the priority of an account as it is now.
  void rank(Ballot& ballot, AccountId account);
  /// Nobody of an account has jobs.
  void remove(Ballot& ballot, AccountId account);
  /// Those of the largest priority now, of the candidates below an account, of which there is one
  /// at least: their places among its children, ascending where they are of one kind.
  void first_below(Ballot& ballot, AccountId parent, std::vector<std::size_t>& first);
  /// Whether somebody below an account stands.
  static bool any_below(const Candidate& candidate) {
    return candidate.still.least() != MinTree::nothing ||
           candidate.fading.least() != MinTree::nothing;
  }
  static RankBounds bounds_of(const FairshareFactors& factors, const AnyDecay& decay);

 private:
  std::size_t largest(Ballot& ballot, AccountId parent);
  bool make_exact(Ballot& ballot, AccountId parent, double bound);
  template <class Visit>
  void visit_from(const Ballot& ballot, AccountId parent, double bound, Visit&& visit) const;
  std::int64_t fading_key(const Ballot& ballot, double priority) const;
  const RankBounds& bounds_of(const Ballot& ballot) const {
    return state_.shares.trees[index_of(ballot.tree)].bounds;
  }
  AccountId child(const Ballot& ballot, AccountId parent, std::size_t place) const {
    return state_.shares.trees[index_of(ballot.tree)].child(parent, place);
  }
  const Candidate& candidate_at(const Ballot& ballot, AccountId parent, std::size_t place) const {
    return ballot.candidates[index_of(child(ballot, parent, place))];
  }
  bool is_exact(const Candidate& candidate) const {
    return candidate.ranked_at == now_ || candidate.is_constant;
  }
};

}  // namespace mcsim::scheduler
