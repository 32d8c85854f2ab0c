// Reads and runs the variants of a comparison.
#pragma once

#include <optional>
#include <vector>

#include "mcsim/app/base/input_kind.hpp"
#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/app/compare/variations.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/results/run_folder.hpp"

namespace mcsim::app {

/// Each different diagnostic of the variants once; unless it is about all variants, with the
/// variants that it is about.
Diagnostics said_once(const std::vector<Diagnostics>& of_each,
                      const std::vector<Variant>& variants);

/// One scenario for each variant; equal traces are in memory once. Errors: the mistakes of all
/// variants.
Expected<std::vector<Scenario>, Diagnostics> load_variants(const CompareRequest& request,
                                                           InputKind kind,
                                                           const std::vector<Variant>& variants,
                                                           const Registry& registry);

/// The result of one variant.
struct VariantResult {
  std::optional<JsonNode> summary{};  ///< without `engine`; none: interrupted before it began
  bool complete = false;
  Diagnostics warnings{};
  Diagnostics gates{};  ///< the gates that do not hold
};

/// Runs all variants, and writes a run folder for each into `folder` if there is one. Errors:
/// writing failed. Throws RunFailed if a run cannot come to its end.
Expected<std::vector<VariantResult>, Diagnostics> run_variants(const CompareRequest& request,
                                                               const std::vector<Variant>& variants,
                                                               std::vector<Scenario> scenarios,
                                                               const RunFolder* folder,
                                                               const Registry& registry,
                                                               const Console& console);

}  // namespace mcsim::app
