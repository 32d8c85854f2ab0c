// Runs cells of a plan.
#include <algorithm>
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
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

/// "cells 1 to 6: 4 run, 2 were done".
std::string in_words(const RowsOfPlan& rows, const std::vector<RunResult>& results) {
  const auto kept = std::ranges::count(results, true, &RunResult::is_kept);
  const auto complete = std::ranges::count(results, true, &RunResult::complete);
  const auto elsewhere = std::ranges::count(results, true, &RunResult::is_elsewhere);
  const std::string first = std::to_string(rows.first + 1);
  std::string text = rows.end == rows.first + 1
                         ? "cell " + first
                         : "cells " + first + " to " + std::to_string(rows.end);
  text += ": " + std::to_string(complete - kept) + " run";
  if (kept > 0) text += ", " + std::to_string(kept) + (kept == 1 ? " was done" : " were done");
  if (elsewhere > 0)
    text += ", " + std::to_string(elsewhere) + (elsewhere == 1 ? " is" : " are") +
            " being run by another process";
  return text + "\n";
}

}  // namespace

ExitCode sweep_run(const SweepCommandRequest& request, const Registry& registry,
                   const Console& console) {
  const auto fail = [&](const Diagnostics& why, ExitCode code) {
    print(console, why);
    return code;
  };
  const auto planned = planned_runs(request.folder, CellStore::Use::together);
  if (!planned) return fail(planned.error(), ExitCode::bad_input);
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
  if (!request.request.run.quiet) console.out << in_words(*rows, *results);
  if (InterruptWatch::interrupted()) return ExitCode::interrupted;
  return std::ranges::all_of(*results, &RunResult::complete) ? ExitCode::done
                                                             : ExitCode::incomplete;
}

}  // namespace mcsim::app
