// Which part of a trace or table a workload takes, and when that begins in the run.
#pragma once

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::config {

/// Reads from, to and keep_times of the workload at `at`; `options` has its file. Complains.
SubmitWindow read_window(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                         const WorkloadOptions& options, bool is_table);

/// Warns of tables whose time 0 is not that of the run any more, where other times of the scenario
/// go by it. To be called when all is read. `has_windows`: of times, which matter.
void warn_of_shifted_tables(ScenarioDraft& draft, bool has_windows);

}  // namespace mcsim::config
