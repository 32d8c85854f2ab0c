// Conditions of jobs as bsub -w has them.
#pragma once

#include <string>

#include "mcsim/model/config.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::results {

/// `done(1) && !started(2)`: jobs by their numbers, also those that were named; of many in one
/// place the first ones.
std::string condition_text(const ClusterConfig& config, ConditionId id);
/// The same for programs, which bsub -w would take: each job is there. Empty: a job is named that
/// is not there.
std::string whole_condition(const ClusterConfig& config, ConditionId id);

}  // namespace mcsim::results
