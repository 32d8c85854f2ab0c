// Chooses among the commands of `mcsim sweep`.
#include "mcsim/app/sweep/sweep_command.hpp"

#include <cstdint>
#include <ostream>
#include <utility>

#include "mcsim/app/cells/cell_store.hpp"
#include "mcsim/app/cells/replicas.hpp"
#include "mcsim/app/cells/sweep_inputs.hpp"
#include "mcsim/app/run/run_report.hpp"
#include "mcsim/app/sweep/sweep_steps.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {

ExitCode sweep_plan(const SweepCommandRequest& request, const Registry& registry,
                    const Console& console) {
  auto inputs = read_inputs(request.request, registry, console,
                            [](const std::vector<Variant>&) { return Diagnostics{}; });
  if (!inputs) return inputs.error();
  tell_of_sameness(*inputs, registry, console);
  const auto runs = runs_of(inputs->request, inputs->variants, inputs->scenarios, registry);
  const auto store = CellStore::open(
      request.folder, plan_of(inputs->request, runs, inputs->has_gates()), CellStore::Use::alone);
  if (!store) {
    print(console, store.error());
    return ExitCode::run_failed;
  }
  if (request.request.run.json) {
    console.out << to_pretty_json(json_object(
        {json_member("format", json_whole(1)), json_member("folder", json_text(request.folder)),
         json_member("cells", json_whole(static_cast<std::int64_t>(runs.size()))),
         json_member("variants", json_whole(static_cast<std::int64_t>(inputs->variants.size())))}));
    return ExitCode::done;
  }
  if (request.request.run.quiet) return ExitCode::done;
  console.out << counted(runs.size(), "cell") << " of "
              << counted(inputs->variants.size(), "variant") << " in " << request.folder << "/"
              << plan_name << "\nto run them: " << request.request.run.program << " sweep run "
              << shell_word(request.folder) << '\n';
  return ExitCode::done;
}

ExitCode sweep_command(const SweepCommandRequest& request, const Registry& registry,
                       const Console& console) {
  using Command = SweepCommandRequest::Command;
  switch (request.command) {
    case Command::plan:
      return sweep_plan(request, registry, console);
    case Command::run:
      return sweep_run(request, registry, console);
    case Command::submit:
      return sweep_submit(request, registry, console);
    case Command::status:
      return sweep_status(request, console);
    case Command::collect:
      break;
  }
  return sweep_collect(request, registry, console);
}

}  // namespace mcsim::app
