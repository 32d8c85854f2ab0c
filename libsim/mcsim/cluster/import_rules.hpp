// Which forwarded jobs an execution cluster accepts.
#pragma once

#include <cstdint>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/forwarding/mail.hpp"

namespace mcsim::cluster {

/// A forwarded job in the words of the cluster that received it, or why it is refused.
struct TranslatedJob {
  ReturnReason refusal = ReturnReason::none;
  TraceJob asked{};
};
/// Source: docs/rules/lsf.md, 2.2; docs/rules/forwarding.md, "In the execution cluster".
TranslatedJob translated(ClusterWorld& world, ClusterId from, const ForwardJob& forward);
/// Whether IMPT_JOBBKLG and IMPT_SLOTBKLG of its queue leave room for the job.
bool has_room(const ClusterWorld& world, const TraceJob& asked);
/// Whether an advance reservation that is not over is for the user.
bool may_use_reservation(const ClusterWorld& world, NameId user, Time now);
/// REMOTE_MAX_PREEXEC_RETRY for a guest, LOCAL_MAX_PREEXEC_RETRY for a job of the cluster itself.
std::int32_t preexec_retry(const ClusterWorld& world, const JobState& job);

}  // namespace mcsim::cluster
