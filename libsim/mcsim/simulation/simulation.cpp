// How a simulation begins, what it carries between clusters, and when it is over.
#include "mcsim/simulation/simulation.hpp"

#include <algorithm>
#include <string>

#include "mcsim/base/check.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/cluster/forwarding_setup.hpp"
#include "mcsim/cluster/phase.hpp"
#include "mcsim/handlers/forwarding/queue_chooser.hpp"
#include "mcsim/kernel/rounds.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"
#include "mcsim/simulation/cluster_rounds.hpp"

namespace mcsim::simulation {

namespace {

/// Whether `has` holds for some cluster. The one of the last answer is asked first.
template <class Has>
bool any_from(const std::vector<ClusterWorld>& clusters, std::size_t& first, Has&& has) {
  if (first < clusters.size() && has(clusters[first])) return true;
  const auto found = std::ranges::find_if(clusters, has);
  if (found == clusters.end()) return false;
  first = static_cast<std::size_t>(found - clusters.begin());
  return true;
}

/// The last time at which an ELIM is to report something else, or to fail. What it does by chance,
/// or again and again, has no end.
Time last_of_elims(const ClusterConfig& cluster) {
  Time last{};
  for (const ElimConfig& elim : cluster.elims) {
    for (const ElimOutput& output : elim.values)
      if (!output.steps.empty()) last = std::max(last, output.steps.back().at);
    for (const ElimMishap& mishap : elim.mishaps) last = std::max(last, mishap.at);
  }
  return last;
}

}  // namespace

Simulation::Simulation(const GridConfig& config, const Registry& registry) : stall_after_(0ms) {
  MCSIM_CHECK(config.clusters.size() < most_sources, "too many clusters");
  clusters_.reserve(config.clusters.size());
  for (std::size_t at = 0; at < config.clusters.size(); ++at) {
    const ClusterConfig& cluster = config.clusters[at];
    clusters_.emplace_back(static_cast<ClusterId>(at), cluster, config.seed, registry);
    stall_after_ = std::max(stall_after_, cluster.model.stall_after);
    elims_until_ = std::max(elims_until_, last_of_elims(cluster));
  }
  is_linked_ = !config.links.empty();
  if (is_linked_) link_clusters(config, registry, clusters_);
}

Simulation::Simulation(const GridConfig& config) : Simulation(config, default_registry()) {}
Simulation::Simulation(const Simulation&) = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(const Simulation&) = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

void Simulation::shuffle_ties(std::uint64_t seed) {
  for (ClusterWorld& world : clusters_) world.agenda.shuffle_ties(seed);
}

inline bool Simulation::is_over(Time now) {
  if (!is_linked_ && with_jobs_ < clusters_.size()) {
    const ClusterWorld& world = clusters_[with_jobs_];
    if (world.awaits_arrivals()) return false;  // arrivals are jobs, and work
    if (world.has_jobs() && clusters_[with_work_].has_work()) return false;
  }
  return is_over_indeed(now);
}

/// Delivers what a cluster has left for others in this round: its messages, and changed counters to
/// those that see them at once.
template <class Touch>
void Simulation::deliver(ClusterId id, Time now, Round round, Touch&& touch) {
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
  const bool changed = from.forwarding.publisher.settle(from.counted(), now);
  for (const Neighbour& neighbour : from.forwarding.neighbours)
    if ((changed || neighbour.received.has_come_in(now, round)) &&
        wake_watcher(neighbour, now, round))
      touch(index_of(neighbour.id));
}
/// What play_rounds requires.
struct Simulation::Rounds {
  Simulation& simulation;
  Observer& observer;
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
      apply_lsf(world, observer, simulation.counts_, now, round, simulation.clusters_);
    else
      play_baseline(world, observer, simulation.counts_, now, round);
  }
  void decide(ClusterWorld& world, Time, Round) {
    if (!world.lsf) return;
    playing = &world;
    decide_lsf(world, observer, simulation.counts_, simulation.clusters_);
    if (world.forwarding.is_linked()) simulation.played_.push_back(world.id);
  }
  template <class Touch>
  void close(Time now, Round round, Touch&& touch) {
    playing = nullptr;
    for (const ClusterId id : simulation.played_) simulation.deliver(id, now, round, touch);
    simulation.played_.clear();
  }
  /// The cluster and the time of an error: `cluster C1 at 5000 ms, round 1: `.
  std::string where() const {
    if (playing == nullptr) return {};
    return "cluster " + playing->config.name + " at " +
           std::to_string(played_at.time_since_epoch().count()) + " ms, round " +
           std::to_string(played_round) + ": ";
  }
};

