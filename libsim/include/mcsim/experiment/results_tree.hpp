// A run's results as one tree, for paths into them: summary.json, and the rows of jobs.csv.
#pragma once

#include <string>
#include <string_view>

#include "mcsim/io/json_tree.hpp"

namespace mcsim {

/// `summary` is the text of summary.json; the tree lacks its `engine`.
JsonNode summary_tree(std::string_view summary);

/// Adds the rows of the jobs.csv at `path` under the key `jobs`, by ID@CLUSTER and, where that is
/// unique, by ID. Numbers are numbers there, and an empty cell is null.
void add_job_rows(JsonNode& results, const std::string& path);

}  // namespace mcsim
