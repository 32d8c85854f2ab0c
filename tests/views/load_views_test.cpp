// What lsload and bhosts show of load.
#include <string>

#include "mcsim/app/explain/views_command.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::load_views_test {

namespace {

using Command = ViewsRequest::Command;

/// Three processes on the two processors of a1, one on the only one of a2, none on a3, which is
/// down from 40 s on.
constexpr const char* loaded = R"json({"mcsim": 1, "model": {"load": "lim"},
  "clusters": [{"name": "C1",
    "hosts": [{"name": "a1", "ncpus": 2, "cpuf": 2, "maxmem": 1000}, {"name": "a2", "ncpus": 1},
              {"name": "a3", "ncpus": 1}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
    "lsb.hosts": {"Host": [{"HOST_NAME": "a1", "MXJ": 4, "r15s": "0.5"}]},
    "lsb.queues": [{"QUEUE_NAME": "normal"}]}],
  "jobs": [
    {"id": 1, "slots": 3, "run": "1000s", "hosts": "a1", "res_req": "rusage[mem=300]"},
    {"id": 2, "run": "1000s", "hosts": "a2"},
    {"id": 3, "submit": "20s", "run": "1s", "hosts": "a1"}],
  "faults": [{"at": "40s", "host": "a3", "down_for": "1h"}]})json";

Answer view(const ViewsRequest& request) {
  return answer_of(
      [&](const Console& console) { return views_command(request, default_registry(), console); });
}

struct LoadedRun {
  TempFolder room;
  std::string folder;

  explicit LoadedRun(const std::vector<std::string>& sets = {})
      : folder(run_folder(room, room.write("loaded.json", loaded), "run", sets)) {}

  ViewsRequest request(Command command, const std::string& at) const {
    ViewsRequest request;
    request.command = command;
    request.replay.folder = folder;
    request.replay.at = at;
    return request;
  }
};

}  // namespace

TEST_CASE("lsload shows what LIMs have told by then") {
  const LoadedRun run;
  // The load of the jobs has not been reported yet.
  CHECK(view(run.request(Command::lsload, "14s")).out ==
        "HOST_NAME         status  r15s   r1m  r15m    ut    pg  ls    it    tmp    swp    mem\n"
        "a1                    ok   0.0   0.0   0.0    0%   0.0   0  1440      -      -   700M\n"
        "a2                    ok   0.0   0.0   0.0    0%   0.0   0  1440      -      -      -\n"
        "a3                    ok   0.0   0.0   0.0    0%   0.0   0  1440      -      -      -\n");
  // Four exchanges: 3 (1 - e^-4) = 2.95, 3 (1 - e^-1) = 1.90; ut 1 - e^-1.
  CHECK(view(run.request(Command::lsload, "60s")).out ==
        "HOST_NAME         status  r15s   r1m  r15m    ut    pg  ls    it    tmp    swp    mem\n"
        "a2                    ok   1.0   0.6   0.1   63%   0.0   0  1440      -      -      -\n"
        "a1                    ok   2.9   1.9   0.2   63%   0.0   0  1440      -      -   700M\n"
        "a3               unavail\n");
}

TEST_CASE("lsload shows run queues as lengths, normalized or effective") {
  const LoadedRun run;
  ViewsRequest request = run.request(Command::lsload, "15min");
  request.no_header = true;
  CHECK(view(request).out ==
        "a2                    ok   1.0   1.0   0.6  100%   0.0   0  1440      -      -      -\n"
        "a1                    ok   3.0   3.0   1.9  100%   0.0   0  1440      -      -   700M\n"
        "a3               unavail\n");
  // Three processes on two processors: 0.5 x 1 + 0.5 x 1.5 = 1.25; a fourth on processors twice as
  // fast would find (1.25 + 1) / 2.
  request.effective = true;
  CHECK(view(request).out ==
        "a2                    ok   1.0   1.0   0.6  100%   0.0   0  1440      -      -      -\n"
        "a1                    ok   1.3   1.2   0.9  100%   0.0   0  1440      -      -   700M\n"
        "a3               unavail\n");
  request.effective = false;
  request.normalized = true;
  request.is_long = true;
  CHECK(view(request).out ==
        "a1                    ok   1.1   1.1   0.9  100%   0.0     0   0  1440      -      -   "
        "700M\n"
        "a2                    ok   2.0   2.0   1.6  100%   0.0     0   0  1440      -      -      "
        "-\n"
        "a3               unavail\n");
  request.fields = "host_name r15s ut";
  request.json = true;
  CHECK(view(request).out ==
        "{\n"
        "  \"COMMAND\": \"lsload\",\n"
        "  \"HOSTS\": 3,\n"
        "  \"RECORDS\": [\n"
        "    {\"HOST_NAME\": \"a1\", \"R15S\": \"1.1\", \"UT\": \"100%\"},\n"
        "    {\"HOST_NAME\": \"a2\", \"R15S\": \"2.0\", \"UT\": \"100%\"},\n"
        "    {\"HOST_NAME\": \"a3\", \"R15S\": \"-\", \"UT\": \"-\"}\n"
        "  ]\n"
        "}\n");
}

