// The parts of summary.json that --outputs usage asks for.
#pragma once

#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/usage_results.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::results {

/// The keys `usage` and `wait_by_reason` with their values.
std::vector<JsonNode> usage_members(const GridConfig& grid, const UsageResults& usage);

}  // namespace mcsim::results
