// A simulation: a grid of clusters and where it stands in time. A value; a copy is a fork.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/kernel/rounds.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/policy/registry.hpp"
#include "mcsim/system/cluster_round.hpp"
#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/facts.hpp"

namespace mcsim {

/// Why run_until came back.
enum class RunState : std::uint8_t {
  finished,  ///< nothing can happen any more, and no job waits
  stalled,   ///< nothing can happen any more, and jobs wait
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
  /// is asked before each instant. Errors: Livelock where the scenario goes round in circles;
  /// InvariantBroken, with cluster and time, where we are wrong.
  template <Observer O, class Stop>
  RunState run_until(Time until, O& observer, Stop&& stop) {
    bool idle = false;
    const Pause pause = play_rounds(
        clusters_, until,
        [&](ClusterWorld& world, Time now, Round round) { play(world, now, round, observer); },
        [&](Time now) {
          idle = is_idle(now);
          return idle || stop(now);
        });
    if (pause == Pause::until) return RunState::until;
    if (pause == Pause::stopped && !idle) return RunState::stopped;
    return waiting() == 0 ? RunState::finished : RunState::stalled;
  }
  template <Observer O>
  RunState run_until(Time until, O& observer) {
    return run_until(until, observer, [](Time) { return false; });
  }

  const std::vector<ClusterWorld>& clusters() const { return clusters_; }
  const EngineCounts& counts() const { return counts_; }
  /// Jobs that wait, in all clusters.
  std::uint64_t waiting() const;

  /// For tests: events of equal order come in another order for each seed.
  void shuffle_ties(std::uint64_t seed) {
    for (ClusterWorld& world : clusters_) world.agenda.shuffle_ties(seed);
  }

 private:
  template <Observer O>
  void play(ClusterWorld& world, Time now, Round round, O& observer) {
    try {
      ClusterRound<O>(world, observer, counts_).play(now, round);
    } catch (const InvariantBroken& broken) {
      throw InvariantBroken("cluster " + world.config.name + " at " +
                            std::to_string(now.time_since_epoch().count()) + " ms, round " +
                            std::to_string(round) + ": " + broken.what());
    }
  }

  /// Where sessions are not skipped, the clock alone would go on for ever.
  bool is_idle(Time now) const;

  Duration stall_after_;
  std::vector<ClusterWorld> clusters_;
  EngineCounts counts_;
};

}  // namespace mcsim
