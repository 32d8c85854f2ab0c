// The entries of a benchmark: quantiles of what the decisions of its runs have cost.
#pragma once

#include <map>
#include <vector>

#include "mcsim/app/bench/bench_file.hpp"
#include "mcsim/app/bench/cost_log.hpp"

namespace mcsim::app {

using CostsByGroup = std::map<DecisionGroup, DecisionCosts>;

/// Of each kind of decisions as a whole (`forward/p99`) and of each group
/// (`forward/random/C1/p99`): p50, p99, max and sum. Steps of work, with counters by kinds of rows,
/// each of which is a quantile of its own.
std::vector<BenchEntry> work_entries(const CostsByGroup& costs);
/// The same of instructions, which the meter has read.
std::vector<BenchEntry> instruction_entries(const CostsByGroup& costs);
/// The same of wall and CPU time in ns, which the meter has read: of each quantile the median over
/// the runs. Their names begin with `time/`.
std::vector<BenchEntry> time_entries(const std::vector<CostsByGroup>& runs);

}  // namespace mcsim::app
