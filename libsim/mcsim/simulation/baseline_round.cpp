// Rounds of clusters under a baseline.
#include "mcsim/simulation/baseline_round.hpp"

#include "mcsim/simulation/cluster_rounds.hpp"

namespace mcsim::simulation {

void play_baseline(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time now,
                   Round round) {
  BaselineRound(world, observer, counts).play(now, round);
}

}  // namespace mcsim::simulation
