// The configuration of queues, application profiles and slot pools.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/fairshare_config.hpp"
#include "mcsim/model/forwarding_config.hpp"
#include "mcsim/model/limit.hpp"
#include "mcsim/model/load_index.hpp"
#include "mcsim/model/requirement.hpp"
#include "mcsim/model/time_window.hpp"
#include "mcsim/model/user_list.hpp"

namespace mcsim::model {

/// Hosts with preferences, as HOSTS and bsub -m name them: groups, ranges, `~`, `others` and `all`
/// are resolved. A host that is not listed is not used.
struct HostPreferences {
  struct Entry {
    HostId host{};
    std::int32_t level = 0;  ///< +n: larger first

    auto operator<=>(const Entry&) const = default;
  };
  bool all = true;            ///< every host, at level 0; `list` is empty
  std::vector<Entry> list{};  ///< by host

  bool names(HostId host) const {
    return all || std::ranges::binary_search(list, host, {}, &Entry::host);
  }

  auto operator<=>(const HostPreferences&) const = default;
};

/// PROCLIMIT: `[min [default]] max`.
struct ProcLimit {
  std::int32_t least = 1;
  std::optional<std::int32_t> usual{};  ///< for jobs that give no number
  std::int32_t most = no_limit;

  bool operator==(const ProcLimit&) const = default;
};

/// REQUEUE_EXIT_VALUES: exit codes after which a job goes back into its queue.
struct RequeueExitValue {
  std::int32_t code = 0;
  bool exclude = false;  ///< EXCLUDE(n): and never to that host again, unless the job is parallel

  bool operator==(const RequeueExitValue&) const = default;
};

/// PREEMPTION: which queues may preempt, and which ones they preempt.
struct PreemptionConfig {
  struct Low {
    QueueId queue{};
    std::int32_t preference = 0;  ///< +pref: larger first; 0: none given

    bool operator==(const Low&) const = default;
  };
  bool preemptive = false;
  std::vector<Low> low{};  ///< PREEMPTIVE[...]; empty: every queue of lower priority
  bool preemptable = false;
  std::vector<QueueId> high{};  ///< PREEMPTABLE[...]; empty: every queue of higher priority

  bool operator==(const PreemptionConfig&) const = default;
};

/// Limits that lsb.params, lsb.queues and lsb.applications can give: the application's overrides
/// the queue's, and the queue's the cluster's.
struct RetryLimits {
  std::optional<std::int32_t> max_job_preempt{};
  std::optional<std::int32_t> max_job_requeue{};
  /// LOCAL_MAX_PREEXEC_RETRY, else MAX_PREEXEC_RETRY.
  std::optional<std::int32_t> local_preexec_retry{};
  /// REMOTE_MAX_PREEXEC_RETRY, else MAX_PREEXEC_RETRY; the cluster's own is in
  /// ForwardingParameters.
  std::optional<std::int32_t> remote_preexec_retry{};

  bool operator==(const RetryLimits&) const = default;
};

/// What JOB_CONTROLS has done to a job that is to be suspended, resumed or ended.
struct JobControl {
  enum class Kind : std::uint8_t {
    usual,       ///< what happens without it
    requeue,     ///< brequeue: it is killed, and waits again
    kill,        ///< bkill, or a signal that ends it
    checkpoint,  ///< CHKPNT of TERMINATE: what it has done is kept
  };
  Kind kind = Kind::usual;
  std::int32_t exit_code = 0;  ///< of a job that a signal ends; 0: bkill

  bool ends_execution() const { return kind == Kind::requeue || kind == Kind::kill; }
  bool operator==(const JobControl&) const = default;
};

/// What both application profiles and queues say about their jobs.
struct JobRules {
  std::optional<Duration> default_run_limit{};  ///< RUNLIMIT, first of two values
  Duration run_limit = unlimited;               ///< RUNLIMIT, the maximum
  std::optional<Duration> default_cpu_limit{};  ///< CPULIMIT, first of two values: CPU time
  Duration cpu_limit = unlimited;               ///< CPULIMIT, the maximum
  ProcLimit proc_limit{};
  std::int64_t default_mem_limit = -1;  ///< MEMLIMIT, first of two values, in KB; negative: none
  std::int64_t mem_limit = -1;          ///< MEMLIMIT, the maximum, in KB; negative: none
  std::vector<RequeueExitValue> requeue_exit_values{};
  std::optional<bool> rerunnable{};
  RetryLimits retries{};
  ResourceRequirement res_req{};
  // JOB_CONTROLS; what an application profile says goes before its queue.
  std::optional<JobControl> suspend_control{};
  std::optional<JobControl> resume_control{};
  std::optional<JobControl> terminate_control{};

  bool operator==(const JobRules&) const = default;
};

/// A section Application of lsb.applications.
struct ApplicationConfig {
  std::string name{};
  JobRules rules{};

  bool operator==(const ApplicationConfig&) const = default;
};

/// A row of ClusterSettings::pools.
enum class PoolId : std::uint16_t {};

/// Queues that share slots by SLOT_SHARE. The settings of the first queue count for the pool.
/// Source: Platform LSF 7.3 Configuration Reference, lsb.queues: SLOT_POOL, SLOT_SHARE,
/// MAX_SLOTS_IN_POOL, USE_PRIORITY_IN_POOL.
struct PoolConfig {
  std::string name{};
  std::vector<QueueId> queues{};  ///< in file order
  std::int32_t max_slots = no_limit;
  bool use_priority = false;

  bool operator==(const PoolConfig&) const = default;
};

/// One queue, in file order.
struct QueueConfig {
  std::string name{};
  std::int32_t priority = 1;  ///< PRIORITY, larger first
  JobRules rules{};
  HostPreferences hosts{};
  UserList users{};                    ///< USERS: who may use it
  std::int32_t qjob_limit = no_limit;  ///< slots of the queue
  std::int32_t ujob_limit = no_limit;  ///< slots of one user in it
  std::int32_t hjob_limit = no_limit;  ///< slots of it on one host
  SlotsPerProcessor pjob_limit{};
  std::vector<LoadThreshold> thresholds{};
  Duration job_accept_interval{};  ///< JOB_ACCEPT_INTERVAL x MBD_SLEEP_TIME
  Duration new_job_sched_delay{};
  bool exclusive = false;  ///< takes exclusive jobs
  TimeWindows dispatch_window{};
  TimeWindows run_window{};
  bool ignore_deadline = false;
  bool terminate_when_preempted = false;
  bool terminate_when_window_closes = false;
  PreemptionConfig preemption{};
  bool backfill = false;
  Duration max_reserve_time{};  ///< SLOT_RESERVE x MBD_SLEEP_TIME; 0: no slot reservation
  PoolId pool = none<PoolId>;
  std::int32_t slot_share = 0;                ///< percent
  FairshareId fairshare = none<FairshareId>;  ///< none: first come, first served
  QueueForwarding forwarding{};

  bool reserves_slots() const { return max_reserve_time > Duration{}; }
  bool operator==(const QueueConfig&) const = default;
};

}  // namespace mcsim::model
