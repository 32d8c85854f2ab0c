// Gathers what is known of a waiting job.
#include "mcsim/baseline/job_facts.hpp"

#include "mcsim/baseline/job_table.hpp"

namespace mcsim::baseline {

JobFacts JobReader::facts(JobSlotId id) const {
  const JobInFlight& job = (*jobs_)[id];
  const TraceJob& described = config_->trace[job.index];
  const JobProfile& profile = config_->profiles[index_of(described.profile)];
  return {.submit = jobs_->submitted(id, described.submit),
          .requested = job.requested,
          .memory = profile.memory,
          .user = described.user,
          .group = profile.group,
          .slots = job.slots,
          .priority = (*queues_)[described.queue].config.priority,
          .queue = described.queue};
}

}  // namespace mcsim::baseline
