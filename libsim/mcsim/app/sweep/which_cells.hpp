// Which cells of a plan a process runs.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

/// Rows of a plan: from `first` on, up to the one before `end`.
struct RowsOfPlan {
  std::size_t first = 0;
  std::size_t end = 0;
};

/// The value of an environment variable; none: it is not set.
using Environment = std::function<std::optional<std::string>(const char* name)>;

/// `cells` as typed: "A-B" or "A", from 1; a B behind the last cell means the last one. Without,
/// the index that an engine gives this process: LSB_JOBINDEX or SLURM_ARRAY_TASK_ID (from 1),
/// OMPI_COMM_WORLD_RANK or JOB_COMPLETION_INDEX (from 0). Without that all. Errors: no such cells.
Expected<RowsOfPlan, Diagnostics> which_cells(const std::optional<std::string>& cells,
                                              const Environment& environment, std::size_t count);

/// Of this process.
std::optional<std::string> own_environment(const char* name);

}  // namespace mcsim::app
