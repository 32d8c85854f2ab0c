// The observer that keeps what the results need: a row a job, and sums over time.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/kernel/fingerprint.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/system/facts.hpp"
#include "mcsim/system/simulation.hpp"

namespace mcsim {

/// Folds facts into ClusterResults as they come; 32 bytes a job, allocated at the start.
class Recorder {
 public:
  explicit Recorder(const GridConfig& config);

  /// Gets the row of a job that is about to start.
  [[gnu::always_inline]] void prefetch(ClusterId cluster, JobIndex job) const {
    __builtin_prefetch(&ledgers_[cluster].results.jobs[index_of(job)], 1);
  }

  void on(ClusterId cluster, const JobSubmitted& fact) {
    const auto delay = std::chrono::duration_cast<decltype(JobOutcome::delay)>(fact.delay);
    see(cluster, fact.at, 1, fact.job, word(fact.slots) | std::uint64_t{delay.count()} << 32);
    JobOutcome& job = outcome(cluster, fact.job);
    job.status = JobStatus::pend;
    job.delay = delay;
  }

  void on(ClusterId cluster, const JobRejected& fact) {
    see(cluster, fact.at, 2, fact.job, word(fact.reason));
    JobOutcome& job = outcome(cluster, fact.job);
    job.status = JobStatus::rejected;
    job.end_reason = fact.reason;
  }

  void on(ClusterId cluster, const JobStarted& fact) {
    Ledger& ledger = see(cluster, fact.at, 3, fact.job, word(fact.slots) | word(fact.reason) << 32);
    for (const HostSlots& part : fact.hosts)
      ledger.fingerprint.add(word(part.slots) << 32 | index_of(part.host));
    JobOutcome& job = outcome(cluster, fact.job);
    job.status = JobStatus::run;
    job.start = fact.at;
    job.allocation = ledger.results.allocations.add(fact.hosts);
    hold(ledger, fact.at, fact.slots.count());
  }

  void on(ClusterId cluster, const JobEnded& fact) {
    Ledger& ledger = see(cluster, fact.at, 4, fact.job,
                         word(fact.slots) | word(fact.status) << 32 | word(fact.reason) << 40);
    ledger.fingerprint.add(static_cast<std::uint32_t>(fact.exit_code));
    ledger.fingerprint.add(word(fact.started));
    JobOutcome& job = outcome(cluster, fact.job);
    job.status = fact.status;
    job.finish = fact.at;
    job.end_reason = fact.reason;
    job.exit_code = fact.exit_code;
    hold(ledger, fact.at, -fact.slots.count());
  }

  void on(ClusterId cluster, const JobSuspended& fact) {
    Ledger& ledger = see(cluster, fact.at, 7, fact.job,
                         word(fact.slots) | word(fact.status) << 32 | word(fact.reason) << 40);
    outcome(cluster, fact.job).status = fact.status;
    hold(ledger, fact.at, -fact.slots.count());
  }

  void on(ClusterId cluster, const JobResumed& fact) {
    Ledger& ledger = see(cluster, fact.at, 8, fact.job, word(fact.slots) | word(fact.status) << 32);
    outcome(cluster, fact.job).status = fact.status;
    hold(ledger, fact.at, fact.slots.count());
  }

  void on(ClusterId cluster, const JobRequeued& fact) {
    Ledger& ledger = see(cluster, fact.at, 9, fact.job, word(fact.slots) | word(fact.reason) << 32);
    outcome(cluster, fact.job).status = JobStatus::pend;
    hold(ledger, fact.at, -fact.slots.count());
  }

  void on(ClusterId cluster, const CapacityChanged& fact) {
    Ledger& ledger = see(cluster, fact.at, 5, none<JobIndex>, word(fact.slots));
    settle(ledger, fact.at);
    ledger.capacity = fact.slots.count();
  }

  void on(ClusterId cluster, const ActionIgnored& fact) {
    see(cluster, fact.at, 6, none<JobIndex>, 0);
    ++ignored_actions_;
  }

  void on(ClusterId cluster, const JobForwarded& fact) {
    Ledger& ledger = see(cluster, fact.at, 10, fact.job,
                         index_of(fact.to) | index_of(fact.queue) << 16 | word(fact.rule) << 32);
    ForwardOutcome& forward = forward_of(ledger, fact.job);
    forward.forwarded = fact.at;
    forward.id = JobId{};
    forward.cluster = fact.to;
    forward.queue = fact.queue;
    forget_hosts(cluster, fact.job);
    ++forward.forwards;
    ++ledger.results.forwarding.forwarded;
  }
  void on(ClusterId cluster, const ForwardRefused& fact) {
    see(cluster, fact.at, 11, fact.job,
        index_of(fact.home) | index_of(fact.queue) << 16 | index_of(fact.reason) << 32);
  }
  void on(ClusterId cluster, const GuestAccepted& fact) {
    Ledger& ledger = see(cluster, fact.at, 12, fact.guest, word(fact.slots));
    ledger.fingerprint.add(index_of(fact.home) << 32 | index_of(fact.job));
    const std::size_t number = index_of(fact.guest) - ledger.results.jobs.size();
    std::vector<GuestOutcome>& guests = ledger.results.guests;
    if (number >= guests.size()) guests.resize(number + 1);
    guests[number] = {fact.job, fact.home, fact.queue, fact.id};
    forward_of(ledgers_[fact.home], fact.job).id = fact.id;
  }
  void on(ClusterId cluster, const GuestReturned& fact) {
    see(cluster, fact.at, 13, fact.guest, index_of(fact.reason));
    outcome(cluster, fact.guest).status = JobStatus::pend;
  }
  void on(ClusterId, const ForwardHeard& fact) { last_heard_ = std::max(last_heard_, fact.at); }
  void on(ClusterId cluster, const JobReturned& fact) {
    Ledger& ledger = see(cluster, fact.at, 14, fact.job, index_of(fact.reason));
    ForwardOutcome& forward = forward_of(ledger, fact.job);
    forward.cluster = none<ClusterId>;
    outcome(cluster, fact.job).status = JobStatus::pend;
    forget_hosts(cluster, fact.job);
    ++forward.returns;
    ForwardCounts& counts = ledger.results.forwarding;
    ++counts.returned[fact.reason];
    if (is_ineffectual(fact.reason)) ++counts.ineffectual;
  }

