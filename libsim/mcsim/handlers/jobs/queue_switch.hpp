// Whether a job that has started may go on in another queue: bswitch.
#pragma once

#include <optional>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"

namespace mcsim::handlers {

/// Why it may not; none: it may. Source: docs/rules/scheduling.md, section 11.
std::optional<NoEffect> what_forbids_switch(const ClusterWorld& world, JobSlotId id, QueueId to);

}  // namespace mcsim::handlers
