// `--set PATH=VALUE`: values of a scenario replaced by name, before anything is checked.
#pragma once

#include <string>

#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/scenario_complaints.hpp"

namespace mcsim::config {

/// Sets what `assignment`, "PATH=VALUE", names. The path is names with dots between them, the
/// longest known key first, or a JSON Pointer; `*` stands for all items of a list. The value is
/// JSON, or else plain text; null removes. `source` is the name of the assignment in complaints.
void set_path(JsonTree& tree, const std::string& assignment, const std::string& source,
              TreeComplaints& complaints);

/// Sets the key `key` of the whole scenario.
void set_key(JsonTree& tree, std::string_view key, JsonNode value, const std::string& source);

/// `text` as JSON, or else as plain text.
JsonNode json_or_text(const std::string& text);

}  // namespace mcsim::config
