// The lines of jobs of a queue group with a tree of accounts.
#pragma once

#include <cstdint>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps the sharers of ballots, and their lines.
class ShareLines : Owner {
 public:
  using Owner::Owner;

  /// The row of who has the jobs of a line: a user, and the group that they have named.
  std::uint32_t sharer_of(QueueId queue, NameId user, NameId group);
  /// A line has jobs and is not parked by itself, or no longer so.
  void list(BucketId bucket, std::uint32_t line, bool has_jobs);
  /// A bucket is given up.
  void forget(BucketId bucket);
  /// Some bucket of a queue is looked at again.
  void note_opening(QueueId queue) {
    if (state_.queues[queue].shared) ++ballot_of(queue).openings;
  }

 private:
  Ballot& ballot_of(QueueId queue) { return state_.shares.ballots[state_.queues[queue].group]; }
};

}  // namespace mcsim::scheduler
