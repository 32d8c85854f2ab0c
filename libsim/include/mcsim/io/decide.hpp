// One policy decision on a table: the question as JSON, the answer as JSON.
#pragma once

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/io/json_tree.hpp"

namespace mcsim {

/// What a pool of queues is entitled to, by its SLOT_SHAREs:
/// {"total": 15, "use_priority": false, "queues": [{"name": "Roma", "share": 50, "priority": 50,
/// "demand": 100, "limit": null, "accumulated": 0}]} -> {"slots": {"Roma": 15}, "order": ["Roma"]}.
/// `total`, `queues`, `name`, `share` and `demand` are required. Units: slots, percent,
/// slot-seconds. Errors: all that is wrong with the question.
Expected<JsonNode, Diagnostics> decide_slot_pool(JsonTree& question);

}  // namespace mcsim