TEST_CASE("lsload -l has external indices of hosts, and -s those that hosts share") {
  constexpr const char* external = R"json({"mcsim": 1, "model": {"load": "lim"},
    "lsf.shared": {"Resource": [
      {"RESOURCENAME": "nio", "TYPE": "Numeric", "INTERVAL": 15, "INCREASING": "Y"},
      {"RESOURCENAME": "lic", "TYPE": "Numeric", "INTERVAL": 15, "INCREASING": "N"}]},
    "clusters": [{"name": "C1", "hosts": [{"name": "a1"}, {"name": "a2"}],
      "lsf.cluster": {"ResourceMap": [{"RESOURCENAME": "lic", "LOCATION": "[a1] [a2]"}]},
      "lsb.queues": [{"QUEUE_NAME": "normal"}]}],
    "elim": [{"name": "elim.net", "hosts": "a1",
      "values": [{"resource": "nio", "value": 2.25}, {"resource": "lic", "value": 7},
                 {"resource": "io", "value": 40}]}],
    "jobs": [{"id": 1, "submit": "1h", "run": "1s"}],
    "faults": [{"at": "100s", "sbatchd": "a2", "down_for": "1h"}]})json";
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("external.json", external), "run");
  ViewsRequest request;
  request.command = Command::lsload;
  request.replay.folder = folder;
  request.replay.at = "60s";
  request.is_long = true;
  CHECK(view(request).out ==
        "HOST_NAME         status  r15s   r1m  r15m    ut    pg    io  ls    it    tmp    swp    "
        "mem    nio\n"
        "a1                    ok   0.0   0.0   0.0    0%   0.0    40   0  1440      -      -      "
        "-    2.3\n"
        "a2                    ok   0.0   0.0   0.0    0%   0.0     0   0  1440      -      -      "
        "-      -\n");
  request.is_long = false;
  request.shared = true;
  CHECK(view(request).out ==
        "RESOURCE                                VALUE       LOCATION\n"
        "lic                                         7       a1\n"
        "lic                                         -       a2\n");
  request.shared = false;
  request.fields = "host_name status nio";
  request.replay.at = "401s";
  request.no_header = true;
  CHECK(view(request).out == "a1 ok 2.3\na2 -ok -\n");
}

TEST_CASE("bhosts says that a host is closed because it is busy") {
  const LoadedRun run;
  ViewsRequest request = run.request(Command::bhosts, "60s");
  request.wide = true;
  request.no_header = true;
  CHECK(view(request).out ==
        "a1                 closed_Busy     -      4      3      3      0      0      0\n"
        "a2                 closed_Full     -      1      1      1      0      0      0\n"
        "a3                 unavail         -      1      0      0      0      0      0\n");
}

TEST_CASE("where nobody tells of load lsload says so") {
  const LoadedRun run({"model.load=slots"});
  const Answer answer = view(run.request(Command::lsload, "60s"));
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(answer.err.find("model.load is not lim") != std::string::npos);
}

// The effective load of a1 is 1.3; the job on a2 is exclusive; the week begins on Monday at 0:00.
TEST_CASE("lsload says which hosts are busy or locked, and which index is to blame") {
  constexpr const char* states = R"json({"mcsim": 1, "model": {"load": "lim"},
    "clusters": [{"name": "C1",
      "hosts": [{"name": "a1", "ncpus": 2, "maxmem": 1000}, {"name": "a2"}, {"name": "a3"}],
      "lsf.cluster": {"Host": [{"HOSTNAME": "a1", "r1m": 1.2, "ut": 0.5, "mem": 500, "it": 10},
                               {"HOSTNAME": "a3", "RUNWINDOW": "8:00-9:00"}]},
      "lsb.hosts": {"Host": [{"HOST_NAME": "default", "MXJ": 4}]},
      "lsb.queues": [{"QUEUE_NAME": "normal", "EXCLUSIVE": "Y"}]}],
    "jobs": [{"id": 1, "slots": 3, "run": "1000s", "hosts": "a1", "res_req": "rusage[mem=600]"},
             {"id": 2, "run": "1000s", "hosts": "a2", "exclusive": true}]})json";
  const TempFolder room;
  ViewsRequest request;
  request.command = Command::lsload;
  request.replay.folder = run_folder(room, room.write("states.json", states), "run");
  request.replay.at = "15min";
  request.no_header = true;
  CHECK(view(request).out ==
        "a3                 lockW   0.0   0.0   0.0    0%   0.0   0  1440      -      -      -\n"
        "a2                 lockU   1.0   1.0   0.6   25%   0.0   0  1440      -      -      -\n"
        "a1                  busy   3.0  *3.0   1.9 *100%   0.0   0  1440      -      -  *400M\n");
}

}  // namespace mcsim::testing::load_views_test