void Simulation::tell_last_reports(Observer& observer, RunState state, Time until) {
  for (ClusterWorld& world : clusters_) {
    if (!world.lsf) continue;
    world.forwarding.publisher.finish_news(world.counted(), end_at(state, until));
    tell_news(observer, world);
  }
}
/// Takes over also loads that no session has asked for: why a job waits must not depend on which
/// sessions there were.
void Simulation::hear_last_loads(Observer& observer, RunState state, Time until) {
  heard_until_ = std::max(heard_until_, end_at(state, until));  // `until` may be in the past
  for (ClusterWorld& world : clusters_)
    if (world.lsf && world.lsf->load)
      simulation::hear_last_loads(world, observer, counts_, heard_until_);
}
RunState Simulation::run_until(Time until, Observer& observer, const Stop& stop) {
  const bool wants_work = counts_work && observer.wants_work();
  for (ClusterWorld& world : clusters_) world.tells_work = wants_work;
  for (ClusterWorld& world : clusters_)
    world.forwarding.publisher.watch(observer.wants_decisions(), observer.wants_reports());
  Rounds rounds{*this, observer, stop};
  try {
    play_rounds(clusters_, until, rounds);
  } catch (const Livelock& livelock) {
    throw explained(livelock);
  } catch (const PolicyMistake& mistake) {
    throw PolicyMistake(mistake.policy(), rounds.where() + mistake.decision());
  } catch (const InvariantBroken& broken) {
    throw InvariantBroken(rounds.where() + broken.what());
  }
  const RunState state = rounds.stopped ? RunState::stopped : state_at(until);
  hear_last_loads(observer, state, until);
  if (observer.wants_reports()) tell_last_reports(observer, state, until);
  return state;
}

// Between clusters.

ClusterId Simulation::send(ClusterWorld& from, OutgoingMessage outgoing, Time now, Round round) {
  const Neighbour& to = from.forwarding.neighbours[outgoing.to];
  ClusterWorld& there = clusters_[index_of(to.id)];
  Mailbox& inbox = there.forwarding.neighbours[to.me].inbox;
  const std::uint64_t number = inbox.next_number();
  const Time arrives =
      inbox.add(now, to.out.message_arrival(now, number), std::move(outgoing.message));
  if (arrives == never) return to.id;  // the link does not come up again
  there.agenda.deliver(arrives, phase::message, static_cast<Source>(index_of(from.id)), number, now,
                       round, MailArrives{to.me});
  return to.id;
}

/// Wakes a cluster without a raster of sessions in which jobs wait for counters of the moment.
/// Returns whether it did.
bool Simulation::wake_watcher(const Neighbour& watcher, Time now, Round round) {
  ClusterWorld& world = clusters_[index_of(watcher.id)];
  const HeldReport& held = world.forwarding.held[watcher.me];
  if (!held.is_target || world.config.model.counters != CounterMode::instant) return false;
  if (world.sessions.on_raster() || !looks_at_others(*world.lsf)) return false;
  if (!WaitingJobs(world.config, *world.lsf, now).wants_to_forward()) return false;
  world.agenda.deliver(now, phase::change, static_cast<Source>(index_of(held.from)), 0, now, round,
                       NeighbourTurns{});
  return true;
}

// The end.

bool Simulation::has_jobs() {
  return any_from(clusters_, with_jobs_,
                  [](const ClusterWorld& world) { return world.has_jobs(); });
}
bool Simulation::has_work() {
  return any_from(clusters_, with_work_,
                  [](const ClusterWorld& world) { return world.has_work(); });
}

bool Simulation::is_over_indeed(Time now) {
  if (!has_jobs()) return true;
  if (!has_work()) return now > stall_certain();
  return is_linked_ && goes_nowhere(now);
}

bool Simulation::is_at_rest() const {
  if (std::ranges::any_of(clusters_, &ClusterWorld::has_work)) return false;
  struct Starts final : public Observer {
    bool any = false;
    using Observer::on;
    void on(ClusterId, const JobStarted&) override { any = true; }
    void on(ClusterId, const JobResumed&) override { any = true; }
  } starts;
  constexpr int most_instants = 2'000;
  int instants = 0;
  Simulation then(*this);
  const auto stop = [&](Time) { return starts.any || ++instants > most_instants; };
  return then.run_until(never - 1ms, starts, stop) == RunState::stalled && !starts.any;
}

bool Simulation::goes_nowhere(Time now) {
  if (now <= quiet_until_) return false;
  Time moved = elims_until_;
  for (const ClusterWorld& world : clusters_)
    moved = std::max({moved, world.last_start, world.forwarding.last_moved});
  quiet_until_ = moved + stall_after_;
  return now > quiet_until_ && std::ranges::all_of(clusters_, &ClusterWorld::is_idle);
}

Time Simulation::stall_certain() const {
  Time last = elims_until_;
  for (const ClusterWorld& world : clusters_) last = std::max(last, world.last_start);
  return last + stall_after_;
}

RunState Simulation::state_at(Time until) {
  if (!has_jobs()) return RunState::finished;
  if (is_linked_ && goes_nowhere(until)) return RunState::stalled;
  return has_work() || until < stall_certain() ? RunState::until : RunState::stalled;
}

Livelock Simulation::explained(const Livelock& livelock) const {
  const ClusterWorld& world = clusters_[livelock.actor];
  const std::string why =
      world.ended_now > 0
          ? std::to_string(world.ended_now) +
                " jobs have ended there at this instant; jobs without run time that follow one "
                "another on the same slots do that"
          : "no job has ended there at this instant; starts that fail again and again "
            "(init_failures, preexec_failures) do that where JOB_SCHEDULING_INTERVAL is 0";
  return {livelock.now, livelock.actor, " in cluster " + world.config.name + ": " + why};
}

}  // namespace mcsim::simulation
