// Runs a history again, and compares.
#include "mcsim/app/history/backtest_command.hpp"

#include <filesystem>
#include <ostream>
#include <utility>

#include "mcsim/app/history/backtest_report.hpp"
#include "mcsim/app/history/backtest_stories.hpp"
#include "mcsim/app/history/next_commands.hpp"
#include "mcsim/app/run/run_loaded.hpp"
#include "mcsim/config/settings/scenario_clock.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/instants.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/output.hpp"

namespace mcsim::app {
namespace {

namespace fs = std::filesystem;

/// The hour of the day at virtual time 0, where the scenario's clocks are.
std::int64_t first_hour(const JsonNode& scenario) {
  const JsonNode* const start = scenario.find("start");
  const JsonNode* const ahead = scenario.find("utc_offset");
  const std::int64_t instant = start == nullptr ? 0 : read_instant(start->text).value_or(0);
  const Duration offset =
      ahead == nullptr ? Duration{} : read_utc_offset(ahead->text).value_or(Duration{});
  const std::int64_t hours = instant / 3600 + offset / std::chrono::hours(1);
  return (hours % 24 + 24) % 24;
}

/// Some host of the first cluster; empty: it has none.
std::string first_host(const JsonNode& scenario) {
  const JsonNode* at = scenario.find("clusters");
  for (const char* const key : {"hosts", "name"}) {
    if (at == nullptr || at->children.empty()) return "";
    at = at->children.front().find(key);
  }
  const bool is_one = at != nullptr && at->text.find('[') == std::string::npos;
  return is_one ? at->text : "";
}

/// With an empty line between them.
std::string text_of(const std::vector<std::string>& stories) {
  std::string text;
  for (const std::string& story : stories) text += (text.empty() ? "" : "\n") + story;
  return text;
}

std::optional<Diagnostic> write_table(const std::string& path, std::string_view text) {
  auto out = ReplacedFile::create(path);
  if (!out) return out.error().list.front();
  out->file().write(text);
  return out->commit();
}

}  // namespace

ExitCode backtest_command(const BacktestRequest& request, const Registry& registry,
                          const Console& console) {
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  const auto every =
      request.every.empty() ? std::optional(Duration{}) : read_duration(request.every);
  if (!every || (!request.every.empty() && *every < std::chrono::seconds(1)))
    return fail({{about_file("--every", "expected a time of a second or more, like 1h")}},
                ExitCode::usage);
  std::error_code ignored;
  const bool is_folder = fs::is_directory(request.input, ignored);
  RunRequest run;
  run.input = is_folder ? (fs::path(request.input) / "scenario.json").string() : request.input;
  run.folder = request.folder;
  run.sets = request.sets;
  run.programs = request.programs;
  run.warnings = request.warnings;
  run.command_line = request.command_line;
  run.program = request.program;
  run.quiet = true;
  RecordedRuns recorded;
  const ExitCode code = run_loaded(run, registry, console, [&](const Scenario& scenario) {
    recorded = RecordedRuns(scenario.config);
  });
  if (code != ExitCode::done) return code;

  const std::string jobs = (fs::path(request.folder) / "jobs.csv").string();
  auto told = read_told_jobs(jobs, recorded);
  if (!told) return fail(told.error(), ExitCode::run_failed);
  if (told->jobs.empty())
    return fail(
        {{about_file(run.input, "has no job with a recorded start that started in the run")}},
        ExitCode::bad_input);
  Backtest backtest{.told = *std::move(told), .groups = {}, .spans = {}};
  if (request.stories > 0) {
    const auto most = static_cast<std::size_t>(request.stories);
    auto stories = backtest_stories({.folder = request.folder,
                                     .scenario = run.input,
                                     .programs = request.programs,
                                     .jobs = farthest(backtest.told, most)},
                                    backtest.told, registry);
    if (!stories) return fail(stories.error(), ExitCode::run_failed);
    backtest.stories = *std::move(stories);
  }
  const std::string scenario = (fs::path(request.folder) / "scenario.json").string();
  const auto tree = read_json_file(scenario, scenario);
  if (!tree) return fail(tree.error(), ExitCode::run_failed);
  backtest.groups = groups_of(backtest.told, first_hour(tree->root));
  const double span = std::chrono::duration<double>(*every).count();
  backtest.spans = means_over_time(backtest.told, span > 0 ? span : usual_span(backtest.told));
  for (const auto& [name, text] : {std::pair("backtest.csv", groups_csv(backtest.groups)),
                                   std::pair("backtest_series.csv", spans_csv(backtest.spans)),
                                   std::pair(stories_file, text_of(backtest.stories))})
    if (auto why = write_table((fs::path(request.folder) / name).string(), text))
      return fail({{*why}}, ExitCode::run_failed);
  console.out << backtest_text(backtest, request.program, request.folder, console.out_width())
              << "results in: " << request.folder << '\n';
  if (const std::string host = first_host(tree->root); is_folder && !host.empty())
    console.out << more_hosts_command(request.program, run.input, host);
  return ExitCode::done;
}

}  // namespace mcsim::app
