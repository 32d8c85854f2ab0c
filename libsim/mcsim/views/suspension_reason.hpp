// What keeps a suspended job (SSUSP) from going on.
#pragma once

#include <optional>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/reasons.hpp"

namespace mcsim::views {

/// The section Limit that keeps a job in SSUSP where its hosts and resources would let it go on.
/// None: there is no such limit, or the job is not in SSUSP.
std::optional<GivenReason> limit_of_suspended(const ClusterWorld& world, JobSlotId job, Time now);

}  // namespace mcsim::views
