// The validated input of a simulation, as plain values. `config` makes it from files; programs may
// fill it in themselves. With valid input only a bug of mcsim can fail.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/names.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/array_spec.hpp"
#include "mcsim/model/begin_times.hpp"
#include "mcsim/model/condition.hpp"
#include "mcsim/model/elim_config.hpp"
#include "mcsim/model/forwarding_config.hpp"
#include "mcsim/model/host_config.hpp"
#include "mcsim/model/job_profile.hpp"
#include "mcsim/model/job_texts.hpp"
#include "mcsim/model/launch_config.hpp"
#include "mcsim/model/lease_config.hpp"
#include "mcsim/model/limit_section.hpp"
#include "mcsim/model/model_config.hpp"
#include "mcsim/model/queue_config.hpp"
#include "mcsim/model/recorded_hosts.hpp"
#include "mcsim/model/resource.hpp"
#include "mcsim/model/trace.hpp"

namespace mcsim::model {

/// A time after which, or before which, a job is not preempted: minutes, or per cent of its run
/// limit. Neither: not configured. Source: docs/rules/lsf.md, 1.2, NO_PREEMPT_RUN_TIME,
/// NO_PREEMPT_FINISH_TIME.
struct PreemptShield {
  std::optional<Duration> time{};
  std::optional<std::int32_t> percent{};

  bool operator==(const PreemptShield&) const = default;
};

/// MAX_JOB_ARRAY_SIZE of lsb.params, where it is not set. Source: IBM Spectrum LSF 10.1,
/// lsb.params.
inline constexpr std::int32_t default_max_job_array_size = 1'000;

/// What one user, or a group of users together, may have: slots, and jobs that wait. Source:
/// lsb.users, section User.
struct UserLimit {
  std::vector<NameId> users;  ///< ascending
  bool all_but = false;       ///< for everybody but `users`: of a group with the member all
  bool is_default = false;    ///< for each user whom no other limit names; `users` is empty
  bool together = false;      ///< for a group as a whole; else for each of `users`
  std::int32_t max_jobs = no_limit;
  SlotsPerProcessor per_processor{};  ///< JL/P: on each host
  std::int32_t max_pend_jobs = no_limit;
  std::int32_t max_pend_slots = no_limit;

