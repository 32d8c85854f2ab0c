// Reads a plan back.
#include "mcsim/app/sweep/planned_runs.hpp"

#include <filesystem>
#include <utility>

#include "mcsim/app/cells/cell_id.hpp"
#include "mcsim/app/cells/replicas.hpp"
#include "mcsim/app/cells/variant_runs.hpp"
#include "mcsim/text/complaints.hpp"

namespace mcsim::app {
namespace {

/// The runs of a plan; empty: its variants are not those of its request.
std::vector<Variant> runs_in(const SweepPlan& plan, const std::vector<Variant>& variants) {
  std::vector<Variant> runs;
  runs.reserve(plan.cells.size());
  if (plan.cells.size() % variants.size() != 0) return runs;
  for (std::size_t row = 0; row < plan.cells.size(); ++row) {
    const PlannedCell& cell = plan.cells[row];
    runs.push_back(run_of(variants[row % variants.size()], cell.replica, cell.seed));
    runs.back().cell = cell.id;
    if (runs.back().name != cell.variant) return {};
  }
  return runs;
}

}  // namespace

Expected<PlannedRuns, Refusal> planned_runs(const std::string& folder, CellStore::Use use) {
  const auto wrong = [](Diagnostics why) {
    return Unexpected(Refusal{std::move(why), ExitCode::bad_input});
  };
  const std::string path = (std::filesystem::path(folder) / plan_name).string();
  auto plan = read_plan(path);
  if (!plan) return wrong(std::move(plan.error()));
  auto variations = read_variations(plan->request.vary);
  if (!variations) return wrong(std::move(variations.error()));
  std::vector<Variant> variants = resampled(plan->request, combine(*variations));
  std::vector<Variant> runs = runs_in(*plan, variants);
  if (runs.empty()) return wrong({{about_file(path, "is no plan of this version of mcsim")}});
  auto store = CellStore::open(folder, *plan, use);
  if (!store) return Unexpected(Refusal{std::move(store.error()), ExitCode::run_failed});
  return PlannedRuns{std::move(*plan), std::move(*variations), std::move(variants), std::move(runs),
                     std::move(*store)};
}

std::optional<Diagnostic> elsewhere(const SweepPlan& plan) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::path here = fs::current_path(ignored);
  if (fs::path(plan.request.run.input).is_absolute() || here == plan.directory) return std::nullopt;
  return about_file(plan.request.run.input, "the plan was made in " + plan.directory +
                                                ", and its names start there: run it there");
}

SweepRequest whole_request(const SweepPlan& plan, const SweepRequest& now) {
  SweepRequest whole = plan.request;
  whole.jobs = now.jobs;
  whole.run.programs = now.run.programs;
  whole.run.program = now.run.program;
  return whole;
}

std::optional<Refusal> wrong_run(const PlannedRuns& planned, std::size_t row,
                                 const SweepRequest& whole, const Registry& registry) {
  const Variant& run = planned.runs[row];
  const auto kind = kind_to_run(whole.run);
  if (!kind) return kind.error();
  auto scenario = load_input(whole.run, *kind, run.assignments(), registry);
  if (!scenario) return Refusal{std::move(scenario.error()), ExitCode::bad_input};
  if (cell_id(common_of_cells(whole), scenario->effective, run.seed) == run.cell)
    return std::nullopt;
  return Refusal{{{not_the_planned(run)}}, ExitCode::bad_input};
}

}  // namespace mcsim::app
