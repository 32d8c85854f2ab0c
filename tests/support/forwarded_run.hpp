// Three clusters that forward jobs, for tests of what users see of forwarding.
#pragma once

#include <string>

#include "support/rooms.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing {

/// `home` sends to `near` and `far`, two seconds away. `near` closes its queue while `home` still
/// believes it open; later a forwarded job preempts a job of `near`. One job waits too long in its
/// execution cluster, one is killed from home, and a link is down for half a minute.
inline constexpr const char* forwarded_scenario = R"({"mcsim": 1,
  "clusters": [
    {"name": "home", "hosts": [{"name": "h1", "ncpus": 2}],
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MBD_SLEEP_TIME": 10,
                    "MC_PLUGIN_SCHEDULE_ENHANCE": "COUNT_PREEMPTABLE"},
     "lsb.queues": [{"QUEUE_NAME": "send", "SNDJOBS_TO": "recv@near recv@far",
                     "MAX_RSCHED_TIME": 3}]},
    {"name": "near", "hosts": [{"name": "n[1-2]", "ncpus": 2}],
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MC_PLUGIN_UPDATE_INTERVAL": 10,
                    "DEFAULT_QUEUE": "low"},
     "lsb.queues": [
      {"QUEUE_NAME": "recv", "PRIORITY": 60, "PREEMPTION": "PREEMPTIVE[low]",
       "RCVJOBS_FROM": "home"},
      {"QUEUE_NAME": "low", "PRIORITY": 20}]},
    {"name": "far", "hosts": [{"name": "f1", "ncpus": 2}],
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MC_PLUGIN_UPDATE_INTERVAL": 10},
     "lsb.queues": [{"QUEUE_NAME": "recv", "PRIORITY": 50, "RCVJOBS_FROM": "home"}]}],
  "links_default": {"latency": "2s"},
  "jobs": [
    {"id": 1, "cluster": "home", "user": "ann", "slots": 2, "run": "300s"},
    {"id": 2, "cluster": "home", "user": "ann", "slots": 2, "run": "50s", "submit": "12s"},
    {"id": 3, "cluster": "home", "user": "bob", "slots": 2, "run": "60s", "submit": "51s"},
    {"id": 4, "cluster": "home", "user": "bob", "slots": 2, "run": "40s", "submit": "58s"},
    {"id": 5, "cluster": "home", "user": "bob", "slots": 2, "run": "40s", "submit": "66s"},
    {"id": 6, "cluster": "home", "user": "cat", "slots": 3, "run": "40s", "submit": "70s"},
    {"id": 1, "cluster": "near", "user": "dan", "slots": 4, "run": "100s", "submit": "30s"}],
  "actions": [{"at": "14s", "do": "qclose", "queue": "recv@near"},
              {"at": "40s", "do": "qopen", "queue": "recv@near"},
              {"at": "72s", "do": "bkill", "job": "3@home"}],
  "faults": [{"at": "150s", "link": ["home", "near"], "down_for": "30s"}]})";

/// Its run folder, with every table.
struct ForwardedRun {
  TempFolder room;
  std::string folder;

  explicit ForwardedRun(const std::string& outputs = "jobs,executions,decisions,counters",
                        const std::vector<std::string>& sets = {})
      : folder(run_folder(room, room.write("forwarding.json", forwarded_scenario), "run", sets,
                          outputs)) {}
};

}  // namespace mcsim::testing
