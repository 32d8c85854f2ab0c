// Why a queue refuses a job when it is submitted.
#pragma once

#include "mcsim/model/config.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/trace.hpp"

namespace mcsim::model {

/// In KB: the most that MEMLIMIT of a queue and of an application profile (none: there is none)
/// allow; negative: no limit.
std::int64_t most_memory(const ClusterSettings& settings, QueueId queue, ApplicationId application);
/// The same of CPULIMIT.
Duration most_cpu_time(const ClusterSettings& settings, QueueId queue, ApplicationId application);

/// Whether a job of the profile asks for more than MAX_USER_PRIORITY, which matters where it is
/// submitted.
bool is_over_priority(const ClusterSettings& settings, const JobProfile& profile);

/// Why the queue refuses the job under LSF's scheduler, wherever it comes from; none: it does not.
/// `profile`: the job's. Source: docs/rules/scheduling.md, section 11.
EndReason refusal_of(const ClusterSettings& settings, FairshareOptions::NoShare no_share,
                     const TraceJob& asked, const JobProfile& profile, QueueId queue);
/// The same where the job is submitted, to the queue that it asks for.
EndReason refusal_of_new(const ClusterSettings& settings, FairshareOptions::NoShare no_share,
                         const TraceJob& asked, const JobProfile& profile);

}  // namespace mcsim::model
