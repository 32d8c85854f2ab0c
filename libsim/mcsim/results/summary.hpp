// summary.json: the numbers of a run, for programs.
#pragma once

#include <string>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/engine_info.hpp"
#include "mcsim/results/metrics.hpp"
#include "mcsim/results/table_digests.hpp"

namespace mcsim::results {

/// The text of summary.json. Times are seconds, exact to the millisecond; ratios have six decimals,
/// computed from whole numbers. Undefined values, such as a mean over no jobs, are null. The same
/// scenario and seed give the same bytes, except for the last entry, `engine`, which ends with a
/// digest of all the rest. `tables`: the digests of the files that were written.
std::string summary_json(const GridConfig& config, const RunResults& results,
                         const Metrics& metrics, const EngineInfo& engine,
                         const TableDigests& tables = {});

}  // namespace mcsim::results
