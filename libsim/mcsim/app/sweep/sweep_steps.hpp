// The commands of `mcsim sweep`, one by one.
#pragma once

#include <string>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/sweep/sweep_command.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// Checks all variants and writes plan.tsv; runs nothing.
ExitCode sweep_plan(const SweepCommandRequest& request, const Registry& registry,
                    const Console& console);
/// Runs the cells that are wanted and not done.
ExitCode sweep_run(const SweepCommandRequest& request, const Registry& registry,
                   const Console& console);
/// A cell that has failed, for programs.
JsonNode failed_cell_json(const Variant& run, const std::string& why);
/// Hands the cells that are not done to an engine.
ExitCode sweep_submit(const SweepCommandRequest& request, const Registry& registry,
                      const Console& console);
/// Tells how far the cells are. Exit code: incomplete while some are not done.
ExitCode sweep_status(const SweepCommandRequest& request, const Console& console);
/// Puts the results of all cells together, and judges the gates of their scenarios.
ExitCode sweep_collect(const SweepCommandRequest& request, const Registry& registry,
                       const Console& console);

}  // namespace mcsim::app
