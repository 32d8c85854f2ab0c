// The lines of jobs of a queue group with a tree of accounts.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps the sharers of ballots, and what they have in buckets.
class ShareLines : Owner {
 public:
  using Owner::Owner;

  /// A new line of a bucket is for a user, and the group that bsub -G has named.
  void begin(BucketId bucket, std::uint32_t line, NameId group);
  /// The first job of a line has this key now; nothing: it has none, or is parked by itself.
  void set(BucketId bucket, const SharedLine& line, std::int64_t key);
  /// A bucket is given up.
  void forget(BucketId bucket);
  /// Some bucket of a queue is looked at again.
  void note_opening(QueueId queue) {
    if (state_.queues[queue].shared) ballot_of(queue).has_opened = true;
  }

  /// The sharer of those accounts that a user's jobs of a group may be charged to.
  std::uint32_t sharer_of(Ballot& ballot, NameId user, NameId group);
  /// A sharer has jobs, or has none left.
  void stand(Ballot& ballot, std::uint32_t sharer, bool has_jobs);

 private:
  Ballot& ballot_of(QueueId queue) { return state_.shares.ballots[state_.queues[queue].group]; }
  void note_change(Ballot& ballot, const Sharer& sharer);
  void stand_up(Ballot& ballot, AccountId account);
  void step_down(Ballot& ballot, AccountId account);
  void list(Sharer& sharer, BucketId bucket, Bucket::Line& line);
  void drop(Ballot& ballot, std::uint32_t sharer, BucketId bucket);
};

}  // namespace mcsim::scheduler
