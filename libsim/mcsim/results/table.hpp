// The results of a run for people: the text that `mcsim run` prints.
#pragma once

#include <string>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/metrics.hpp"

namespace mcsim::results {

/// A few short blocks of plain text: jobs by outcome, times and utilization; by cluster and by
/// queue if there are several; and warnings. Numbers are rounded; those of summary.json are exact.
std::string summary_table(const GridConfig& config, const RunResults& results,
                          const Metrics& metrics);

}  // namespace mcsim::results
