// The one requirement that results from those of a job, its application profile and its queue.
#pragma once

#include <span>

#include "mcsim/model/requirement.hpp"

namespace mcsim::model {

/// All that a job asks of its hosts; a requirement that is not given is an empty one.
///
/// All select expressions must hold; if they name neither type nor model nor a Boolean resource,
/// `type==local` must hold, too. order and span: the job's, else the application's, else the
/// queue's. rusage: each resource as in the first of them that names it; for each slot where that
/// one says so, or else `resources`. same: all that are named.
/// `text` stays empty, since it was never written. Errors: none.
/// Source: Platform LSF 7.3, Administering, "Resource requirement strings"; IBM Spectrum LSF 10.1,
/// "Combined resource requirements", for rusage.
ResourceRequirement merged(const ResourceRequirement& job, const ResourceRequirement& application,
                           const ResourceRequirement& queue,
                           std::span<const ResourceConfig> resources);

}  // namespace mcsim::model
