// The observer that keeps what the results need: a row a job, and sums over time.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/kernel/fingerprint.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/simulation/simulation.hpp"

namespace mcsim::simulation {

/// Folds facts into ClusterResults as they come; 32 bytes a job, allocated at the start.
class Recorder final : public Observer {
 public:
  using Observer::on;

  explicit Recorder(const GridConfig& config);

  /// Prefetches the row of a job that is about to start.
  void prefetch(ClusterId cluster, JobIndex job) const override;
  void on(ClusterId cluster, const JobSubmitted& fact) override;
  void on(ClusterId cluster, const JobRejected& fact) override;
  void on(ClusterId cluster, const JobHeldBack& fact) override;
  void on(ClusterId cluster, const SlotsChosen& fact) override;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override;
  void on(ClusterId cluster, const JobResumed& fact) override;
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const CapacityChanged& fact) override;
  void on(ClusterId cluster, const ActionIgnored& fact) override;
  void on(ClusterId cluster, const JobForwarded& fact) override;
  void on(ClusterId cluster, const ForwardRefused& fact) override;
  void on(ClusterId cluster, const GuestAccepted& fact) override;
  void on(ClusterId cluster, const GuestReturned& fact) override;
  void on(ClusterId, const ForwardHeard& fact) override;
  void on(ClusterId cluster, const JobReturned& fact) override;
  void on(ClusterId cluster, const LaunchBegins& fact) override;
  void on(ClusterId cluster, const LaunchRuns& fact) override;
  void on(ClusterId cluster, const LaunchLosesHost& fact) override;
  void on(ClusterId cluster, const LaunchEnds& fact) override;

  /// The results of the run so far, of `simulation`, which the facts came from. Jobs that wait get
  /// their reasons. The recorder is empty afterwards.
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

  /// Each on() starts with this; the fingerprint takes in all of its fields, `rest` among them.
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
  /// The hosts of its last execution are not in the cluster that it is in from now on.
  void forget_hosts(ClusterId cluster, JobIndex job) {
    outcome(cluster, job).allocation = none<AllocationId>;
  }
  void add_lsf_reasons(const ClusterWorld& world, Time end, bool has_stalled);
  void add_histories(const ClusterWorld& world, Time end);
  void add_histories_on_the_way(const ClusterWorld& to, Time end);

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
    if (now <= all_watched_until_) [[likely]]
      add(ledger.results.while_submitting, use);
    else
      add_watched(ledger, from, now);
  }
  /// Adds what of a time counts while jobs are submitted.
  [[gnu::noinline]] void add_watched(Ledger& ledger, Time from, Time now) const {
    const Time begin = std::max(from, watched_.from);
    const Time end = std::min(now, watched_.to);
    if (begin < end) add(ledger.results.while_submitting, use_of(ledger, end - begin));
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
  Measured watched_{};        ///< of while_submitting
  Time all_watched_until_{};  ///< until then all that counts is watched
  Time last_fact_{};
  Time last_heard_{};  ///< by a submission cluster, of a job of its own
  std::uint64_t ignored_actions_ = 0;
};

}  // namespace mcsim::simulation
