// Job arrays in random worlds.
#pragma once

#include "support/random_lsf_draft.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Makes arrays of some jobs of the cluster, before anything names its rows or copies its
/// parameters.
void draw_arrays(LsfDraft& draft);
/// Makes actions on jobs that are arrays into actions on some of their elements, or on all; adds
/// some that change limits. Takes back dependencies of elements on other jobs.
void draw_array_actions(LsfDraft& draft);

}  // namespace mcsim::testing
