// plan.tsv: the cells of a sweep, and the request that they come from. It alone is the truth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/app/cells/sweep_request.hpp"
#include "mcsim/app/cells/variations.hpp"
#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"

namespace mcsim::app {

/// One run of a sweep: a row of plan.tsv.
struct PlannedCell {
  std::string id;           ///< see cell_id()
  std::string variant;      ///< its name, as Variant has it
  std::size_t replica = 0;  ///< from 1; 0: there are no replicas
  std::uint64_t seed = 0;

  bool operator==(const PlannedCell&) const = default;
};

struct SweepPlan {
  SweepRequest request;    ///< without policies, folder and number of threads
  bool has_gates = false;  ///< some variant's scenario has some
  std::string directory;   ///< where it was made: relative names start there
  std::vector<PlannedCell> cells;
};

/// The plan of these runs, of which each has its id.
SweepPlan plan_of(const SweepRequest& request, const std::vector<Variant>& runs, bool has_gates);

inline constexpr std::string_view plan_name = "plan.tsv";

/// The text of plan.tsv: two lines of comment, the second of which is the request as JSON; a
/// heading; and a row for each cell. The first line has a digest of all others.
std::string plan_text(const SweepPlan& plan);

/// Errors: it cannot be read, was edited, or is of another version.
Expected<SweepPlan, Diagnostics> read_plan(const std::string& path);

}  // namespace mcsim::app
