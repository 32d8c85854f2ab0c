// How many slots a job takes: those that it says, or else its queue's or application's.
#pragma once

#include <cstdint>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// Of a job that does not say it: PROCLIMIT's default.
std::int64_t usual_slots(const ClusterSettings& settings, QueueId queue, const JobProfile& profile);

/// With the member `min_slots` a job needs these, and may have `slots`. Complains if they are more.
void choose_slots(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at, ClusterId cluster,
                  std::int64_t& slots, JobProfile& profile);

}  // namespace mcsim::config
