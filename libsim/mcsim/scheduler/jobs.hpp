// The jobs in flight of a cluster under LSF's scheduler, and the parts of hosts that they are on.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mcsim/base/grown.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/prefetch.hpp"
#include "mcsim/base/recycled_table.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/kernel/event_queue.hpp"
#include "mcsim/model/job_profile.hpp"
#include "mcsim/model/resource.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/model/return_reason.hpp"
#include "mcsim/pam/launch_board.hpp"
#include "mcsim/scheduler/pend_tally.hpp"

namespace mcsim::scheduler {

/// Where a job stands in its life.
enum class Stage : std::uint8_t {
  unused,   ///< the slot is free
  delayed,  ///< submitted, and not yet looked at: NEW_JOB_SCHED_DELAY
  held,     ///< pending, but in no line: its condition (bsub -w) does not hold
  pending,
  psusp,  ///< suspended by bstop while it was pending
  away,   ///< forwarded to another cluster
  running,
  ssusp,  ///< suspended by the system; resumes in a session
  ususp   ///< suspended by bstop while it was running
};

enum class RequirementId : std::uint32_t {};
enum class BucketId : std::uint32_t {};
enum class JobPartId : std::uint32_t {};
enum class ExclusionId : std::uint32_t {};

/// What handlers note of a job, and no session looks at.
struct JobRecord {
  Slots least;                     ///< without which it does not start
  Duration run{};                  ///< its run time, on a host of CPU factor 1
  Time eligible{};                 ///< when NEW_JOB_SCHED_DELAY is over
  std::uint32_t executions = 0;    ///< that have begun
  std::int32_t exit_requeues = 0;  ///< by REQUEUE_EXIT_VALUES

  // Its present execution.
  Duration enforced = unlimited;      ///< the run limit at which it is killed, on its host
  Duration occupies{};                ///< how long it runs, suspension apart
  Duration overrun{};                 ///< of JobState::ran: it was over, and mbatchd did not know
  Ticket end{};                       ///< of its end, while it runs
  EndCause cause{};                   ///< what ends it, if nothing else does before
  std::int32_t preexec_failures = 0;  ///< of its pre-execution command, in this cluster
  LaunchId launch = none<LaunchId>;   ///< while it is on its hosts

  // Its way between clusters.
  Time hosts_from{-1ms};      ///< before this it waits for other clusters only
  Time forward_from{};        ///< before this it waits for hosts of its own cluster only
  std::int32_t forwards = 0;  ///< so far
  ReturnReason came_back = ReturnReason::none;  ///< the last time, if no session has looked since
  NeighbourId neighbour{};                      ///< where it is, or was, while it is away
  QueueId remote_queue{};                       ///< of that cluster, likewise
  bool runs_there = false;                      ///< likewise: as far as is known here, it runs
};

/// A job from submission to end: what sessions look at, and its record.
struct JobState {
  JobIndex index = none<JobIndex>;
  ProfileId profile{};
  QueueId queue{};
  Stage stage = Stage::unused;
  bool exclusive = false;
  bool backfilled = false;  ///< it uses slots that others had reserved
  bool is_aside = false;    ///< not to be looked at in this session any more
  /// SSUSP: the load index that it is suspended for. Its sbatchd resumes it, not a session.
  ResourceId stopped_for = none<ResourceId>;
  NameId user = none<NameId>;
  Slots slots;                    ///< that it waits for; once it has started: that it has
  std::int32_t priority = 0;      ///< bsub -sp
  std::int64_t position = 0;      ///< smaller is looked at first
  Duration estimate = unlimited;  ///< its run limit, on a host of CPU factor 1

  RequirementId requirement{};       ///< what it asks of hosts
  BucketId bucket = none<BucketId>;  ///< in which it waits for hosts; none: it does not
  std::uint32_t line = 0;            ///< of the bucket
  ExclusionId excluded{};            ///< EXCLUDE(n)
  GuestId guest = none<GuestId>;     ///< a row of ForwardingState::guests; none: it is no guest
  std::uint32_t forward_line = no_forward_line;  ///< in which it waits to be forwarded

