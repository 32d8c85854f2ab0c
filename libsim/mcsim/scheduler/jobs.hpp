// The jobs in flight of a cluster under LSF's scheduler, and the parts of hosts that they are on.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/kernel/event_queue.hpp"
#include "mcsim/model/job_profile.hpp"
#include "mcsim/model/resource.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/model/return_reason.hpp"

namespace mcsim::scheduler {

/// Where a job stands in its life.
enum class Stage : std::uint8_t {
  unused,   ///< the slot is free
  delayed,  ///< submitted, and not yet looked at: NEW_JOB_SCHED_DELAY
  pending,
  psusp,  ///< suspended by bstop while it was pending
  away,   ///< forwarded to another cluster
  running,
  ssusp,  ///< suspended by the system; resumes in a session
  ususp   ///< suspended by bstop while it was running
};

enum class RequirementId : std::uint32_t {};
enum class BucketId : std::uint32_t {};

/// A job from submission to end.
struct JobState {
  JobIndex index = none<JobIndex>;
  Stage stage = Stage::unused;
  QueueId queue{};
  NameId user = none<NameId>;
  ProfileId profile{};
  Slots slots;
  std::int32_t priority = 0;          ///< bsub -sp
  std::int64_t position = 0;          ///< smaller is looked at first
  Duration estimate = unlimited;      ///< its run limit, on a host of CPU factor 1
  Duration run{};                     ///< its run time, likewise
  RequirementId requirement{};        ///< what it asks of hosts
  BucketId bucket = none<BucketId>;   ///< in which it waits for hosts; none: it does not
  std::uint32_t line = 0;             ///< of the bucket
  std::uint32_t excluded = 0;         ///< a row of SchedulerState::exclusions: EXCLUDE(n)
  std::uint32_t guest = not_a_guest;  ///< a row of ForwardingState::guests
  std::uint32_t forward_line = no_forward_line;  ///< in which it waits to be forwarded
  std::int32_t forwards = 0;                     ///< so far
  ReturnReason came_back = ReturnReason::none;   ///< the last time, if no session has looked since
  std::uint16_t neighbour = 0;                   ///< where it is, while it is away
  Time hosts_from{-1ms};                         ///< before this it waits for other clusters only
  Time forward_from{};  ///< before this it waits for hosts of its own cluster only

  Time eligible{};                    ///< when NEW_JOB_SCHED_DELAY is over
  Time dispatched = never;            ///< of this execution; never: it has not started
  Time since{};                       ///< of the present stage
  Duration ran{};                     ///< in this execution, before `since`
  Duration occupies{};                ///< how long this execution runs, suspension apart
  Duration limit = unlimited;         ///< its run limit on its host
  EndCause cause{};                   ///< what ends this execution, if nothing else does before
  std::int32_t preexec_failures = 0;  ///< of its pre-execution command, in this cluster
  Ticket end{};                       ///< of its end, while it runs
  std::uint32_t parts = no_part;      ///< first of its hosts, once it has started
  std::uint32_t launch =
      no_launch;                   ///< a row of SchedulerState::launches, while it is on its hosts
  std::uint32_t executions = 0;    ///< that have begun
  std::int32_t exit_requeues = 0;  ///< by REQUEUE_EXIT_VALUES
  bool exclusive = false;
  bool is_aside = false;           ///< not to be looked at in this session any more
  bool backfilled = false;         ///< it uses slots that others had reserved
  Time reserves_since = never;     ///< SLOT_RESERVE: its first session with a reservation
  HostId stuck_on = none<HostId>;  ///< SSUSP: it is not tried before something is freed there
  /// SSUSP: the load index that it is suspended for. Its sbatchd resumes it, not a session.
  ResourceId stopped_for = none<ResourceId>;

