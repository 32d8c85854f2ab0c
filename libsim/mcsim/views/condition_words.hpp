// Conditions of jobs (bsub -w) in words.
#pragma once

#include <string>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/results/condition_text.hpp"

namespace mcsim::views {

/// `job 1 is RUN, job 2 is DONE`: the jobs that a condition names, as it sees them; of many the
/// first ones.
std::string parents_text(const ClusterWorld& world, ConditionId id);

}  // namespace mcsim::views
