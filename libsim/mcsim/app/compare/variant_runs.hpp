// The variants of a comparison, read and run.
#pragma once

#include <optional>
#include <vector>

#include "mcsim/app/base/input_kind.hpp"
#include "mcsim/app/compare/compare_command.hpp"
#include "mcsim/app/compare/variations.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/results/run_folder.hpp"

namespace mcsim::app {

/// What is said of variants: once where the same is said of all, else with those it is said of.
Diagnostics said_once(const std::vector<Diagnostics>& of_each,
                      const std::vector<Variant>& variants);

/// One scenario for each variant, with equal traces in memory once. Errors: all that is wrong with
/// any of them.
Expected<std::vector<Scenario>, Diagnostics> load_variants(const CompareRequest& request,
                                                           InputKind kind,
                                                           const std::vector<Variant>& variants,
                                                           const Registry& registry);

/// What came of one variant.
struct VariantResult {
  std::optional<JsonNode> summary{};  ///< without `engine`; none: interrupted before it began
  bool complete = false;
  Diagnostics warnings{};
  Diagnostics gates{};  ///< those that do not hold
};

/// Runs them all, and writes a run folder for each into `folder` if there is one. Errors: of
/// writing. A run that cannot come to its end is left to the caller (RunFailed).
Expected<std::vector<VariantResult>, Diagnostics> run_variants(const CompareRequest& request,
                                                               const std::vector<Variant>& variants,
                                                               std::vector<Scenario> scenarios,
                                                               const RunFolder* folder,
                                                               const Registry& registry,
                                                               const Console& console);

}  // namespace mcsim::app
