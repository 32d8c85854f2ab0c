// The generated pages in docs/ are those that the vocabulary says now.
#include "mcsim/io/schema.hpp"

#include <string>
#include <vector>

#include "io/generated_page.hpp"
#include "mcsim/io/jobs_csv.hpp"
#include "mcsim/io/json_tree.hpp"
#include "mcsim/io/metrics.hpp"
#include "mcsim/io/reference.hpp"
#include "mcsim/io/summary.hpp"
#include "mcsim/io/vocabulary.hpp"
#include "support/catch.hpp"

namespace mcsim::io_schema_test {

namespace {

std::vector<std::string> names(std::span<const ResultEntry> entries) {
  std::vector<std::string> all;
  for (const ResultEntry& entry : entries) all.emplace_back(entry.name);
  return all;
}

}  // namespace

TEST_CASE("the JSON Schema in docs is the one that the vocabulary makes", "[docs]") {
  check_page("scenario.schema.json", scenario_schema());
}

TEST_CASE("the reference page in docs is the one that the vocabulary makes", "[docs]") {
  check_page("reference.md", reference_page());
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

TEST_CASE("the reference tells of every key of summary.json, in its order") {
  const GridConfig config;
  const RunResults results;
  const auto tree =
      parse_json(summary_json(config, results, measure(config, results, {}), {}), "s");
  REQUIRE(tree);
  std::vector<std::string> keys;
  for (const JsonNode& member : tree->root.children) keys.push_back(member.key);
  CHECK(names(summary_entries()) == keys);
}

}  // namespace mcsim::io_schema_test
