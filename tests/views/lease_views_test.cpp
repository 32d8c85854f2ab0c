// What bhosts, bjobs and bclusters show of leases, at the provider and at the consumer.
#include <string>

#include "mcsim/app/explain/views_command.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::lease_views_test {

namespace {

using Command = ViewsRequest::Command;

/// `lender`, two seconds away, lends `borrower` two named slots of HostA, all of HostC, and HostB
/// in a shared lease. `lazy` could have two slots of HostA, but asks for none; it sends jobs. The
/// leases are asked for at 10 s and there at 14 s; the shared one is evaluated every minute. The
/// lender keeps three slots of HostB and uses one. At 66 s the borrower gets the other two; its
/// second night job takes one of them. The other goes back from 122 s to 124 s, and is with the
/// borrower again at 186 s. From 200 s to 230 s the link is down.
constexpr const char* leasing = R"json({"mcsim": 1,
  "clusters": [
    {"name": "lender",
     "hosts": [{"name": "HostA", "ncpus": 4}, {"name": "HostB", "ncpus": 4},
               {"name": "HostC", "ncpus": 2}, {"name": "HostD", "ncpus": 8}],
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "MC_RECLAIM_DELAY": 1},
     "lsb.resources": {"HostExport": [
       {"PER_HOST": "HostA", "SLOTS": 4, "DISTRIBUTION": "([borrower, 1] [lazy, 1])"},
       {"PER_HOST": "HostB", "SLOTS": 4, "TYPE": "shared", "DISTRIBUTION": "([borrower, 1])"},
       {"RES_SELECT": "ncpus==2", "NHOSTS": 1, "DISTRIBUTION": "([borrower, 1])"}]},
     "lsf.cluster": {"RemoteClusters": [{"CLUSTERNAME": "borrower"}, {"CLUSTERNAME": "lazy"}]},
     "lsb.queues": [{"QUEUE_NAME": "normal", "RCVJOBS_FROM": "lazy"}]},
    {"name": "borrower", "hosts": [{"name": "own1", "ncpus": 2}],
     "lsf.cluster": {"RemoteClusters": [{"CLUSTERNAME": "lender"}]},
     "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
     "lsb.queues": [{"QUEUE_NAME": "normal", "HOSTS": "all+1 HostA@lender HostC@lender"},
                    {"QUEUE_NAME": "home"},
                    {"QUEUE_NAME": "night", "HOSTS": "HostB@lender"}]},
    {"name": "lazy", "hosts": [{"name": "z1", "ncpus": 1}],
     "lsb.queues": [{"QUEUE_NAME": "normal", "SNDJOBS_TO": "normal@lender"}]}],
  "links_default": {"latency": "2s"},
  "jobs": [
    {"id": 1, "cluster": "borrower", "queue": "home", "user": "ann", "run": "1000s"},
    {"id": 2, "cluster": "borrower", "queue": "normal", "user": "ann", "slots": 3, "run": "100s",
     "submit": "10s"},
    {"id": 3, "cluster": "borrower", "queue": "night", "user": "bob", "run": "300s",
     "submit": "10s"},
    {"id": 4, "cluster": "borrower", "queue": "night", "user": "bob", "run": "300s",
     "submit": "10s"},
    {"id": 3, "cluster": "lender", "queue": "normal", "user": "dan", "run": "500s",
     "submit": "1s", "hosts": "HostB"}],
  "actions": [{"at": "90s", "do": "hclose", "host": "HostA@lender", "cluster": "borrower"},
              {"at": "90s", "do": "hclose", "host": "HostD@lender"}],
  "faults": [{"at": "200s", "link": ["lender", "borrower"], "down_for": "30s"}]})json";

struct LeasedRun {
  TempFolder room;
  std::string folder;

  explicit LeasedRun(const std::vector<std::string>& sets = {})
      : folder(run_folder(room, room.write("leasing.json", leasing), "run", sets)) {}

  ViewsRequest request(Command command, const std::string& cluster, const std::string& at) const {
    ViewsRequest request;
    request.command = command;
    request.cluster = cluster;
    request.replay.folder = folder;
    request.replay.at = at;
    return request;
  }
};

Answer view(const ViewsRequest& request) {
  return answer_of(
      [&](const Console& console) { return views_command(request, default_registry(), console); });
}

