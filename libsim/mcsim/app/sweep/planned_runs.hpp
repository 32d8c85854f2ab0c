// A plan read back: its runs, and the folder that keeps their cells.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/cells/cell_store.hpp"
#include "mcsim/app/cells/sweep_plan.hpp"
#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/run/run_input.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

struct PlannedRuns {
  SweepPlan plan;
  std::vector<Variation> variations;
  std::vector<Variant> variants;
  std::vector<Variant> runs;  ///< as the plan has them
  CellStore store;
};

/// Opens the folder `folder` of a sweep. Errors: it holds no plan, or one that was edited (bad
/// input); somebody works there alone, or it cannot be written.
Expected<PlannedRuns, Refusal> planned_runs(const std::string& folder, CellStore::Use use);

/// The plan's request, with what is said anew each time: policies, threads, the program.
SweepRequest whole_request(const SweepPlan& plan, const SweepRequest& now);

/// Why a run is not the one that was planned, or cannot be read; none: it is.
std::optional<Refusal> wrong_run(const PlannedRuns& planned, std::size_t row,
                                 const SweepRequest& whole, const Registry& registry);

/// That the relative names of a plan lead elsewhere here; none: they do not.
std::optional<Diagnostic> elsewhere(const SweepPlan& plan);

}  // namespace mcsim::app
