// Puts the results of a sweep together.
#include <algorithm>
#include <ostream>
#include <string>
#include <utility>

#include "mcsim/app/compare/compare_files.hpp"
#include "mcsim/app/compare/comparison.hpp"
#include "mcsim/app/sweep/planned_runs.hpp"
#include "mcsim/app/sweep/results_sqlite.hpp"
#include "mcsim/app/sweep/sweep_steps.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

/// The results of all runs; of those that are not done nothing.
Expected<std::vector<RunResult>, Refusal> results_of(const PlannedRuns& planned) {
  std::vector<RunResult> results;
  results.reserve(planned.runs.size());
  for (const Variant& run : planned.runs) {
    auto one = planned.store.has(run.cell) ? kept_result(planned.store, run)
                                           : Expected<RunResult, Refusal>(RunResult{});
    if (!one) return Unexpected(std::move(one.error()));
    results.push_back(std::move(*one));
  }
  return results;
}

/// The request of the plan, looked at as is asked now.
CompareRequest as_asked(const SweepPlan& plan, const CompareRequest& now) {
  CompareRequest request = now;
  static_cast<SweepRequest&>(request) = plan.request;
  request.run.program = now.run.program;
  request.run.json = now.run.json;
  request.run.quiet = now.run.quiet;
  return request;
}

Diagnostics about_missing(const Comparison& comparison) {
  const auto missing = std::ranges::count(comparison.results, false, &RunResult::complete);
  if (missing == 0) return {};
  Diagnostic warning = about_file("mcsim", std::to_string(missing) + " of " +
                                               counted(comparison.runs.size(), "cell") +
                                               " are not done: no differences yet");
  warning.severity = Severity::warning;
  return {{std::move(warning)}};
}

/// Gates stand in scenarios, which are not read here.
Diagnostics about_gates(const SweepPlan& plan) {
  if (!plan.has_gates) return {};
  Diagnostic warning = about_file(
      "gates",
      "are not judged here; mcsim compare with the options of the plan and -o DIR judges "
      "them, and runs nothing again");
  warning.severity = Severity::warning;
  return {{std::move(warning)}};
}

std::optional<Diagnostic> write_all(const CellStore& store, const Comparison& comparison,
                                    const std::string& json, bool with_jobs) {
  auto failure = store.write("compare.csv", compare_csv(comparison.runs, comparison.results));
  if (!failure) failure = store.write("compare.json", json);
  return failure
             ? failure
             : write_sqlite(store.shown_name() + "/results.sqlite", comparison, store, with_jobs);
}

}  // namespace

ExitCode sweep_collect(const SweepCommandRequest& request, const Console& console) {
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  auto planned = planned_runs(request.folder, CellStore::Use::looking);
  if (!planned) return fail(planned.error(), ExitCode::bad_input);
  const CompareRequest whole = as_asked(planned->plan, request.request);
  Comparison comparison{whole, planned->variations, planned->variants, ""};
  if (const auto wrong = read_confidence(whole, planned->variants, comparison.asked);
      wrong.has_errors())
    return fail(wrong, ExitCode::usage);
  auto results = results_of(*planned);
  if (!results) return fail(results.error().why, results.error().code);
  comparison.runs = planned->runs;
  comparison.results = std::move(*results);
  const std::vector<Standings> together = standings(comparison);
  sort_by_variant(comparison);
  const std::string json = json_text_of(comparison, together);
  Diagnostics warnings;
  const std::string text = report(comparison, together, console.out_width(), warnings);
  if (warnings.has_errors()) return fail(warnings, ExitCode::usage);
  if (const auto failure = write_all(planned->store, comparison, json, request.with_jobs))
    return fail({{*failure}}, ExitCode::run_failed);
  print(console, run_warnings(comparison));
  print(console, warnings);
  print(console, about_missing(comparison));
  print(console, about_gates(planned->plan));
  if (whole.run.json)
    console.out << json;
  else if (!whole.run.quiet)
    console.out << text << "results in: " << planned->store.shown_name()
                << " (compare.csv, compare.json, results.sqlite)\n";
  return comparison.is_whole() ? ExitCode::done : ExitCode::incomplete;
}

}  // namespace mcsim::app
