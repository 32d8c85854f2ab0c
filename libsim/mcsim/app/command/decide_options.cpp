// `mcsim decide` and its options.
#include "mcsim/app/command/decide_options.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "mcsim/app/command/command_help.hpp"

namespace mcsim::app {

void add_decide(CLI::App& app, DecideRequest& to, Offers& offers) {
  CLI::App& decide = *app.add_subcommand(
      "decide",
      "Policy decisions on tables: JSON, or JSON lines, in; a line of JSON out for each.");
  const std::vector<std::string> names = decide_families();
  CLI::Option* const family =
      decide.add_option("FAMILY", to.family, "What to decide: " + listed(names))->required();
  offers.push_back({family, names});
  decide.add_option("FILE", to.file, "The questions; by default, or with -, standard input");
  decide.footer(R"help(
deal: which consumer the next unit of an export goes to, by its position from 0.
  {"shares": [1, 2], "given": [1, 1]} -> {"choice": 1}
  shares: of DISTRIBUTION; given: units that each consumer has got so far;
  "dealing" is model.lease_dealing (deficit).

distribute: what each consumer gets of the hosts that an export policy exports.
  {"policy": {"PER_HOST": "HostA HostB", "SLOTS": 2,
    "DISTRIBUTION": "([C1, 1] [C2, 1])"},
    "hosts": [{"name": "HostA", "ncpus": 4}, {"name": "HostB", "ncpus": 4}]}
  -> {"consumers": {"C1": [{"host": "HostA", "slots": 1}, ...], "C2": [...]}}
  policy: the keys of a section HostExport of lsb.resources; hosts: in the order
  of lsf.cluster, with name, ncpus, mxj, type, model, maxmem, maxswp and
  resources (Boolean ones); "dealing" is model.lease_dealing (deficit).

forward: the receive queue that a job is forwarded to, and why.
  {"setting": "COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY", "job": {"slots": 1},
    "candidates": [{"queue": "high@C2", "priority": 60, "total": 100,
    "available": 30, "running": 20, "pending": 20, "preemptable": 80,
    "lowest_preemptable_priority": 30, "backlog_room": 50, "preference": 0,
    "satisfies_requirements": true, "open": true, "cold": false}, ...]}
  -> {"choice": "high@C2", "reason": "highest priority ...",
    "ranking": ["high@C2", ...]}
  setting: a value of MC_PLUGIN_SCHEDULE_ENHANCE ("" is not defined),
  REMOTE_RESOURCE (MC_PLUGIN_REMOTE_RESOURCE alone), random, round-robin,
  power-of-d, least-expected-wait, stale-aware or none; one with parameters is an
  object, {"name": "power-of-d", "d": 3}; candidates: in the order of SNDJOBS_TO, with null for a
  lowest_preemptable_priority of nothing (the last four keys: 0, true, true and
  false by default); choice: null if the job pends. "forward_free_test" (net)
  and "forward_key_order" (prio_low_p) say what LSF's documents leave open;
  random takes "seed" (1) and "decision" (0), and may name whose draws are meant
  by "cluster" and send "queue"; round-robin takes the queue that was chosen
  "last". Counters may be null where the setting does not look at them.
  Some policies look at more: "time"; of a candidate "report_time" (of its
  counters; null: none), "latency", "on_way_jobs", "on_way_slots",
  "waiting_jobs", "waiting_slots", "starts", "ends", "mean_wait" and "mean_run",
  what was heard of own jobs there; and of the job "id", "user", "group",
  "submitted", "run_limit" (null: none), "memory" (KB), "priority", "forwards",
  "came_back" (LSF's code) and "came_from". Times are in seconds; all are 0 or
  null by default. A line of decisions.jsonl is such a question; what else stands
  in it is not looked at.

priority: the dynamic priorities of users and groups that are siblings in a tree
  of user fairshare, and who comes first.
  {"accounts": [{"name": "u1", "shares": 3, "started": 2},
    {"name": "u2", "shares": 1}]}
  -> {"priority": {"u1": 0.3333333333333333, "u2": 0.3333333333333333},
    "order": ["u1", "u2"]}
  shares: of USER_SHARES; cpu_seconds, run_seconds (of jobs on hosts),
  hist_run_seconds, committed_seconds, started, reserved and forwarded (slots): 0
  by default; CPU_TIME_FACTOR (0.7), RUN_TIME_FACTOR (0.7), RUN_JOB_FACTOR (3),
  COMMITTED_RUN_TIME_FACTOR (0) and FWD_JOB_FACTOR (none): as in lsb.params;
  "policy" is model.fairshare_priority (lsf), "floor" model.fairshare_floor
  (0.01). Of equal ones the job that stands earlier in the queue decides.

reclaim: who gets the idle slots of a shared lease when it is evaluated, and
  what each side has then.
  {"provider": {"available": 6, "used": 6},
    "consumer": {"available": 4, "used": 1}}
  -> {"idle_to": "provider", "provider": {"available": 9},
    "consumer": {"available": 1}}
  idle_to: null if nothing moves; "policy" is model.lease_reclaim (lsf), "time"
  the time in seconds (0), at which LSF does not look. A line of decisions.jsonl
  of the kind reclaim is such a question.

slot-pool: the slots that the queues of a pool are entitled to, and whose turn
  it is.
  {"total": 15, "queues": [{"name": "Roma", "share": 50, "priority": 50,
    "demand": 100, "limit": null, "accumulated": 0}, ...]}
  -> {"slots": {"Roma": 8, ...}, "order": ["Roma", ...]}
  share: SLOT_SHARE, per cent; a queue with 0 gets only what no other queue
  wants; demand: slots of running and pending jobs; limit: a hard limit;
  accumulated: slot-seconds used (priority 1, no limit and 0 by default);
  "use_priority": true is USE_PRIORITY_IN_POOL; "shares", "order" and "leftover"
  are model.pool_shares (lsf), model.pool_order (use_per_share) and
  model.pool_leftover (ratio). A line of decisions.jsonl of the kind slot_pool is
  such a question.

)help" + std::string(exit_codes));
}

}  // namespace mcsim::app
