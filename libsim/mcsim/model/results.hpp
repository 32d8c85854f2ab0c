// What a run leaves behind: one row per job and the sums over time, ready for the writers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/huge_pages.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/return_reason.hpp"
#include "mcsim/model/trace.hpp"
#include "mcsim/model/usage_results.hpp"

namespace mcsim::model {

/// Some slots of one host.
struct HostSlots {
  HostId host{};
  Slots slots;

  bool operator==(const HostSlots&) const = default;
};

/// Where jobs ran. A job on a single host costs nothing here: its AllocationId is the host itself.
class Allocations {
 public:
  AllocationId add(std::span<const HostSlots> parts) {
    if (parts.size() == 1) return static_cast<AllocationId>(index_of(parts[0].host) | on_one_host);
    const auto id = static_cast<AllocationId>(parts_.size());
    MCSIM_CHECK(parts_.size() < on_one_host, "too many allocations for one run");
    parts_.push_back({static_cast<HostId>(parts.size()), Slots{}});
    parts_.insert(parts_.end(), parts.begin(), parts.end());
    return id;
  }

  /// Calls visit(HostSlots) for each host of a job with `slots` slots, in the order of placement.
  template <class Visitor>
  void visit(AllocationId id, Slots slots, Visitor&& visit) const {
    if (id == none<AllocationId>) return;
    if ((index_of(id) & on_one_host) != 0) {
      visit(HostSlots{static_cast<HostId>(index_of(id) & ~std::size_t{on_one_host}), slots});
      return;
    }
    const std::size_t first = index_of(id) + 1;
    const std::size_t count = index_of(parts_[index_of(id)].host);
    for (std::size_t part = first; part < first + count; ++part) visit(parts_[part]);
  }

 private:
  static constexpr std::uint32_t on_one_host = 0x8000'0000U;
  std::vector<HostSlots> parts_;  ///< for each: its number of hosts (as a HostId), then the hosts
};

/// Slot-milliseconds: what jobs held, and what hosts that were up offered. A host offers its MXJ,
/// or what runs on it where MXJ was reduced below that, so no more is ever held than offered.
struct SlotUse {
  Int128 allocated = 0;
  Int128 capacity = 0;
};

/// The same of hosts of one kind.
struct KindUse {
  std::string name;
  SlotUse while_submitting;
  SlotUse whole_span;
};
/// Of a cluster whose hosts differ.
struct UseByHosts {
  KindUse in_queues;            ///< of hosts that a queue may use
  std::vector<KindUse> types;   ///< by host type
  std::vector<KindUse> groups;  ///< by host group
};

/// What happened to a job besides one start and one end. Kept for jobs that were suspended,
/// stopped, requeued, launched or returned, that failed to start, or that ended unheard.
struct JobHistory {
  Time first_start = never;
  Duration pending{};    ///< in all, from submission on
  Duration held{};       ///< stopped while it waited, once it could have started
  Duration suspended{};  ///< in all
  Duration lost{};       ///< run time of executions that came to nothing, without suspension
  Duration kept{};       ///< likewise of those whose work a checkpoint has kept
  Duration ran{};        ///< of the last execution, without suspension, and what had been kept
  /// It was over, and mbatchd did not know: its slots were not free.
  Duration unreachable{};
  /// The part of `ran` until all its tasks had started. Negative: PAM did not launch it; unlimited:
  /// not all of them started, so that the execution is `lost`.
  Duration launch{-1};
  std::int32_t preemptions = 0;
  std::int32_t load_suspensions = 0;  ///< loadStop
  std::int32_t requeues = 0;          ///< for any reason
  // Starts that failed, in any cluster that it was forwarded to.
  std::int32_t init_failures = 0;
  std::int32_t preexec_failures = 0;  ///< of its pre-execution command

