// What `mcsim run` prints, writes and answers.
#include "mcsim/app/run/run_command.hpp"

#include <sstream>

#include "mcsim/text/json_tree.hpp"
#include "support/catch.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::run_command_test {

namespace {

constexpr const char* trace =
    "; MaxProcs: 4\n1 0 -1 60 2 -1 -1 2 60 -1 1 7 1 -1 1 -1 -1 -1\n"
    "2 5 -1 60 4 -1 -1 4 60 -1 1 8 1 -1 1 -1 -1 -1\n"
    "3 6 -1 20 2 -1 -1 2 50 -1 1 7 1 -1 1 -1 -1 -1\n"
    "4 7 -1 -1 2 -1 -1 2 50 -1 0 7 1 -1 1 -1 -1 -1\n";

struct Answer {
  ExitCode code;
  std::string out;
  std::string err;
};

Answer run(const RunRequest& request) {
  std::ostringstream out;
  std::ostringstream err;
  const ExitCode code = run_command(request, default_registry(), Console{out, err});
  return {code, out.str(), err.str()};
}

RunRequest request_for(const std::string& input) {
  RunRequest request;
  request.input = input;
  return request;
}

/// What is said of `trace`, of which job 4 has no run time.
std::string skipped_in(const std::string& input, const std::string& file) {
  return input + ": warning: changes who waits: 1 row is skipped\n" + file +
         ":5: warning: 1 row is skipped, without what a job needs: no_run_time 1\n";
}

/// The entry `name` of a run folder's summary.
std::string summary_entry(const TempFolder& room, const std::string& folder, const char* name) {
  const auto tree = parse_json(room.read(folder + "/summary.json"), "summary.json");
  const JsonNode* entry = tree->root.find(name);
  return entry == nullptr ? "none" : to_compact_json(*entry);
}

/// A policy as a user would write it: the job that needs the fewest slots is first.
struct SmallestFirst {
  static constexpr std::string_view name = "smallest";
  static constexpr bool predicts_ends = false;
  bool per_event() const { return false; }
  std::int32_t line_key(const QueueConfig&) const { return 0; }
  DispatchDecision next(const DispatchView& view) const {
    for (std::int32_t slots = 1; slots <= view.free().count(); ++slots)
      if (const WaitingJob job = view.lines()[0].first_fitting(Slots{slots}))
        return {job, StartReason::next_in_line};
    return {};
  }
  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::not_enough_slots;
  }
};
static_assert(DispatchPolicy<SmallestFirst>);

}  // namespace

TEST_CASE("a bare trace runs under EASY on the machine that its header names") {
  const TempFolder room;
  RunRequest request = request_for(room.write("t.swf", trace));
  request.folder = room.path("out");
  const Answer answer = run(request);
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.err == skipped_in(request.input, request.input));
  CHECK(answer.out.find("to reproduce: mcsim run " + request.input + " --seed 1\n") !=
        std::string::npos);
  CHECK(room.names() == std::vector<std::string>{"out", "t.swf"});
  const std::string jobs = room.read("out/jobs.csv");
  CHECK(jobs.find("\n3,cluster1,normal,7,2,6,,cluster1,normal,6,26,0,20,DONE,") !=
        std::string::npos);
  CHECK(room.read("out/skipped.csv").find(",5,4,no_run_time,") != std::string::npos);
}

TEST_CASE("jobs that stay suspended are told apart from those that wait") {
  const TempFolder room;
  const Answer answer = run(request_for(room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h"}]}],
    "jobs": [{"id": 1, "run": "1h"}], "actions": [{"at": "10min", "do": "bstop", "job": 1}]})")));
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.err ==
        "mcsim: warning: 1 job is suspended and nothing will ever resume it (stalled)\n");
}

// The licence that the job waits for comes 2 h behind stall_after.
TEST_CASE("what an ELIM is yet to report is to come, however late") {
  const TempFolder room;
  RunRequest request = request_for(room.write("s.json", R"({"mcsim": 1,
    "model": {"load": "lim", "stall_after": "1h"},
    "lsf.shared": {"Resource": [
      {"RESOURCENAME": "lic", "TYPE": "Numeric", "INTERVAL": 30, "INCREASING": "N"}]},
    "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}],
      "lsf.cluster": {"ResourceMap": [{"RESOURCENAME": "lic", "LOCATION": "[all]"}]}}],
    "elim": [{"name": "elim.lic", "values": [
      {"resource": "lic", "steps": [{"at": "0s", "value": 0}, {"at": "3h", "value": 1}]}]}],
    "jobs": [{"id": 1, "run": "10min", "res_req": "rusage[lic=1]"}]})"));
  for (const char* until : {"10min", "2h"}) {
    request.until = until;
    const Answer waits = run(request);
    CHECK(waits.err.empty());
    CHECK(waits.out.find("stalled") == std::string::npos);
  }
  request.until.reset();
  const Answer answer = run(request);
  CHECK(answer.err.empty());
  CHECK(answer.out.find("1 DONE") != std::string::npos);
  // Too many licences for any job are never there.
  request.sets = {"jobs.1.res_req=rusage[lic=2]"};
  CHECK(run(request).err ==
        "mcsim: warning: 1 job waits and nothing will ever start it (stalled)\n");
}

