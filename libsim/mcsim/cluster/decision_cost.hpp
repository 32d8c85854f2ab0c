// Tells what decisions cost, if somebody asks for it. Decisions of a cluster follow each other.
#pragma once

#include <string_view>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"

namespace mcsim::cluster {

/// Tells of the beginning, and of what it has cost.
void tell_begin(ClusterWorld& world, Observer& observer, DecisionKind kind);
void tell_end(ClusterWorld& world, Observer& observer, DecisionKind kind, std::string_view policy);

/// A decision begins.
inline void begin_decision(ClusterWorld& world, Observer& observer, DecisionKind kind) {
  if (world.tells_work) [[unlikely]]
    tell_begin(world, observer, kind);
}
/// It has been carried out; `policy` has made it.
inline void end_decision(ClusterWorld& world, Observer& observer, DecisionKind kind,
                         std::string_view policy) {
  if (world.tells_work) [[unlikely]]
    tell_end(world, observer, kind, policy);
}

}  // namespace mcsim::cluster
