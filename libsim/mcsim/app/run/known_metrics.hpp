// The numbers that a summary can have, before anything has run.
#pragma once

#include <string>
#include <vector>

#include "mcsim/app/run/run_command.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// The summary of a run that was interrupted before its first instant: it has the keys that the
/// summary of the run will or may have, as far as they can be told. An object that is empty gets
/// keys by what happens: which jobs are forwarded where.
JsonNode summary_before_run(const RunRequest& request, const Scenario& scenario,
                            const Registry& registry);

/// `; nearest: wait_time.mean`, of the numbers of these summaries; empty: none is near.
std::string nearest_metric(const std::string& path, const std::vector<const JsonNode*>& summaries);

/// Whether a path as gates have it leads to a number in such a summary, or may lead to one in that
/// of the run.
bool may_lead_to_number(const JsonNode& summary_before, const std::string& path);

/// The metrics of `gates` that lead to no number, whatever the run brings; none where it may.
Diagnostics unknown_gates(const RunRequest& request, const Scenario& scenario,
                          const Registry& registry);

}  // namespace mcsim::app
