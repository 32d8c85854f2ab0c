// Hands cells to an engine.
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iterator>
#include <limits>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/app/run/run_report.hpp"
#include "mcsim/app/sweep/engine_script.hpp"
#include "mcsim/app/sweep/planned_runs.hpp"
#include "mcsim/app/sweep/sweep_steps.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/file_handle.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view engines[] = {"local", "slurm", "lsf"};

/// `mcsim sweep run DIR` with the policies that must be named again. The program by its path, if it
/// has one: an engine's tasks may have another PATH.
std::string command_for(const SweepCommandRequest& request) {
  std::error_code ignored;
  const fs::path self = fs::read_symlink("/proc/self/exe", ignored);
  std::string line = self.empty() ? request.request.run.program : shell_word(self.string());
  line += " sweep run " + shell_word(fs::absolute(request.folder, ignored).string());
  const PolicyOptions& programs = request.request.run.programs;
  for (const std::string& policy : programs.policies) line += " --policy " + shell_word(policy);
  if (!programs.timeout.empty()) line += " --policy-timeout " + shell_word(programs.timeout);
  return line;
}

/// The tasks with a cell that is not done.
std::vector<std::size_t> tasks_to_do(const PlannedRuns& planned, std::size_t chunk) {
  std::vector<std::size_t> tasks;
  for (std::size_t row = 0; row < planned.runs.size(); ++row) {
    const std::size_t task = row / chunk + 1;
    const bool is_known = !tasks.empty() && tasks.back() == task;
    if (!is_known && !planned.store.has(planned.runs[row].cell)) tasks.push_back(task);
  }
  return tasks;
}

/// The cells that are not done.
std::vector<std::size_t> cells_to_do(const PlannedRuns& planned) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < planned.runs.size(); ++row)
    if (!planned.store.has(planned.runs[row].cell)) rows.push_back(row);
  return rows;
}

/// Runs one cell, to see how long it takes. One that cannot be run says nothing of the cells of
/// other variants: up to one of each is tried.
ExitCode try_one(SweepCommandRequest request, const PlannedRuns& planned,
                 const std::vector<std::size_t>& to_do, const Registry& registry,
                 const Console& console) {
  request.request.run.quiet = true;
  request.request.run.json = false;
  ExitCode tried = ExitCode::done;
  std::set<std::size_t> variants;
  for (const std::size_t row : to_do) {
    if (!variants.insert(row % planned.variants.size()).second) continue;
    request.cells = std::to_string(row + 1);
    tried = sweep_run(request, registry, console);
    if (tried != ExitCode::run_failed || !planned.store.failure(planned.runs[row].cell))
      return tried;
  }
  return tried;
}

/// Gives the script to the engine. Returns why it did not take it.
std::optional<Diagnostic> submit(Engine engine, const std::string& script) {
  const std::string command(submitting_command(engine));
  std::FILE* const pipe = ::popen(command.c_str(), "w");
  if (pipe == nullptr) return about_file(command, "cannot be started: " + error_text(errno));
  const bool is_written = std::fputs(script.c_str(), pipe) >= 0;
  const int status = ::pclose(pipe);
  if (is_written && status == 0) return std::nullopt;
  return about_file(command,
                    "has not taken the script (exit status " + std::to_string(status / 256) + ")");
}

/// All cells, whatever index an engine has given to this very process.
SweepCommandRequest all_of(SweepCommandRequest request) {
  request.cells = "1-" + std::to_string(std::numeric_limits<std::int64_t>::max());
  return request;
}

/// What is wrong with the options.
Diagnostics wrong_options(const SweepCommandRequest& request) {
  Diagnostics wrong;
  if (std::ranges::find(engines, request.engine) == std::end(engines))
    wrong.add(about_file("--engine " + in_quotes(request.engine),
                         "unknown engine" + known_names(request.engine, engines)));
  const auto least = read_duration(request.chunk);
  if (!least || *least < Duration{})
    wrong.add(about_file("--chunk " + in_quotes(request.chunk), "expected a duration, as 30s"));
  return wrong;
}

TaskArray array_for(const SweepCommandRequest& request, const PlannedRuns& planned,
                    double seconds_of_a_cell) {
  const double least = static_cast<double>(read_duration(request.chunk)->count()) / 1000;
  TaskArray array;
  array.chunk = cells_of_a_task(planned.runs.size(), seconds_of_a_cell, least);
  array.tasks = tasks_to_do(planned, array.chunk);
  array.directory = planned.plan.directory;
  array.command = command_for(request);
  std::error_code ignored;
  array.output_folder = (fs::absolute(request.folder, ignored) / "tasks").string();
  return array;
}

