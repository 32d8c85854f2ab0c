// Reads our own output files back, so that a path leads to what a reader of the files would find.
#include "mcsim/app/run/results_tree.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/results/jobs_csv.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/decimal.hpp"

namespace mcsim::app {
namespace {

/// Columns whose cells are text even if they look like numbers.
constexpr std::array<std::string_view, 16> text_fields = {
    "submit_cluster", "submit_queue", "user",       "exec_cluster",
    "exec_queue",     "status",       "exec_hosts", "workload",
    "user_group",     "app",          "end_reason", "pend_reason",
    "project",        "name",         "depends",    "terminate_orphan"};

JsonNode cell(std::string_view column, std::string_view text) {
  if (is_text_of_jobs(column) && !text.empty()) return json_text(std::string(without_guard(text)));
  JsonNode node;
  if (text.empty()) return node;
  MCSIM_CHECK(read_decimal(text), "a cell of jobs.csv is a number");
  node.kind = JsonNode::Kind::real;
  node.text = text;
  return node;
}

JsonNode row(const CsvReader& table) {
  JsonNode node = json_object({});
  for (std::size_t column = 0; column < table.names().size(); ++column)
    node.children.push_back(
        json_member(table.names()[column], cell(table.names()[column], table[column])));
  return node;
}

}  // namespace

bool is_text_of_jobs(std::string_view column) {
  return std::ranges::find(text_fields, column) != text_fields.end();
}

JsonNode summary_tree(std::string_view summary) {
  auto tree = parse_json(summary, "summary.json");
  MCSIM_CHECK(tree.has_value(), "summary.json can be read back");
  return without_engine(std::move(tree->root));
}

JsonNode without_engine(JsonNode summary) {
  std::erase_if(summary.children, [](const JsonNode& child) { return child.key == "engine"; });
  return summary;
}

std::set<std::string, std::less<>> jobs_asked_for(const JsonNode& expect) {
  std::set<std::string, std::less<>> jobs;
  const auto ask = [&jobs](std::string_view path) {
    jobs.emplace(path.substr(0, path.find_first_of("@./")));
  };
  for (const JsonNode& wanted : expect.children) {
    const std::string_view path = wanted.key;
    if (path.starts_with("jobs.") || path.starts_with("/jobs/"))
      ask(path.substr(path.front() == '/' ? 6 : 5));
    else if (path == "jobs" || path == "/jobs")
      for (const JsonNode& inner : wanted.children) ask(inner.key);
  }
  return jobs;
}

void add_job_rows(JsonNode& results, const std::string& path,
                  const std::set<std::string, std::less<>>& jobs_asked) {
  auto table = CsvReader::open(path, "jobs.csv");
  MCSIM_CHECK(table.has_value(), "jobs.csv can be read back");
  const std::size_t id = *table->find("job_id");
  const std::size_t cluster = *table->find("submit_cluster");
  const auto index = table->find(jobs_csv_index);
  std::map<std::string, std::pair<int, JsonNode>, std::less<>> by_id;
  std::vector<JsonNode>& jobs = results.member("jobs").children;
  const bool all = jobs_asked.contains("*");
  while (table->next()) {
    std::string name((*table)[id]);
    if (index && (*table)[*index] != "0") name += "[" + std::string((*table)[*index]) + "]";
    if (!all && !jobs_asked.contains(name)) continue;
    jobs.push_back(json_member(name + "@" + std::string((*table)[cluster]), row(*table)));
    auto& [count, one] = by_id[name];
    if (++count == 1) one = json_member(name, jobs.back());
  }
  MCSIM_CHECK(!table->complaints().any_errors(), "jobs.csv can be read back");
  for (auto& [name, entry] : by_id)
    if (entry.first == 1) jobs.push_back(std::move(entry.second));
}

}  // namespace mcsim::app