  bool operator==(const JobHistory&) const = default;
};

/// What job forwarding did with one job.
struct ForwardOutcome {
  Time forwarded = never;               ///< the last time
  JobId id{};                           ///< in the execution cluster that has it or had it
  ClusterId cluster = none<ClusterId>;  ///< none: it is in its own cluster
  QueueId queue{};                      ///< of that cluster
  std::uint32_t forwards = 0;
  std::uint32_t returns = 0;
};

/// A job of another cluster that was accepted.
struct GuestOutcome {
  JobIndex job{};    ///< in its submission cluster
  ClusterId home{};  ///< that
  QueueId queue{};   ///< that received it
  JobId id{};        ///< its id here
};

/// What became of all forwards of one cluster.
struct ForwardCounts {
  std::uint64_t forwarded = 0;
  std::map<ReturnReason, std::uint64_t> returned;
  std::uint64_t ineffectual = 0;  ///< returned, and hopeless from the start: is_ineffectual()
};

/// The outcome of a lease: of one export policy and one of its consumers.
struct LeaseOutcome {
  ClusterId provider{};
  ClusterId consumer{};
  std::uint32_t policy = 0;    ///< its position among the HostExport sections
  bool is_shared = false;      ///< as it was configured last
  Time established = never;    ///< the first time
  std::uint64_t granted = 0;   ///< slots that the consumer got, without moves between leases
  std::uint64_t returned = 0;  ///< slots that it gave back, likewise
  std::uint64_t idle_to_provider = 0;  ///< evaluations after which idle slots went there
  std::uint64_t idle_to_consumer = 0;
  std::uint64_t idle_to_nobody = 0;
  std::uint64_t killed = 0;  ///< jobs that reconfigurations killed
  Int128 had = 0;            ///< slot-milliseconds of the consumer
  Int128 used = 0;           ///< of these, with a running job
  // At the end.
  std::uint64_t hosts = 0;         ///< that are exported
  std::uint64_t slots = 0;         ///< likewise
  std::uint64_t wasted_hosts = 0;  ///< of these, whole hosts of a lease that is not established
};

/// How far the hosts of a provider had more slots in use than processors, by jobs of any cluster.
struct Overcommitment {
  ClusterId cluster{};
  std::int32_t most = 0;  ///< slots above ncpus on one host
  HostId host{};          ///< the first host where that was so
  Time since = never;     ///< when it began
  Int128 above = 0;       ///< slot-milliseconds, of all hosts
};

/// Empty in runs without leases.
struct LeaseResults {
  std::vector<LeaseOutcome> leases;           ///< by provider, consumer and policy
  std::vector<Overcommitment> overcommitted;  ///< by cluster: those that ever export hosts
};

/// What became of the ELIMs of one cluster.
///
/// In a run that has stalled it may be of a time behind the end, at most until stall_after was
/// over: how far LIMs have been played by then depends on `model.elide`.
struct ElimOutcome {
  std::uint64_t starts = 0;
  std::uint64_t reports = 0;                      ///< that LIMs have read completely
  std::map<std::string, std::uint64_t> problems;  ///< by name: how often LIMs found it
};

/// What became of the launches of parallel jobs in one cluster, wherever they were submitted.
struct LaunchResults {
  std::uint64_t launches = 0;
  std::map<std::string, std::uint64_t> outcomes;  ///< by name; without those that are under way
  std::vector<Duration> times;                    ///< of those that reached RUNNING
  std::uint64_t without_statuses = 0;  ///< those that ran, but whose PJL exited before all statuses
  Int128 launching = 0;                ///< slot-milliseconds, until RUNNING
  Int128 lost = 0;                     ///< likewise, of those that did not reach RUNNING
};

using JobOutcomes = std::vector<JobOutcome, HugePages<JobOutcome>>;

/// What became of one cluster's jobs.
struct ClusterResults {
  JobOutcomes jobs;  ///< by JobIndex, one for each job of the cluster's trace
  std::map<JobIndex, JobHistory> histories;  ///< of those that have one
  /// Null for most jobs.
  const JobHistory* history_of(JobIndex job) const {
    if (histories.empty()) return nullptr;
    const auto found = histories.find(job);
    return found == histories.end() ? nullptr : &found->second;
  }

  /// When jobs were submitted, of those that came later than their trace says: after another one.
  std::map<JobIndex, Time> submitted;
  /// With how many slots jobs started last that may have more than they need: bsub -n min,max.
  std::map<JobIndex, Slots> chosen_slots;
  /// The job `at` of `trace` as it was submitted, and with the slots that it got: in `room`, if the
  /// trace has others.
  const TraceJob& as_played(const Trace& trace, JobIndex at, std::optional<TraceJob>& room) const {
    const TraceJob& job = trace[at];
    if (is_as_in_trace()) return job;
    room = job;
    if (const auto found = submitted.find(at); found != submitted.end())
      room->submit = found->second;
    room->slots = slots_of(job.slots, at);
    return *room;
  }
  /// The slots that a job got which needs `slots`.
  Slots slots_of(Slots slots, JobIndex at) const {
    const auto found = chosen_slots.find(at);
    return found == chosen_slots.end() ? slots : found->second;
  }
  /// Whether that is so of all jobs.
  bool is_as_in_trace() const { return submitted.empty() && chosen_slots.empty(); }

  std::vector<ForwardOutcome> forwards;  ///< by JobIndex; empty where no job was ever forwarded
  /// Of one job; null: it was never forwarded.
  const ForwardOutcome* forward_of(JobIndex job) const {
    if (forwards.empty() || forwards[index_of(job)].forwards == 0) return nullptr;
    return &forwards[index_of(job)];
  }
  ForwardCounts forwarding;
  /// Of that, by execution cluster and its receive queue.
  std::map<std::pair<ClusterId, QueueId>, ForwardCounts> forwarding_to;
  std::vector<GuestOutcome> guests;       ///< by JobIndex, less the number of own jobs
  std::optional<ElimOutcome> elims;       ///< none: it has no ELIMs
  std::optional<LaunchResults> launches;  ///< none: it launches no parallel jobs

  Allocations allocations;               ///< of all jobs that ran here, from any cluster
  std::optional<UseByHosts> host_use{};  ///< none: its hosts do not differ, or nobody has asked
  SlotUse while_submitting;              ///< from the grid's first to its last submission
  SlotUse whole_span;                    ///< from the grid's first submission to the end
};

/// How many events of each kind the run took; differs between equal runs only by `model.elide`.
struct EngineCounts {
  std::uint64_t arrivals = 0;
  std::uint64_t ends = 0;
  std::uint64_t timeline = 0;
  std::uint64_t sessions = 0;
  std::uint64_t messages = 0;
  std::uint64_t reports = 0;   ///< of queue counters; only where `model.elide` is false
  std::uint64_t launches = 0;  ///< that reached RUNNING
};

/// What a run leaves behind.
struct RunResults {
  std::vector<ClusterResults> clusters;  ///< by ClusterId
  Time end{};                            ///< of the last fact, or of --until
  bool stalled = false;                  ///< jobs are left that nothing will ever start or resume
  bool at_rest = false;                  ///< --until came first, but nothing would have started
  bool complete = true;                  ///< false: interrupted
  std::uint64_t ignored_actions = 0;     ///< actions that had no effect
  std::uint64_t fingerprint = 0;         ///< of all facts, in order
  EngineCounts engine;
  LeaseResults leases;
  std::optional<UsageResults> usage;  ///< if it was asked for
};

}  // namespace mcsim::model
