// Tells how far a sweep is.
#include <ostream>
#include <string>

#include "mcsim/app/sweep/planned_runs.hpp"
#include "mcsim/app/sweep/sweep_steps.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {

ExitCode sweep_status(const SweepCommandRequest& request, const Console& console) {
  const auto planned = planned_runs(request.folder, CellStore::Use::looking);
  if (!planned) {
    print(console, planned.error());
    return ExitCode::bad_input;
  }
  const CellStore& store = planned->store;
  std::size_t done = 0;
  std::size_t running = 0;
  for (std::size_t row = 0; row < planned->runs.size(); ++row) {
    const bool is_done = store.has(planned->runs[row].cell);
    done += is_done ? 1U : 0U;
    running += !is_done && store.is_claimed(row) ? 1U : 0U;
  }
  const std::size_t all = planned->runs.size();
  console.out << counted(all, "cell") << ": " << done << " done, " << running << " running, "
              << all - done - running << " to do\n";
  const CellCosts costs = store.costs();
  if (costs.cells == 0) return ExitCode::done;
  const auto in_words = [](double seconds) {
    return readable(Duration(static_cast<std::int64_t>(seconds * 1000)));
  };
  console.out << "a cell takes " << in_words(costs.mean()) << " on average, "
              << in_words(costs.most) << " at most\n";
  return ExitCode::done;
}

}  // namespace mcsim::app
