// The observer that keeps what the results need: a row a job, and sums over time.
#pragma once

#include <cstdint>
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

  void on(ClusterId cluster, const JobSubmitted& fact) {
    const auto delay = std::chrono::duration_cast<decltype(JobOutcome::delay)>(fact.delay);
    Ledger& ledger =
        see(cluster, fact.at, 1, fact.job, word(fact.slots) | std::uint64_t{delay.count()} << 32);
    JobOutcome& job = ledger.results.jobs[index_of(fact.job)];
    job.status = JobStatus::pend;
    job.delay = delay;
  }

  void on(ClusterId cluster, const JobRejected& fact) {
    Ledger& ledger = see(cluster, fact.at, 2, fact.job, word(fact.reason));
    JobOutcome& job = ledger.results.jobs[index_of(fact.job)];
    job.status = JobStatus::rejected;
    job.end_reason = fact.reason;
  }

  void on(ClusterId cluster, const JobStarted& fact) {
    Ledger& ledger = see(cluster, fact.at, 3, fact.job, word(fact.slots) | word(fact.reason) << 32);
    for (const HostSlots& part : fact.hosts)
      ledger.fingerprint.add(word(part.slots) << 32 | index_of(part.host));
    JobOutcome& job = ledger.results.jobs[index_of(fact.job)];
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
    JobOutcome& job = ledger.results.jobs[index_of(fact.job)];
    job.status = fact.status;
    job.finish = fact.at;
    job.end_reason = fact.reason;
    job.exit_code = fact.exit_code;
    hold(ledger, fact.at, -fact.slots.count());
  }

  void on(ClusterId cluster, const JobSuspended& fact) {
    Ledger& ledger =
        see(cluster, fact.at, 7, fact.job,
            word(fact.slots) | word(fact.status) << 32 | std::uint64_t{fact.preempted} << 40);
    ledger.results.jobs[index_of(fact.job)].status = fact.status;
    hold(ledger, fact.at, -fact.slots.count());
  }

  void on(ClusterId cluster, const JobResumed& fact) {
    Ledger& ledger = see(cluster, fact.at, 8, fact.job, word(fact.slots) | word(fact.status) << 32);
    ledger.results.jobs[index_of(fact.job)].status = fact.status;
    hold(ledger, fact.at, fact.slots.count());
  }

  void on(ClusterId cluster, const JobRequeued& fact) {
    Ledger& ledger = see(cluster, fact.at, 9, fact.job, word(fact.slots) | word(fact.reason) << 32);
    ledger.results.jobs[index_of(fact.job)].status = JobStatus::pend;
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

  /// From now on jobs hold `more` slots than before.
  void hold(Ledger& ledger, Time now, std::int32_t more) const {
    if (more == 0) return;
    settle(ledger, now);
    ledger.allocated += more;
  }

  /// Adds what was allocated and offered since the last change.
  void settle(Ledger& ledger, Time now) const {
    if (now == ledger.settled) return;
    add(ledger, ledger.results.whole_span, ledger.settled, now);
    add(ledger, ledger.results.while_submitting, ledger.settled, std::min(now, last_submit_));
    ledger.settled = now;
  }
  void add(const Ledger& ledger, SlotUse& use, Time from, Time to) const {
    from = std::max(from, first_submit_);
    if (to <= from) return;
    use.allocated += Int128{ledger.allocated} * (to - from).count();
    use.capacity += Int128{ledger.capacity} * (to - from).count();
  }

  Table<ClusterId, Ledger> ledgers_;
  Time first_submit_ = never;
  Time last_submit_{};
  Time last_fact_{};
  std::uint64_t ignored_actions_ = 0;
};
static_assert(Observer<Recorder>);

}  // namespace mcsim
