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

std::uint64_t Simulation::waiting() const {
  std::uint64_t sum = 0;
  for (const ClusterWorld& world : clusters_) sum += world.waiting;
  return sum;
}

bool Simulation::is_idle(Time now) const {
  Time last_start{};
  for (const ClusterWorld& world : clusters_) {
    if (world.has_work()) return false;
    last_start = std::max(last_start, world.last_start);
  }
  return waiting() == 0 || now - last_start > stall_after_;
}

}  // namespace mcsim
