// What a cluster does in a round, whichever scheduler it has. The rounds themselves are sources.
#pragma once

#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"

namespace mcsim::simulation {

/// One round of a cluster under a baseline.
void play_baseline(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time now,
                   Round round);

/// Phases 0 to 7 of one under LSF's scheduler. `grid`: all clusters.
void apply_lsf(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time now, Round round,
               const std::vector<ClusterWorld>& grid);
/// Phase 8.
void decide_lsf(ClusterWorld& world, Observer& observer, EngineCounts& counts,
                std::vector<ClusterWorld>& grid);
/// The run ends, or pauses, after what has happened at `end`.
void hear_last_loads(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time end);
/// Tells what a cluster has reported, as far as it is known.
void tell_news(Observer& observer, ClusterWorld& world);

}  // namespace mcsim::simulation
