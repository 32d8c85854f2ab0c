// Counts by reason have the reasons that came: here they get the others, which nobody had.
#pragma once

#include "mcsim/text/json_tree.hpp"

namespace mcsim::app {

/// Adds 0 for each reason that a summary.json could count and does not.
void add_reasons_of_none(JsonNode& summary);
/// The same of a copy.
JsonNode with_reasons_of_none(JsonNode summary);

}  // namespace mcsim::app
