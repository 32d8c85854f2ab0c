// Checks results against `expect` and `gates` of a scenario.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// The values that `path` leads to from `root`; empty: there are none. Each segment is the longest
/// key that fits (keys may hold dots), and `*` stands for every key. A JSON pointer works too.
std::vector<const JsonNode*> values_at(const JsonNode& root, std::string_view path);

/// How many expectations or gates were checked, and a complaint for each that does not hold.
struct Verdicts {
  std::size_t asked = 0;
  Diagnostics failures;
};

/// `expect`: paths, or objects of paths, with the values that must be found there. Numbers are
/// compared as numbers. `sources` are the names of the files that the places of `expect` refer to.
Verdicts judge_expectations(const JsonNode& expect, const std::vector<std::string>& sources,
                            const JsonNode& results);

/// `gates`: a list of {metric, op, value}. Those with `better_than` are left to comparisons.
Verdicts judge_gates(const JsonNode& gates, const std::vector<std::string>& sources,
                     const JsonNode& results);

}  // namespace mcsim::app
