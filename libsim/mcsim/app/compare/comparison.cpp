// Puts the results of a comparison together.
#include "mcsim/app/compare/comparison.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/app/compare/compare_files.hpp"
#include "mcsim/app/compare/compare_table.hpp"
#include "mcsim/app/compare/metric_names.hpp"
#include "mcsim/app/run/metric_paths.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {
namespace {

/// The metrics that are compared.
std::vector<std::string> metrics_of(const Comparison& comparison, const Summaries& all) {
  const auto& asked = comparison.request.metrics;
  if (!asked) return usual_metrics();
  std::vector<std::string> paths;
  for (const std::string& name : metric_names(*asked))
    for (const std::string& path : metric_table(all, name).paths) paths.push_back(path);
  return paths;
}

/// The member `replicas` of compare.json.
std::optional<JsonNode> replicas_json(const Comparison& comparison,
                                      const std::vector<Standings>& together) {
  if (comparison.replicas() < 2) return std::nullopt;
  const auto& resample = comparison.request.resample;
  return json_object(
      {json_member("count", json_whole(static_cast<std::int64_t>(comparison.replicas()))),
       json_member("confidence", json_text(comparison.request.confidence.value_or("95%"))),
       json_member("resample", resample ? json_text(*resample) : JsonNode{}),
       json_member("metrics", standings_json(together, comparison.variants))});
}

/// Summaries by variant, then by replica, from those by replica, then by variant.
std::vector<Summaries> by_variant(const Comparison& comparison) {
  const Summaries all = complete_summaries(comparison.results);
  std::vector<Summaries> sorted(comparison.variants.size());
  for (std::size_t row = 0; row < all.size(); ++row)
    sorted[row % sorted.size()].push_back(all[row]);
  return sorted;
}

/// Keeps the rows of complete runs.
template <class Row>
void keep_complete(std::vector<Row>& rows, const std::vector<RunResult>& results) {
  std::size_t at = 0;
  std::erase_if(rows, [&](const Row&) { return !results[at++].complete; });
}

/// A row for each run. Replicas have their number; those that are missing are counted, since there
/// may be hundreds.
std::string table_of_runs(std::vector<std::string> names, const Comparison& comparison,
                          std::vector<CompareColumn> columns, std::size_t width) {
  std::vector<Variant> runs = comparison.runs;
  if (runs.front().replica == 0) return compare_table(names, runs, columns, width);
  names.push_back("replica");
  for (Variant& run : runs) run.labels.push_back(std::to_string(run.replica));
  keep_complete(runs, comparison.results);
  for (CompareColumn& column : columns) keep_complete(column.cells, comparison.results);
  const std::size_t missing = comparison.runs.size() - runs.size();
  std::string text = runs.empty() ? "" : compare_table(names, runs, columns, width);
  if (missing > 0)
    text += std::to_string(missing) + " of " + std::to_string(comparison.runs.size()) +
            " runs are missing\n";
  return text;
}

}  // namespace

bool Comparison::is_whole() const { return std::ranges::all_of(results, &RunResult::complete); }

void sort_by_variant(Comparison& comparison) {
  const std::size_t count = comparison.variants.size();
  const std::size_t replicas = comparison.replicas();
  std::vector<Variant> runs;
  std::vector<RunResult> results;
  runs.reserve(comparison.runs.size());
  results.reserve(comparison.runs.size());
  for (std::size_t variant = 0; variant < count; ++variant)
    for (std::size_t replica = 0; replica < replicas; ++replica) {
      const std::size_t row = replica * count + variant;
      runs.push_back(std::move(comparison.runs[row]));
      results.push_back(std::move(comparison.results[row]));
    }
  comparison.runs = std::move(runs);
  comparison.results = std::move(results);
}

std::vector<Standings> standings(const Comparison& comparison) {
  if (comparison.replicas() < 2 || !comparison.is_whole()) return {};
  return all_standings(metrics_of(comparison, complete_summaries(comparison.results)),
                       by_variant(comparison), comparison.asked.against,
                       comparison.asked.confidence);
}

std::optional<Standings> standings_against(const Comparison& comparison, const std::string& metric,
                                           std::size_t reference) {
  auto found =
      all_standings({metric}, by_variant(comparison), reference, comparison.asked.confidence);
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

Diagnostics without_statistics(const Comparison& comparison) {
  if (comparison.replicas() < 2 || !comparison.is_whole()) return {};
  const Summaries all = complete_summaries(comparison.results);
  Diagnostics said;
  for (const std::string& path : metrics_of(comparison, all)) {
    std::size_t have = 0;
    std::optional<std::size_t> first;
    for (std::size_t row = 0; row < all.size(); ++row) {
      if (metric_of(*all[row], path))
        ++have;
      else if (!first)
        first = row;
    }
    if (have == 0 || !first) continue;
    said.add(about_file(
        path, std::to_string(have) + " of " + std::to_string(all.size()) +
                  " runs have this result, the first without: " + comparison.runs[*first].title +
                  "; so there is no mean of it and no difference; compare.csv has what there is"));
    said.list.back().severity = Severity::warning;
  }
  return said;
}

std::string json_text_of(const Comparison& comparison, const std::vector<Standings>& together) {
  return compare_json(comparison.runs, comparison.results, replicas_json(comparison, together));
}

std::string report(const Comparison& comparison, const std::vector<Standings>& together,
                   std::size_t width, Diagnostics& warnings) {
  const CompareRequest& request = comparison.request;
  const Summaries summaries = complete_summaries(comparison.results);
  const auto columns = request.metrics ? chosen_columns(*request.metrics, summaries, warnings)
                                       : usual_columns(summaries);
  if (columns.empty())  // nothing of what was asked for
    for (Diagnostic& one : warnings.list) one.severity = Severity::error;
  const std::string text = comparison.name.empty() ? "" : comparison.name + "\n\n";
  const std::vector<std::string> names = short_names(comparison.variations);
  return text +
         (together.empty() ? table_of_runs(names, comparison, columns, width)
                           : replica_report(together, names, comparison.variants, width)) +
         "\n";
}

Diagnostics run_warnings(const Comparison& comparison) {
  std::vector<Diagnostics> of_each;
  of_each.reserve(comparison.results.size());
  for (const RunResult& result : comparison.results) of_each.push_back(result.warnings);
  return said_once(of_each, comparison.runs);
}

std::string reproducing_line(const Comparison& comparison) {
  const CompareRequest& request = comparison.request;
  std::string line = reproducing_words("compare", request.run);
  for (const std::string& vary : request.vary) line += " --vary " + shell_word(vary);
  const auto add = [&](const char* option, const std::optional<std::string>& value) {
    if (value) line += std::string(option) + shell_word(*value);
  };
  add(" --metrics ", request.metrics);
  if (request.replicas > 1) line += " --replicas " + std::to_string(request.replicas);
  add(" --resample ", request.resample);
  add(" --against ", request.against);
  add(" --confidence ", request.confidence);
  add(" --precision ", request.precision);
  return line + (comparison.seed ? " --seed " + std::to_string(*comparison.seed) : "");
}

}  // namespace mcsim::app
