// One simulation, from text to text.
#include "mcsim/experiment/run_command.hpp"

#include <algorithm>
#include <cctype>
#include <ostream>
#include <utility>

#include "mcsim/experiment/choices.hpp"
#include "mcsim/experiment/input_kind.hpp"
#include "mcsim/experiment/interrupt.hpp"
#include "mcsim/experiment/progress.hpp"
#include "mcsim/experiment/results_tree.hpp"
#include "mcsim/experiment/stopwatch.hpp"
#include "mcsim/experiment/verdicts.hpp"
#include "mcsim/experiment/version.hpp"
#include "mcsim/io/jobs_csv.hpp"
#include "mcsim/io/memory_file.hpp"
#include "mcsim/io/metrics.hpp"
#include "mcsim/io/nearest.hpp"
#include "mcsim/io/run_folder.hpp"
#include "mcsim/io/skipped_csv.hpp"
#include "mcsim/io/summary.hpp"
#include "mcsim/io/table.hpp"
#include "mcsim/io/vocabulary.hpp"
#include "mcsim/system/recorder.hpp"
#include "mcsim/system/simulation.hpp"

namespace mcsim {
namespace {

/// What --outputs asks for.
struct Outputs {
  bool jobs = false;
};

Expected<Outputs, Diagnostics> read_outputs(const std::string& list) {
  static constexpr std::string_view known[] = {"jobs"};
  static constexpr std::string_view planned[] = {"executions", "decisions", "counters",
                                                 "acct",       "timeline",  "facts"};
  Outputs outputs;
  Diagnostics complaints;
  std::string blanks = list;
  std::replace(blanks.begin(), blanks.end(), ',', ' ');
  for (const std::string_view word : split_words(blanks)) {
    if (word == "jobs")
      outputs.jobs = true;
    else if (std::find(std::begin(planned), std::end(planned), word) != std::end(planned))
      complaints.add(
          about_file("--outputs", quoted(word) + " is planned, not supported by this version"));
    else
      complaints.add(about_file("--outputs", "unknown " + quoted(word) + known_names(word, known)));
  }
  if (!complaints.list.empty()) return Unexpected(std::move(complaints));
  return outputs;
}

Expected<Scenario, Diagnostics> load(const RunRequest& request, InputKind kind,
                                     const Registry& registry) {
  ScenarioChoices choices = choices_of(registry);
  choices.sets = request.sets;
  choices.seed = request.seed;
  choices.until = request.until;
  if (kind == InputKind::trace)
    return load_trace(request.input, request.slots, request.dispatch.value_or("easy"), choices);
  return load_scenario(request.input, choices);
}

RunResults simulate(const GridConfig& config, const Registry& registry, const Console& console) {
  std::uint64_t jobs = 0;
  for (const ClusterConfig& cluster : config.clusters) jobs += cluster.trace.size();
  Simulation simulation(config, registry);
  Recorder recorder(config);
  Progress progress(console, jobs);
  const Time until = config.until.value_or(never - 1ms);
  const RunState state = simulation.run_until(until, recorder, [&](Time now) {
    progress.update(now, simulation.counts().ends);
    return InterruptWatch::interrupted();
  });
  return std::move(recorder).results(simulation, state, until);
}

SkipCounts count(const std::vector<SkippedRow>& rows) {
  SkipCounts counts{};
  for (const SkippedRow& row : rows) ++counts[static_cast<std::size_t>(row.reason)];
  return counts;
}

EngineInfo engine_info(const RunRequest& request, const Scenario& scenario,
                       const RunResults& results, const Stopwatch& watch) {
  std::uint64_t jobs = 0;
  for (const ClusterResults& cluster : results.clusters) jobs += cluster.jobs.size();
  EngineInfo info;
  info.version = version();
  info.revision = revision();
  info.compiler = compiler();
  info.command_line = request.command_line;
  info.directory = scenario.base_directory;
  info.wall_seconds = watch.wall_seconds();
  info.cpu_seconds = watch.cpu_seconds();
  info.jobs_per_second = info.cpu_seconds > 0 ? static_cast<double>(jobs) / info.cpu_seconds : 0.0;
  info.peak_rss_bytes = peak_memory();
  return info;
}

/// The run's texts, and where they go.
class Report {
 public:
  Report(const RunRequest& request, const Scenario& scenario, const RunResults& results)
      : request_(request),
        scenario_(scenario),
        results_(results),
        metrics_(measure(scenario.config, results, count(scenario.skipped))) {}

