// The one requirement that counts, where the job, its application profile and its queue each ask.
#pragma once

#include <span>

#include "mcsim/model/requirement.hpp"

namespace mcsim::model {

/// What a job asks of its hosts in all; a requirement that is not given is an empty one.
///
/// All select expressions must hold; if they name neither type nor model nor a Boolean resource,
/// `type==local` too. order and span: the job's, else the application's, else the queue's. rusage:
/// each resource as the first of them has it. same: all that are named. `text` stays empty, since
/// nobody wrote it. Errors: none.
/// Source: Platform LSF 7.3, Administering, "Resource requirement strings"; IBM Spectrum LSF 10.1,
/// "Combined resource requirements", for rusage.
ResourceRequirement merged(const ResourceRequirement& job, const ResourceRequirement& application,
                           const ResourceRequirement& queue,
                           std::span<const ResourceConfig> resources);

}  // namespace mcsim::model
