// Job arrays of scenarios: from bsub -J to rows of the trace.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {

/// What a job is called, and which elements it has; no indices: it is no array.
struct AskedName {
  std::string name;
  ArraySpec spec;

  bool is_array() const { return !spec.indices.empty(); }
};

/// What the members `name` and `array` of a job ask for. None: complained about.
std::optional<AskedName> read_name(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                                   ClusterId cluster);

/// The elements that `[2-5,8]` behind the number of a job names, `at` of `written`; those that the
/// array does not have are complained about. None: complained about.
std::optional<ArrayIndices> read_elements(ScenarioDraft& draft, const JsonAt& at,
                                          std::string_view key, std::string_view written,
                                          const JobArray& array);

}  // namespace mcsim::config