  /// All files of the run folder but summary.json, which comes last and knows what they cost.
  std::optional<Diagnostic> write_tables(const RunFolder& folder, Outputs outputs) const {
    const auto named = [&](std::optional<Diagnostic> failure, std::string_view name) {
      if (failure) failure->file = folder.shown_path_of(name);
      return failure;
    };
    std::optional<Diagnostic> failure;
    if (outputs.jobs) failure = named(write_jobs(folder.path_of("jobs.csv")), "jobs.csv");
    if (!failure) failure = named(write_skipped(folder.path_of("skipped.csv")), "skipped.csv");
    return failure ? failure : folder.write("scenario.json", scenario_.effective);
  }

  std::optional<Diagnostic> write_jobs(const std::string& path) const {
    auto file = OutputFile::create(path);
    if (!file) return file.error().list.front();
    return write_jobs_csv(*file, scenario_.config, results_);
  }

  std::optional<Diagnostic> write_skipped(const std::string& path) const {
    auto file = OutputFile::create(path);
    if (!file) return file.error().list.front();
    return write_skipped_csv(*file, scenario_.config, scenario_.skipped);
  }

  std::string summary(const Stopwatch& watch) const {
    return summary_json(scenario_.config, results_, metrics_,
                        engine_info(request_, scenario_, results_, watch));
  }

  std::uint64_t waiting() const { return metrics_.jobs.counts.waiting(); }
  std::string table() const { return summary_table(scenario_.config, results_, metrics_); }

 private:
  const RunRequest& request_;
  const Scenario& scenario_;
  const RunResults& results_;
  Metrics metrics_;
};

/// `text` as a shell reads it back.
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

/// The command that gives the same results again.
std::string reproducing_line(const RunRequest& request, const Scenario& scenario) {
  std::string line = "mcsim run " + shell_word(request.input);
  if (request.slots) line += " --slots " + shell_word(*request.slots);
  if (request.dispatch) line += " --dispatch " + shell_word(*request.dispatch);
  for (const std::string& set : request.sets) line += " --set " + shell_word(set);
  if (request.until) line += " --until " + shell_word(*request.until);
  return line + " --seed " + std::to_string(scenario.config.seed);
}

/// The results as a tree, with those rows of jobs.csv that are asked for.
Expected<JsonNode, Diagnostics> results_to_judge(const Report& report, const std::string& summary,
                                                 const std::set<std::string, std::less<>>& jobs) {
  JsonNode tree = summary_tree(summary);
  if (jobs.empty()) return tree;
  const auto table = MemoryFile::create();
  if (!table) return Unexpected(table.error());
  if (const auto failure = report.write_jobs(table->path()))
    return Unexpected(Diagnostics{{*failure}});
  add_job_rows(tree, table->path(), jobs);
  return tree;
}

/// Says which expectations and gates do not hold.
ExitCode judge(const RunRequest& request, const Scenario& scenario, const Report& report,
               const std::string& summary, const Console& console) {
  const bool check = request.check && !scenario.expect.children.empty();
  if (!check && scenario.gates.children.empty()) return ExitCode::done;
  const auto tree = results_to_judge(
      report, summary,
      check ? jobs_asked_for(scenario.expect) : std::set<std::string, std::less<>>{});
  if (!tree) {
    print(console, tree.error());
    return ExitCode::run_failed;
  }
  ExitCode code = ExitCode::done;
  const auto tell = [&](std::string_view what, const Verdicts& verdicts) {
    print(console, verdicts.failures);
    if (!verdicts.failures.list.empty()) code = ExitCode::gate;
    if (request.quiet || request.json || verdicts.asked == 0) return;
    console.out << what << ": " << verdicts.asked - verdicts.failures.list.size() << " of "
                << verdicts.asked << " hold\n";
  };
  if (check) tell("expectations", judge_expectations(scenario.expect, scenario.sources, *tree));
  tell("gates", judge_gates(scenario.gates, scenario.sources, *tree));
  return code;
}

/// What a program that reads the results would not see on standard output.
void warn(const RunResults& results, const Report& report, const Console& console) {
  Diagnostics warnings;
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count == 0) return;
    Diagnostic warning = about_file("mcsim", std::to_string(count) + std::string(what));
    warning.severity = Severity::warning;
    warnings.add(std::move(warning));
  };
  if (results.stalled)
    add(report.waiting(), " jobs wait and nothing will ever start them (stalled)");
  add(results.ignored_actions, " actions found nothing to act on and were ignored");
  print(console, warnings);
}

