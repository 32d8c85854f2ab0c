// Waiting lines, and which of them come first.
#include "mcsim/scheduler/waiting_jobs.hpp"

#include <algorithm>

#include "mcsim/policy/slot_spread.hpp"
#include "mcsim/scheduler/policy_jobs.hpp"
#include "mcsim/scheduler/requirement_maker.hpp"
#include "mcsim/scheduler/share_lines.hpp"
#include "mcsim/scheduler/slot_reserver.hpp"
#include "mcsim/scheduler/use_counts.hpp"

namespace mcsim::scheduler {
void WaitingJobs::wait(JobSlotId id, Time since) {
  JobState& job = state_.jobs[id];
  state_.jobs.become(id, Stage::pending);
  job.since = since;
  job.requirement = the<RequirementMaker>().of(job.queue, job.profile);
  the<UseCounts>().add_pending(job, 1);
  if (job.record.hosts_from <= now_) wait_for_hosts(id);
  wait_to_be_forwarded(id);
}

void WaitingJobs::wait_for_hosts(JobSlotId id) {
  if (state_.dispatch) return the<PolicyJobs>().wait(id);
  JobState& job = state_.jobs[id];
  const BucketId bucket_id = bucket_of(job, job.requirement);
  Bucket& bucket = state_.buckets[bucket_id];
  job.bucket = bucket_id;
  job.line = line_of(bucket_id, job);
  bucket.lines[job.line].jobs.add(order_key(job), id);
  ++bucket.jobs;
  update_head(bucket_id, job.line);
}

void WaitingJobs::wait_to_be_forwarded(JobSlotId id) {
  JobState& job = state_.jobs[id];
  job.forward_line = JobState::no_forward_line;
  const QueueForwarding& forwarding = state_.settings.queues[index_of(job.queue)].forwarding;
  if (!forwarding.sends() || job.is_guest()) return;
  if (now_ < job.record.forward_from) return;
  if (!forwarding.forward_users.has(job.user)) return;
  if (config_.profiles[index_of(job.profile)].hosts) return;
  if (job.record.forwards >= config_.model.max_forwards.value_or(job.record.forwards + 1)) return;
  const QueueState& queue = state_.queues[job.queue];
  const NameId user = queue.forwards_by_user || queue.shared ? job.user : none<NameId>;
  job.forward_line =
      state_.forward_lines.line_for(job.queue, queue.group, job.slots, job.profile, user);
  state_.forward_lines.add(job.forward_line, order_key(job), id);
}

bool WaitingJobs::wants_to_forward() {
  return state_.forward_lines.any_wait(
      [&](QueueId id) {
        const QueueState& queue = state_.queues[id];
        return queue.active && queue.dispatches && queue.runs;
      },
      [&](ForwardLines::LineId line, const JobLine::Entry& entry) {
        return is_live(state_, line, entry);
      });
}

void WaitingJobs::leave(JobSlotId id, Stage stage) {
  the<SlotReserver>().drop_of(id);
  leave_line(id, stage);
}

void WaitingJobs::put(const std::vector<PlaceInLine>& places) {
  std::vector<std::pair<JobSlotId, Time>> waiting;  // since when
  for (const PlaceInLine& place : places) {
    JobState& job = state_.jobs[place.job];
    if (job.stage == Stage::pending) {
      waiting.emplace_back(place.job, job.since);
      leave_line(place.job, Stage::psusp);
    }
    job.position = place.position;
  }
  for (const auto& [id, since] : waiting) wait(id, since);
}

void WaitingJobs::leave_line(JobSlotId id, Stage stage) {
  JobState& job = state_.jobs[id];
  const BucketId bucket = job.bucket;
  const std::uint32_t line = job.line;
  the<UseCounts>().add_pending(job, -1);
  if (state_.dispatch) the<PolicyJobs>().leave(id);
  state_.jobs.become(id, stage);
  job.since = now_;
  job.bucket = none<BucketId>;
  if (bucket == none<BucketId>) return;
  if (--state_.buckets[bucket].jobs == 0)
    free_bucket(bucket);
  else
    update_head(bucket, line);
}

void WaitingJobs::set_aside(JobSlotId id) {
  const Time since = state_.jobs[id].since;
  leave(id, Stage::pending);
  the<UseCounts>().add_pending(state_.jobs[id], 1);
  state_.jobs[id].since = since;
}

BucketId WaitingJobs::bucket_of(const JobState& job, RequirementId requirement) {
  const QueueState& queue = state_.queues[job.queue];
  const Duration estimate = queue.by_estimate ? job.estimate : unlimited;
  const JobIndex alone = state_.requirements[requirement].stands_alone ? job.index : none<JobIndex>;
  const QueueForwarding& forwarding = state_.settings.queues[index_of(job.queue)].forwarding;
  const bool of_guests = job.is_guest() && forwarding.limits_guests();
  const BucketKey key{requirement, job.slots.count(), estimate, job.excluded, alone, of_guests};
  const auto [id, is_new] = state_.buckets.of(key);
  if (is_new) begin_bucket(id, key, job.queue);
  return id;
}

/// A bucket is worth a look when the slots of a job are free. One free slot suffices where jobs
/// reserve slots, and none where they preempt.
void WaitingJobs::begin_bucket(BucketId id, const BucketKey& key, QueueId queue) {
  const Requirement& requirement = state_.requirements[key.requirement];
  Bucket& bucket = state_.buckets[id];
  bucket.requirement = key.requirement;
  bucket.queue = queue;
  bucket.slots = Slots(key.slots);
  bucket.estimate = key.estimate;
  bucket.excluded = key.excluded;
  bucket.alone = key.alone;
  bucket.of_guests = key.of_guests;
  bucket.one_host = SlotSpread::needs_one_host(key.slots, requirement.asked);
  const bool reserves = state_.settings.queues[index_of(queue)].reserves_slots();
  const Slots needs = requirement.is_volatile ? Slots{} : reserves ? Slots{1} : bucket.slots;
  bucket.by_estimate = state_.queues[queue].backfills && !requirement.is_volatile;
  buckets_of(bucket).add(id, needs, bucket);
  if (requirement.is_volatile) return;
  const std::int32_t least = SlotSpread::least_offer(key.slots, requirement.asked);
  bucket.search_size =
      the<RequirementMaker>().search_size(requirement.search, reserves ? 1 : least);
}

std::uint32_t WaitingJobs::line_of(BucketId id, const JobState& job) {
  Bucket& bucket = state_.buckets[id];
  const QueueState& queue = state_.queues[bucket.queue];
  if (!queue.by_user) {
    if (bucket.lines.empty()) bucket.lines.emplace_back();
    return 0;
  }
  const NameId group = queue.shared ? config_.profiles[index_of(job.profile)].group : none<NameId>;
  const auto [found, is_new] = bucket.line_of.try_emplace(
      two_names(job.user, group), static_cast<std::uint32_t>(bucket.lines.size()));
  if (is_new) {
    bucket.lines.emplace_back();
    bucket.lines.back().user = job.user;
    if (queue.shared) the<ShareLines>().begin(id, found->second, group);
  }
  return found->second;
}

QueueBuckets& WaitingJobs::buckets_of(const Bucket& bucket) {
  QueueState& queue = state_.queues[bucket.queue];
  return bucket.one_host ? queue.on_one_host : queue.on_many_hosts;
}

void WaitingJobs::free_bucket(BucketId id) {
  const Bucket& bucket = state_.buckets[id];
  if (state_.queues[bucket.queue].shared) the<ShareLines>().forget(id);
  buckets_of(bucket).remove(bucket);
  state_.groups.mark_stale(state_.queues[bucket.queue].group);
  state_.buckets.remove(id);
}

void WaitingJobs::update_head(BucketId id, std::uint32_t line) {
  Bucket& bucket = state_.buckets[id];
  Bucket::Line& one = bucket.lines[line];
  const JobLine::Entry* first =
      one.jobs.first([&](const JobLine::Entry& entry) { return is_live(state_, id, line, entry); });
  const bool hidden = first == nullptr || one.parked != Parked::no;
  const std::int64_t key = hidden ? MinTree::nothing : first->key;
  const bool is_as_before = line < bucket.heads.capacity() && bucket.heads.at(line) == key;
  bucket.heads.set_grown(line, key);
  if (!is_as_before && state_.queues[bucket.queue].shared) {
    const JobSlotId next = hidden ? none<JobSlotId> : first->job;
    the<ShareLines>().set(id, {line, next, one.jobs.second()}, key);
  }
  update_turn(id);
}

void WaitingJobs::refresh_turns() {
  for (const std::uint32_t id : state_.groups.stale) {
    QueueGroup& group = state_.groups[id];
    group.is_stale = false;
    state_.groups.needs.set(id, needs_of(group));
  }
  state_.groups.stale.clear();
}

/// The fewest free slots with which a queue group has something to do.
std::int64_t WaitingJobs::needs_of(const QueueGroup& group) const {
  if (!group.to_open.empty()) return 0;
  std::int64_t least = MinTree::nothing;
  for (const QueueId id : group.queues) {
    const QueueState& queue = state_.queues[id];
    if (!queue.suspended.empty()) return 0;
    const bool reserves = queue.backfills && state_.settings.queues[index_of(id)].reserves_slots();
    least =
        std::min({least, queue.on_one_host.least(reserves), queue.on_many_hosts.least(reserves)});
  }
  return least;
}

void WaitingJobs::update_turn(BucketId id) {
  const Bucket& bucket = state_.buckets[id];
  const bool hidden = bucket.parked != Parked::no;
  buckets_of(bucket).set(bucket, hidden ? MinTree::nothing : bucket.heads.least());
  state_.groups.mark_stale(state_.queues[bucket.queue].group);
}

}  // namespace mcsim::scheduler
