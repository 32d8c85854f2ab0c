// What bqueues -l, bqueues -r, bhpart and explain show of the shares of users.
#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/app/explain/views_command.hpp"
#include "support/explain_once.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::share_views_test {

namespace {

using Command = ViewsRequest::Command;

/// Nine slots, a tree of two levels, and as many jobs of an hour of each of four users: six of eng
/// (five of a, one of b), three of ops run for the first hour. docs/rules/fairshare.md, 7, 4.
constexpr const char* tree = R"json({"mcsim": 1,
  "clusters": [{"name": "C", "hosts": [{"name": "h1", "ncpus": 9}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
    "lsb.users": {"UserGroup": [
      {"GROUP_NAME": "eng", "GROUP_MEMBER": "a b", "USER_SHARES": "([a, 3] [b, 1])"},
      {"GROUP_NAME": "ops", "GROUP_MEMBER": "c d"}]},
    LSB)json";
constexpr const char* jobs = R"json(}],
  "workloads": [], "jobs": [JOBS]})json";

std::string scenario_with(const std::string& lsb) {
  std::string text = std::string(tree) + jobs;
  std::string list;
  for (int at = 0; at < 36; ++at)
    list += (at == 0 ? "" : ", ") + std::string(R"({"id": )") + std::to_string(at + 1) +
            R"(, "user": ")" + "cdab"[at % 4] + R"(", "run": "1h"})";
  text.replace(text.find("LSB"), 3, lsb);
  text.replace(text.find("JOBS"), 4, list);
  return text;
}
const std::string in_queue =
    R"("lsb.queues": [{"QUEUE_NAME": "normal", "FAIRSHARE": "USER_SHARES[[eng, 2] [ops, 1]]"}])";
const std::string in_partition =
    R"("lsb.hosts": {"HostPartition": [{"HPART_NAME": "big", "HOSTS": "all",
       "USER_SHARES": "[eng, 2] [ops, 1]"}]}, "lsb.queues": [{"QUEUE_NAME": "normal"}])";

struct SharedRun {
  TempFolder room;
  std::string folder;

  explicit SharedRun(const std::string& lsb)
      : folder(run_folder(room, room.write("shares.json", scenario_with(lsb)), "run", {})) {}

  ViewsRequest request(Command command) const {
    ViewsRequest request;
    request.command = command;
    request.replay.folder = folder;
    request.replay.at = "30min";
    return request;
  }
};

Answer view(const ViewsRequest& request) {
  return answer_of(
      [&](const Console& console) { return views_command(request, default_registry(), console); });
}

// By hand, of eng after half an hour on six slots: CPU time 6 x 7817.3 x (1 - 0.1^0.1) = 9646.8 s,
// run time 10800 s; D = 2.68 h x 0.7 + 3 h x 0.7 + 7 x 3 = 24.98; 2 / 24.98 = 0.080.
const std::string top =
    " USER/GROUP   SHARES  PRIORITY  STARTED  RESERVED  CPU_TIME  RUN_TIME\n"
    "eng                2     0.080        6         0    9646.8     10800\n"
    "ops                1     0.071        3         0    4823.4      5400\n";
const std::string of_eng =
    " USER/GROUP   SHARES  PRIORITY  STARTED  RESERVED  CPU_TIME  RUN_TIME\n"
    "a                  3     0.141        5         0    8039.0      9000\n"
    "b                  1     0.150        1         0    1607.8      1800\n";

}  // namespace

TEST_CASE("bqueues -l has the shares of a queue's users, and -r those within groups") {
  const SharedRun run(in_queue);
  ViewsRequest request = run.request(Command::bqueues);
  request.is_long = true;
  const std::string start =
      "QUEUE: normal\n\nPARAMETERS/STATISTICS\n"
      "PRIO STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP   RSV\n"
      "  1  Open:Active       -    -    -    -    36    27     9     0     0     0\n"
      "\nSCHEDULING POLICIES:  FAIRSHARE\n\nSHARE_INFO_FOR: normal/\n";
  CHECK(view(request).out == start + top);
  request.recursive = true;
  CHECK(view(request).out == start + top + "\nSHARE_INFO_FOR: normal/eng/\n" + of_eng);
}

TEST_CASE("bhpart has the shares of a host partition's users") {
  const SharedRun run(in_partition);
  ViewsRequest request = run.request(Command::bhpart);
  const std::string start = "HOST_PARTITION_NAME: big\nHOSTS: h1\n\nSHARE_INFO_FOR: big/\n";
  CHECK(view(request).out == start + top);
  request.recursive = true;
  CHECK(view(request).out == start + top + "\nSHARE_INFO_FOR: big/eng/\n" + of_eng);
  request.fields = "share_info_for user_group shares priority delimiter=','";
  CHECK(view(request).out ==
        "SHARE_INFO_FOR,USER/GROUP,SHARES,PRIORITY\nbig/,eng,2,0.080\nbig/,ops,1,0.071\n"
        "big/eng/,a,3,0.141\nbig/eng/,b,1,0.150\n");
  request.fields.reset();
  request.names = {"bog"};
  const Answer unknown = view(request);
  CHECK(unknown.code == ExitCode::usage);
  CHECK(unknown.err.find("unknown host partition \"bog\"") != unknown.err.npos);
}

