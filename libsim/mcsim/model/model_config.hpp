// Choices where LSF's documents are silent, and baselines: the scenario's `model`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "mcsim/base/time.hpp"
#include "mcsim/model/policy_values.hpp"

namespace mcsim::model {

/// What predicts a job's end: its run limit, or its actual run time.
enum class PredictedBy : std::uint8_t { requested, actual };

/// What EASY backfilling leaves open; the literature and its simulators differ in each of these.
/// Source: Mu'alem, Feitelson, IEEE TPDS 12(6), 2001; defaults: those of the simulators that
/// tests/baseline/oracle_test.cpp compares with.
struct EasyOptions {
  enum class Reservation : std::uint8_t { fresh, sticky };  ///< remade in each pass, or kept
  enum class Pass : std::uint8_t { instant, event };        ///< one pass per instant, or per event
  enum class First : std::uint8_t { ends, arrivals };       ///< of an instant, with Pass::event
  enum class EstimateOver : std::uint8_t { busy, free };    ///< of a job that ends in this instant
  enum class Compare : std::uint8_t { at_most, less };      ///< an estimate with the reserved time

  Reservation reservation = Reservation::fresh;
  bool extra = true;  ///< jobs that leave the first one enough slots may outrun its reservation
  PredictedBy running = PredictedBy::requested;     ///< when running jobs end
  PredictedBy candidates = PredictedBy::requested;  ///< when a job would end that starts now
  Pass pass = Pass::instant;  ///< event: only where JOB_SCHEDULING_INTERVAL is 0
  First first = First::ends;
  EstimateOver estimate_over = EstimateOver::busy;  ///< with Pass::event
  Compare compare = Compare::at_most;

  bool operator==(const EasyOptions&) const = default;
};

/// Conservative backfilling, and what lies between it and EASY.
struct ConservativeOptions {
  static constexpr std::uint64_t all = static_cast<std::uint64_t>(-1);

  std::uint64_t depth = all;  ///< how many of the first waiting jobs have reservations
  PredictedBy runtime = PredictedBy::requested;

  bool operator==(const ConservativeOptions&) const = default;
};

/// What all baselines share.
struct BaselineOptions {
  std::string order = "submit";  ///< a name in the registry of orders

  bool operator==(const BaselineOptions&) const = default;
};

// Choices where docs/rules/scheduling.md infers what LSF does; the first value of each is the
// default. The vocabulary of `model` has their meanings and sources.

/// What JOB_SCHEDULING_INTERVAL is where lsb.params does not say it.
enum class SessionInterval : std::uint8_t { lsf, mbd_sleep_time };
enum class PoolOrder : std::uint8_t { use_per_share, use, shares };
enum class PoolTurn : std::uint8_t { own, strict, highest };
enum class PoolLimit : std::uint8_t { soft, hard };
enum class PoolTotal : std::uint8_t { usable, configured };
enum class PoolLeftover : std::uint8_t { ratio, passes };
enum class VictimOrder : std::uint8_t { started, submitted };
enum class VictimHosts : std::uint8_t { by_queue, in_order };
enum class ResumeOrder : std::uint8_t { started, suspended };
enum class ReservationBackfill : std::uint8_t { run_limit, nobody, anybody };

/// When a receive queue counts as having free slots for a job: if available - pending is above 0
/// (net), if available is above 0 (available), or if available - pending covers the job (fits).
enum class ForwardFreeTest : std::uint8_t { net, available, fits };
/// How a receive queue is chosen after PRIORITY, under HIGH_QUEUE_PRIORITY and
/// PREEMPTABLE_QUEUE_PRIORITY, if none has free slots: first by the lowest queue that it can
/// preempt, or first by preemptable available - pending.
enum class ForwardKeyOrder : std::uint8_t { prio_low_p, prio_p_low };

/// Whether USERS=all of a section Limit is for all users together, or for each user.
enum class LimitUsersAll : std::uint8_t { together, each };

/// Whether queue counters are sent every MC_PLUGIN_UPDATE_INTERVAL, or are exact at any time.
enum class CounterMode : std::uint8_t { periodic, instant };

/// What load is: the share of a host's processors that jobs use now, or what LIMs have reported.
enum class LoadMode : std::uint8_t { slots, lim };

/// When mbatchd knows that a host is down: in that instant, or by the silence of its LIM.
enum class HostDown : std::uint8_t { at_once, silence };

/// Whether a job that REQUEUE_EXIT_VALUES has requeued counts for conditions as its last run ended,
/// or as one that has not ended.
enum class DepRequeued : std::uint8_t { last_run, new_run };

/// Choices of user fairshare: docs/rules/fairshare.md.
struct FairshareOptions {
  enum class NoShare : std::uint8_t { reject, last };           ///< a user without an account
  enum class Duplicate : std::uint8_t { group_at, named };      ///< named alone and in group@
  enum class Cpu : std::uint8_t { actual, normalised };         ///< CPU time, by CPU factor or not
  enum class Run : std::uint8_t { slots, jobs };                ///< run time, by width or not
  enum class JobOrder : std::uint8_t { queue_priority, fcfs };  ///< of one user, over queues
  enum class Mixed : std::uint8_t { error, first };             ///< a queue with several partitions

