// The results of a benchmark for people.
#pragma once

#include <cstddef>
#include <string>

#include "mcsim/app/bench/bench_file.hpp"

namespace mcsim::app {

/// A row for each group of decisions, with its quantiles; `width` columns wide if possible.
std::string bench_table(const BenchFile& file, std::size_t width);

}  // namespace mcsim::app
