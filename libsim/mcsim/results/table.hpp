// What a run came to, for people: the text that `mcsim run` prints.
#pragma once

#include <string>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/metrics.hpp"

namespace mcsim::results {

/// A few short blocks of plain text: jobs by outcome, times, utilization; by cluster and by queue
/// where there are several; and what the reader must not miss. Rounded; summary.json is exact.
std::string summary_table(const GridConfig& config, const RunResults& results,
                          const Metrics& metrics);

}  // namespace mcsim::results
