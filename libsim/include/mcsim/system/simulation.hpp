// A simulation: a grid of clusters and where it stands in time. A value; a copy is a fork.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/kernel/rounds.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/policy/registry.hpp"
#include "mcsim/system/baseline_round.hpp"
#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/facts.hpp"
#include "mcsim/system/lsf_round.hpp"

namespace mcsim {

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
  /// `config` must be valid (load_scenario makes it so); its dispatch policies must be in
  /// `registry`.
  explicit Simulation(const GridConfig& config, const Registry& registry = default_registry());

  /// Plays all instants up to and including `until`, and tells `observer` what happens. `stop(now)`
  /// is asked before each instant. Errors: RunFailed where the scenario goes round in circles or on
  /// for too long; InvariantBroken, with cluster and time, where we are wrong.
  template <Observer O, class Stop>
  RunState run_until(Time until, O& observer, Stop&& stop) {
    bool stopped = false;
    try {
      play_rounds(
          clusters_, until,
          [&](ClusterWorld& world, Time now, Round round) { play(world, now, round, observer); },
          [&](Time now) {
            if (is_over(now)) return true;
            return stopped = stop(now);
          });
    } catch (const Livelock& livelock) {
      throw explained(livelock);
    }
    return stopped ? RunState::stopped : state_at(until);
  }
  template <Observer O>
  RunState run_until(Time until, O& observer) {
    return run_until(until, observer, [](Time) { return false; });
  }

  const std::vector<ClusterWorld>& clusters() const { return clusters_; }
  const EngineCounts& counts() const { return counts_; }

  /// For tests, before the run: events of equal order come in another order for each seed, but for
  /// the entries of the timeline, whose order is the scenario's.
  void shuffle_ties(std::uint64_t seed) {
    for (ClusterWorld& world : clusters_) world.agenda.shuffle_ties(seed);
  }

 private:
  template <Observer O>
  void play(ClusterWorld& world, Time now, Round round, O& observer) {
    try {
      if (world.lsf)
        LsfRound<O>(world, observer, counts_).play(now, round);
      else
        BaselineRound<O>(world, observer, counts_).play(now, round);
    } catch (const InvariantBroken& broken) {
      throw InvariantBroken("cluster " + world.config.name + " at " +
                            std::to_string(now.time_since_epoch().count()) + " ms, round " +
                            std::to_string(round) + ": " + broken.what());
    }
  }

  /// Whether the run ends before `now`, its next instant: there are no jobs, or where sessions are
  /// not skipped, only the clock would go on.
  bool is_over(Time now) const {
    if (!has_jobs()) return true;
    return !has_work() && now > stall_certain();
  }
  bool has_jobs() const {
    return std::ranges::any_of(clusters_,
                               [](const ClusterWorld& world) { return world.has_jobs(); });
  }
  bool has_work() const {
    return std::ranges::any_of(clusters_,
                               [](const ClusterWorld& world) { return world.has_work(); });
  }
  /// From when on a run in which nothing can happen has stalled.
  Time stall_certain() const;
  /// Why the run has come no further than `until`.
  RunState state_at(Time until) const;
  /// The same error, with the cluster and what went on in it.
  Livelock explained(const Livelock& livelock) const;

  Duration stall_after_;
  std::vector<ClusterWorld> clusters_;
  EngineCounts counts_;
};

}  // namespace mcsim