/// Whether all that is wrong is how an option was written.
bool is_usage(const Diagnostics& wrong) {
  return std::ranges::all_of(wrong.list, [](const Diagnostic& one) {
    const std::string& option = one.file;
    return option.starts_with("--seed ") || option.starts_with("--until ") ||
           option.starts_with("--slots ") || option.starts_with("--dispatch ") ||
           (option.starts_with("--set ") && option.find('=') == std::string::npos);
  });
}

/// Simulates, writes and prints. The scenario is good, and so is the folder, if there is one.
ExitCode run(const RunRequest& request, const Scenario& scenario, Outputs outputs,
             RunFolder* folder, const Stopwatch& watch, const Registry& registry,
             const Console& console) {
  const InterruptWatch interrupts;
  const RunResults results = simulate(scenario.config, registry, console);
  const Report report(request, scenario, results);
  std::optional<Diagnostic> failure;
  if (folder != nullptr) failure = report.write_tables(*folder, outputs);
  const std::string summary = report.summary(watch);
  if (folder != nullptr && !failure) failure = folder->write("summary.json", summary);
  if (folder != nullptr && !failure) failure = folder->commit();
  if (failure) {
    print(console, {{*failure}});
    return ExitCode::run_failed;
  }
  warn(results, report, console);
  if (request.json)
    console.out << summary;
  else if (!request.quiet)
    console.out << report.table() << '\n'
                << (folder == nullptr ? "" : "results in: " + *request.folder + "\n")
                << "to reproduce: " << reproducing_line(request, scenario) << '\n';
  const ExitCode judged = judge(request, scenario, report, summary, console);
  return results.complete ? judged : ExitCode::interrupted;
}

}  // namespace

ExitCode run_command(const RunRequest& request, const Registry& registry, const Console& console) {
  const Stopwatch watch;
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  const auto outputs = read_outputs(request.outputs);
  if (!outputs) return fail(outputs.error(), ExitCode::usage);
  const auto kind = kind_of_input(request.input);
  if (!kind) return fail(kind.error(), ExitCode::bad_input);
  if (*kind == InputKind::scenario && (request.slots || request.dispatch))
    return fail({{about_file(request.input,
                             "--slots and --dispatch are for bare traces; a scenario takes "
                             "--set model.dispatch=NAME")}},
                ExitCode::usage);
  const auto scenario = load(request, *kind, registry);
  if (!scenario)
    return fail(scenario.error(),
                is_usage(scenario.error()) ? ExitCode::usage : ExitCode::bad_input);
  print(console, scenario->warnings);
  if (request.print_config) {
    console.out << scenario->effective;
    return ExitCode::done;
  }
  if (!request.folder) return run(request, *scenario, *outputs, nullptr, watch, registry, console);
  auto folder = RunFolder::create(*request.folder);
  if (!folder) return fail(folder.error(), ExitCode::run_failed);
  return run(request, *scenario, *outputs, &*folder, watch, registry, console);
}

}  // namespace mcsim
