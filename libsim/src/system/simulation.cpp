// How a simulation begins, what it carries between clusters, and when it is over.
#include "mcsim/system/simulation.hpp"

#include "mcsim/base/check.hpp"
#include "mcsim/system/forward_desk.hpp"
#include "mcsim/system/forwarding_setup.hpp"
#include "mcsim/system/lsf_book.hpp"

namespace mcsim {

template RunState Simulation::run_until(Time, NoObserver&, const Stop&);

namespace {

/// Whether some cluster has it, that of the last answer first.
template <class Has>
bool any_from(const std::vector<ClusterWorld>& clusters, std::size_t& first, Has&& has) {
  if (first < clusters.size() && has(clusters[first])) return true;
  const auto found = std::ranges::find_if(clusters, has);
  if (found == clusters.end()) return false;
  first = static_cast<std::size_t>(found - clusters.begin());
  return true;
}

}  // namespace

Simulation::Simulation(const GridConfig& config, const Registry& registry) : stall_after_(0ms) {
  MCSIM_CHECK(config.clusters.size() < most_sources, "too many clusters");
  clusters_.reserve(config.clusters.size());
  for (std::size_t at = 0; at < config.clusters.size(); ++at) {
    const ClusterConfig& cluster = config.clusters[at];
    clusters_.emplace_back(static_cast<ClusterId>(at), cluster, config.seed, registry);
    stall_after_ = std::max(stall_after_, cluster.model.stall_after);
  }
  is_linked_ = !config.links.empty();
  if (is_linked_) link_clusters(config, registry, clusters_);
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
  there.agenda.deliver(arrives, Phase::message, static_cast<Source>(index_of(from.id)), number, now,
                       round, MailArrives{to.me});
  ++there.forwarding.idle_events;
  return to.id;
}

/// A cluster without a grid of sessions, in which jobs wait for what is true at any moment.
bool Simulation::wake_watcher(const Neighbour& watcher, Time now, Round round) {
  ClusterWorld& world = clusters_[index_of(watcher.id)];
  const HeldReport& held = world.forwarding.held[watcher.me];
  if (!held.is_target || world.config.model.counters != CounterMode::instant) return false;
  if (world.sessions.on_grid() || !looks_at_others(*world.lsf)) return false;
  if (!LsfBook(world.config, *world.lsf, now).wants_to_forward()) return false;
  world.agenda.deliver(now, Phase::change, static_cast<Source>(index_of(held.from)), 0, now, round,
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

bool Simulation::goes_nowhere(Time now) {
  if (now <= quiet_until_) return false;
  Time moved{};
  for (const ClusterWorld& world : clusters_)
    moved = std::max({moved, world.last_start, world.forwarding.last_moved});
  quiet_until_ = moved + stall_after_;
  return now > quiet_until_ && std::ranges::all_of(clusters_, &ClusterWorld::is_idle);
}

Time Simulation::stall_certain() const {
  Time last_start{};
  for (const ClusterWorld& world : clusters_) last_start = std::max(last_start, world.last_start);
  return last_start + stall_after_;
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

}  // namespace mcsim
