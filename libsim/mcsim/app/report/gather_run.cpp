// Reads summary.json, scenario.json and the tables, and plays the run again for its stories.
#include "mcsim/app/report/gather_run.hpp"

#include <filesystem>
#include <string>
#include <utility>

#include "mcsim/app/base/version.hpp"
#include "mcsim/app/explain/replay.hpp"
#include "mcsim/app/report/job_stories.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/results/summary_usage.hpp"
#include "mcsim/results/table_digests.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {
namespace {

namespace fs = std::filesystem;

/// The clusters and hosts of a scenario, in its order.
void add_hosts(const GridConfig& grid, RunTables& to) {
  for (const ClusterConfig& cluster : grid.clusters) {
    const std::uint32_t number = to.clusters.number(cluster.name);
    for (const HostConfig& host : cluster.hosts)
      if (host.name.find('@') == std::string::npos)
        to.hosts.push_back({host.name, number, host.mxj.count(), number});
  }
}

/// Clusters alone, where the scenario cannot be loaded: in the order of summary.json.
void add_clusters(const JsonNode& summary, RunTables& to) {
  if (const JsonNode* clusters = summary.find("by_cluster"); clusters != nullptr)
    for (const JsonNode& cluster : clusters->children) to.clusters.number(cluster.key);
}

Instant end_of(const JsonNode& summary) {
  const JsonNode* const end = summary.find("end");
  const auto length = end == nullptr ? std::nullopt : read_duration(end->text + "s");
  return length ? length->count() : 0;
}

Diagnostics as_warnings(Diagnostics diagnostics) {
  for (Diagnostic& one : diagnostics.list) one.severity = Severity::warning;
  return diagnostics;
}

void add_stories(const Replay& replay, const Registry& registry, GatheredRun& to) {
  const std::size_t jobs = to.report.tables.jobs.size();
  const std::size_t count = most_stories(replay, jobs);
  if (count == 0) {
    to.report.notes.emplace_back(
        "This page has no stories of its jobs, since the run is too large to be played again for "
        "them in seconds: a click on a job below names the command that tells its story" +
        std::string(to.report.summary.find("usage") == nullptr
                        ? "; and it does not say what jobs waited for, which mcsim run --outputs "
                          "jobs,segments,usage writes."
                        : "."));
    return;
  }
  ToldStories told = tell_stories(replay, registry, to.report.tables, count);
  to.report.stories = std::move(told.stories);
  if (to.report.summary.find("usage") == nullptr)
    for (JsonNode& member : usage_members(replay.scenario.config, told.usage))
      to.report.summary.children.push_back(std::move(member));
  append(to.warnings, told.doubts);
}

}  // namespace

Expected<GatheredRun, Diagnostics> gather_run(const ReportRequest& request,
                                              const Registry& registry) {
  const fs::path folder(request.folder);
  const std::string summary_file = (folder / "summary.json").string();
  const std::string scenario_file = (folder / "scenario.json").string();
  const std::string jobs_file = (folder / "jobs.csv").string();
  std::error_code ignored;
  if (!fs::is_regular_file(summary_file, ignored) || !fs::is_regular_file(scenario_file, ignored))
    return refusal(request.folder,
                   "is no folder of a run (expected summary.json and scenario.json in it), a "
                   "comparison, a sweep or a backtest");
  if (!fs::is_regular_file(jobs_file, ignored))
    return refusal(request.folder,
                   "has no jobs.csv, which the pictures are made of: expected the "
                   "folder of a run with --outputs jobs");
  auto summary = read_json_file(summary_file, summary_file);
  if (!summary) return Unexpected(std::move(summary).error());
  auto scenario_text = read_json_text(scenario_file, scenario_file);
  if (!scenario_text) return Unexpected(std::move(scenario_text).error());
  auto scenario = parse_json(*scenario_text, scenario_file);
  if (!scenario) return Unexpected(std::move(scenario).error());
  Diagnostics changed = changed_files(request.folder, summary->root);
  if (changed.has_errors()) return Unexpected(std::move(changed));
  const JsonNode* const complete = summary->root.find("complete");
  const bool is_complete = complete == nullptr || complete->boolean;
  if (!is_complete && !request.partial)
    return refusal(request.folder, "is of a run that was interrupted; --partial takes it");

  GatheredRun gathered;
  RunContents& report = gathered.report;
  gathered.warnings = std::move(changed);
  report.folder = request.folder;
  report.calendar = Calendar::of(*scenario_text);
  report.program = "mcsim " + std::string(version()) + " (" + std::string(revision()) + ")";
  if (!is_complete)
    report.notes.emplace_back("The run was interrupted: what came later is missing.");
  const auto replay = open_replay({.folder = request.folder,
                                   .at = {},
                                   .partial = request.partial,
                                   .programs = request.programs},
                                  registry);
  if (replay) {
    add_hosts(replay->scenario.config, report.tables);
  } else {
    add_clusters(summary->root, report.tables);
    report.notes.emplace_back(
        "The scenario cannot be loaded any more, since its inputs have changed or are gone: hosts "
        "have as many slots as jobs have used of them at once, and no story of a job can be told.");
    append(gathered.warnings, as_warnings(replay.error()));
  }
  report.tables.end = end_of(summary->root);
  report.summary = std::move(summary->root);
  report.scenario = std::move(scenario->root);
  auto tables = read_run_tables(request.folder, std::move(report.tables));
  if (!tables) return Unexpected(std::move(tables).error());
  report.tables = *std::move(tables);
  if (const std::string counters = (folder / "counters.csv").string();
      fs::is_regular_file(counters, ignored)) {
    auto errors = read_counter_errors(counters);
    if (!errors) return Unexpected(std::move(errors).error());
    report.counters = *std::move(errors);
  }
  if (const std::string series = (folder / "backtest_series.csv").string();
      fs::is_regular_file(series, ignored)) {
    auto read = read_backtest_series(series);
    if (!read) return Unexpected(std::move(read).error());
    report.backtest = *std::move(read);
  }
  if (!report.tables.has_segments)
    report.notes.emplace_back(
        "The run has no segments.csv: a job that was suspended is one bar from its last start to "
        "its end, and what requeued jobs did before is missing. mcsim run --outputs jobs,segments "
        "writes it.");
  if (replay) add_stories(*replay, registry, gathered);
  return gathered;
}

}  // namespace mcsim::app
