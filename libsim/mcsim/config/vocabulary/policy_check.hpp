// A policy that is given as an object: {"name": "power-of-d", "d": 2}.
#pragma once

#include <span>
#include <string_view>

#include "mcsim/model/policy_values.hpp"
#include "mcsim/policy/parameters.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/scenario_complaints.hpp"

namespace mcsim::config {

/// Complains about parameters that the policy of that name does not have, and about values that it
/// cannot have, and marks these as broken.
void check_parameters(JsonNode& policy, const JsonAt& at, std::string_view name,
                      std::span<const PolicyParameter> known, TreeComplaints& complaints);

/// The parameters of such an object that are checked.
PolicyValues read_parameters(const JsonNode& policy, std::span<const PolicyParameter> known);

}  // namespace mcsim::config
