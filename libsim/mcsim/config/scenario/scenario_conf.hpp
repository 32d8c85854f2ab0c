// The LSF configuration directories that clusters name.
#pragma once

#include <string>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// Lays what the scenario says over the LSF files of each cluster's `conf`, and removes `conf`:
/// from here on the tree is the whole configuration. Errors and warnings about the files go to
/// `of_conf`.
void merge_conf(ScenarioDraft& draft);

/// The scenario around a configuration directory alone: a cluster for each of its lsf.cluster.NAME.
JsonNode around_conf(const std::string& directory);

}  // namespace mcsim::config
