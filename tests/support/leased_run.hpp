// A cluster that leases hosts to others, for tests of what users see of leases.
#pragma once

#include <string>
#include <vector>

#include "support/rooms.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing {

/// `lender` shares the slots of HostA with `borrower`. It exports the slots of HostB, which it
/// keeps using itself, and all of HostC. HostD goes to `idler`, which has no jobs. At 700 s HostC
/// loses slots; from 800 s to 850 s the link is down. A message takes a second.
inline constexpr const char* leased_hosts = R"json({"mcsim": 1, "until": "1300s",
  "clusters": [
    {"name": "lender",
     "hosts": [{"name": "HostA", "ncpus": 4}, {"name": "HostB", "ncpus": 2},
               {"name": "HostC", "ncpus": 8}, {"name": "HostD", "ncpus": 16}],
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MC_RECLAIM_DELAY": 5},
     "lsb.resources": {"HostExport": [
       {"PER_HOST": "HostA", "SLOTS": 4, "TYPE": "shared", "DISTRIBUTION": "([borrower, 1])"},
       {"PER_HOST": "HostB", "SLOTS": 2, "DISTRIBUTION": "([borrower, 1])"},
       {"RES_SELECT": "ncpus==8", "NHOSTS": 1, "DISTRIBUTION": "([borrower, 1])"},
       {"RES_SELECT": "ncpus==16", "NHOSTS": 1, "DISTRIBUTION": "([idler, 1])"}]},
     "lsb.queues": [{"QUEUE_NAME": "normal"}]},
    {"name": "borrower", "hosts": [{"name": "own", "ncpus": 1}],
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
     "lsb.queues": [{"QUEUE_NAME": "normal", "HOSTS": "all+1 allremote"}]},
    {"name": "idler", "hosts": [{"name": "one", "ncpus": 1}],
     "lsb.queues": [{"QUEUE_NAME": "normal", "HOSTS": "allremote"}]}],
  "links_default": {"latency": "1s"},
  "jobs": [
    {"id": 1, "cluster": "borrower", "user": "ann", "run": "250s"},
    {"id": 2, "cluster": "borrower", "user": "ann", "run": "1100s"},
    {"id": 3, "cluster": "borrower", "user": "bob", "run": "1s", "hosts": "HostB@lender"},
    {"id": 4, "cluster": "borrower", "user": "bob", "slots": 2, "run": "400s", "submit": "10s",
     "hosts": "HostB@lender"},
    {"id": 6, "cluster": "borrower", "user": "bob", "slots": 2, "run": "2000s", "submit": "10s",
     "hosts": "HostC@lender"},
    {"id": 7, "cluster": "borrower", "user": "bob", "slots": 3, "run": "2000s", "submit": "20s",
     "hosts": "HostC@lender"},
    {"id": 5, "cluster": "borrower", "user": "cat", "run": "60s", "submit": "805s",
     "hosts": "HostA@lender"},
    {"id": 1, "cluster": "lender", "user": "dan", "slots": 2, "run": "100s", "submit": "20s",
     "hosts": "HostB"}],
  "faults": [{"at": "800s", "link": ["lender", "borrower"], "down_for": "50s"}],
  "changes": [{"at": "700s", "cluster": "lender",
    "set": {"lsb.hosts": {"Host": [{"HOST_NAME": "HostC", "MXJ": 4}]}}}]})json";

/// Its run folder, with the tables that are asked for.
struct LeasedRun {
  TempFolder room;
  std::string folder;

  explicit LeasedRun(const std::string& outputs = "jobs,executions,decisions",
                     const std::vector<std::string>& sets = {})
      : folder(run_folder(room, room.write("leasing.json", leased_hosts), "run", sets, outputs)) {}
};

}  // namespace mcsim::testing
