// The JSON Schema of a scenario, generated from the vocabulary: for editors, which then complete
// keys and mark mistakes as the user types.
#pragma once

#include <string>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// The text of docs/reference/scenario.schema.json: JSON Schema 2020-12.
std::string scenario_schema();

}  // namespace mcsim::config
