// Puts the results of a sweep together.
#include <algorithm>
#include <ostream>
#include <string>
#include <utility>

#include "mcsim/app/cells/cell_id.hpp"
#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/app/compare/all_gates.hpp"
#include "mcsim/app/compare/compare_files.hpp"
#include "mcsim/app/compare/comparison.hpp"
#include "mcsim/app/compare/interval_gates.hpp"
#include "mcsim/app/run/run_input.hpp"
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

/// The gates of the variants, as their scenarios have them now; empty: the plan has none. Says
/// where a scenario is no longer the planned one. Errors: they cannot be read.
Expected<std::vector<VariantGates>, Refusal> planned_gates(const PlannedRuns& planned,
                                                           const SweepRequest& now,
                                                           const Registry& registry,
                                                           const Console& console) {
  if (!planned.plan.has_gates) return std::vector<VariantGates>(planned.variants.size());
  if (auto wrong = elsewhere(planned.plan)) {
    wrong->message += "; gates are not judged";
    return Unexpected(Refusal{{{*std::move(wrong)}}, ExitCode::bad_input});
  }
  const SweepRequest whole = whole_request(planned.plan, now);
  const auto kind = kind_to_run(whole.run);
  if (!kind) return Unexpected(kind.error());
  SwfCache traces;
  auto scenarios = load_variants(whole, *kind, planned.variants, registry, traces);
  if (!scenarios) {
    scenarios.error().add(about_file("gates", "are not judged: their scenarios cannot be read"));
    return Unexpected(Refusal{std::move(scenarios.error()), ExitCode::bad_input});
  }
  const std::string common = common_of_cells(whole);
  for (std::size_t at = 0; at < scenarios->size(); ++at) {
    const Variant& run = planned.runs[at];
    if (cell_id(common, (*scenarios)[at].effective, run.seed) == run.cell) continue;
    Diagnostic said = not_the_planned(run);
    said.severity = Severity::warning;
    said.message += "; its gates are judged as they stand now";
    print(console, {{std::move(said)}});
    break;
  }
  std::vector<VariantGates> gates = gates_of(*scenarios);
  if (Diagnostics wrong =
          wrong_interval_gates(gates, planned.variants, planned.runs.size() / gates.size());
      wrong.has_errors())
    return Unexpected(Refusal{std::move(wrong), ExitCode::bad_input});
  return gates;
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

ExitCode sweep_collect(const SweepCommandRequest& request, const Registry& registry,
                       const Console& console) {
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  auto planned = planned_runs(request.folder, CellStore::Use::looking);
  if (!planned) return fail(planned.error().why, planned.error().code);
  const CompareRequest whole = as_asked(planned->plan, request.request);
  Comparison comparison{whole, planned->variations, planned->variants, ""};
  if (const auto wrong = read_confidence(whole, planned->variants, comparison.asked);
      wrong.has_errors())
    return fail(wrong, ExitCode::usage);
  auto results = results_of(*planned);
  if (!results) return fail(results.error().why, results.error().code);
  comparison.runs = planned->runs;
  comparison.results = std::move(*results);
  const auto gates = planned_gates(*planned, request.request, registry, console);
  const Diagnostics failed = gates ? failed_gates(comparison, *gates) : gates.error().why;
  const std::vector<Standings> together = standings(comparison);
  const Diagnostics left_out = without_statistics(comparison);
  sort_by_variant(comparison);
  const std::string json = json_text_of(comparison, together);
  const bool has_none = std::ranges::none_of(comparison.results, &RunResult::complete);
  Diagnostics warnings;
  const std::string text =
      has_none ? "" : report(comparison, together, console.out_width(), warnings);
  if (warnings.has_errors()) return fail(warnings, ExitCode::usage);
  if (const auto failure = write_all(planned->store, comparison, json, request.with_jobs))
    return fail({{*failure}}, ExitCode::run_failed);
  print(console, run_warnings(comparison));
  print(console, warnings);
  print(console, left_out);
  print(console, about_missing(comparison));
  if (whole.run.json)
    console.out << json;
  else if (!whole.run.quiet)
    console.out << text << "results in: " << planned->store.shown_name()
                << " (compare.csv, compare.json, results.sqlite)\n";
  print(console, failed);
  if (!comparison.is_whole()) return ExitCode::incomplete;
  if (!gates) return gates.error().code;
  return failed.list.empty() ? ExitCode::done : ExitCode::gate;
}

}  // namespace mcsim::app