/// bhosts -w.
std::string bhosts(const LeasedRun& run, const std::string& cluster, const std::string& at) {
  ViewsRequest request = run.request(Command::bhosts, cluster, at);
  request.wide = true;
  return view(request).out;
}
/// bhosts -e.
std::string exported(const LeasedRun& run, const std::string& at) {
  ViewsRequest request = run.request(Command::bhosts, "lender", at);
  request.exported = true;
  return view(request).out;
}
std::string bjobs(const LeasedRun& run, const std::string& cluster, const std::string& at) {
  return view(run.request(Command::bjobs, cluster, at)).out;
}
std::string bclusters(const LeasedRun& run, const std::string& cluster, const std::string& at) {
  return view(run.request(Command::bclusters, cluster, at)).out;
}

}  // namespace

TEST_CASE("before a lease is established its hosts are unknown to the consumer") {
  const LeasedRun run;
  CHECK(bhosts(run, "borrower", "9s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "own1               ok              -      2      1      1      0      0      0\n");
  // The provider has all named slots, though they are exported, none of a host that is exported as
  // a whole, and all slots of the shared lease but one.
  CHECK(bhosts(run, "lender", "9s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "HostA              ok              -      4      0      0      0      0      0\n"
        "HostB              ok              -      3      1      1      0      0      0\n"
        "HostD              ok              -      8      0      0      0      0      0\n");
  CHECK(exported(run, "9s") ==
        "HOST_NAME             MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "HostA                   4      0      0      0      0      0\n"
        "HostB                   1      0      0      0      0      0\n"
        "HostC                   2      0      0      0      0      0\n");
  CHECK(bjobs(run, "lender", "9s") ==
        "JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME\n"
        "3       dan     RUN   normal     HostA       HostB       -          Jan  1 00:00\n");
  CHECK(bclusters(run, "borrower", "9s") ==
        "[Resource Lease Information ]\n"
        "REMOTE_CLUSTER  RESOURCE_FLOW  STATUS\n"
        "lender          IMPORT         conn\n");
  CHECK(bclusters(run, "lender", "9s") ==
        "[Job Forwarding Information ]\n"
        "LOCAL_QUEUE     JOB_FLOW   REMOTE          CLUSTER         STATUS\n"
        "normal          recv       -               lazy            ok\n"
        "\n"
        "[Resource Lease Information ]\n"
        "REMOTE_CLUSTER  RESOURCE_FLOW  STATUS\n"
        "borrower        EXPORT         conn\n"
        "lazy            EXPORT         disc\n");
}

TEST_CASE("bclusters -json shows leases without -o, too, where there are any") {
  const LeasedRun run;
  const auto json = [&](const char* cluster) {
    ViewsRequest request = run.request(Command::bclusters, cluster, "9s");
    request.json = true;
    const auto tree = parse_json(view(request).out, "answer");
    REQUIRE(tree.has_value());
    return to_compact_json(tree->root);
  };
  CHECK(json("borrower") ==
        "{\"COMMAND\": \"bclusters\", \"QUEUES\": 0, \"RECORDS\": [], \"LEASES\": 1, "
        "\"LEASES_RECORDS\": [{\"REMOTE_CLUSTER\": \"lender\", \"RESOURCE_FLOW\": \"IMPORT\", "
        "\"STATUS\": \"conn\"}]}");
  CHECK(json("lazy").find("LEASES") == std::string::npos);
}

TEST_CASE("a cluster that could borrow and asks for nothing has nothing to show of leases") {
  const LeasedRun run;
  CHECK(bclusters(run, "lazy", "100s") ==
        "[Job Forwarding Information ]\n"
        "LOCAL_QUEUE     JOB_FLOW   REMOTE          CLUSTER         STATUS\n"
        "normal          send       normal          lender          ok\n");
  CHECK(bhosts(run, "lazy", "100s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "z1                 ok              -      1      0      0      0      0      0\n");
}

TEST_CASE("a grant on its way is the consumer's at its provider, and unknown to it") {
  const LeasedRun run;
  CHECK(exported(run, "13s") ==
        "HOST_NAME             MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "HostA                   4      0      0      0      0      0\n"
        "HostB                   1      0      0      0      0      0\n"
        "HostC                   2      0      0      0      0      0\n");
  CHECK(bhosts(run, "borrower", "13s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "own1               ok              -      2      1      1      0      0      0\n");
  CHECK(bclusters(run, "lender", "13s")
            .ends_with("borrower        EXPORT         ok\n"
                       "lazy            EXPORT         disc\n"));
  CHECK(bclusters(run, "borrower", "13s").ends_with("lender          IMPORT         conn\n"));
  CHECK(bclusters(run, "borrower", "14s").ends_with("lender          IMPORT         ok\n"));
}

TEST_CASE("borrowed hosts are shown as their consumer has them, exported ones by what runs there") {
  const LeasedRun run;
  CHECK(bhosts(run, "borrower", "16s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "own1               closed_Full     -      2      2      2      0      0      0\n"
        "HostA@lender       closed_Full     -      2      2      2      0      0      0\n"
        "HostB@lender       closed_Full     -      1      1      1      0      0      0\n"
        "HostC@lender       ok              -      2      0      0      0      0      0\n");
  CHECK(bhosts(run, "lender", "16s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "HostA              ok              -      4      0      0      0      0      0\n"
        "HostB              ok              -      3      1      1      0      0      0\n"
        "HostD              ok              -      8      0      0      0      0      0\n");
  CHECK(exported(run, "16s") ==
        "HOST_NAME             MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "HostA                   4      2      2      0      0      0\n"
        "HostB                   1      1      1      0      0      0\n"
        "HostC                   2      0      0      0      0      0\n");
  ViewsRequest request = run.request(Command::bhosts, "lender", "16s");
  request.exported = true;
  request.json = true;
  request.fields = "host_name max run";
  CHECK(view(request).out ==
        "{\n"
        "  \"COMMAND\": \"bhosts\",\n"
        "  \"HOSTS\": 3,\n"
        "  \"RECORDS\": [\n"
        "    {\"HOST_NAME\": \"HostA\", \"MAX\": \"4\", \"RUN\": \"2\"},\n"
        "    {\"HOST_NAME\": \"HostB\", \"MAX\": \"1\", \"RUN\": \"1\"},\n"
        "    {\"HOST_NAME\": \"HostC\", \"MAX\": \"2\", \"RUN\": \"0\"}\n"
        "  ]\n"
        "}\n");
}

TEST_CASE("slots of a shared lease are shown where they are, on their way at their provider") {
  const LeasedRun run;
  CHECK(bhosts(run, "lender", "88s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "HostA              ok              -      4      0      0      0      0      0\n"
        "HostB              closed_Full     -      1      1      1      0      0      0\n"
        "HostD              ok              -      8      0      0      0      0      0\n");
  CHECK(bhosts(run, "borrower", "88s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "own1               closed_Full     -      2      2      2      0      0      0\n"
        "HostA@lender       closed_Full     -      2      2      2      0      0      0\n"
        "HostB@lender       ok              -      3      2      2      0      0      0\n"
        "HostC@lender       ok              -      2      0      0      0      0      0\n");
  // One slot is on its way back.
  CHECK(
      bhosts(run, "borrower", "123s").find("HostB@lender       closed_Full     -      2      2") !=
      std::string::npos);
  CHECK(bhosts(run, "lender", "123s").find("HostB              closed_Full     -      1      1") !=
        std::string::npos);
  CHECK(exported(run, "123s") ==
        "HOST_NAME             MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "HostA                   4      0      0      0      0      0\n"
        "HostB                   3      2      2      0      0      0\n"
        "HostC                   2      0      0      0      0      0\n");
  CHECK(bhosts(run, "lender", "124s").find("HostB              ok              -      2      1") !=
        std::string::npos);
}

TEST_CASE("a host that one side has closed is open to the other one") {
  const LeasedRun run;
  CHECK(bhosts(run, "borrower", "120s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "own1               ok              -      2      1      1      0      0      0\n"
        "HostA@lender       closed_Adm      -      2      0      0      0      0      0\n"
        "HostB@lender       ok              -      3      2      2      0      0      0\n"
        "HostC@lender       ok              -      2      0      0      0      0      0\n");
  CHECK(bhosts(run, "lender", "120s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "HostA              ok              -      4      0      0      0      0      0\n"
        "HostB              closed_Full     -      1      1      1      0      0      0\n"
        "HostD              closed_Adm      -      8      0      0      0      0      0\n");
}

TEST_CASE("while a lease is inactive its hosts with idle slots are closed to the consumer") {
  const LeasedRun run({"model.lease_inactive=20s"});
  CHECK(bhosts(run, "borrower", "70s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "own1               closed_Full     -      2      2      2      0      0      0\n"
        "HostA@lender       closed_Full     -      2      2      2      0      0      0\n"
        "HostB@lender       closed_Inact    -      3      1      1      0      0      0\n"
        "HostC@lender       ok              -      2      0      0      0      0      0\n");
  CHECK(bclusters(run, "borrower", "70s") ==
        "[Resource Lease Information ]\n"
        "REMOTE_CLUSTER  RESOURCE_FLOW  STATUS\n"
        "lender          IMPORT         ok\n");
}

TEST_CASE("while the link is down borrowed hosts are unavailable, and their jobs go on") {
  const LeasedRun run;
  CHECK(bhosts(run, "borrower", "210s") ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "own1               ok              -      2      1      1      0      0      0\n"
        "HostA@lender       unavail         -      2      0      0      0      0      0\n"
        "HostB@lender       unavail         -      3      2      2      0      0      0\n"
        "HostC@lender       unavail         -      2      0      0      0      0      0\n");
  CHECK(exported(run, "210s") ==
        "HOST_NAME             MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "HostA                   4      0      0      0      0      0\n"
        "HostB                   3      2      2      0      0      0\n"
        "HostC                   2      0      0      0      0      0\n");
  CHECK(bclusters(run, "borrower", "210s") ==
        "[Resource Lease Information ]\n"
        "REMOTE_CLUSTER  RESOURCE_FLOW  STATUS\n"
        "lender          IMPORT         disc\n");
  ViewsRequest request = run.request(Command::bclusters, "lender", "210s");
  request.fields = "remote_cluster resource_flow status";
  request.no_header = true;
  CHECK(view(request).out == "borrower EXPORT disc\nlazy EXPORT disc\n");
  request.replay.at = "230s";
  CHECK(view(request).out == "borrower EXPORT ok\nlazy EXPORT disc\n");
}

TEST_CASE("bjobs of the provider has the jobs on its exported hosts, with their queue at home") {
  const LeasedRun run;
  CHECK(bjobs(run, "borrower", "16s") ==
        "JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME\n"
        "1       ann     RUN   home       own1        own1        -          Jan  1 00:00\n"
        "2       ann     RUN   normal     own1        own1        -          Jan  1 00:00\n"
        "                                             *stA@lender\n"
        "3       bob     RUN   night      own1        *stB@lender -          Jan  1 00:00\n"
        "4       bob     PEND  night      own1                    -          Jan  1 00:00\n");
  CHECK(bjobs(run, "lender", "16s") ==
        "JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME\n"
        "2       ann     RUN   normal@bor *borrower:2 *1@borrower -          Jan  1 00:00\n"
        "                                             2*HostA\n"
        "3       dan     RUN   normal     HostA       HostB       -          Jan  1 00:00\n"
        "3       bob     RUN   night@borr *borrower:3 HostB       -          Jan  1 00:00\n");
}

TEST_CASE("the options -w, -l and -o of bjobs cut off nothing of another cluster") {
  const LeasedRun run;
  ViewsRequest request = run.request(Command::bjobs, "lender", "16s");
  request.wide = true;
  CHECK(view(request).out ==
        "JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME\n"
        "2       ann     RUN   normal@borrower own1@borrower:2 own1@borrower:2*HostA -          "
        "Jan  1 00:00\n"
        "3       dan     RUN   normal     HostA       HostB       -          Jan  1 00:00\n"
        "3       bob     RUN   night@borrower own1@borrower:3 HostB       -          Jan  1 "
        "00:00\n");
  request.jobs = {"2@borrower"};
  request.is_long = true;
  CHECK(view(request).out ==
        "Job <2>, User <ann>, Project <default>, Status <RUN>, Queue <normal@borrower>\n"
        "Thu Jan  1 00:00:10: Submitted from host <own1@borrower:2>, 3 Task(s);\n"
        "Thu Jan  1 00:00:15: Started on <own1@borrower> <2*HostA>;\n");
  request.is_long = false;
  request.fields =
      "jobid queue from_host first_host exec_host nalloc_slot run_time srcjobid source_cluster";
  request.no_header = true;
  CHECK(view(request).out ==
        "2 normal@borrower own1@borrower:2 own1@borrower own1@borrower:2*HostA 3 1 second(s) 2 "
        "borrower\n");
  request.cluster = "borrower";
  request.jobs = {"2", "4"};
  request.fields = std::nullopt;
  CHECK(view(request).out ==
        "2       ann     RUN   normal     own1        own1:2*HostA@lender -          Jan  1 00:00\n"
        "4       bob     PEND  night      own1        -           -          Jan  1 00:00\n");
}

TEST_CASE("bjobs of the provider finds jobs of its consumers by user, queue and id, also ended") {
  const LeasedRun run;
  ViewsRequest request = run.request(Command::bjobs, "lender", "120s");
  request.no_header = true;
  request.fields = "jobid stat queue";
  CHECK(view(request).out == "3 RUN normal\n3 RUN night@borrower\n4 RUN night@borrower\n");
  request.all = true;
  CHECK(view(request).out ==
        "2 DONE normal@borrower\n3 RUN normal\n3 RUN night@borrower\n4 RUN night@borrower\n");
  request.user = "ann";
  CHECK(view(request).out == "2 DONE normal@borrower\n");
  request.user = std::nullopt;
  request.queue = "night@borrower";
  CHECK(view(request).out == "3 RUN night@borrower\n4 RUN night@borrower\n");
  request.queue = "normal";
  CHECK(view(request).out == "3 RUN normal\n");
  request.queue = std::nullopt;
  request.jobs = {"3"};
  CHECK(view(request).out == "3 RUN normal\n3 RUN night@borrower\n");
  request.jobs = {"3@lender"};
  CHECK(view(request).out == "3 RUN normal\n");
  request.jobs = {"3@borrower"};
  CHECK(view(request).out == "3 RUN night@borrower\n");
}

TEST_CASE("bjobs of the provider does not know a job that was never on its hosts") {
  const LeasedRun run;
  ViewsRequest request = run.request(Command::bjobs, "lender", "16s");
  request.jobs = {"1@borrower"};
  const Answer not_there = view(request);
  CHECK(not_there.code == ExitCode::usage);
  CHECK(not_there.err == "mcsim bjobs: Job <1@borrower> is not found\n");
  request.jobs.clear();
  request.queue = "nigth@borrower";
  CHECK(view(request).err ==
        "-q: unknown queue \"nigth@borrower\"; nearest: night@borrower; known: normal, "
        "normal@borrower, home@borrower, night@borrower, normal@lazy\n");
}

TEST_CASE("a forwarded job on a borrowed host is told by the host's name at home") {
  const TempFolder room;
  ViewsRequest request;
  request.command = Command::bjobs;
  request.replay.at = "60s";
  request.no_header = true;
  request.fields = "jobid queue from_host exec_host";
  request.replay.folder = run_folder(room, room.write("s.json", R"json({"mcsim": 1, "clusters": [
      {"name": "home", "hosts": [{"name": "h", "ncpus": 1}],
       "lsb.queues": [{"QUEUE_NAME": "send", "HOSTS": "none", "SNDJOBS_TO": "recv@mid"}]},
      {"name": "mid", "hosts": [{"name": "m", "ncpus": 1}],
       "lsb.queues": [{"QUEUE_NAME": "recv", "RCVJOBS_FROM": "home", "HOSTS": "all allremote"}]},
      {"name": "far", "hosts": [{"name": "f", "ncpus": 1}],
       "lsb.resources": {"HostExport": [
         {"PER_HOST": "f", "SLOTS": 1, "DISTRIBUTION": "([mid, 1])"}]},
       "lsb.queues": [{"QUEUE_NAME": "normal"}]}],
    "jobs": [{"id": 1, "cluster": "mid", "run": "1000s"},
             {"id": 7, "cluster": "home", "queue": "send", "run": "100s"}]})json"));
  request.cluster = "home";
  CHECK(view(request).out == "7 send h f@far\n");
  request.cluster = "mid";
  CHECK(view(request).out == "1 recv m m\n2 recv h@home:7 f@far\n");
  request.cluster = "far";
  CHECK(view(request).out == "2 recv@mid h@mid:2 f\n");
}

TEST_CASE(
    "a job that was sent away and runs on a host that is lent there is shown once, as its own") {
  const TempFolder room;
  ViewsRequest request;
  request.command = Command::bjobs;
  request.cluster = "home";
  request.replay.at = "60s";
  request.no_header = true;
  request.fields = "jobid queue from_host exec_host";
  request.replay.folder = run_folder(room, room.write("s.json", R"json({"mcsim": 1, "clusters": [
      {"name": "home", "hosts": [{"name": "h", "ncpus": 1}],
       "lsb.resources": {"HostExport": [
         {"PER_HOST": "h", "SLOTS": 1, "DISTRIBUTION": "([mid, 1])"}]},
       "lsb.queues": [{"QUEUE_NAME": "send", "HOSTS": "none", "SNDJOBS_TO": "recv@mid"}]},
      {"name": "mid", "hosts": [{"name": "m", "ncpus": 1}],
       "lsb.queues": [{"QUEUE_NAME": "recv", "RCVJOBS_FROM": "home", "HOSTS": "all allremote"}]}],
    "jobs": [{"id": 1, "cluster": "mid", "run": "1000s"},
             {"id": 7, "cluster": "home", "queue": "send", "run": "100s"}]})json"));
  CHECK(view(request).out == "7 send h h\n");
}

}  // namespace mcsim::testing::lease_views_test
