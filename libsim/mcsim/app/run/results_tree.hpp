// A run's results as one tree, for paths into them: summary.json, and rows of jobs.csv.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// `summary` is the text of summary.json; the tree lacks its `engine`.
JsonNode summary_tree(std::string_view summary);

/// The numbers of the jobs that expectations ask for; "*" stands for all.
std::set<std::string, std::less<>> jobs_asked_for(const JsonNode& expect);

/// Adds the rows of these jobs from the jobs.csv at `path` under the key `jobs`, by ID@CLUSTER and,
/// where that is unique, by ID. Numbers are numbers there, and an empty cell is null.
void add_job_rows(JsonNode& results, const std::string& path,
                  const std::set<std::string, std::less<>>& jobs);

}  // namespace mcsim::app