  bool limits_pending() const { return std::min(max_pend_jobs, max_pend_slots) < no_limit; }
  /// Whether it is for the user, alone or in a group.
  bool names(NameId user) const {
    return !is_default && std::ranges::binary_search(users, user) != all_but;
  }
  bool operator==(const UserLimit&) const = default;
};

/// The parameters of lsb.params and lsf.conf that affect a simulation.
struct ClusterParameters {
  Duration job_scheduling_interval{5'000};  ///< 0: one session in each round with a change
  Duration mbd_sleep_time{20'000};
  Duration sbd_sleep_time{30'000};
  Duration pg_susp_it{180'000};                    ///< PG_SUSP_IT
  Duration load_update_interval{15'000};           ///< LOAD_UPDATE_INTVL
  std::int32_t max_dispatch_per_session = 15'000;  ///< LSB_MAX_JOB_DISPATCH_PER_SESSION
  std::int32_t max_user_priority = 0;              ///< MAX_USER_PRIORITY; 0: not defined
  bool requeue_to_bottom = false;                  ///< LSB_REQUEUE_TO_BOTTOM
  bool stop_ignores_it = false;                    ///< LSB_STOP_IGNORE_IT
  bool abs_runlimit = false;                       ///< ABS_RUNLIMIT
  bool cpu_limit_of_process = false;               ///< LSB_JOB_CPULIMIT=n
  RetryLimits retries{.local_preexec_retry = default_preexec_retry};
  bool preempt_least_run_time = false;  ///< PREEMPT_FOR=LEAST_RUN_TIME
  bool preempt_few_jobs = false;        ///< PREEMPT_FOR=MINI_JOB or OPTIMAL_MINI_JOB
  bool preempt_fewest_jobs = false;     ///< PREEMPT_FOR=OPTIMAL_MINI_JOB
  bool preempt_exclusive = false;       ///< PREEMPT_JOBTYPE=EXCLUSIVE
  bool preempt_backfill = false;        ///< PREEMPT_JOBTYPE=BACKFILL
  PreemptForLimits preempt_for{};
  PreemptShield no_preempt_run_time{};
  PreemptShield no_preempt_finish_time{};
  double hist_hours = 5.0;
  NameId default_project{};  ///< DEFAULT_PROJECT, in GridConfig::projects
  ForwardingParameters forwarding{};
  Duration reclaim_delay{600'000};   ///< MC_RECLAIM_DELAY
  Duration pjl_timeout{300'000};     ///< LSF_HPC_PJL_LOADENV_TIMEOUT
  Duration clean_period{3'600'000};  ///< CLEAN_PERIOD
  /// CLEAN_PERIOD_DONE, shorter than that; none: as that.
  std::optional<Duration> clean_period_done{};
  /// ORPHAN_JOB_TERM_GRACE_PERIOD; none: orphans wait for ever.
  std::optional<Duration> orphan_grace{};
  bool dep_last_sub = false;  ///< JOB_DEP_LAST_SUB
  std::int32_t max_job_array_size = default_max_job_array_size;
  UserLimit max_pending{};  ///< MAX_PEND_JOBS, MAX_PEND_SLOTS: of the whole cluster

  bool operator==(const ClusterParameters&) const = default;
};

/// An advance reservation. Source: docs/rules/lsf.md, 7.4; IBM Spectrum LSF 10.1, brsvadd.
struct ReservationConfig {
  struct Part {
    HostId host{};
    Slots slots;

    bool operator==(const Part&) const = default;
  };
  Time start{};
  Time end{};
  std::vector<Part> parts;  ///< by host
  UserList users{};         ///< who may use it

  bool operator==(const ReservationConfig&) const = default;
};

/// The settings of a cluster, which a reconfiguration can replace: hosts and queues stay the same
/// ones.
struct ClusterSettings {
  std::vector<ResourceConfig> resources = builtin_resources();
  std::vector<HostConfig> hosts;
  std::vector<SharedResource> shared_resources;
  std::vector<QueueConfig> queues;
  std::vector<PoolConfig> pools;
  std::vector<FairshareConfig> fairshares{};
  std::vector<ApplicationConfig> applications;
  std::vector<UserLimit> user_limits;
  std::vector<UserLimit> pend_limits{};  ///< of jobs that wait; empty where lsb.users has none
  std::vector<LimitSection> limits{};    ///< in file order
  ClusterParameters params;
  LimParameters lim{};
  std::vector<HostExport> exports{};                     ///< as a provider of leases
  std::vector<SharedResourceExport> resource_exports{};  ///< likewise
  std::vector<ForeignHost> foreign_hosts{};              ///< their HostIds follow those of `hosts`

  /// What `local` means to jobs that are submitted from `host`, a host of this or another cluster.
  std::string_view type_of(HostId host) const {
    return is_own(host) ? hosts[index_of(host)].type : foreign(host).type;
  }
  std::string_view model_of(HostId host) const {
    return is_own(host) ? hosts[index_of(host)].model : foreign(host).model;
  }
  bool operator==(const ClusterSettings&) const = default;

  // Defined in config.cpp, so that not every file that includes this compiles them.
  ClusterSettings();
  ClusterSettings(const ClusterSettings& other);
  ClusterSettings(ClusterSettings&& other) noexcept;
  ClusterSettings& operator=(const ClusterSettings& other);
  ClusterSettings& operator=(ClusterSettings&& other) noexcept;
  ~ClusterSettings();

 private:
  bool is_own(HostId host) const { return index_of(host) < hosts.size(); }
  const ForeignHost& foreign(HostId host) const {
    return foreign_hosts[index_of(host) - hosts.size()];
  }
};

/// An entry of the timeline: what happens to a cluster from outside at a given instant.
struct TimelineEntry {
  enum class Kind : std::uint8_t {
    host_down,     ///< `host`, for `down_for`
    lim_down,      ///< the LIM of `host`, for `down_for`
    sbatchd_down,  ///< the sbatchd of `host`, for `down_for`
    bkill,         ///< `job`
    bstop,         ///< `job`
    bresume,       ///< `job`
    bswitch,       ///< `job` to `queue`
    btop,          ///< `job` to `place`, from the top
    bbot,          ///< `job` to `place`, from the bottom
    bmod,          ///< `job` gets `profile`, `condition` and `begin`, where there are any
    hclose,        ///< `host`
    hopen,         ///< `host`
    qclose,        ///< `queue`: takes no jobs
    qopen,         ///< `queue`
    qinact,        ///< `queue`: starts no jobs
    qact,          ///< `queue`
    reconfigure,   ///< the settings become `settings`
  };

  Time at{};
  Kind kind{};
  HostId host{};
  QueueId queue{};
  JobId job{};
  ProfileId profile{};
  ConditionId condition = none<ConditionId>;
  ArrayId array = none<ArrayId>;  ///< that `job` is; none: it is none
  /// Of an array: the elements; null: all. Each then has `condition` of its own, the next ones in
  /// their order.
  std::shared_ptr<const ArrayIndices> elements{};
  Time begin{-1ms};               ///< bmod -b: not before it; before 0: as it was
  std::int32_t array_limit = -1;  ///< bmod -J "%n"; 0: no limit any more; negative: as it was
  std::int32_t place = 1;         ///< from 1
  bool by_admin = false;          ///< else by the user of the job
  Duration down_for = unlimited;
  std::shared_ptr<const ClusterSettings> settings{};
};

/// A host that goes down and comes up again and again. How long it is up and down is drawn each
/// time, from exponential distributions with the means `mtbf` and `mttr`.
struct RandomFault {
  HostId host{};
  Time from{};  ///< when its first time up begins
  Duration mtbf{};
  Duration mttr{};
};

/// A host group of lsb.hosts, as it is at first.
struct HostGroup {
  std::string name;
  std::vector<HostId> hosts;  ///< ascending; own ones

  bool operator==(const HostGroup&) const = default;
};

/// One cluster: its settings, its own workload, and what happens to it.
struct ClusterConfig : ClusterSettings {
  std::string name;
  QueueId default_queue{};
  ModelConfig model;
  WeekClock clock;
  std::vector<ReservationConfig> reservations;
  std::vector<HostGroup> host_groups{};   ///< by name
  std::vector<ElimConfig> elims{};        ///< in scenario order
  std::vector<std::string> elim_texts{};  ///< that they report of string resources, by number
  LaunchRules launch{};
  std::vector<TimelineEntry> timeline;  ///< in scenario order; `at` need not be sorted
  std::vector<RandomFault> random_faults;
  std::vector<JobProfile> profiles{JobProfile{}};  ///< by ProfileId; the first asks for nothing
  /// By ClusterId and that cluster's ProfileId: the profile here of a job that comes from there, in
  /// terms of this cluster's resources and hosts; none: this cluster does not know something that
  /// the job asks for. Empty for clusters that never send jobs here; the whole table is empty if
  /// none does.
  std::vector<std::vector<ProfileId>> foreign_profiles{};
  Trace trace;
  std::vector<JobDependency> dependencies{};  ///< by job, of which each has at most one
  ConditionTable conditions{};
  ArrayTable arrays{};
  // As their users have written them; of a job array by its first element.
  JobTexts job_names{};        ///< bsub -J: of jobs that are no arrays, which have theirs
  JobTexts condition_texts{};  ///< bsub -w, with the numbers that jobs have in the run
  BeginTimes begins{};
  RecordedHosts recorded_hosts{};
};

/// The part of a run that is measured: what happens before it is warm-up, behind it cool-down.
struct Measured {
  Time from{};
  Time to = never;  ///< not in it

  bool holds(Time submitted) const { return submitted >= from && submitted < to; }
};

/// Everything that a run depends on. Equal configurations give equal results, byte by byte.
struct GridConfig {
  std::string name;
  std::string about;
  std::uint64_t seed = 1;
  std::optional<Time> until{};         ///< none: until all jobs have ended or no more can start
  std::optional<Measured> measured{};  ///< none: the whole run
  std::vector<ClusterConfig> clusters;
  std::vector<LinkConfig> links;  ///< by (a, b)
  NameTable users;
  NameTable groups;
  NameTable projects;                  ///< the first one is LSF's DEFAULT_PROJECT, "default"
  std::vector<std::string> workloads;  ///< what TraceJob::workload names: file names, "jobs"

  // Defined in config.cpp, so that not every file that includes this compiles them.
  GridConfig();
  GridConfig(const GridConfig& other);
  GridConfig(GridConfig&& other) noexcept;
  GridConfig& operator=(const GridConfig& other);
  GridConfig& operator=(GridConfig&& other) noexcept;
  ~GridConfig();
};

/// From when to when utilization "while submitting" counts: what the scenario measures, or else
/// from the first to the last submission.
inline Measured watched_part(const GridConfig& config, Time first_submit, Time last_submit) {
  if (!config.measured) return {first_submit, last_submit};
  return {config.measured->from, config.measured->to == never ? last_submit : config.measured->to};
}

}  // namespace mcsim::model
