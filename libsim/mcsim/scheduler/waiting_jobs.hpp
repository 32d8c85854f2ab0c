// Pending jobs: in buckets, where they wait for hosts, and in lines to be forwarded.
#pragma once

#include <cstdint>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Whether an entry of a line is still what it says.
inline bool is_live(const SchedulerState& state, ForwardLines::LineId line,
                    const JobLine::Entry& entry) {
  const JobState& job = state.jobs[entry.job];
  return job.stage == Stage::pending && job.forward_line == line && order_key(job) == entry.key;
}
inline bool is_live(const SchedulerState& state, BucketId bucket, std::uint32_t line,
                    const JobLine::Entry& entry) {
  const JobState& job = state.jobs[entry.job];
  return job.stage == Stage::pending && !job.is_aside && job.bucket == bucket && job.line == line &&
         order_key(job) == entry.key;
}

/// Whether a pending job waits for hosts of its own cluster.
inline bool waits_for_hosts(const SchedulerState& state, JobSlotId id) {
  return state.dispatch ? state.dispatch->is_in_line(id) : state.jobs[id].bucket != none<BucketId>;
}

/// The position that a job is to have.
struct PlaceInLine {
  JobSlotId job{};
  std::int64_t position = 0;
};

/// Keeps Buckets, QueueGroups and ForwardLines.
class WaitingJobs : Owner {
 public:
  using Owner::Owner;

  /// A job that is in no waiting line waits from now on, or has done so since `since`; its stage
  /// becomes pending.
  void wait(JobSlotId id) { wait(id, now_); }
  void wait(JobSlotId id, Time since);
  /// A pending job leaves its waiting line; its stage becomes `stage`.
  void leave(JobSlotId id, Stage stage);
  /// Jobs that are on no host get other positions; they keep what they have reserved.
  void put(const std::vector<PlaceInLine>& places);
  /// A pending job is not looked at any more before wait_for_hosts().
  void set_aside(JobSlotId id);
  /// A pending job that waited for other clusters only waits for hosts of its own, too.
  void wait_for_hosts(JobSlotId id);
  /// A pending job waits to be forwarded, if its queue sends jobs and no rule forbids it.
  void wait_to_be_forwarded(JobSlotId id);
  /// Whether some job that may be forwarded now waits for something to change. Entries of jobs that
  /// have left are dropped on the way.
  bool wants_to_forward();

  // The order in which sessions look at them.

  /// Updates the first job of a line, and with it that of its bucket.
  void update_head(BucketId id, std::uint32_t line);
  /// A bucket was parked, or is so no longer.
  void update_turn(BucketId id);
  /// Updates the needs of queue groups that are marked as stale.
  void refresh_turns();

 private:
  void leave_line(JobSlotId id, Stage stage);
  BucketId bucket_of(const JobState& job, RequirementId requirement);
  void begin_bucket(BucketId id, const BucketKey& key, QueueId queue);
  std::uint32_t line_of(BucketId bucket, const JobState& job);
  void free_bucket(BucketId id);
  QueueBuckets& buckets_of(const Bucket& bucket);
  std::int64_t needs_of(const QueueGroup& group) const;
};

}  // namespace mcsim::scheduler
