// Random limits of jobs that wait: MAX_PEND_JOBS, MAX_PEND_SLOTS.
#pragma once

#include "support/random_lsf_draft.hpp"

namespace mcsim::testing {

/// Comes behind all other draws: a world is otherwise what it would be without.
void draw_pending_limits(LsfDraft& draft);

}  // namespace mcsim::testing
