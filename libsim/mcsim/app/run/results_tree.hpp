// The results of a run as one tree for paths: summary.json, and rows of jobs.csv.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// `summary` is the text of summary.json; the tree lacks its `engine`.
JsonNode summary_tree(std::string_view summary);
JsonNode without_engine(JsonNode summary);

/// Whether a column of jobs.csv holds text, even if that looks like a number.
bool is_text_of_jobs(std::string_view column);

/// The jobs that expectations ask for, by ID or ID@CLUSTER; "*" stands for all jobs.
std::set<std::string, std::less<>> jobs_asked_for(const JsonNode& expect);

/// Adds the rows of these jobs from the jobs.csv at `path` under the key `jobs`, by ID@CLUSTER, and
/// if the ID is unique, also by ID. Numbers become JSON numbers, empty cells null.
void add_job_rows(JsonNode& results, const std::string& path,
                  const std::set<std::string, std::less<>>& jobs);

}  // namespace mcsim::app
