// Gathers what is known of a waiting job.
#include "mcsim/baseline/job_facts.hpp"

#include "mcsim/baseline/baseline_state.hpp"

namespace mcsim::baseline {

JobFacts facts_of(const ClusterConfig& config, const BaselineState& state, JobSlotId id) {
  const JobInFlight& job = state.jobs[id];
  const TraceJob& described = config.trace[job.index];
  const JobProfile& profile = config.profiles[index_of(described.profile)];
  return {.submit = state.jobs.submitted(id, described.submit),
          .requested = job.requested,
          .memory = profile.memory,
          .user = described.user,
          .group = profile.group,
          .slots = job.slots,
          .priority = state.queues[described.queue].config.priority,
          .queue = described.queue};
}

}  // namespace mcsim::baseline
