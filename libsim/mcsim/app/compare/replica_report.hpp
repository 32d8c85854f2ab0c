// What replicas say of variants, in words and tables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/compare/standings.hpp"
#include "mcsim/statistics/estimates.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// A table for each metric, and below it a sentence that a person can quote.
std::string replica_report(const std::vector<Standings>& all, const std::vector<std::string>& names,
                           const std::vector<Variant>& variants, std::size_t width);

/// "-14min 22s ± 17min 03s".
std::string difference_text(const std::string& path, const Difference& from);
/// A part of 1 per cent: "95", "99.9".
std::string percent_text(double share);

/// The same numbers for programs: a list, an object for each metric.
JsonNode standings_json(const std::vector<Standings>& all, const std::vector<Variant>& variants);

}  // namespace mcsim::app