TEST_CASE("a mistake of --set is none of LSF's files, whatever its path ends with") {
  const TempFolder room;
  RunRequest request = request_for(room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h"}]}], "jobs": [{"id": 1, "run": "1s"}]})"));
  for (const char* set :
       {R"(/clusters/0/lsb.params={"MBD_SLEEP_TIME": "x"})", "/clusters/0/name=[1]/lsb.p"}) {
    INFO(set);
    request.sets = {set};
    const Answer answer = run(request);
    CHECK(answer.code == ExitCode::bad_input);
    CHECK(answer.err.find(": expected ") != std::string::npos);
  }
}

TEST_CASE("that all jobs are rejected is said, also to those who want no table") {
  const TempFolder room;
  const auto said = [&](const std::string& jobs) {
    RunRequest request = request_for(room.write("s.json", R"({"mcsim": 1,
      "clusters": [{"name": "C", "hosts": [{"name": "h"}],
                    "lsb.queues": [{"QUEUE_NAME": "q", "USERS": "u"}]}], "jobs": [)" +
                                                              jobs + "]}"));
    request.quiet = true;
    request.warnings = "none";  // about the input
    return run(request).err;
  };
  const std::string first = R"({"id": 1, "run": "1s", "user": "v"})";
  CHECK(said(first) ==
        "mcsim: warning: 1 job is rejected, and there is no other: USER_NOT_IN_QUEUE 1\n");
  CHECK(said(first + R"(, {"id": 2, "run": "1s", "user": "w"})") ==
        "mcsim: warning: 2 jobs are rejected, and there are no others: USER_NOT_IN_QUEUE 2\n");
  CHECK(said(first + R"(, {"id": 2, "run": "1s", "user": "u"})").empty());
}

TEST_CASE("of a reason that nobody has, gates and expectations see none") {
  const TempFolder room;
  RunRequest request = request_for(room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h"}]}],
    "jobs": [{"id": 1, "run": "1h"}],
    "expect": {"jobs.reject_reasons.USER_NOT_IN_QUEUE": 0},
    "gates": [{"metric": "jobs.exit_reasons.TERM_RUNLIMIT", "op": "==", "value": 0},
              {"metric": "jobs.exit_reasons.TERM_OWNER", "op": ">", "value": 0}]})"));
  request.check = true;
  const Answer answer = run(request);
  CHECK(answer.code == ExitCode::gate);
  CHECK(answer.err ==
        room.path("s.json") + ":6:15 /gates/1: jobs.exit_reasons.TERM_OWNER is 0, not > 0\n");
  CHECK(answer.out.find("expectations: 1 of 1 hold\ngates: 1 of 2 hold\n") != std::string::npos);
}

TEST_CASE("a gate on what no run can have is refused before anything runs") {
  const TempFolder room;
  const auto gated = [&](const std::string& metric) {
    RunRequest request = request_for(room.write("s.json", R"({"mcsim": 1,
  "clusters": [{"name": "C", "hosts": [{"name": "h"}]}],
  "jobs": [{"id": 1, "run": "1h"}],
  "gates": [{"metric": ")" + metric + R"(", "op": "<", "value": 1}]})"));
    request.folder = room.path("out");
    return run(request);
  };
  const Answer mistyped = gated("wait_tiem.mean");
  CHECK(mistyped.code == ExitCode::bad_input);
  CHECK(mistyped.err == room.path("s.json") +
                            ":4:24 /gates/0/metric: no run has such a result: "
                            "\"wait_tiem.mean\"; nearest: wait_time.mean\n");
  CHECK(mistyped.out.empty());
  for (const char* metric :
       {"by_queue.nihgt@C.wait_time.mean", "elim.C.reports", "leases.by_lease", "pjl.C.launches",
        "forwarding.by_link.C:D.forwarded", "jobs.1.wait_time", "/jobs/1@C/wait_time", "*.nope",
        "jobs.exit_reasons.TERM_OWNR", "utilization_by_hosts.C.in_queues.whole_span"}) {
    INFO(metric);
    CHECK(gated(metric).code == ExitCode::bad_input);
  }
  CHECK(room.names() == std::vector<std::string>{"s.json"});
  // What comes with the results is judged with them.
  CHECK(gated("wait_time.mean").code == ExitCode::done);
  CHECK(gated("jobs.exit_reasons.TERM_OWNER").code == ExitCode::done);  // nobody has it
  CHECK(gated("by_queue.*.wait_time.mean").code == ExitCode::done);
  CHECK(gated("by_user..wait_time.mean").code == ExitCode::done);
  CHECK(gated("*.mean").code == ExitCode::gate);
}