  Time since{};                       ///< of the present stage
  Time dispatched = never;            ///< of this execution; never: it has not started
  Duration ran{};                     ///< in this execution, before `since`
  Duration limit = unlimited;         ///< its run limit on its host
  Time reserves_since = never;        ///< SLOT_RESERVE: its first session with a reservation
  JobPartId parts = none<JobPartId>;  ///< first of its hosts, once it has started
  HostId stuck_on = none<HostId>;     ///< SSUSP: it is not tried before something is freed there

  JobRecord record;

  static constexpr std::uint32_t no_forward_line = static_cast<std::uint32_t>(-1);
  /// It comes from another cluster.
  bool is_guest() const { return guest != none<GuestId>; }
  bool is_started() const {
    return stage == Stage::running || stage == Stage::ssusp || stage == Stage::ususp;
  }
};
static_assert(sizeof(JobState) - sizeof(JobRecord) <= 128);  // two cache lines

/// Some slots of a host that a started job is on; in the list of its job and in that of its host.
struct JobPart {
  JobSlotId job = none<JobSlotId>;
  HostId host{};
  Slots slots;
  JobPartId next_of_job = none<JobPartId>;
  JobPartId next_on_host = none<JobPartId>;
  JobPartId before_on_host = none<JobPartId>;
};

/// The jobs in flight, where they are, and how many are in which stages.
class JobsInFlight {
 public:
  explicit JobsInFlight(std::size_t hosts = 0) : on_host_(hosts, none<JobPartId>) {}

  JobSlotId add(const JobState& job) {
    ++count_of(job.stage);
    if (pend_tally_.counts()) [[unlikely]]
      tally(job, 1);
    return jobs_.add(job);
  }
  void remove(JobSlotId id) {
    if (pend_tally_.counts()) [[unlikely]]
      tally(jobs_[id], -1);
    --count_of(jobs_[id].stage);
    jobs_[id] = JobState{};
    jobs_.remove(id);
  }
  /// The one place where stages change.
  void become(JobSlotId id, Stage stage) {
    if (pend_tally_.counts()) [[unlikely]]
      tally(jobs_[id], -1);
    --count_of(jobs_[id].stage);
    ++count_of(jobs_[id].stage = stage);
    jobs_[id].record.runs_there = false;
    if (pend_tally_.counts()) [[unlikely]]
      tally(jobs_[id], 1);
  }
  /// A forwarded job runs in the other cluster, or waits there.
  void hear_of_away(JobSlotId id, bool runs_there) {
    if (pend_tally_.counts()) tally(jobs_[id], -1);
    jobs_[id].record.runs_there = runs_there;
    if (pend_tally_.counts()) tally(jobs_[id], 1);
  }
  /// Whether so many more jobs of a user, and slots, exceed MAX_PEND_JOBS or MAX_PEND_SLOTS.
  bool exceeds_pending(NameId user, const PendCount& more) {
    return pend_tally_.counts() && pend_tally_.exceeds(user, more);
  }
  /// Counts anew what waits: other limits may apply now.
  void recount_pending(const ClusterSettings& settings) {
    pend_tally_.restart(settings);
    if (pend_tally_.counts()) visit([&](JobSlotId, const JobState& job) { tally(job, 1); });
  }
  void prefetch_part(JobSlotId id) const {
    if (const JobPartId first = jobs_[id].parts; first != none<JobPartId>) prefetch(parts_[first]);
  }
  JobState& operator[](JobSlotId id) { return jobs_[id]; }
  const JobState& operator[](JobSlotId id) const { return jobs_[id]; }
  std::size_t capacity() const { return jobs_.capacity(); }

  /// Jobs that wait in this cluster, delayed and stopped ones among them, but none that is held.
  std::uint64_t pending() const {
    return count_of(Stage::delayed) + count_of(Stage::pending) + count_of(Stage::psusp);
  }
  /// Jobs that wait for other jobs: no session can start them.
  std::uint64_t held() const { return count_of(Stage::held); }
  /// Jobs that run or are suspended.
  std::uint64_t started() const {
    return count_of(Stage::running) + count_of(Stage::ssusp) + count_of(Stage::ususp);
  }
  /// Of these, those that the system has suspended.
  std::uint64_t ssusp() const { return count_of(Stage::ssusp); }
  /// Jobs that are forwarded, and have not come back or ended.
  std::uint64_t away() const { return count_of(Stage::away); }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (std::size_t at = 0; at < jobs_.capacity(); ++at)
      if (const auto id = static_cast<JobSlotId>(at); jobs_[id].stage != Stage::unused)
        visitor(id, jobs_[id]);
  }

