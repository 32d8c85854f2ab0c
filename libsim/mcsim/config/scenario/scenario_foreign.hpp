// What a job asks for, as another cluster reads it.
#pragma once

#include <optional>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// What a job of `from` asks for in the vocabulary of `to`: its resources and application profiles.
/// None: it asks for what `to` does not know, or names hosts (bsub -m), which are its own
/// cluster's. `from_host` stays that of `from`.
std::optional<JobProfile> translated(const JobProfile& profile, const ClusterDraft& from,
                                     const ClusterDraft& to);

}  // namespace mcsim::config
