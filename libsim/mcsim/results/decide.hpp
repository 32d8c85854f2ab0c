// Single policy decisions: the question is JSON, and so is the answer.
#pragma once

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/text/json_tree.hpp"

namespace mcsim::results {

/// The slots that the queues of a pool are entitled to, by SLOT_SHARE or by another policy of
/// `registry`:
/// {"total": 15, "shares": "lsf", "order": "use_per_share", "use_priority": false, "queues":
/// [{"name": "Roma", "share": 50, "priority": 50, "demand": 100, "limit": null, "accumulated": 0}]}
/// -> {"slots": {"Roma": 15}, "order": ["Roma"]}. `total`, `queues`, `name`, `share` and `demand`
/// are required. Units: slots, percent, slot-seconds. Errors: all mistakes in the question.
Expected<JsonNode, Diagnostics> decide_slot_pool(JsonTree& question, const Registry& registry);

/// The priorities of accounts that are siblings in a tree of user fairshare, by LSF's formula or by
/// another policy of `registry`:
/// {"policy": "lsf", "RUN_JOB_FACTOR": 3, "accounts": [{"name": "u1", "shares": 3, "started": 2,
/// "cpu_seconds": 0, "run_seconds": 0}]} -> {"priority": {"u1": 0.3333333333333333}, "order":
/// ["u1"]}. `accounts`, `name` and `shares` are required; accounts of equal priority are in the
/// order of the question. Units: seconds, slots. Errors: all mistakes in the question.
Expected<JsonNode, Diagnostics> decide_priority(JsonTree& question, const Registry& registry);

/// The receive queue that a job goes to, by a setting of MC_PLUGIN_SCHEDULE_ENHANCE or another
/// forwarding policy of `registry`:
/// {"setting": "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY", "job": {"slots": 1}, "candidates":
/// [{"queue": "HighPriority@Cluster2", "priority": 60, "total": 100, "available": 30, "running":
/// 20, "pending": 20, "preemptable": 80, "lowest_preemptable_priority": 30, "backlog_room": 50,
/// "preference": 0, "satisfies_requirements": true, "open": true, "cold": false}]}
/// -> {"choice": "HighPriority@Cluster2", "reason": "...", "ranking": ["HighPriority@Cluster2"]}.
/// `setting`: "" is "not defined", REMOTE_RESOURCE is MC_PLUGIN_REMOTE_RESOURCE alone.
/// `lowest_preemptable_priority` is null if nothing can be preempted, `choice` if the job pends.
/// `ranking` is the order in which queues would be chosen if those before them did not exist. The
/// last four keys of a candidate may be left out, as may `forward_free_test`, `forward_key_order`,
/// and for policies that draw or take turns `seed` (1), `decision` (0) and `last` (none). Units:
/// slots; jobs for backlog_room. Errors: all mistakes in the question.
Expected<JsonNode, Diagnostics> decide_forward(JsonTree& question, const Registry& registry);

/// What each consumer gets of the hosts that an export policy exports:
/// {"policy": {"PER_HOST": "HostA HostB", "SLOTS": 2, "DISTRIBUTION": "([C1, 1] [C2, 1])"},
/// "hosts": [{"name": "HostA", "ncpus": 4}, {"name": "HostB"}], "dealing": "deficit"}
/// -> {"consumers": {"C1": [{"host": "HostA", "slots": 1}, {"host": "HostB", "slots": 1}], ...}}.
/// `policy` has the keys of a section HostExport. A host has those keys of `hosts` in scenarios
/// that matter here, and MXJ as `mxj`. With MEM or SWP the parts have `mem` and `swp`. `dealing`
/// may be left out. Units: slots, MB. Errors: all mistakes in the question.
Expected<JsonNode, Diagnostics> decide_distribute(JsonTree& question, const Registry& registry);

/// Which consumer the next unit of an export goes to, by its position in DISTRIBUTION:
/// {"dealing": "deficit", "shares": [1, 2], "given": [1, 1]} -> {"choice": 1}. `dealing` may be
/// left out. Errors: all mistakes in the question.
Expected<JsonNode, Diagnostics> decide_deal(JsonTree& question, const Registry& registry);

/// Which side gets the idle slots of a shared lease when it is evaluated, and what each side has
/// afterwards if nothing else happens:
/// {"policy": "lsf", "provider": {"available": 6, "used": 6}, "consumer": {"available": 4, "used":
/// 1}} -> {"idle_to": "provider", "provider": {"available": 9}, "consumer": {"available": 1}}.
/// `policy` may be left out; `idle_to` is null if nothing moves. Units: slots. Errors: all mistakes
/// in the question.
Expected<JsonNode, Diagnostics> decide_reclaim(JsonTree& question, const Registry& registry);

}  // namespace mcsim::results
