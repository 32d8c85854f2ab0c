// How a simulation begins and when it is over.
#include "mcsim/system/simulation.hpp"

#include "mcsim/base/check.hpp"

namespace mcsim {

Simulation::Simulation(const GridConfig& config, const Registry& registry) : stall_after_(0ms) {
  MCSIM_CHECK(config.clusters.size() < most_sources, "too many clusters");
  clusters_.reserve(config.clusters.size());
  for (std::size_t at = 0; at < config.clusters.size(); ++at) {
    const ClusterConfig& cluster = config.clusters[at];
    clusters_.emplace_back(static_cast<ClusterId>(at), cluster, config.seed, registry);
    stall_after_ = std::max(stall_after_, cluster.model.stall_after);
  }
}

Time Simulation::stall_certain() const {
  Time last_start{};
  for (const ClusterWorld& world : clusters_) last_start = std::max(last_start, world.last_start);
  return last_start + stall_after_;
}

RunState Simulation::state_at(Time until) const {
  if (!has_jobs()) return RunState::finished;
  return has_work() || until < stall_certain() ? RunState::until : RunState::stalled;
}

Livelock Simulation::explained(const Livelock& livelock) const {
  const ClusterWorld& world = clusters_[livelock.actor];
  return {livelock.now, livelock.actor,
          " in cluster " + world.config.name + ": " + std::to_string(world.ended_now) +
              " jobs have ended there at this instant; jobs without run time that follow one "
              "another on the same slots do that"};
}

}  // namespace mcsim