  void on(ClusterId cluster, const LaunchBegins& fact) {
    Ledger& ledger = see(cluster, fact.at, 15, fact.job, word(fact.slots));
    ++launches_of(ledger).launches;
  }
  void on(ClusterId cluster, const LaunchRuns& fact) {
    Ledger& ledger = see(cluster, fact.at, 16, fact.job, word(Time{fact.launch}));
    LaunchResults& launches = launches_of(ledger);
    ++launches.outcomes[std::string(name_of(LaunchOutcome::ran))];
    launches.times.push_back(fact.launch);
  }
  void on(ClusterId cluster, const LaunchLosesHost& fact) {
    see(cluster, fact.at, 17, fact.job, index_of(fact.host));
  }
  void on(ClusterId cluster, const LaunchEnds& fact);

  /// The results of the run so far, `simulation` being where the facts came from. Jobs that wait
  /// get their reasons. The recorder is empty afterwards.
  RunResults results(const Simulation& simulation, RunState state, Time until) &&;

 private:
  struct Ledger {
    ClusterResults results;
    Fingerprint fingerprint;
    Time settled{};  ///< up to here the sums are made
    std::int64_t allocated = 0;
    std::int64_t capacity = 0;
  };

  // A field of a fact as a number for the fingerprint.
  static std::uint64_t word(Slots slots) { return static_cast<std::uint32_t>(slots.count()); }
  static std::uint64_t word(Time time) {
    return static_cast<std::uint64_t>(time.time_since_epoch().count());
  }
  template <class Reason>
    requires std::is_enum_v<Reason>
  static std::uint64_t word(Reason reason) {
    return static_cast<std::uint8_t>(reason);
  }

  /// Each fact starts with this; the fingerprint takes in all of its fields, `rest` among them.
  Ledger& see(ClusterId cluster, Time at, std::uint64_t kind, JobIndex job, std::uint64_t rest) {
    Ledger& ledger = ledgers_[cluster];
    ledger.fingerprint.add(word(at));
    ledger.fingerprint.add(kind << 32 | index_of(job));
    ledger.fingerprint.add(rest);
    last_fact_ = std::max(last_fact_, at);
    return ledger;
  }

  /// The row of a job that facts of a cluster name.
  [[gnu::always_inline]] JobOutcome& outcome(ClusterId cluster, JobIndex job) {
    Ledger& ledger = ledgers_[cluster];
    if (index_of(job) < ledger.results.jobs.size()) return ledger.results.jobs[index_of(job)];
    return outcome_of_guest(ledger, job);
  }
  JobOutcome& outcome_of_guest(Ledger& ledger, JobIndex job) {
    const GuestOutcome& guest = ledger.results.guests[index_of(job) - ledger.results.jobs.size()];
    return ledgers_[guest.home].results.jobs[index_of(guest.job)];
  }
  static LaunchResults& launches_of(Ledger& ledger) {
    if (!ledger.results.launches) ledger.results.launches.emplace();
    return *ledger.results.launches;
  }
  static ForwardOutcome& forward_of(Ledger& ledger, JobIndex job) {
    ClusterResults& results = ledger.results;
    if (results.forwards.empty()) results.forwards.resize(results.jobs.size());
    return results.forwards[index_of(job)];
  }
  /// Those of its last execution are not hosts of the cluster that it is in from now on.
  void forget_hosts(ClusterId cluster, JobIndex job) {
    outcome(cluster, job).allocation = none<AllocationId>;
  }
  void add_lsf_reasons(const ClusterWorld& world, Time end);
  void add_histories(const ClusterWorld& world, Time end);

  /// From now on jobs hold `more` slots than before.
  void hold(Ledger& ledger, Time now, std::int32_t more) const {
    if (more == 0) return;
    settle(ledger, now);
    ledger.allocated += more;
  }

  /// Adds what was allocated and offered since the last change.
  void settle(Ledger& ledger, Time now) const {
    if (now == ledger.settled) return;
    const Time from = std::max(ledger.settled, first_submit_);
    ledger.settled = now;
    if (now <= from) return;
    const SlotUse use = use_of(ledger, now - from);
    add(ledger.results.whole_span, use);
    if (now <= last_submit_) [[likely]]
      add(ledger.results.while_submitting, use);
    else if (from < last_submit_)
      add(ledger.results.while_submitting, use_of(ledger, last_submit_ - from));
  }
  static SlotUse use_of(const Ledger& ledger, Duration time) {
    return {Int128{ledger.allocated} * time.count(), Int128{ledger.capacity} * time.count()};
  }
  static void add(SlotUse& sum, const SlotUse& use) {
    sum.allocated += use.allocated;
    sum.capacity += use.capacity;
  }

  Table<ClusterId, Ledger> ledgers_;
  Time first_submit_ = never;
  Time last_submit_{};
  Time last_fact_{};
  Time last_heard_{};  ///< by a submission cluster, of a job of its own
  std::uint64_t ignored_actions_ = 0;
};
static_assert(Observer<Recorder>);

extern template RunState Simulation::run_until(Time, Recorder&, const Stop&);

}  // namespace mcsim
