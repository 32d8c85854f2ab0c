// Writes the files, the summary and the table of a run.
#include "mcsim/app/run/run_report.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "mcsim/app/base/version.hpp"
#include "mcsim/results/engine_info.hpp"
#include "mcsim/results/jobs_csv.hpp"
#include "mcsim/results/lsb_acct.hpp"
#include "mcsim/results/skipped_csv.hpp"
#include "mcsim/results/summary.hpp"
#include "mcsim/results/table.hpp"
#include "mcsim/text/instants.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/trace/skipped_rows.hpp"

namespace mcsim::app {
namespace {

EngineInfo engine_info(const RunRequest& request, const Scenario& scenario,
                       const RunResults& results, const Stopwatch* watch) {
  EngineInfo info;
  info.version = version();
  info.revision = revision();
  info.command_line = request.command_line;
  info.directory = scenario.base_directory;
  info.is_measured = watch != nullptr;
  if (watch == nullptr) return info;
  std::uint64_t jobs = 0;
  for (const ClusterResults& cluster : results.clusters) jobs += cluster.jobs.size();
  info.compiler = compiler();
  info.wall_seconds = watch->wall_seconds();
  info.cpu_seconds = watch->cpu_seconds();
  info.jobs_per_second = info.cpu_seconds > 0 ? static_cast<double>(jobs) / info.cpu_seconds : 0.0;
  info.peak_rss_bytes = peak_memory();
  return info;
}

}  // namespace

RunReport::RunReport(const RunRequest& request, const Scenario& scenario, const RunResults& results)
    : request_(request),
      scenario_(scenario),
      results_(results),
      metrics_(measure(scenario.config, results, skip_counts(scenario.skipped))) {}

namespace {

/// Virtual time 0 in seconds since 1970.
std::int64_t start_of(const Scenario& scenario) {
  const auto tree = parse_json(scenario.effective, "scenario.json");
  const JsonNode* const start = tree ? tree->root.find("start") : nullptr;
  return start == nullptr ? 0 : read_instant(start->text).value_or(0);
}

}  // namespace

Expected<std::string, Diagnostics> RunReport::conclude(RunFolder* folder, Outputs outputs,
                                                       const Stopwatch* watch) const {
  std::optional<Diagnostic> failure;
  if (folder != nullptr) failure = write_tables(*folder, outputs);
  std::string text = summary(watch, folder == nullptr ? TableDigests{} : folder->digests());
  if (folder != nullptr && !failure) failure = folder->write("summary.json", text);
  if (folder != nullptr && !failure) failure = folder->commit(results_.complete);
  if (failure) return Unexpected(Diagnostics{{std::move(*failure)}});
  return text;
}

std::optional<Diagnostic> RunReport::write_tables(RunFolder& folder, Outputs outputs) const {
  std::optional<Diagnostic> failure;
  if (outputs.jobs)
    failure = folder.write_table("jobs.csv", [&](OutputFile& file) {
      return write_jobs_csv(file, scenario_.config, results_);
    });
  const std::int64_t start = outputs.acct ? start_of(scenario_) : 0;
  if (outputs.acct)
    for (std::size_t at = 0; at < scenario_.config.clusters.size() && !failure; ++at)
      failure = folder.write_table(lsb_acct_name(scenario_.config, at), [&](OutputFile& file) {
        return write_lsb_acct(file, scenario_.config, results_, at, start);
      });
  if (!failure && outputs.inputs)
    failure = folder.write_table("skipped.csv", [&](OutputFile& file) {
      return write_skipped_csv(file, scenario_.config, scenario_.skipped);
    });
  if (failure || !outputs.inputs) return failure;
  return folder.write_table("scenario.json", [&](OutputFile& file) {
    file.write(scenario_.effective);
    return file.close();
  });
}

std::optional<Diagnostic> RunReport::write_jobs(const std::string& path) const {
  auto file = OutputFile::create(path);
  if (!file) return file.error().list.front();
  return write_jobs_csv(*file, scenario_.config, results_);
}

std::string RunReport::summary(const Stopwatch* watch, const TableDigests& tables) const {
  return summary_json(scenario_.config, results_, metrics_,
                      engine_info(request_, scenario_, results_, watch), tables);
}

std::string RunReport::table(std::size_t width) const {
  return summary_table(scenario_.config, results_, metrics_, width);
}

std::string RunReport::reproducing_line() const {
  return reproducing_words("run", request_) + " --seed " + std::to_string(scenario_.config.seed);
}

std::string reproducing_words(const std::string& command, const RunRequest& request) {
  std::string line = request.program + " " + command + " " + shell_word(request.input);
  if (request.slots) line += " --slots " + shell_word(*request.slots);
  if (request.dispatch) line += " --dispatch " + shell_word(*request.dispatch);
  for (const std::string& set : request.sets) line += " --set " + shell_word(set);
  if (request.until) line += " --until " + shell_word(*request.until);
  for (const std::string& policy : request.programs.policies)
    line += " --policy " + shell_word(policy);
  if (!request.programs.timeout.empty())
    line += " --policy-timeout " + shell_word(request.programs.timeout);
  return line;
}

std::string shell_word(const std::string& text) {
  const auto plain = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
           std::string_view("_-./=,:@+%").find(letter) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  std::string word = "'";
  for (const char letter : text)
    word += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  return word + "'";
}

}  // namespace mcsim::app
