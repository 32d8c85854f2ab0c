// One policy decision on a table: the question as JSON, the answer as JSON.
#pragma once

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/io/json_tree.hpp"
#include "mcsim/policy/registry.hpp"

namespace mcsim {

/// What a pool of queues is entitled to, by its SLOT_SHAREs or as another policy of `registry` has
/// it:
/// {"total": 15, "shares": "lsf", "order": "use_per_share", "use_priority": false, "queues":
/// [{"name": "Roma", "share": 50, "priority": 50, "demand": 100, "limit": null, "accumulated": 0}]}
/// -> {"slots": {"Roma": 15}, "order": ["Roma"]}. `total`, `queues`, `name`, `share` and `demand`
/// are required. Units: slots, percent, slot-seconds. Errors: all that is wrong with the question.
Expected<JsonNode, Diagnostics> decide_slot_pool(JsonTree& question, const Registry& registry);

}  // namespace mcsim
