// Whether a job that may be forwarded can start anywhere.
#pragma once

#include <string>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// Why a job of `wanted` slots of a queue that forwards jobs can never start, at home or where it
/// is sent: what is short in the last of the queues. Empty: it may start, a change may help, or it
/// is not the number of slots that keeps it from starting.
std::string shortage_everywhere(const ScenarioDraft& draft, ClusterId cluster, QueueId queue,
                                const JobProfile& job, Slots wanted);

}  // namespace mcsim::config
