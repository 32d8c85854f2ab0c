// What the naive reference of LSF's scheduler knows: jobs, hosts and queues as they are now, and
// obvious questions about them. It is written from docs/rules/scheduling.md alone, and shares only
// the nouns of the configuration with the simulator. It has no index, and keeps nothing that can be
// counted.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/model/return_reason.hpp"
#include "mcsim/policy/decay.hpp"
#include "support/naive_fairshare.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::naive {

/// Slots of an advance reservation that a job uses.
struct Charge {
  std::size_t reservation = 0;  ///< position in ClusterConfig::reservations
  HostId host{};
  std::int64_t slots = 0;
};

/// An account of a tree of the cluster.
struct ShareCharge {
  FairshareId tree{};
  ShareAccount account{};
};

/// How often a start, or its pre-execution command, has failed.
struct FailedStarts {
  std::int32_t init = 0;
  std::int32_t preexec = 0;
};

/// What a job of another cluster has in addition. docs/rules/forwarding.md, section 6.
struct Guest {
  ClusterId home{};
  std::size_t home_job = 0;   ///< position in the jobs of that cluster
  std::uint64_t forward = 0;  ///< its number among the forwards from there
  Time came{};
  std::int64_t came_round = 0;
  Duration resched_time = unlimited;  ///< MAX_RSCHED_TIME
  bool on_trial = false;              ///< its queue has no room: it has one session to start
  FailedStarts failed{};              ///< here, since it came
};

/// What a job waits for (bsub -w), from its submission or from a bmod on.
struct Awaited {
  ConditionId condition{};
  std::vector<std::vector<std::size_t>> parents{};  ///< of each step: jobs that it is about
  std::vector<Truth> leaves{};                      ///< of each step, when it was last looked at
  Truth value = Truth::no;
  Time ends_at = never;  ///< as an orphan
};

/// A job, from before its submission to after its end.
struct Job {
  TraceJob asked;
  const JobProfile* profile = nullptr;
  JobStatus status = JobStatus::unsubmitted;
  EndReason reason = EndReason::none;
  std::int32_t exit_code = 0;
  QueueId queue{};
  std::int64_t position = 0;
  std::int32_t priority = 0;
  Duration forward_delay{};    ///< MC_FORWARD_DELAY at its submission
  Time pending_from{};         ///< when NEW_JOB_SCHED_DELAY is over
  Duration limit = unlimited;  ///< run limit, on a host of CPU factor 1
  ResourceRequirement wants;   ///< of job, application and queue, merged
  std::vector<HostId> excluded;

  // The present or last execution.
  Time start = never;
  Time finish = never;
  Time ended = never;  ///< the same of jobs that were refused, too
  std::int64_t ended_round = 0;
  std::vector<HostSlots> hosts;  ///< in the order of placement
  std::vector<ResourceUse> uses;
  std::vector<Charge> charges;
  Duration limit_here = unlimited;  ///< run limit, on its first host
  Duration occupies{};              ///< how long it runs, without suspensions
  EndCause cause{};
  Time since{};  ///< the last start, stop or resumption
  std::int64_t since_round = 0;
  Time stopped = never;   ///< when it was last suspended while it ran
  Duration ran_before{};  ///< in this execution, before `since`
  bool backfilled = false;
  bool unheard = false;  ///< it is over, on a host that is silent
  Duration dead{};       ///< of `ran_before`: its first host was down, and mbatchd did not know

  // SLOT_RESERVE.
  Time reserves_since = never;
  std::vector<HostSlots> reserved;  ///< in this session
  Time predicted_start = never;     ///< as predicted when it reserved
  bool passed_over = false;         ///< in this session

  // User fairshare.
  std::optional<ShareCharge> share;  ///< counts while it has slots, reserves some, or is away
  Time forwarded_at = never;         ///< while it is in another cluster, as far as is known here
  AccumulatedUse ran_decayed;        ///< run time x width of this execution, with RUN_TIME_DECAY

  // All executions.
  Time waits_since{};  ///< or has been stopped since, if it waited
  JobHistory history;
  std::int32_t executions = 0;
  std::int32_t exit_requeues = 0;
  bool was_suspended = false;
  FailedStarts failed{};         ///< in all clusters, as far as is known here
  std::int32_t failed_here = 0;  ///< failed pre-execution commands of an own job

  Duration work{};     ///< run time that is left on a host of CPU factor 1
  bool taken = false;  ///< counts as preempted while victims are tried

  std::optional<Guest> guest;  ///< if the job came from another cluster

  // What others wait for of it, and it of others.
  std::optional<Awaited> awaited{};
  JobStatus heard = JobStatus::pend;            ///< while it is in another cluster, and of its end
  std::int32_t forwards = 0;                    ///< from here
  Time rests_until{};                           ///< since it came back the last time
  bool heard_start = false;                     ///< it has been started there
  JobStatus last_run = JobStatus::unsubmitted;  ///< REQUEUE_EXIT_VALUES: how it ended, since
  std::int32_t own_code = 0;                    ///< of its last end; 0: a signal ended it

