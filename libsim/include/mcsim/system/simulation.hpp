// A simulation: a grid of clusters and where it stands in time. A value; a copy is a fork.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
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
  /// Whether to stop before an instant.
  using Stop = std::function<bool(Time now)>;

  /// `config` must be valid (load_scenario makes it so); its policies must be in `registry`.
  explicit Simulation(const GridConfig& config, const Registry& registry = default_registry());

  /// Plays all instants up to and including `until`, and tells `observer` what happens. `stop(now)`
  /// is asked before each instant. Errors: RunFailed where the scenario goes round in circles or on
  /// for too long; InvariantBroken, with cluster and time, where we are wrong.
  template <Observer O>
  RunState run_until(Time until, O& observer, const Stop& stop = nullptr);

  const std::vector<ClusterWorld>& clusters() const { return clusters_; }
  const EngineCounts& counts() const { return counts_; }

  /// For tests, before the run: events of equal order come in another order for each seed, but for
  /// the entries of the timeline, whose order is the scenario's.
  void shuffle_ties(std::uint64_t seed) {
    for (ClusterWorld& world : clusters_) world.agenda.shuffle_ties(seed);
  }

 private:
  /// What play_rounds asks for.
  template <Observer O>
  struct Rounds {
    Simulation& simulation;
    O& observer;
    const Stop& stop;
    bool stopped = false;
    // What is being played, should an invariant break.
    const ClusterWorld* playing = nullptr;
    Time played_at{};
    Round played_round = 0;

    bool stops(Time now) {
      if (simulation.is_over(now)) return true;
      stopped = stop && stop(now);
      if (!stopped) simulation.played_until_ = now;
      return stopped;
    }
    void apply(ClusterWorld& world, Time now, Round round) {
      playing = &world;
      played_at = now;
      played_round = round;
      if (world.lsf)
        LsfRound<O>(world, observer, simulation.counts_).apply(now, round, simulation.clusters_);
      else
        BaselineRound<O>(world, observer, simulation.counts_).play(now, round);
    }
    void decide(ClusterWorld& world, Time, Round) {
      if (!world.lsf) return;
      playing = &world;
      LsfRound<O>(world, observer, simulation.counts_).decide(simulation.clusters_);
      if (world.forwarding.is_linked()) simulation.played_.push_back(world.id);
    }
    template <class Touch>
    void close(Time now, Round round, Touch&& touch) {
      playing = nullptr;
      for (const ClusterId id : simulation.played_) simulation.deliver(id, now, round, touch);
      simulation.played_.clear();
    }
    /// The same error, with the cluster and the time.
    InvariantBroken explained(const InvariantBroken& broken) const {
      if (playing == nullptr) return broken;
      return InvariantBroken("cluster " + playing->config.name + " at " +
                             std::to_string(played_at.time_since_epoch().count()) + " ms, round " +
                             std::to_string(played_round) + ": " + broken.what());
    }
  };

  template <Observer O>
  void tell_last_reports(O& observer, RunState state, Time until) {
    for (ClusterWorld& world : clusters_) {
      if (!world.lsf) continue;
      world.forwarding.publisher.finish_news(world, end_at(state, until));
      tell_news(observer, world);
    }
  }
  /// Also what no session has asked for: why a job waits does not depend on who has looked.
  template <Observer O>
  void hear_last_loads(O& observer, RunState state, Time until) {
    heard_until_ = std::max(heard_until_, end_at(state, until));  // who asks may ask for the past
    for (ClusterWorld& world : clusters_)
      if (world.lsf && world.lsf->load)
        LsfRound<O>(world, observer, counts_).hear_last_loads(heard_until_);
  }
  Time end_at(RunState state, Time until) const {
    return state == RunState::until ? until : played_until_;
  }

  /// What a cluster has left for others in this round: its messages, and other counters for those
  /// who are told of them at once.
  template <class Touch>
  void deliver(ClusterId id, Time now, Round round, Touch&& touch) {
    ClusterWorld& from = clusters_[index_of(id)];
    // The order in which events of one round come must not matter: it gives messages their numbers.
    for (std::uint32_t order = 0; OutgoingMessage & outgoing : from.forwarding.outbox)
      outgoing.order = order++;
    std::ranges::sort(from.forwarding.outbox, {}, [](const OutgoingMessage& outgoing) {
      return std::tuple(outgoing.to, subject_of(outgoing.message), outgoing.order);
    });
    for (OutgoingMessage& outgoing : from.forwarding.outbox)
      touch(index_of(send(from, std::move(outgoing), now, round)));
    from.forwarding.outbox.clear();
    if (!from.forwarding.publisher.wants_changes()) return;
    const bool changed = from.forwarding.publisher.settle(from, now);
    for (const Neighbour& neighbour : from.forwarding.neighbours)
      if ((changed || neighbour.received.has_come_in(now, round)) &&
          wake_watcher(neighbour, now, round))
        touch(index_of(neighbour.id));
  }
  ClusterId send(ClusterWorld& from, OutgoingMessage outgoing, Time now, Round round);
  bool wake_watcher(const Neighbour& watcher, Time now, Round round);

  /// Whether the run ends before `now`, its next instant: there are no jobs, or nothing can happen
  /// any more that is worth to wait for. Asked each time: what had jobs and work mostly has them.
  bool is_over(Time now) {
    if (!is_linked_ && with_jobs_ < clusters_.size()) {
      const ClusterWorld& world = clusters_[with_jobs_];
      if (world.awaits_arrivals()) return false;  // which are jobs, and work
      if (world.has_jobs() && clusters_[with_work_].has_work()) return false;
    }
    return is_over_indeed(now);
  }
  bool is_over_indeed(Time now);
  bool has_jobs();
  bool has_work();
  /// From when on a run in which nothing can happen has stalled.
  Time stall_certain() const;
  /// Whether jobs have come and gone between clusters for stall_after, and nothing else is to come.
  bool goes_nowhere(Time now);
  /// Why the run has come no further than `until`.
  RunState state_at(Time until);
  /// The same error, with the cluster and what went on in it.
  Livelock explained(const Livelock& livelock) const;

  Duration stall_after_;
  std::vector<ClusterWorld> clusters_;
  EngineCounts counts_;
  std::vector<ClusterId> played_;  ///< in this round
  bool is_linked_ = false;
  Time played_until_{};        ///< the last instant
  Time heard_until_{};         ///< the last instant after which all loads were asked for
  Time quiet_until_{};         ///< before this goes_nowhere() is not so
  std::size_t with_jobs_ = 0;  ///< where has_jobs() found some
  std::size_t with_work_ = 0;  ///< likewise
};

// Outside of the class, so that it is not inline: it brings in the whole simulator, and `extern
// template` spares those who watch by a common observer from compiling that again.
template <Observer O>
RunState Simulation::run_until(Time until, O& observer, const Stop& stop) {
  for (ClusterWorld& world : clusters_)
    world.forwarding.publisher.watch(wants_decisions(observer), wants_reports(observer));
  Rounds<O> rounds{*this, observer, stop};
  try {
    play_rounds(clusters_, until, rounds);
  } catch (const Livelock& livelock) {
    throw explained(livelock);
  } catch (const InvariantBroken& broken) {
    throw rounds.explained(broken);
  }
  const RunState state = rounds.stopped ? RunState::stopped : state_at(until);
  hear_last_loads(observer, state, until);
  if (wants_reports(observer)) tell_last_reports(observer, state, until);
  return state;
}

extern template RunState Simulation::run_until(Time, NoObserver&, const Stop&);

}  // namespace mcsim
