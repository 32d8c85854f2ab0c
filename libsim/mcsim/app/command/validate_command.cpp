// Checks files and reports what is wrong with them.
#include "mcsim/app/command/validate_command.hpp"

#include <ostream>
#include <utility>
#include <vector>

#include "mcsim/app/base/input_kind.hpp"
#include "mcsim/app/base/strict.hpp"
#include "mcsim/app/base/warnings.hpp"
#include "mcsim/app/run/known_metrics.hpp"
#include "mcsim/app/run/refused_warnings.hpp"
#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/trace/skipped_rows.hpp"
#include "mcsim/trace/swf.hpp"

namespace mcsim::app {
namespace {

struct Finding {
  std::string file;
  std::string kind;
  std::string summary;  ///< of a good file, in words
  Diagnostics diagnostics;

  std::int64_t count(Severity severity) const {
    std::int64_t number = 0;
    for (const Diagnostic& diagnostic : diagnostics.list)
      number += diagnostic.severity == severity ? 1 : 0;
    return number;
  }
};

void take(Finding& finding, Expected<Scenario, Diagnostics> scenario) {
  if (scenario)
    finding.diagnostics = std::move(scenario->warnings);
  else
    finding.diagnostics = std::move(scenario).error();
}

std::string number_of(std::size_t number, const std::string& thing) {
  return std::to_string(number) + " " + thing + (number == 1 ? "" : "s");
}

/// `home: 2 hosts, 8 slots, 1 queue`: what it has of its own.
std::string size_of(const ClusterConfig& cluster) {
  std::size_t hosts = 0;
  std::size_t slots = 0;
  for (const HostConfig& host : cluster.hosts) {
    if (host.home) continue;
    ++hosts;
    slots += static_cast<std::size_t>(host.mxj.count());
  }
  return cluster.name + ": " + number_of(hosts, "host") + ", " + number_of(slots, "slot") + ", " +
         number_of(cluster.queues.size(), "queue");
}

std::string sizes_of(const Scenario& scenario) {
  std::string text;
  for (const ClusterConfig& cluster : scenario.config.clusters)
    text += (text.empty() ? "" : "; ") + size_of(cluster);
  return text;
}

/// ` (no_run_time 2, no_slots 1)`; empty: no row is skipped.
std::string why_skipped(const std::vector<SkippedRow>& skipped) {
  return skipped.empty() ? "" : " (" + skip_reasons_text(skip_counts(skipped)) + ")";
}

void check_conf(Finding& finding, const Registry& registry) {
  auto scenario = load_conf_directory(finding.file, choices_of(registry));
  if (scenario) finding.summary = sizes_of(*scenario);
  take(finding, std::move(scenario));
}

void check_scenario(Finding& finding, const Registry& registry) {
  ScenarioChoices choices = choices_of(registry);
  choices.takes_programs = true;
  auto scenario = load_scenario(finding.file, choices);
  if (!scenario) return take(finding, std::move(scenario));
  warn_of_refused(*scenario, finding.file, registry);
  std::size_t jobs = 0;
  for (const ClusterConfig& cluster : scenario->config.clusters) jobs += cluster.trace.size();
  finding.summary = number_of(scenario->config.clusters.size(), "cluster") + ", " +
                    number_of(jobs, "job") + ", " + number_of(scenario->skipped.size(), "row") +
                    " skipped" + why_skipped(scenario->skipped) + "; " + sizes_of(*scenario);
  const Diagnostics unknown = unknown_gates({}, *scenario, registry);
  take(finding, std::move(scenario));
  append(finding.diagnostics, unknown);
}

std::string rows_and_jobs(std::size_t rows, std::size_t jobs,
                          const std::vector<SkippedRow>& skipped) {
  return number_of(rows, "row") + ", " +
         (skipped.empty()
              ? ""
              : number_of(skipped.size(), "row") + " skipped" + why_skipped(skipped) + ", ") +
         number_of(jobs, "job") + " can be replayed";
}

/// A trace without a size: no job is too large, and memory may count or not.
void check_rows(Finding& finding) {
  WorkloadOptions options;
  options.file = options.shown_name = finding.file;
  options.memory = MemoryField::none;
  TraceBuilder trace;
  NameTable users;
  NameTable groups;
  ProfileTable profiles;
  std::vector<SkippedRow> skipped;
  auto report = read_workload(options, trace, users, groups, profiles, skipped);
  if (!report) {
    finding.diagnostics = std::move(report).error();
    return;
  }
  finding.diagnostics = std::move(report->warnings);
  finding.summary = rows_and_jobs(report->rows, report->jobs, skipped) +
                    " where they fit: its header does not tell how many slots there are";
}

/// As `mcsim run` takes it without options.
void check_trace(Finding& finding, const Registry& registry) {
  const auto header = read_swf_header(finding.file, finding.file);
  if (!header || !(header->max_procs || header->max_nodes)) return check_rows(finding);
  auto scenario = load_trace(finding.file, {}, "easy", choices_of(registry));
  if (scenario) {
    const ClusterConfig& cluster = scenario->config.clusters.front();
    const std::size_t jobs = cluster.trace.size();
    finding.summary =
        rows_and_jobs(jobs + scenario->skipped.size(), jobs, scenario->skipped) + " on " +
        number_of(static_cast<std::size_t>(cluster.hosts.front().mxj.count()), "slot");
  }
  take(finding, std::move(scenario));
}

Finding check(const std::string& file, const Registry& registry) {
  Finding finding{.file = file, .kind = "unknown", .summary = {}, .diagnostics = {}};
  if (is_conf_directory(file)) {
    finding.kind = "LSF configuration";
    check_conf(finding, registry);
    return finding;
  }
  auto kind = kind_of_input(file);
  if (!kind) {
    finding.diagnostics = std::move(kind).error();
  } else if (*kind == InputKind::scenario) {
    finding.kind = "scenario";
    check_scenario(finding, registry);
  } else {
    finding.kind = "trace";
    check_trace(finding, registry);
  }
  return finding;
}

JsonNode as_json(const Diagnostic& diagnostic) {
  const bool error = diagnostic.severity == Severity::error;
  return json_object(
      {json_member("severity", json_text(error ? "error" : "warning")),
       json_member("file", json_text(diagnostic.file)),
       json_member("line", json_whole(static_cast<std::int64_t>(diagnostic.line))),
       json_member("column", json_whole(static_cast<std::int64_t>(diagnostic.column))),
       json_member("pointer", json_text(diagnostic.pointer)),
       json_member("message", json_text(diagnostic.message))});
}

JsonNode as_json(const Finding& finding) {
  std::vector<JsonNode> diagnostics;
  diagnostics.reserve(finding.diagnostics.list.size());
  for (const Diagnostic& diagnostic : finding.diagnostics.list)
    diagnostics.push_back(as_json(diagnostic));
  std::vector<JsonNode> losses;
  for (std::string& loss : losses_of(finding.diagnostics))
    losses.push_back(json_text(std::move(loss)));
  return json_object({json_member("file", json_text(finding.file)),
                      json_member("kind", json_text(finding.kind)),
                      json_member("errors", json_whole(finding.count(Severity::error))),
                      json_member("warnings", json_whole(finding.count(Severity::warning))),
                      json_member("changes_who_waits", json_list(std::move(losses))),
                      json_member("diagnostics", json_list(std::move(diagnostics)))});
}

}  // namespace

ExitCode validate_command(std::span<const std::string> files, bool json, const Registry& registry,
                          const Console& console, bool strict, std::string_view warnings) {
  bool good = true;
  std::vector<JsonNode> findings;
  for (const std::string& file : files) {
    Finding finding = check(file, registry);
    if (strict) finding.diagnostics = as_errors(std::move(finding.diagnostics));
    good = good && !finding.diagnostics.has_errors();
    if (json) {
      findings.push_back(as_json(finding));
      continue;
    }
    print_about_input(console, finding.diagnostics, file, warnings);
    if (!finding.diagnostics.has_errors())
      console.out << file << ": good " << finding.kind << ": " << finding.summary << '\n';
  }
  if (json)
    console.out << to_pretty_json(
        json_object({json_member("files", json_list(std::move(findings)))}));
  return good ? ExitCode::done : ExitCode::bad_input;
}

}  // namespace mcsim::app
