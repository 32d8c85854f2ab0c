// The commands of `mcsim sweep`, one by one.
#pragma once

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/sweep/sweep_command.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

/// Checks all variants and writes plan.tsv; runs nothing.
ExitCode sweep_plan(const SweepCommandRequest& request, const Registry& registry,
                    const Console& console);
/// Runs the cells that are wanted and not done.
ExitCode sweep_run(const SweepCommandRequest& request, const Registry& registry,
                   const Console& console);
/// Hands the cells that are not done to an engine.
ExitCode sweep_submit(const SweepCommandRequest& request, const Registry& registry,
                      const Console& console);
/// Tells how far the cells are.
ExitCode sweep_status(const SweepCommandRequest& request, const Console& console);
/// Puts the results of all cells together.
ExitCode sweep_collect(const SweepCommandRequest& request, const Console& console);

}  // namespace mcsim::app
