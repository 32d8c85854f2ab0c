// Two clusters and the link between them, as scenarios name them.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// The two clusters that the list `key` of the object `at` names, the first one first. None:
/// complained about.
std::optional<std::pair<ClusterId, ClusterId>> read_pair(ScenarioDraft& draft, const JsonNode& node,
                                                         const JsonAt& at, std::string_view key);

/// Warns that neither of the clusters sends jobs to the other.
void warn_of_no_link(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                     std::pair<ClusterId, ClusterId> pair);

/// Adds a fault of a link.
void add_outage(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at);
/// Adds a fault of all links between some clusters and the others.
void add_partition(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at);
/// Outages that overlap or touch become one.
void join_outages(LinkConfig& link);

}  // namespace mcsim::config
