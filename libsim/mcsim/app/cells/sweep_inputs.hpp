// From what the user typed to runs whose scenarios are valid.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "mcsim/app/base/console.hpp"
#include "mcsim/app/base/exit_code.hpp"
#include "mcsim/app/base/input_kind.hpp"
#include "mcsim/app/cells/sweep_request.hpp"
#include "mcsim/app/cells/variations.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/trace/swf_recording.hpp"

namespace mcsim::app {

/// What a sweep is made of.
struct SweepInputs {
  SweepRequest request;  ///< one replica where nothing is random
  InputKind kind{};
  std::vector<Variation> variations;
  std::vector<Variant> variants;
  std::vector<Scenario> scenarios;   ///< of the variants, with the luck of their first replica
  std::unique_ptr<SwfCache> traces;  ///< that were read

  bool has_gates() const {
    return std::ranges::any_of(scenarios,
                               [](const Scenario& one) { return !one.gates.children.empty(); });
  }
};

/// What else of the options is wrong, which are about these variants.
using CheckVariants = std::function<Diagnostics(const std::vector<Variant>& variants)>;

/// Reads the variations and the scenarios, and prints what there is to say of them. Errors: the
/// exit code; why is printed.
Expected<SweepInputs, ExitCode> read_inputs(const SweepRequest& request, const Registry& registry,
                                            const Console& console, const CheckVariants& check);

/// Prints what the variants have in common that nobody wants: seeds that change nothing, runs that
/// are the same. One replica is left where nothing is random.
void tell_of_sameness(SweepInputs& inputs, const Registry& registry, const Console& console);

}  // namespace mcsim::app