/// Keeps the script beside the plan, and hands it over. Returns why that failed.
std::optional<Diagnostic> hand_over(Engine engine, const SweepCommandRequest& request,
                                    const TaskArray& array, const CellStore& store) {
  std::error_code error;
  fs::create_directories(array.output_folder, error);
  if (error) return about_file(array.output_folder, "cannot be made: " + error_text(error.value()));
  const std::string script = engine_script(engine, array);
  if (auto failure = store.write(request.engine + ".sh", script)) return failure;
  return submit(engine, script);
}

/// Of a dry run, which runs no cell to see how long it takes.
Diagnostics about_unknown_costs() {
  Diagnostic said = about_file("--dry-run",
                               "no cell has run yet, so these are tasks of as few cells as can be; "
                               "without it one cell is run first, and tasks fill --chunk");
  said.severity = Severity::warning;
  return {{std::move(said)}};
}

void tell_of_tasks(const SweepCommandRequest& request, const PlannedRuns& planned,
                   const TaskArray& array, const std::string& script, const Console& console) {
  if (request.request.run.json) {
    JsonNode is_submitted;
    is_submitted.kind = JsonNode::Kind::boolean;
    is_submitted.boolean = !script.empty() && !request.dry_run;
    console.out << to_pretty_json(json_object(
        {json_member("format", json_whole(1)), json_member("engine", json_text(request.engine)),
         json_member("tasks", json_whole(static_cast<std::int64_t>(array.tasks.size()))),
         json_member("cells_of_a_task", json_whole(static_cast<std::int64_t>(array.chunk))),
         json_member("submitted", std::move(is_submitted)),
         json_member("script", script.empty() ? JsonNode{} : json_text(script))}));
  } else if (array.tasks.empty()) {
    console.out << "all " << counted(planned.runs.size(), "cell") << " are done\n";
  } else if (request.dry_run) {
    console.out << script;
  } else {
    console.out << counted(array.tasks.size(), "task") << " of up to "
                << counted(array.chunk, "cell") << " submitted; " << request.request.run.program
                << " sweep status " << shell_word(request.folder) << " tells how far they are\n";
  }
}

}  // namespace

ExitCode sweep_submit(const SweepCommandRequest& request, const Registry& registry,
                      const Console& console) {
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  if (const Diagnostics wrong = wrong_options(request); wrong.has_errors())
    return fail(wrong, ExitCode::usage);
  if (request.engine == "local") {
    if (!request.dry_run) return sweep_run(all_of(request), registry, console);
    console.out << command_for(request) << '\n';
    return ExitCode::done;
  }
  auto planned = planned_runs(request.folder, CellStore::Use::together);
  if (!planned) return fail(planned.error().why, planned.error().code);
  if (const auto wrong = elsewhere(planned->plan)) return fail({{*wrong}}, ExitCode::bad_input);
  const std::vector<std::size_t> to_do = cells_to_do(*planned);
  if (to_do.empty()) {
    tell_of_tasks(request, *planned, {}, {}, console);
    return ExitCode::done;
  }
  // What is wrong with it all tasks would say: a policy is not given, say.
  const SweepRequest whole = whole_request(planned->plan, request.request);
  if (const auto wrong = wrong_run(*planned, to_do.front(), whole, registry))
    return fail(wrong->why, wrong->code);
  const bool is_unknown = planned->store.costs().cells == 0;
  if (is_unknown && !request.dry_run)
    if (const ExitCode tried = try_one(request, *planned, to_do, registry, console);
        tried != ExitCode::done)
      return tried;
  if (is_unknown && request.dry_run) print(console, about_unknown_costs());
  const TaskArray array = array_for(request, *planned, planned->store.costs().mean());
  const Engine engine = request.engine == "slurm" ? Engine::slurm : Engine::lsf;
  if (array.output_folder.find_first_of("\"\\\n%") != std::string::npos)
    return fail(
        {{about_file(array.output_folder,
                     "engines take no folder with %, quotes, \\ or line ends in its name")}},
        ExitCode::usage);
  const std::string script = array.tasks.empty() ? "" : engine_script(engine, array);
  if (!array.tasks.empty() && !request.dry_run)
    if (const auto failure = hand_over(engine, request, array, planned->store))
      return fail({{*failure}}, ExitCode::run_failed);
  tell_of_tasks(request, *planned, array, script, console);
  return ExitCode::done;
}

}  // namespace mcsim::app
