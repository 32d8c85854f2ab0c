// A simulation: a grid of clusters and where it stands in time. A value; a copy is a fork.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim::cluster {
struct ClusterWorld;
}  // namespace mcsim::cluster
namespace mcsim::forwarding {
struct Neighbour;
struct OutgoingMessage;
}  // namespace mcsim::forwarding
namespace mcsim::kernel {
class Livelock;
}  // namespace mcsim::kernel
namespace mcsim::registry {
struct Registry;
}  // namespace mcsim::registry

namespace mcsim::simulation {

/// Why run_until came back.
enum class RunState : std::uint8_t {
  finished,  ///< all jobs have ended
  stalled,   ///< jobs wait, nothing can happen any more, and stall_after is over
  until,     ///< the given time is reached, and there is more to come
  stopped,   ///< the caller asked to stop
};

/// The clusters of a grid, run by one thread.
class Simulation {
 public:
  /// Whether to stop before an instant.
  using Stop = std::function<bool(Time now)>;

  /// `config` must be valid (load_scenario makes it so); its policies must be in `registry`.
  explicit Simulation(const GridConfig& config);  ///< default_registry()
  Simulation(const GridConfig& config, const Registry& registry);
  Simulation(const Simulation&);
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(const Simulation&);
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  /// Plays all instants up to and including `until`, and tells `observer` what happens. `stop(now)`
  /// is asked before each instant. Errors: RunFailed where the scenario goes round in circles or on
  /// for too long; InvariantBroken, with cluster and time, where the simulator is wrong.
  RunState run_until(Time until, Observer& observer, const Stop& stop = nullptr);
  /// Whether jobs are left, none of which will ever start or resume: nothing runs or is to come,
  /// and a copy that plays on stalls. Time windows, decays and leases may still bring something.
  /// False, too, where that is not seen within some thousand instants.
  bool is_at_rest() const;
  const std::vector<ClusterWorld>& clusters() const { return clusters_; }
  const EngineCounts& counts() const { return counts_; }
  /// The last instant that was played: of messages, too, which no fact tells of.
  Time played_until() const { return played_until_; }

  /// For tests, before the run: events of equal order come in another order for each seed, except
  /// the entries of the timeline, whose order is the scenario's.
  void shuffle_ties(std::uint64_t seed);

 private:
  struct Rounds;
  void tell_last_reports(Observer& observer, RunState state, Time until);
  /// Takes over also loads that no session has asked for: why a job waits must not depend on which
  /// sessions there were.
  void hear_last_loads(Observer& observer, RunState state, Time until);
  Time end_at(RunState state, Time until) const {
    return state == RunState::until ? until : played_until_;
  }

  template <class Touch>
  void deliver(ClusterId id, Time now, std::uint32_t round, Touch&& touch);
  ClusterId send(ClusterWorld& from, OutgoingMessage outgoing, Time now, std::uint32_t round);
  bool wake_watcher(const Neighbour& watcher, Time now, std::uint32_t round);

  /// Whether the run ends before `now`, its next instant: there are no jobs, or nothing more can
  /// happen for which the run should go on. Asked at each instant: a cluster that had jobs and work
  /// mostly still has them.
  bool is_over(Time now);
  bool is_over_indeed(Time now);
  bool has_jobs();
  bool has_work();
  /// The time from which a run in which nothing can happen has stalled.
  Time stall_certain() const;
  /// Whether jobs have come and gone between clusters for stall_after, and nothing else is to come.
  bool goes_nowhere(Time now);
  /// Why the run has come no further than `until`.
  RunState state_at(Time until);
  /// The same error, with the cluster and what went on in it.
  Livelock explained(const Livelock& livelock) const;

  Duration stall_after_;
  Time elims_until_{};  ///< until then ELIMs have something to report
  std::vector<ClusterWorld> clusters_;
  EngineCounts counts_;
  std::vector<ClusterId> played_;  ///< in this round
  bool is_linked_ = false;
  Time played_until_{};        ///< the last instant
  Time heard_until_{};         ///< the last instant after which all loads were asked for
  Time quiet_until_{};         ///< before this goes_nowhere() is false
  std::size_t with_jobs_ = 0;  ///< where has_jobs() found some
  std::size_t with_work_ = 0;  ///< likewise
};

}  // namespace mcsim::simulation
