// `mcsim compare`: one scenario run with all combinations of some values, side by side.
#pragma once

#include <optional>
#include <string>

#include "mcsim/app/cells/sweep_request.hpp"

namespace mcsim::app {

/// What the user typed: which runs, and how to look at them.
struct CompareRequest : SweepRequest {
  std::optional<std::string> metrics{};     ///< --metrics LIST: the table's columns
  std::optional<std::string> against{};     ///< the variant that all are compared with; the first
  std::optional<std::string> confidence{};  ///< as typed: "95%"
  /// As typed: "5%". Replicas are added until half-widths are below; `replicas` is how many at
  /// most.
  std::optional<std::string> precision{};
};

/// Runs all variants and reports. Results do not depend on `jobs`. Errors: those of run_command();
/// metrics that no variant can have, before anything runs.
///
/// Several threads use the policies of `registry` at the same time.
ExitCode compare_command(const CompareRequest& request, const Registry& registry,
                         const Console& console);

}  // namespace mcsim::app
