// Ties clusters together before a simulation begins.
#pragma once

#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::cluster {

/// Makes the neighbours of each cluster from the links, and what they publish to each other.
/// `clusters`: by ClusterId, before anything has happened.
void link_clusters(const GridConfig& config, const Registry& registry,
                   std::vector<ClusterWorld>& clusters);

/// When execution cluster `from` tells `to` why its jobs pend: MC_PENDING_REASON_UPDATE_INTERVAL.
/// The two have a link. The simulation itself does not ask: nothing depends on what is told.
ReportTimes pend_reason_times(const GridConfig& config, ClusterId from, ClusterId to);

}  // namespace mcsim::cluster
