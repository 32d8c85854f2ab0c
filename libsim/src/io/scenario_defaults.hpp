// What a scenario leaves out, written into it; and its keys in the vocabulary's order.
#pragma once

#include "mcsim/io/json_tree.hpp"

namespace mcsim {

/// Removes members that are null and adds the constant defaults of the vocabulary. What is of a
/// wrong shape stays as it is, for the check to find.
void write_defaults(JsonNode& scenario);

/// Puts the members of all objects into the vocabulary's order.
void arrange_keys(JsonNode& scenario);

}  // namespace mcsim