  static constexpr std::uint32_t no_part = static_cast<std::uint32_t>(-1);
  static constexpr std::uint32_t no_launch = static_cast<std::uint32_t>(-1);
  static constexpr std::uint32_t not_a_guest = static_cast<std::uint32_t>(-1);
  static constexpr std::uint32_t no_forward_line = static_cast<std::uint32_t>(-1);
  /// It comes from another cluster.
  bool is_guest() const { return guest != not_a_guest; }
  bool is_started() const {
    return stage == Stage::running || stage == Stage::ssusp || stage == Stage::ususp;
  }
};

/// Some slots of a host that a started job is on; in the list of its job and in that of its host.
struct JobPart {
  JobSlotId job = none<JobSlotId>;
  HostId host{};
  Slots slots;
  std::uint32_t next_of_job = JobState::no_part;
  std::uint32_t next_on_host = JobState::no_part;
  std::uint32_t before_on_host = JobState::no_part;
};

/// Recycled slots for jobs, and the store of their parts.
class JobsInFlight {
 public:
  explicit JobsInFlight(std::size_t hosts = 0) : on_host_(hosts, JobState::no_part) {}

  JobSlotId add(const JobState& job) {
    if (free_jobs_.empty()) return jobs_.add(job);
    const JobSlotId id = free_jobs_.back();
    free_jobs_.pop_back();
    jobs_[id] = job;
    return id;
  }
  void remove(JobSlotId id) {
    jobs_[id] = JobState{};
    free_jobs_.push_back(id);
  }
  JobState& operator[](JobSlotId id) { return jobs_[id]; }
  const JobState& operator[](JobSlotId id) const { return jobs_[id]; }
  std::size_t capacity() const { return jobs_.size(); }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (std::size_t at = 0; at < jobs_.size(); ++at)
      if (const JobSlotId id = jobs_.id_at(at); jobs_[id].stage != Stage::unused)
        visitor(id, jobs_[id]);
  }

  void place(JobSlotId id, const std::vector<HostSlots>& hosts) {
    std::uint32_t next = JobState::no_part;
    for (std::size_t at = hosts.size(); at-- > 0;) next = add_part(id, hosts[at], next);
    jobs_[id].parts = next;
  }
  void unplace(JobSlotId id) {
    for (std::uint32_t at = jobs_[id].parts; at != JobState::no_part;) {
      const std::uint32_t next = parts_[at].next_of_job;
      remove_part(at);
      at = next;
    }
    jobs_[id].parts = JobState::no_part;
  }
  /// The host whose sbatchd has started the job.
  HostId first_host(JobSlotId id) const { return parts_[jobs_[id].parts].host; }
  /// Calls visitor(HostSlots) for each host of a started job, in the order of placement.
  template <class Visitor>
  void visit_hosts(JobSlotId id, Visitor&& visitor) const {
    for (std::uint32_t at = jobs_[id].parts; at != JobState::no_part; at = parts_[at].next_of_job)
      visitor(HostSlots{parts_[at].host, parts_[at].slots});
  }
  /// Calls visitor(JobSlotId, Slots) for each started job on a host, in an order that must not
  /// matter.
  template <class Visitor>
  void visit_on(HostId host, Visitor&& visitor) const {
    for (std::uint32_t at = on_host_[host]; at != JobState::no_part; at = parts_[at].next_on_host)
      visitor(parts_[at].job, parts_[at].slots);
  }

 private:
  std::uint32_t add_part(JobSlotId id, const HostSlots& part, std::uint32_t next) {
    std::uint32_t at = static_cast<std::uint32_t>(parts_.size());
    if (free_parts_.empty()) {
      parts_.emplace_back();
    } else {
      at = free_parts_.back();
      free_parts_.pop_back();
    }
    parts_[at] = {id, part.host, part.slots, next, on_host_[part.host], JobState::no_part};
    if (on_host_[part.host] != JobState::no_part) parts_[on_host_[part.host]].before_on_host = at;
    on_host_[part.host] = at;
    return at;
  }
  void remove_part(std::uint32_t at) {
    const JobPart& part = parts_[at];
    if (part.before_on_host == JobState::no_part)
      on_host_[part.host] = part.next_on_host;
    else
      parts_[part.before_on_host].next_on_host = part.next_on_host;
    if (part.next_on_host != JobState::no_part)
      parts_[part.next_on_host].before_on_host = part.before_on_host;
    free_parts_.push_back(at);
  }

  Table<JobSlotId, JobState> jobs_;
  std::vector<JobSlotId> free_jobs_;
  std::vector<JobPart> parts_;
  std::vector<std::uint32_t> free_parts_;
  Table<HostId, std::uint32_t> on_host_;
};

}  // namespace mcsim::scheduler
