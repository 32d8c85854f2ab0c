// Parameters of policies, as a scenario gives them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "mcsim/base/time.hpp"

namespace mcsim::model {

/// A parameter that differs from its default, or says it.
struct PolicyValue {
  using Value = std::variant<bool, std::int64_t, double, Duration, std::string>;

  std::string name;
  Value value;

  bool operator==(const PolicyValue&) const = default;
};
using PolicyValues = std::vector<PolicyValue>;

/// Those of several policies, by the key of `model` that names each.
using PolicyValuesByKey = std::map<std::string, PolicyValues, std::less<>>;

}  // namespace mcsim::model
