// The table that `mcsim compare` prints: a row for each variant.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/compare/standings.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// A metric of all variants.
struct CompareColumn {
  std::string top;  ///< the upper line of the heading; `bottom` is the lower one
  std::string bottom;
  std::vector<std::string> cells;  ///< by variant; "-" where there is no number
};

/// Waiting times, slowdowns, utilization, and with several clusters forwarded jobs; rounded.
/// Columns without any value are left out, and so are counts of jobs by status that are the same in
/// all variants.
std::vector<CompareColumn> usual_columns(const Summaries& summaries);

/// The metrics that `list` names by their paths, with the numbers of summary.json. Warnings: no
/// variant has such a result.
std::vector<CompareColumn> chosen_columns(const std::string& list, const Summaries& summaries,
                                          Diagnostics& warnings);

/// `names` stand above the labels of the variants. The table fits into `width` columns if possible.
std::string compare_table(const std::vector<std::string>& names,
                          const std::vector<Variant>& variants,
                          const std::vector<CompareColumn>& columns, std::size_t width);

}  // namespace mcsim::app