  bool is_suspended() const { return status == JobStatus::ssusp || status == JobStatus::ususp; }
  bool is_started() const { return status == JobStatus::run || is_suspended(); }
  /// That it has, or without which it does not start.
  std::int64_t slots() const;
  std::int64_t slots_on(HostId host) const;
};

/// What happens to a guest is reported to its home.
enum class News : std::uint8_t { accepted, started, suspended, resumed, requeued, ended, returned };
struct Told {
  std::size_t job = 0;  ///< position in State::jobs
  News news{};
  ReturnReason reason{};  ///< if it is returned
  JobStatus status{};     ///< then
  std::int32_t own_code = 0;
};

struct Host {
  bool closed = false;
  bool down = false;
  Time down_until{};
  bool silent = false;  ///< it is down, whether mbatchd knows it or not
  Time silent_since{};
  Time missed{};            ///< when mbatchd comes to know it
  Time last_start = never;  ///< never: none yet
};

struct Queue {
  bool open = true;
  bool active = true;
  AccumulatedUse use;
};

/// Which used slots are asked for; a field that is not set does not restrict.
struct Scope {
  std::optional<HostId> host{};
  std::optional<QueueId> queue{};
  const std::vector<NameId>* users = nullptr;
  bool suspended_too = true;
  const Job* except = nullptr;
  /// Slots that are reserved by jobs whose predicted start is at this time or later do not count;
  /// never: all do.
  Time backfill_end = never;
};

class State {
 public:
  State(const ClusterConfig& cluster, std::uint64_t seed);

  const ClusterConfig& config;
  const ClusterSettings* settings;          ///< as configured now
  std::vector<ResourceId> reserved_before;  ///< under earlier settings; jobs may still hold some
  AnyDecay decay;
  Duration offset{};  ///< of the raster of sessions
  Time now{-1ms};
  std::int64_t round = 1;
  std::vector<Job> jobs;
  std::vector<Host> hosts;
  std::vector<Queue> queues;
  std::vector<ShareTree> shares;  ///< by FairshareId
  std::int64_t top = 0;           ///< the smallest position given so far
  std::int64_t bottom = 0;        ///< the largest
  bool news = false;              ///< something has changed in this round
  bool passes_jobs = false;       ///< JOBS of section Limit does not matter to what is asked now
  std::vector<std::int32_t> array_limits;  ///< %n of each job array, as it is now; 0: none
  std::vector<Told> told;                  ///< about guests, in this round, in order

  const QueueConfig& queue_of(const Job& job) const {
    return settings->queues[index_of(job.queue)];
  }
  /// The rules of the job's application profile; empty rules if it has none.
  const JobRules& application_of(const Job& job) const;
  const HostConfig& host(HostId id) const { return settings->hosts[index_of(id)]; }
  HostId host_id(std::size_t at) const { return static_cast<HostId>(at); }

  bool has_preemption() const;
  /// What JOB_CONTROLS does to the job, by its application or its queue.
  JobControl control(const Job& job, std::optional<JobControl> JobRules::* action) const;
  /// Whether the job is not on its hosts, or counts as gone while victims are tried.
  bool is_gone(const Job& job) const;
  bool runs_now(const Job& job) const { return job.status == JobStatus::run && !job.taken; }
  /// Pending, and NEW_JOB_SCHED_DELAY is over.
  bool is_pending(const Job& job) const;
  /// Whether its condition holds, and the limit of its job array lets it start, if those that are
  /// alike and before it do. docs/rules/arrays.md, section 3.
  bool is_in_line(const Job& job) const;
  /// bsub -b; Time{}: none.
  Time begin_of(const Job& job) const;

  /// Notes news about a guest; does nothing for the cluster's own jobs.
  void tell(const Job& job, News what, ReturnReason reason = ReturnReason::none);
  /// MC_FORWARD_DELAY below 0 keeps the job from the hosts of its own cluster for a time.
  bool is_kept_for_others(const Job& job) const;

  std::int64_t used(const Scope& scope) const;
  /// Slots of running jobs of a queue: its accumulated use grows by them.
  std::int64_t running_slots(QueueId queue) const;
  /// How long this execution has run, without suspensions.
  Duration ran(const Job& job) const;
  Time predicted_end(const Job& job) const;
  /// When the job's execution ends if nothing interferes.
  Time end(const Job& job) const;
};

bool contains(const std::vector<NameId>& users, NameId user);

/// HIST_HOURS of slot pools, and what happens when they change.
double pool_hours(const State& state);
void change_decay(State& state);

}  // namespace mcsim::testing::naive
