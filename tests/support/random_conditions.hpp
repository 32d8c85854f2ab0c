// Jobs of random worlds that wait for others.
#pragma once

#include "support/random_lsf_draft.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// In half of the worlds; before anything copies the parameters.
void draw_condition_rules(LsfDraft& draft);
/// When nothing changes the rows of jobs any more.
void draw_conditions(LsfDraft& draft);

}  // namespace mcsim::testing