TEST_CASE("a cluster without host partitions has nothing that bhpart could show") {
  const SharedRun run(in_queue);
  const Answer answer = view(run.request(Command::bhpart));
  CHECK(answer.out == "");
  CHECK(answer.err.ends_with("No host partition has shares of users\n"));
}

TEST_CASE("bhpart shows host partitions that no queue uses, too") {
  const SharedRun run(R"("lsb.hosts": {"HostPartition": [
    {"HPART_NAME": "spare", "HOSTS": "others", "USER_SHARES": "[c, 5]"},
    {"HPART_NAME": "big", "HOSTS": "h1", "USER_SHARES": "[eng, 2] [ops, 1]"}]},
    "lsb.queues": [{"QUEUE_NAME": "normal", "HOSTS": "big"}])");
  CHECK(view(run.request(Command::bhpart)).out ==
        "HOST_PARTITION_NAME: big\nHOSTS: h1\n\nSHARE_INFO_FOR: big/\n" + top +
            "\nHOST_PARTITION_NAME: spare\nHOSTS:\n\nSHARE_INFO_FOR: spare/\n"
            " USER/GROUP   SHARES  PRIORITY  STARTED  RESERVED  CPU_TIME  RUN_TIME\n"
            "c                  5     1.667        0         0       0.0         0\n");
}

TEST_CASE("bqueues -json has the accounts of queues, each tree of them once") {
  const SharedRun run(in_queue);
  ViewsRequest request = run.request(Command::bqueues);
  request.json = true;
  const std::string text = view(request).out;
  CHECK(text.find(R"("ACCOUNTS": 4)") != text.npos);
  CHECK(text.find(R"("SHARE_INFO_FOR": "normal/eng/")") != text.npos);
  CHECK(text.find(R"("USER/GROUP": "b")") != text.npos);
  const SharedRun without(R"("lsb.queues": [{"QUEUE_NAME": "normal"}])");
  request = without.request(Command::bqueues);
  request.json = true;
  CHECK(view(request).out.find("ACCOUNTS") == std::string::npos);
}

namespace {

/// Eight slots elsewhere, and jobs of an hour each: three of u, one of v. All are away at once.
constexpr const char* forwarded = R"json({"mcsim": 1, "clusters": [
  {"name": "A", "hosts": [{"name": "a1", "ncpus": 1}], "lsb.params": {"FWD_JOB_FACTOR": 3},
   "lsb.queues": [{"QUEUE_NAME": "send", "HOSTS": "none", "SNDJOBS_TO": "here@B",
                   "FAIRSHARE": "USER_SHARES[[u, 3] [v, 1]]"}]},
  {"name": "B", "hosts": [{"name": "b1", "ncpus": 8}],
   "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
   "lsb.queues": [{"QUEUE_NAME": "here", "RCVJOBS_FROM": "A"}]}],
  "jobs": [{"id": 1, "cluster": "A", "user": "u", "run": "1h"},
           {"id": 2, "cluster": "A", "user": "u", "run": "1h"},
           {"id": 3, "cluster": "A", "user": "u", "run": "1h"},
           {"id": 4, "cluster": "A", "user": "v", "run": "1h"}]})json";

}  // namespace

// By hand: D is 3 x (1 + forwarded slots) + 3 x (1 + 0). For u's third job 3 / (9 + 3) = 0.250;
// with all of them away 3 / (12 + 3) and 1 / (6 + 3).
TEST_CASE("slots that FWD_JOB_FACTOR counts are shown, and elections of jobs to be forwarded") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("forwarded.json", forwarded), "run", {});
  ViewsRequest request;
  request.command = Command::bqueues;
  request.is_long = true;
  request.cluster = "A";
  request.replay.folder = folder;
  request.replay.at = "30min";
  const std::string text = view(request).out;
  CHECK(text.substr(std::min(text.find("SHARE_INFO_FOR"), text.size())) ==
        "SHARE_INFO_FOR: send/\n"
        " USER/GROUP   SHARES  PRIORITY  STARTED  RESERVED  CPU_TIME  RUN_TIME  FORWARDED\n"
        "u                  3     0.200        0         0       0.0         0          3\n"
        "v                  1     0.111        0         0       0.0         0          1\n");
  CHECK(explain_job(folder, "3")
            .out.find(
                "elected by shares: send/u has priority 0.250 (3 shares; 0 slots, 2 forwarded, CPU "
                "time 0 s, run time 0 s)\n") != std::string::npos);
}

TEST_CASE("explain says whose shares a job was started by, and what they were just before") {
  const SharedRun run(in_queue);
  // The starts are a c a b d a a c a, and job 7 is the third of them.
  CHECK(
      explain_job(run.folder, "7")
          .out.find(
              "0 s: elected by shares: normal/eng has priority 0.333 (2 shares; 1 slot, CPU time 0 "
              "s, run time 0 s); normal/eng/a has priority 0.500 (3 shares; 1 slot, CPU time 0 s, "
              "run time 0 s)\n") != std::string::npos);
}

}  // namespace mcsim::testing::share_views_test