  NoShare no_share{};
  Duplicate duplicate{};
  Cpu cpu{};
  Run run{};
  double cpu_per_slot = 1;           ///< CPU seconds of a slot-second of running
  double floor = 0.01;               ///< of the divisor
  std::string decay = "continuous";  ///< a name in the registry of decay policies
  std::string priority = "lsf";      ///< a name in the registry of user share policies
  JobOrder crossqueue_job_order{};
  Mixed hpart_mixed{};

  bool operator==(const FairshareOptions&) const = default;
};

struct ModelConfig {
  std::string dispatch = "lsf";  ///< a name in the registry of dispatch policies
  BaselineOptions baseline;
  EasyOptions easy;
  ConservativeOptions conservative;
  bool enforce_runlimit = true;
  bool seeded_daemon_phase = false;  ///< the raster of sessions has a drawn offset
  bool elide = true;                 ///< skip sessions that cannot change anything
  bool keep_elim_events = false;     ///< in no scenario: for stories of a run that is played again
  Duration stall_after = std::chrono::hours{24 * 30};
  SessionInterval session_interval{};
  bool run_time_scaling = false;            ///< CPU factors scale run times and run limits
  std::string pool_shares = "lsf";          ///< a name in the registry of slot pool policies
  std::string pool_decay = "continuous";    ///< a name in the registry of decay policies
  std::optional<double> pool_hist_hours{};  ///< none: HIST_HOURS
  PoolOrder pool_order{};
  PoolTurn pool_turn{};
  PoolLimit pool_limit{};
  PoolTotal pool_total{};
  PoolLeftover pool_leftover{};
  FairshareOptions fairshare;
  VictimOrder victim_order{};
  VictimHosts victim_hosts{};
  ResumeOrder resume_order{};
  ReservationBackfill reservation_backfill{};
  std::optional<Duration> rusage_decay_step{};  ///< none: MBD_SLEEP_TIME
  bool memlimit_at_once = false;  ///< a job over its memory limit ends without SBD_SLEEP_TIME
  LimitUsersAll limit_users_all{};
  ForwardFreeTest forward_free_test{};
  ForwardKeyOrder forward_key_order{};
  CounterMode counters{};
  std::int32_t max_requeues = 5'000;           ///< by exit values, where MAX_JOB_REQUEUE is not set
  std::optional<std::int32_t> max_forwards{};  ///< of one job; none: no limit
  DepRequeued dep_requeued{};
  std::string forward_policy{};  ///< a name in the registry; overrides LSF's own settings

  std::string host_order = "lsf";  ///< a name in the registry of host order policies
  std::string victims = "lsf";     ///< a name in the registry of victim policies

  std::string lease_dealing = "deficit";  ///< a name in the registry of deal policies
  std::string lease_reclaim = "lsf";      ///< a name in the registry of reclaim policies
  bool lease_keep_one_slot = false;       ///< an evaluation leaves a consumer at least one slot
  Duration lease_inactive{};              ///< how long a lease stays inactive after a change

  HostDown host_down{};
  LoadMode load{};
  bool lim_send_on_change = false;  ///< a LIM sends when an index has moved, not every EXINTERVAL
  double load_noise = 0;            ///< the largest noise of run queues and utilization
  bool lava_elim = false;           ///< an ELIM's output is read as Lava does
  bool elim_keep_values_on_exit = false;              ///< an ELIM's values are kept when it exits
  Duration mbatchd_start = std::chrono::seconds{10};  ///< a new master has an mbatchd after that

  /// Parameters of the policies that are named above, by the names of these keys in `model` and in
  /// `model.baseline`.
  PolicyValuesByKey policy_values{};

  bool operator==(const ModelConfig&) const = default;
};

/// The parameters of the policy that a key of `model` names.
inline PolicyValues values_of(const ModelConfig& model, std::string_view key) {
  const auto found = model.policy_values.find(key);
  return found == model.policy_values.end() ? PolicyValues{} : found->second;
}

}  // namespace mcsim::model
