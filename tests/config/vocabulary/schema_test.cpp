// The generated pages in docs/ agree with the vocabulary.
#include "mcsim/config/vocabulary/schema.hpp"

#include <string>
#include <vector>

#include "mcsim/config/vocabulary/reference.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/results/counters_csv.hpp"
#include "mcsim/results/executions_csv.hpp"
#include "mcsim/results/jobs_csv.hpp"
#include "mcsim/results/launches_csv.hpp"
#include "mcsim/results/metrics.hpp"
#include "mcsim/results/segments_csv.hpp"
#include "mcsim/results/series_csv.hpp"
#include "mcsim/results/shares_csv.hpp"
#include "mcsim/results/summary.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/generated_page.hpp"

namespace mcsim::testing::schema_test {

namespace {

std::vector<std::string> names(std::span<const ResultEntry> entries) {
  std::vector<std::string> all;
  for (const ResultEntry& entry : entries) all.emplace_back(entry.name);
  return all;
}

}  // namespace

TEST_CASE("the JSON Schema in docs is the one that the vocabulary makes", "[docs]") {
  check_page("reference/scenario.schema.json", scenario_schema());
}

TEST_CASE("the reference page in docs is the one that the vocabulary makes", "[docs]") {
  check_page("reference/reference.md", reference_page());
}

TEST_CASE("the JSON Schema defines every section, and refers to no other") {
  const auto tree = parse_json(scenario_schema(), "schema");
  REQUIRE(tree);
  const JsonNode* definitions = tree->root.find("$defs");
  REQUIRE(definitions != nullptr);
  for (const VocabularySection& section : vocabulary()) {
    INFO(section.name);
    CHECK(definitions->find(section.name) != nullptr);
  }
  CHECK(definitions->children.size() == vocabulary().size());
}

TEST_CASE("the reference tells of every column of jobs.csv, in its order") {
  CHECK(names(jobs_csv_entries()) ==
        std::vector<std::string>(jobs_csv_columns.begin(), jobs_csv_columns.end()));
}

TEST_CASE("the reference tells of every column of the other tables, in its order") {
  const auto all = [](const auto& columns) {
    return std::vector<std::string>(columns.begin(), columns.end());
  };
  CHECK(names(executions_csv_entries()) == all(executions_csv_columns));
  CHECK(names(counters_csv_entries()) == all(counters_csv_columns));
  CHECK(names(launches_csv_entries()) == all(launches_csv_columns));
  CHECK(names(segments_csv_entries()) == all(segments_csv_columns));
  CHECK(names(series_csv_entries()) == all(series_csv_columns));
  CHECK(names(shares_csv_entries()) == all(shares_csv_columns));
}

TEST_CASE("the reference tells of every key of summary.json, in its order") {
  const GridConfig config;
  RunResults results;
  results.usage.emplace();
  const auto tree =
      parse_json(summary_json(config, results, measure(config, results, {}), {}), "s");
  REQUIRE(tree);
  std::vector<std::string> keys;
  for (const JsonNode& member : tree->root.children) keys.push_back(member.key);
  CHECK(names(summary_entries()) == keys);
}

}  // namespace mcsim::testing::schema_test
