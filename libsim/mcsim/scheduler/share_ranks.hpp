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
  /// Lists on Ballot::first those of the largest priority now, of the candidates below an account,
  /// of which there is one at least.
  void first_below(Ballot& ballot, AccountId parent);
  /// Whether somebody below an account stands.
  static bool any_below(const Candidate& candidate) {
    return candidate.still.least() != MinTree::nothing ||
           candidate.fading.least() != MinTree::nothing;
  }
  static RankBounds bounds_of(const FairshareFactors& factors, const AnyDecay& decay);

 private:
  double largest(Ballot& ballot, const Candidate& parent, const std::vector<AccountId>& children,
                 std::int64_t faded);
  std::int64_t faded_by_now(const RankBounds& bounds) const;
  const RankBounds& bounds_of(const Ballot& ballot) const {
    return state_.shares.trees[index_of(ballot.tree)].bounds;
  }
  bool is_exact(const Candidate& candidate) const {
    return candidate.ranked_at == now_ || candidate.is_constant;
  }
};

}  // namespace mcsim::scheduler
