// The results of a comparison for programs: compare.json and compare.csv.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/run/metric_paths.hpp"

namespace mcsim::app {

/// compare.json: `format`, `complete`, and for each variant its name, values and whole summary
/// (null: it was interrupted before it began). `of_replicas`: what they say together. The same
/// request gives the same bytes.
std::string compare_json(const std::vector<Variant>& variants,
                         const std::vector<RunResult>& results,
                         std::optional<JsonNode> of_replicas = std::nullopt);

/// compare.csv: a row for each variant and a column for each metric, named by its path. Metrics by
/// user are only in compare.json. Metrics of interrupted runs are empty.
std::string compare_csv(const std::vector<Variant>& variants,
                        const std::vector<RunResult>& results);

/// The metrics that a table has a column for: all but those by user.
std::vector<std::string> metric_columns(const MetricTable& metrics);

/// The summaries by variant; null: its run was interrupted.
std::vector<const JsonNode*> complete_summaries(const std::vector<RunResult>& results);

}  // namespace mcsim::app
