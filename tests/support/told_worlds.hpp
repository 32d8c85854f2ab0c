// Random worlds in which ELIMs report a resource that jobs ask for.
#pragma once

#include <cstdint>
#include <optional>

#include "mcsim/model/config.hpp"
#include "support/random_dice.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Each own host gets "spot", or some have it, or they share instances; and some queues ask for it.
/// Returns it; no ELIM reports it yet.
ResourceId give_told_resource(ClusterConfig& cluster, Dice& dice);
/// An ELIM on most own hosts that reports it from time to time, at times as unknown.
ElimConfig drawn_told_elim(const ClusterConfig& cluster, ResourceId told, Dice& dice);

/// A random world for dispatch `lsf` in which jobs select, order and reserve a resource of which
/// LIMs tell: each host has its own, or some hosts have, or hosts share instances. In some worlds
/// there are no LIMs. None: the world of this seed goes by what LIMs measure themselves, or hosts
/// go down in it, so that the naive reference does not know what LIMs tell.
std::optional<GridConfig> told_world(std::uint64_t seed);

}  // namespace mcsim::testing
