// Reads and runs the variants of a sweep.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "mcsim/app/base/input_kind.hpp"
#include "mcsim/app/cells/cell_store.hpp"
#include "mcsim/app/cells/sweep_request.hpp"
#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/run/run_input.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/trace/swf_recording.hpp"

namespace mcsim::app {

/// Each different diagnostic of the variants once; unless it is about all variants, with the
/// variants that it is about.
Diagnostics said_once(const std::vector<Diagnostics>& of_each,
                      const std::vector<Variant>& variants);

/// One scenario for each variant; equal traces are in memory once. `traces` keeps what is read more
/// than once. Errors: the mistakes of all variants.
Expected<std::vector<Scenario>, Diagnostics> load_variants(const SweepRequest& request,
                                                           InputKind kind,
                                                           const std::vector<Variant>& variants,
                                                           const Registry& registry,
                                                           SwfCache& traces);

/// The result of one run.
struct RunResult {
  std::optional<JsonNode> summary{};  ///< without `engine`; none: interrupted before it began
  bool complete = false;
  bool is_kept = false;                  ///< it was done before
  bool is_elsewhere = false;             ///< another process does it right now
  std::optional<std::string> failure{};  ///< why it cannot come to its end
  Diagnostics warnings{};
};

/// That the input of a run, and so its cell's id, is another one now.
Diagnostic not_the_planned(const Variant& run);

/// What is said of the runs that have failed; `first` is that of the first result.
Diagnostics failures_of(const std::vector<Variant>& runs, const std::vector<RunResult>& results,
                        std::size_t first = 0);

/// The result of a run whose cell is done. Errors: the cell cannot be read, or has changed since it
/// was done.
Expected<RunResult, Refusal> kept_result(const CellStore& store, const Variant& run);

/// The runs of a sweep, and what is known of them.
struct RunsToDo {
  const SweepRequest& request;
  InputKind kind{};
  const std::vector<Variant>& runs;
  /// Of the first runs, used up by them; the others read their own.
  std::vector<Scenario> scenarios{};
  SwfCache& traces;
  const CellStore* store = nullptr;  ///< none: nothing is kept
  std::size_t first = 0;             ///< of the runs that are wanted
  std::size_t end = 0;               ///< behind the last of them
};

/// Does the runs that are wanted and not in the store, and puts them there. The results are those
/// of the runs that are wanted; a run that cannot come to its end stops no other one. Errors:
/// reading or writing failed, or a run is no longer what its cell is called after; the other cells
/// stay.
Expected<std::vector<RunResult>, Refusal> do_runs(RunsToDo what, const Registry& registry,
                                                  const Console& console);

}  // namespace mcsim::app
