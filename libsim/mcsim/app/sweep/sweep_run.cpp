// Runs cells of a plan.
#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>

#include "mcsim/app/base/interrupt.hpp"
#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/app/run/run_input.hpp"
#include "mcsim/app/sweep/planned_runs.hpp"
#include "mcsim/app/sweep/sweep_steps.hpp"
#include "mcsim/app/sweep/which_cells.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

struct CellCounts {
  std::int64_t run = 0;
  std::int64_t kept = 0;
  std::int64_t elsewhere = 0;
  std::int64_t failed = 0;
};

CellCounts cell_counts(const std::vector<RunResult>& results) {
  CellCounts all;
  for (const RunResult& one : results) {
    all.run += one.complete && !one.is_kept ? 1 : 0;
    all.kept += one.is_kept ? 1 : 0;
    all.elsewhere += one.is_elsewhere ? 1 : 0;
    all.failed += one.failure ? 1 : 0;
  }
  return all;
}

/// "cells 1 to 6: 4 run, 2 were done".
std::string cells_text(const RowsOfPlan& rows, const CellCounts& counts) {
  const std::string first = std::to_string(rows.first + 1);
  std::string text = rows.end == rows.first + 1
                         ? "cell " + first
                         : "cells " + first + " to " + std::to_string(rows.end);
  text += ": " + std::to_string(counts.run) + " run";
  if (counts.kept > 0)
    text += ", " + std::to_string(counts.kept) + (counts.kept == 1 ? " was done" : " were done");
  if (counts.elsewhere > 0)
    text += ", " + std::to_string(counts.elsewhere) + (counts.elsewhere == 1 ? " is" : " are") +
            " being run by another process";
  if (counts.failed > 0) text += ", " + std::to_string(counts.failed) + " failed";
  return text + "\n";
}

JsonNode cells_json(const RowsOfPlan& rows, const CellCounts& counts,
                    std::vector<JsonNode> failed) {
  return json_object({json_member("format", json_whole(1)),
                      json_member("first", json_whole(static_cast<std::int64_t>(rows.first) + 1)),
                      json_member("last", json_whole(static_cast<std::int64_t>(rows.end))),
                      json_member("run", json_whole(counts.run)),
                      json_member("were_done", json_whole(counts.kept)),
                      json_member("elsewhere", json_whole(counts.elsewhere)),
                      json_member("failed", json_list(std::move(failed)))});
}

void tell_of_cells(const SweepCommandRequest& request, const RowsOfPlan& rows,
                   const PlannedRuns& planned, const std::vector<RunResult>& results,
                   const Console& console) {
  print(console, failures_of(planned.runs, results, rows.first));
  const CellCounts counts = cell_counts(results);
  if (request.request.run.json) {
    std::vector<JsonNode> failed;
    for (std::size_t at = 0; at < results.size(); ++at)
      if (results[at].failure)
        failed.push_back(failed_cell_json(planned.runs[rows.first + at], *results[at].failure));
    console.out << to_pretty_json(cells_json(rows, counts, std::move(failed)));
  } else if (!request.request.run.quiet) {
    console.out << cells_text(rows, counts);
  }
}

}  // namespace

JsonNode failed_cell_json(const Variant& run, const std::string& why) {
  return json_object({json_member("cell", json_text(run.cell)),
                      json_member("variant", json_text(run.name)),
                      json_member("replica", json_whole(static_cast<std::int64_t>(run.replica))),
                      json_member("seed", json_whole(static_cast<std::int64_t>(run.seed))),
                      json_member("message", json_text(why))});
}

ExitCode sweep_run(const SweepCommandRequest& request, const Registry& registry,
                   const Console& console) {
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  const auto planned = planned_runs(request.folder, CellStore::Use::together);
  if (!planned) return fail(planned.error().why, planned.error().code);
  const auto rows = which_cells(request.cells, own_environment, planned->runs.size());
  if (!rows) return fail(rows.error(), ExitCode::usage);
  if (const auto wrong = elsewhere(planned->plan)) return fail({{*wrong}}, ExitCode::bad_input);
  const SweepRequest whole = whole_request(planned->plan, request.request);
  const auto kind = kind_to_run(whole.run);
  if (!kind) return fail(kind.error().why, kind.error().code);
  SwfCache traces;
  const InterruptWatch interrupts;
  const auto results = do_runs({.request = whole,
                                .kind = *kind,
                                .runs = planned->runs,
                                .traces = traces,
                                .store = &planned->store,
                                .first = rows->first,
                                .end = rows->end},
                               registry, console);
  if (!results) return fail(results.error().why, results.error().code);
  tell_of_cells(request, *rows, *planned, *results, console);
  if (InterruptWatch::interrupted()) return ExitCode::interrupted;
  if (std::ranges::any_of(*results, [](const RunResult& one) { return one.failure.has_value(); }))
    return ExitCode::run_failed;
  return std::ranges::all_of(*results, &RunResult::complete) ? ExitCode::done
                                                             : ExitCode::incomplete;
}

}  // namespace mcsim::app