  /// What a job has taken of each of its rusage.
  std::vector<Amount>& taken(JobSlotId id) { return grown(taken_, id); }
  const std::vector<Amount>& taken(JobSlotId id) const { return taken_[index_of(id)]; }

  // Places in line.

  std::int64_t next_position() { return ++last_position_; }
  std::int64_t position_before_all() { return --first_position_; }

  // Hosts.

  void place(JobSlotId id, const std::vector<HostSlots>& hosts) {
    JobPartId next = none<JobPartId>;
    for (std::size_t at = hosts.size(); at-- > 0;) next = add_part(id, hosts[at], next);
    jobs_[id].parts = next;
  }
  void unplace(JobSlotId id) {
    for (JobPartId at = jobs_[id].parts; at != none<JobPartId>;) {
      const JobPartId next = parts_[at].next_of_job;
      remove_part(at);
      at = next;
    }
    jobs_[id].parts = none<JobPartId>;
  }
  /// The first host of a job; none: it is on no host.
  HostId first_host_or_none(JobSlotId id) const {
    const JobPartId first = jobs_[id].parts;
    return first == none<JobPartId> ? none<HostId> : parts_[first].host;
  }
  /// The host whose sbatchd has started the job.
  HostId first_host(JobSlotId id) const { return parts_[jobs_[id].parts].host; }
  /// Calls visitor(HostSlots) for each host of a started job, in the order of placement.
  template <class Visitor>
  void visit_hosts(JobSlotId id, Visitor&& visitor) const {
    for (JobPartId at = jobs_[id].parts; at != none<JobPartId>; at = parts_[at].next_of_job)
      visitor(HostSlots{parts_[at].host, parts_[at].slots});
  }
  /// Calls visitor(JobSlotId, Slots) for each started job on a host, in an order that must not
  /// matter.
  template <class Visitor>
  void visit_on(HostId host, Visitor&& visitor) const {
    for (JobPartId at = on_host_[host]; at != none<JobPartId>; at = parts_[at].next_on_host)
      visitor(parts_[at].job, parts_[at].slots);
  }

 private:
  /// PEND and PSUSP: also of a forwarded job, wherever it waits.
  static bool pends(const JobState& job) {
    return job.stage != Stage::unused && !job.is_started() && !job.record.runs_there;
  }
  void tally(const JobState& job, std::int32_t sign) {
    if (pends(job)) pend_tally_.add(job.user, job.record.least, sign);
  }
  std::uint64_t& count_of(Stage stage) { return counts_[static_cast<std::size_t>(stage)]; }
  std::uint64_t count_of(Stage stage) const { return counts_[static_cast<std::size_t>(stage)]; }

  JobPartId add_part(JobSlotId id, const HostSlots& part, JobPartId next) {
    const JobPartId first = on_host_[part.host];
    const JobPartId at =
        parts_.add(JobPart{id, part.host, part.slots, next, first, none<JobPartId>});
    if (first != none<JobPartId>) parts_[first].before_on_host = at;
    on_host_[part.host] = at;
    return at;
  }
  void remove_part(JobPartId at) {
    const JobPart& part = parts_[at];
    if (part.before_on_host == none<JobPartId>)
      on_host_[part.host] = part.next_on_host;
    else
      parts_[part.before_on_host].next_on_host = part.next_on_host;
    if (part.next_on_host != none<JobPartId>)
      parts_[part.next_on_host].before_on_host = part.before_on_host;
    parts_.remove(at);
  }

  RecycledTable<JobSlotId, JobState> jobs_;
  RecycledTable<JobPartId, JobPart> parts_;
  Table<HostId, JobPartId> on_host_;
  std::vector<std::vector<Amount>> taken_;  ///< by JobSlotId
  std::array<std::uint64_t, static_cast<std::size_t>(Stage::ususp) + 1> counts_{};  ///< by Stage
  PendTally pend_tally_;
  std::int64_t last_position_ = 0;
  std::int64_t first_position_ = 0;
};

}  // namespace mcsim::scheduler
