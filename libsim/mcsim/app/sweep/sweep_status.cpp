// Tells how far a sweep is.
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/app/cells/failed_runs.hpp"
#include "mcsim/app/sweep/planned_runs.hpp"
#include "mcsim/app/sweep/sweep_steps.hpp"
#include "mcsim/results/decisions_jsonl.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

struct CellsSoFar {
  std::size_t all = 0;
  std::size_t done = 0;
  std::size_t running = 0;
  std::vector<FailedRun> failed{};  ///< of those that are neither

  std::size_t to_do() const { return all - done - running; }
};

CellsSoFar cells_so_far(const PlannedRuns& planned) {
  CellsSoFar cells{.all = planned.runs.size()};
  for (std::size_t row = 0; row < cells.all; ++row) {
    const Variant& run = planned.runs[row];
    if (planned.store.has(run.cell))
      ++cells.done;
    else if (planned.store.is_claimed(row))
      ++cells.running;
    else if (auto why = planned.store.failure(run.cell))
      cells.failed.emplace_back(&run, *std::move(why));
  }
  return cells;
}

std::string status_text(const CellsSoFar& cells, const CellCosts& costs) {
  std::string text = counted(cells.all, "cell") + ": " + std::to_string(cells.done) + " done, " +
                     std::to_string(cells.running) + " running, " + std::to_string(cells.to_do()) +
                     " to do";
  if (!cells.failed.empty())
    text += ", of which " + std::to_string(cells.failed.size()) +
            (cells.failed.size() == 1 ? " has failed" : " have failed");
  text += "\n";
  if (costs.cells == 0) return text;
  const auto time = [](double seconds) {
    return readable(Duration(static_cast<std::int64_t>(seconds * 1000)));
  };
  return text + "a cell takes " + time(costs.mean()) + " on average, " + time(costs.most) +
         " at most\n";
}

JsonNode exact_json(double value) {
  JsonNode node;
  node.kind = JsonNode::Kind::real;
  node.text = exact_number(value);
  return node;
}

JsonNode status_json(const CellsSoFar& cells, const CellCosts& costs) {
  const auto count = [](const char* key, std::size_t value) {
    return json_member(key, json_whole(static_cast<std::int64_t>(value)));
  };
  std::vector<JsonNode> failed;
  for (const auto& [run, why] : cells.failed) failed.push_back(failed_cell_json(*run, why));
  JsonNode seconds;
  if (costs.cells > 0)
    seconds = json_object({json_member("mean", exact_json(costs.mean())),
                           json_member("max", exact_json(costs.most))});
  return json_object({json_member("format", json_whole(1)), count("cells", cells.all),
                      count("done", cells.done), count("running", cells.running),
                      count("to_do", cells.to_do()),
                      json_member("failed", json_list(std::move(failed))),
                      json_member("seconds_of_a_cell", std::move(seconds))});
}

}  // namespace

ExitCode sweep_status(const SweepCommandRequest& request, const Console& console) {
  const auto planned = planned_runs(request.folder, CellStore::Use::looking);
  if (!planned) {
    print(console, planned.error().why);
    return planned.error().code;
  }
  const CellsSoFar cells = cells_so_far(*planned);
  const CellCosts costs = planned->store.costs();
  if (request.request.run.json)
    console.out << to_pretty_json(status_json(cells, costs));
  else
    console.out << status_text(cells, costs);
  Diagnostics failed = failed_runs(cells.failed);
  for (Diagnostic& one : failed.list) one.severity = Severity::warning;
  print(console, failed);
  return cells.done == cells.all ? ExitCode::done : ExitCode::incomplete;
}

}  // namespace mcsim::app
