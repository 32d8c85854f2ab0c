// What a cluster does in a round, whichever scheduler it has. Only .cpp files include the rounds
// themselves.
#pragma once

#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"

namespace mcsim::simulation {

/// One round of a cluster under a baseline.
void play_baseline(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time now,
                   Round round);

/// A round of a cluster under LSF's scheduler, up to the session. `grid`: all clusters.
void apply_lsf(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time now, Round round,
               const std::vector<ClusterWorld>& grid);
/// The session, in phase `session`.
void decide_lsf(ClusterWorld& world, Observer& observer, EngineCounts& counts,
                std::vector<ClusterWorld>& grid);
/// The run ends, or pauses, after `end`: takes over the loads that LIMs have reported by then.
void hear_last_loads(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time end);
/// Tells what a cluster has reported, as far as it is known.
void tell_news(Observer& observer, ClusterWorld& world);

}  // namespace mcsim::simulation
