// --replicas: variants as often as asked, each time with other luck.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/app/compare/variations.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// What is asked for, in numbers.
struct ReplicaPlan {
  std::size_t count = 1;
  std::size_t against = 0;  ///< position of the variant that the others are compared with
  double confidence = 0.95;
};

/// Errors, all of usage: no such variant, no percentage, options without --replicas, one replica,
/// a seed that is varied besides.
Expected<ReplicaPlan, Diagnostics> plan_replicas(const CompareRequest& request,
                                                 const std::vector<Variant>& variants);

/// All runs: replica 1 of a variant has its seed, which is in `scenarios`, replica 2 the next one,
/// and so on. Replicas of a variant stand together.
std::vector<Variant> with_replicas(const CompareRequest& request,
                                   const std::vector<Variant>& variants,
                                   const std::vector<Scenario>& scenarios);

/// Whether replicas would differ.
bool have_luck(const CompareRequest& request, const std::vector<Scenario>& scenarios,
               const Registry& registry);

}  // namespace mcsim::app
