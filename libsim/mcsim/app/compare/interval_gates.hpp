// Gates of a comparison that go by chance: {"metric": ..., "better_than": VARIANT}.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/compare/comparison.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// The gates of a variant, and the files that their places name.
struct VariantGates {
  JsonNode list;
  std::vector<std::string> sources;
};

std::vector<VariantGates> gates_of(const std::vector<Scenario>& scenarios);

/// Gates that cannot be judged: they name no variant, or there are no replicas. `replicas`: of each
/// variant.
Diagnostics wrong_interval_gates(const std::vector<VariantGates>& gates,
                                 const std::vector<Variant>& variants, std::size_t replicas);

/// The gates that do not hold, once each: a variant is not better than the one that its gate names
/// by more than chance, at the confidence of the comparison, with Holm's correction over variants.
/// Of a whole comparison with replicas, before it is sorted.
Diagnostics failed_interval_gates(const Comparison& comparison,
                                  const std::vector<VariantGates>& gates);

}  // namespace mcsim::app