TEST_CASE("without a folder nothing is written") {
  const TempFolder room;
  RunRequest request = request_for(room.write("t.swf", trace));
  CHECK(run(request).code == ExitCode::done);
  CHECK(room.names() == std::vector<std::string>{"t.swf"});
}

TEST_CASE("a run folder's scenario.json gives the same run again, from wherever the folder is") {
  const TempFolder room;
  RunRequest first = request_for(room.write("t.swf", trace));
  first.folder = room.path("deep/down/out");
  REQUIRE(run(first).code == ExitCode::done);

  RunRequest again = request_for(room.path("deep/down/out/scenario.json"));
  again.folder = room.path("again");
  const Answer answer = run(again);
  CHECK(answer.err == skipped_in(again.input, first.input));
  REQUIRE(answer.code == ExitCode::done);
  for (const char* name : {"/jobs.csv", "/skipped.csv", "/scenario.json"})
    CHECK(room.read("again" + std::string(name)) == room.read("deep/down/out" + std::string(name)));
  CHECK(summary_entry(room, "again", "fingerprint") ==
        summary_entry(room, "deep/down/out", "fingerprint"));
}

TEST_CASE("a run folder finds its relative input where the run was made, and refuses another one") {
  const TempFolder room;
  room.write("t.swf", trace);
  RunRequest first = request_for(room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}],
    "workloads": [{"file": "t.swf"}]})"));
  first.folder = room.path("out");
  REQUIRE(run(first).code == ExitCode::done);
  const RunRequest again = request_for(room.path("out/scenario.json"));
  CHECK(run(again).code == ExitCode::done);

  room.write("t.swf", std::string(trace) + "; one more line\n");
  const Answer answer = run(again);
  CHECK(answer.code == ExitCode::bad_input);
  CHECK(answer.err.find("the file is another one") != std::string::npos);
}

TEST_CASE("a run until a time leaves jobs that run and jobs that wait, each with its reason") {
  const TempFolder room;
  RunRequest request = request_for(room.write("t.swf", trace));
  request.folder = room.path("out");
  request.until = "10s";
  request.dispatch = "fcfs";
  CHECK(run(request).code == ExitCode::done);
  const std::string jobs = room.read("out/jobs.csv");
  CHECK(jobs.find(",RUN,") != std::string::npos);
  CHECK(jobs.find("Not enough job slot(s)") != std::string::npos);
  CHECK(jobs.find("Jobs ahead of it in the line are waiting") != std::string::npos);
}

TEST_CASE("the line to reproduce a run is quoted for the shell") {
  const TempFolder room;
  RunRequest request = request_for(room.write("my trace's.swf", trace));
  request.sets = {"clusters.cluster1.lsb.queues.normal.PRIORITY=5", "about=it's"};
  request.seed = "7";
  const Answer answer = run(request);
  CHECK(answer.out.find(" '" + room.path("my trace") +
                        "'\\''s.swf' --set "
                        "clusters.cluster1.lsb.queues.normal.PRIORITY=5 --set "
                        "'about=it'\\''s' --seed 7\n") != std::string::npos);
}

TEST_CASE("a policy of the user's own is known by its name in a scenario") {
  const TempFolder room;
  Registry registry = default_registry();
  registry.dispatch.push_back(
      {"smallest", true, [](const ModelConfig&) { return AnyDispatch(SmallestFirst{}); }});
  RunRequest request = request_for(room.write("t.swf", trace));
  request.dispatch = "smallest";
  std::ostringstream out;
  std::ostringstream err;
  CHECK(run_command(request, registry, Console{out, err}) == ExitCode::done);
  CHECK(err.str() == skipped_in(request.input, request.input));
  request.dispatch = "largest";
  CHECK(run_command(request, registry, Console{out, err}) == ExitCode::usage);
  CHECK(err.str().find("known: lsf, fcfs, easy, conservative, recorded, smallest") !=
        std::string::npos);
}

}  // namespace mcsim::testing::run_command_test
