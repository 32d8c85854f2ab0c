// Job arrays in random worlds.
#pragma once

#include "mcsim/base/random.hpp"
#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Whether the worlds of other tests have job arrays, too.
inline constexpr bool worlds_have_arrays = false;

/// Makes arrays of some jobs of the cluster, before anything names its rows.
void draw_arrays(RngStream draws, ClusterConfig& cluster);
/// Makes actions on jobs that are arrays into actions on some of their elements, or on all; adds
/// some that change limits. Takes back dependencies of elements on other jobs.
void draw_array_actions(RngStream draws, ClusterConfig& cluster);

}  // namespace mcsim::testing
