// `mcsim sweep`: a comparison whose cells are run by many processes, here or on a cluster.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/registry/registry.hpp"

namespace mcsim::app {

/// What the user typed.
struct SweepCommandRequest {
  enum class Command : std::uint8_t { plan, run, submit, status, collect };

  Command command{};
  /// plan: which runs; run and submit: policies and threads; collect: how to look at the results.
  CompareRequest request;
  std::string folder;                  ///< DIR
  std::optional<std::string> cells{};  ///< --cells A-B; none: by the engine's index, or all
  std::string engine;                  ///< --engine: local, slurm, lsf
  std::string chunk = "30s";           ///< --chunk: how long a task is to take at least
  bool dry_run = false;                ///< prints the script only
  bool with_jobs = false;              ///< --with-jobs: rows of jobs.csv go into results.sqlite
};

/// Errors become exit codes: usage; the plan, the folder or a cell is not what it should be; an
/// engine refuses. Throws RunFailed if a run cannot come to its end.
ExitCode sweep_command(const SweepCommandRequest& request, const Registry& registry,
                       const Console& console);

}  // namespace mcsim::app
