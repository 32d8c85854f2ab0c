// Whose job is next in a queue group with a tree of accounts: docs/rules/fairshare.md, 3.
#pragma once

#include <cstdint>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Elects within one session. What has been looked at, and could not start, is parked or aside by
/// then, so that nobody is elected for it.
class ShareElection : Owner {
 public:
  using Owner::Owner;

  /// The job that is next: the first one of a line.
  struct Choice {
    BucketId bucket = none<BucketId>;  ///< none: nobody stands
    std::uint32_t line = 0;
    AccountId account = none<AccountId>;          ///< that is charged for it
    JobLine::Entry probably{0, none<JobSlotId>};  ///< which one it is
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
  Elected elect(Ballot& ballot);
  void refresh(Ballot& ballot);
  Elected elect_below(Ballot& ballot, AccountId account);
  Elected elect_anew(Ballot& ballot, AccountId account);
  Elected elect_child(Ballot& ballot, AccountId parent);
  bool holds(const Ballot& ballot, const Candidate& candidate) const;
  void withdraw(Ballot& ballot, AccountId account);
  Place first_at(const Ballot& ballot, AccountId account) const;
  Place first_of(const Ballot& ballot, const Sharer& sharer) const;
  Place place_of(const Ballot& ballot, const FirstOfBucket& first) const;
  void expect(const FirstOfBucket& first) const;
  ShareTree& tree_of(const Ballot& ballot) { return state_.shares.trees[index_of(ballot.tree)]; }
};

}  // namespace mcsim::scheduler
