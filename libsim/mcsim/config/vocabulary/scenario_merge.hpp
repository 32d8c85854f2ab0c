// One configuration laid over another: inline keys over LSF's files, changes over both.
#pragma once

#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::config {

/// Lays the object `over` over the object `base`, both of `section`: objects merge by key, lists
/// whose items have names by name, other lists and all values are replaced, null removes. Values
/// keep their places. A line for some hosts of a range changes only these.
void merge_over(JsonNode& base, const JsonNode& over, const VocabularySection& section);

}  // namespace mcsim::config
