// Rounds of clusters under a baseline.
#include "mcsim/system/baseline_round.hpp"

#include "mcsim/system/cluster_rounds.hpp"

namespace mcsim {

void play_baseline(ClusterWorld& world, Observer& observer, EngineCounts& counts, Time now,
                   Round round) {
  BaselineRound(world, observer, counts).play(now, round);
}

}  // namespace mcsim
