// The results of a run for people: the text that `mcsim run` prints.
#pragma once

#include <cstddef>
#include <string>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/results/metrics.hpp"
#include "mcsim/text/wrap.hpp"

namespace mcsim::results {

/// A few short blocks of plain text: jobs by outcome, times and utilization; by cluster and by
/// queue if there are several; and warnings. Numbers are rounded; those of summary.json are exact.
/// It fits into `width` columns if possible.
std::string summary_table(const GridConfig& config, const RunResults& results,
                          const Metrics& metrics, std::size_t width = any_width);

}  // namespace mcsim::results
