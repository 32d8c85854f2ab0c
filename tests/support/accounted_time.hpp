// Whether the columns of jobs.csv account for each millisecond of each job.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// How many ended jobs have something in a column: a time or a count above 0, or a text.
using ColumnsInUse = std::map<std::string, std::uint64_t>;

/// The first job whose times do not add up, in words; empty: there is none. Of a job that has ended
/// they come to its turnaround; of one that has not, to the time from its submission to the end of
/// the run. Adds to `seen`.
std::string unaccounted_time(const GridConfig& grid, const RunResults& results, ColumnsInUse& seen);

}  // namespace mcsim::testing
