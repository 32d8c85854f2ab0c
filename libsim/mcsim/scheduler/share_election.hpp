// Whose job is next in a queue group with a tree of accounts: docs/rules/fairshare.md, 3.
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Elects within one session. What has been looked at, and could not start, is parked or aside by
/// then, so that it does not stand any more.
class ShareElection : Owner {
 public:
  using Owner::Owner;

  /// The job that is next: the first one of a line.
  struct Choice {
    BucketId bucket = none<BucketId>;  ///< none: nobody stands
    std::uint32_t line = 0;
    AccountId account = none<AccountId>;  ///< that is charged for it
  };
  Choice next(std::uint32_t group);

  /// The same of jobs that wait to be forwarded.
  struct ForwardChoice {
    ForwardLines::LineId line = ForwardLines::no_line;  ///< no_line: nobody stands
    AccountId account = none<AccountId>;
  };
  /// Those of a queue group are elected from now on.
  void open_forwards(std::uint32_t group);
  ForwardChoice next_forward();
  /// At the beginning and at the end of a session.
  void forget();

 private:
  /// Where a job stands: by PRIORITY of its queue, where that matters, and the order of jobs. The
  /// smaller comes first.
  struct Place {
    std::int64_t turn = 0;
    std::int64_t key = MinTree::nothing;
    LineOfBucket line;

    bool is_any() const { return key != MinTree::nothing; }
    bool operator<(const Place& other) const {
      return std::tie(turn, key) < std::tie(other.turn, other.key);
    }
  };

  /// Where the next job stands, and who is charged for it.
  std::pair<Place, AccountId> elect(Ballot& ballot);
  void open(Ballot& ballot);
  void stand(Ballot& ballot, AccountId account, std::uint32_t sharer);
  void refresh(Ballot& ballot);
  void rank(Ballot& ballot, AccountId account);
  AccountId first_child(Ballot& ballot, AccountId parent);
  AccountId first_of_equals(Ballot& ballot, AccountId parent, std::size_t first, std::size_t next);
  void withdraw(Ballot& ballot, AccountId account);
  Place first_below(const Ballot& ballot, AccountId account) const;
  Place first_of(const Ballot& ballot, const std::vector<std::uint32_t>& sharers) const;
  Place place_of(const Ballot& ballot, const LineOfBucket& at) const;
  ShareTree& tree_of(const Ballot& ballot) { return state_.shares.trees[index_of(ballot.tree)]; }
};

}  // namespace mcsim::scheduler
