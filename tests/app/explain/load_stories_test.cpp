// The answers of explain about load: jobs that it suspends, hosts that do not report, and the
// master.
#include <string>

#include "mcsim/app/explain/views_command.hpp"
#include "support/places.hpp"
#include "support/story_support.hpp"

namespace mcsim::testing::load_stories_test {

namespace {

/// a2 exceeds the threshold of its queue; a1, the master's host, is down from 100 s to 400 s; only
/// the LIM of a2 is down from 600 s to 900 s.
constexpr const char* troubled = R"json({"mcsim": 1, "model": {"load": "lim"},
  "clusters": [{"name": "C1",
    "hosts": [{"name": "a[1-2]", "ncpus": 1}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
    "lsb.hosts": {"Host": [{"HOST_NAME": "a2", "MXJ": 2}]},
    "lsb.queues": [{"QUEUE_NAME": "normal", "r15s": "0.5/1.5"}]}],
  "jobs": [
    {"id": 1, "slots": 1, "run": "60s", "hosts": "a2"},
    {"id": 2, "slots": 1, "run": "50s", "hosts": "a2"},
    {"id": 3, "submit": "1000s", "run": "1s"}],
  "faults": [{"at": "100s", "host": "a1", "down_for": "300s"},
             {"at": "600s", "lim": "a2", "down_for": "300s"}]})json";

struct TroubledRun {
  TempFolder room;
  std::string folder = run_folder(room, room.write("troubled.json", troubled));
};

std::string story_of_host(const std::string& host) {
  const TroubledRun run;
  ExplainRequest request = request_for(run);
  request.host = host;
  return explain(request).out;
}

}  // namespace

TEST_CASE("the story of a job says which load has suspended it, and that it goes on") {
  CHECK(story_of_job(TroubledRun(), "2") ==
        "job 2@C1\n"
        "0 s: submitted to queue normal: 1 slot, no run limit, hosts a2\n"
        "0 s: started on a2; no other host offered slots\n"
        "30 s: suspended (SSUSP): r15s of a2 is 1.73, loadStop of the queue 1.50\n"
        "from 60 s to 90 s: stays suspended: r15s of a2 is 0.82, loadSched of the queue 0.50\n"
        "90 s: resumed: load allows it\n"
        "110 s: it has run its run time, but mbatchd does not know: no mbatchd runs\n"
        // Its end at 110 s is heard when there is an mbatchd again, 10 s after the next master.
        "215 s: done: it has run its run time\n"
        "waited 0 s, ran 50 s, suspended 60 s, lost 0 s, was unreachable for 105 s\n");
}

TEST_CASE(
    "the story of a job says look by look what does not let it go on that load has suspended") {
  // Each check suspends one job, or resumes one: 9 is reported at 15 s, 1 at 105 s.
  const std::string scenario = R"json({"mcsim": 1, "model": {"load": "lim"},
    "lsf.shared": {"Resource": [
      {"RESOURCENAME": "nio", "TYPE": "Numeric", "INTERVAL": 15, "INCREASING": "Y"}]},
    "clusters": [{"name": "C1", "hosts": [{"name": "a1", "ncpus": 3}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
      "lsb.queues": [{"QUEUE_NAME": "normal", "nio": "5/8"}]}],
    "elim": [{"name": "elim.nio", "values": [{"resource": "nio", "steps": [
      {"at": "0s", "value": 9}, {"at": "100s", "value": 1}]}]}],
    "jobs": [{"id": 1, "run": "100s"}, {"id": 2, "run": "100s"}, {"id": 3, "run": "100s"}]})json";
  const TempFolder room;
  ExplainRequest request;
  request.replay.folder = run_folder(room, room.write("looks.json", scenario));
  request.job = "3";
  const std::string begins =
      "job 3@C1\n"
      "0 s: submitted to queue normal: 1 slot, no run limit\n"
      "0 s: started on a1; no other host offered slots\n"
      "30 s: suspended (SSUSP): nio of a1 is 9.00, loadStop of the queue 8.00\n";
  CHECK(explain(request).out ==
        begins +
            "from 60 s to 120 s: stays suspended: nio of a1 is 9.00, loadSched of the queue 5.00\n"
            "from 120 s to 150 s: stays suspended: job 2@C1 goes on first\n"
            "150 s: resumed: load allows it\n"
            "220 s: done: it has run its run time\n"
            "waited 0 s, ran 100 s, suspended 120 s, lost 0 s\n");
  request.replay.at = "45s";
  CHECK(explain(request).out ==
        begins +
            "45 s: stays suspended: nio of a1 is 9.00, loadSched of the queue 5.00\n"
            "SSUSP at 45 s: waited 0 s, ran 30 s, suspended 15 s, lost 0 s\n");
}

TEST_CASE("the story of a job says when mbatchd does not know of it") {
  TempFolder room;
  const std::string scenario = R"json({"mcsim": 1, "clusters": [{"name": "C1",
    "hosts": [{"name": "a1", "ncpus": 2}],
    "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0}}],
    "jobs": [{"id": 1, "run": "25s"}, {"id": 2, "run": "90s"}],
    "faults": [{"at": "10s", "sbatchd": "a1", "down_for": "70s"}]})json";
  struct {
    std::string folder;
  } run{run_folder(room, room.write("unheard.json", scenario))};
  CHECK(story_of_job(run, "1") ==
        "job 1@C1\n"
        "0 s: submitted to queue normal: 1 slot, no run limit\n"
        "0 s: started on a1; no other host offered slots\n"
        "10 s: UNKWN: mbatchd does not reach the sbatchd of a1, its first host\n"
        "25 s: it has run its run time, but mbatchd does not know: the sbatchd of a1, its first "
        "host, is down\n"
        "80 s: done: it has run its run time\n"
        "waited 0 s, ran 25 s, suspended 0 s, lost 0 s, was unreachable for 55 s\n");
  CHECK(story_of_job(run, "2") ==
        "job 2@C1\n"
        "0 s: submitted to queue normal: 1 slot, no run limit\n"
        "0 s: started on a1; no other host offered slots\n"
        "10 s: UNKWN: mbatchd does not reach the sbatchd of a1, its first host\n"
        "80 s: RUN: mbatchd reaches the sbatchd of a1, its first host\n"
        "90 s: done: it has run its run time\n"
        "waited 0 s, ran 90 s, suspended 0 s, lost 0 s\n");
}

// h2 goes down at 16.5 s; the eighth exchange without it is at 55 s.
TEST_CASE("a job that starts again is not said to be reached again") {
  TempFolder room;
  const struct {
    std::string folder;
  } run{run_folder(room, source_dir() + "/scenarios/real_host_down.json")};
  CHECK(story_of_job(run, "2") ==
        "job 2@lava\n"
        "0 s: submitted to queue rr: 1 slot, no run limit, hosts h1+1 h2+2\n"
        "0 s: started on h2; candidates in order: h2 3 (preference 2 r15s 0.00), h1 4 (preference "
        "1 r15s 0.00)\n"
        "16.500 s: UNKWN: mbatchd does not reach the sbatchd of h2, its first host\n"
        "16.500 s: h2, its first host, has gone down: it runs no more, but mbatchd does not know\n"
        "55 s: requeued, 16.5s of work lost: a host that it ran on went down, and it is "
        "rerunnable\n"
        "55 s: started on h1; no other host offered slots\n"
        "95 s: done: it has run its run time\n"
        "waited 0 s, ran 40 s, suspended 0 s, lost 16.500 s, was unreachable for 38.500 s\n");
}

// The LIM of a1, and so the only mbatchd, is down from 2 s to 72 s; another one runs at 81 s.
TEST_CASE("the story of a job says when it has ended while there was no mbatchd") {
  const TempFolder room;
  const std::string scenario = R"json({"mcsim": 1,
    "model": {"load": "lim", "mbatchd_start": "9s"},
    "clusters": [{"name": "C1", "hosts": [{"name": "a1", "ncpus": 2}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0}}],
    "jobs": [{"id": 1, "run": "10s"}, {"id": 2, "run": "10s", "limit": "6s"}],
    "faults": [{"at": "2s", "lim": "a1", "down_for": "70s"}]})json";
  struct {
    std::string folder;
  } run{run_folder(room, room.write("no_mbatchd.json", scenario))};
  const std::string does_not_know = ", but mbatchd does not know: no mbatchd runs\n";
  const std::string first = story_of_job(run, "1");
  INFO(first);
  CHECK(has(first, "\n10 s: it has run its run time" + does_not_know + "81 s: done"));
  const std::string second = story_of_job(run, "2");
  INFO(second);
  CHECK(has(second, "\n6 s: it has reached its run limit" + does_not_know + "81 s: exit"));
}

// The eighth exchange without a1 is at 15 + 7 x 15 s; it has lost the job by then, and says so when
// it is back.
TEST_CASE("the story of a job says when its host has gone down, which nobody knows yet") {
  const TempFolder room;
  const std::string scenario = R"json({"mcsim": 1, "model": {"host_down": "silence"},
    "clusters": [{"name": "C1", "hosts": [{"name": "a1", "ncpus": 2}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0}}],
    "jobs": [{"id": 1, "run": "25s"}],
    "faults": [{"at": "10s", "host": "a1", "down_for": "200s"}]})json";
  struct {
    std::string folder;
  } run{run_folder(room, room.write("silent.json", scenario))};
  const std::string told = story_of_job(run, "1");
  INFO(told);
  CHECK(has(told,
            "\n10 s: a1, its first host, has gone down: it runs no more, but mbatchd does not "
            "know\n"));
  CHECK(has(told, "\n210 s: exit: a host that it ran on went down\n"));
  CHECK_FALSE(has(told, "25 s: "));  // it did not come to its end
  CHECK(has(told, "waited 0 s, ran 10 s, suspended 0 s, lost 0 s, was unreachable for 200 s\n"));
}

// It is started at 0 s; at 90 s its last start is not more than 90 s ago, so LIM waits for its next
// poll. After 200 s the same again: 100 s have gone by since its start.
TEST_CASE("the stories of a host and of a queue say when an ELIM has ended and is started again") {
  const std::string scenario = R"json({"mcsim": 1, "model": {"load": "lim"},
    "lsf.shared": {"Resource": [{"RESOURCENAME": "lic", "TYPE": "Numeric", "INTERVAL": 15}]},
    "clusters": [{"name": "C1",
      "hosts": [{"name": "a1", "ncpus": 1}, {"name": "a2", "ncpus": 1}],
      "lsb.queues": [{"QUEUE_NAME": "normal", "HOSTS": "a1"}, {"QUEUE_NAME": "other", "HOSTS": "a2"}]}],
    "elim": [{"name": "elim.lic", "hosts": "a1", "values": [{"resource": "lic", "value": 3}],
      "faults": [{"at": "50s", "does": "exits", "code": 3}, {"at": "200s", "does": "garbage"}]}],
    "jobs": [{"id": 1, "run": "400s", "queue": "other"}]})json";
  const TempFolder room;
  ExplainRequest request;
  request.replay.folder = run_folder(room, room.write("elim.json", scenario));
  request.host = "a1";
  const std::string ends =
      "50 s: elim.lic: it has ended by itself: exit status 3\n"
      "95 s: elim.lic: its LIM has started it again\n";
  const std::string of_host = explain(request).out;
  INFO(of_host);
  CHECK(has(of_host, ends));
  CHECK(has(of_host, "s: elim.lic: expected the number of indices, got "));
  request.host = "a2";
  CHECK_FALSE(has(explain(request).out, "elim"));
  request.host = "";
  request.queue = "normal";
  const std::string of_queue = explain(request).out;
  INFO(of_queue);
  CHECK(has(of_queue, "50 s: elim.lic on a1: it has ended by itself: exit status 3\n"));
  CHECK(has(of_queue, "95 s: elim.lic on a1: its LIM has started it again\n"));
  request.queue = "other";
  CHECK_FALSE(has(explain(request).out, "elim"));
}

TEST_CASE("the story of a host says when its LIM ends and begins, and when it is the master") {
  CHECK(story_of_host("a1") ==
        "host a1@C1\n"
        "0 s: MXJ 1, ncpus 1\n"
        "100 s: status unavail\n"
        "100 s: its LIM has ended\n"
        "100 s: its LIM is no longer the master\n"
        "400 s: status closed_LIM\n"
        "400 s: its LIM runs again\n"
        "400 s: its LIM is the master now\n"
        "405 s: status ok\n"
        "1000 s: job 3@C1 started on 1 slot\n"
        "1001 s: job 3@C1 ended: DONE\n"
        "at 1001 s: ok, 0 of 1 slot in use\n");
  CHECK(story_of_host("a2") ==
        "host a2@C1\n"
        "0 s: MXJ 2, ncpus 1\n"
        "0 s: job 1@C1 started on 1 slot\n"
        "0 s: job 2@C1 started on 1 slot\n"
        "30 s: job 2@C1 was suspended (SSUSP, load)\n"
        "60 s: job 1@C1 ended: DONE\n"
        "90 s: job 2@C1 goes on\n"
        "205 s: status closed_LIM\n"
        "205 s: its LIM is the master now\n"
        "210 s: status ok\n"
        "215 s: job 2@C1 ended: DONE\n"
        "400 s: status closed_LIM\n"
        "400 s: its LIM is no longer the master\n"
        "405 s: status ok\n"
        "600 s: its LIM has ended\n"
        "705 s: status closed_LIM\n"
        "900 s: its LIM runs again\n"
        "915 s: status ok\n"
        "at 1001 s: ok, 0 of 2 slots in use\n");
}

TEST_CASE("while no mbatchd runs jobs that wait say so, and so do views") {
  const std::string scenario = R"json({"mcsim": 1, "model": {"load": "lim"},
    "clusters": [{"name": "C1", "hosts": [{"name": "a[1-2]", "ncpus": 1}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0}, "lsb.queues": [{"QUEUE_NAME": "normal"}]}],
    "jobs": [{"id": 1, "submit": "100s", "run": "10s"}, {"id": 2, "submit": "1000s", "run": "1s"}],
    "faults": [{"at": "50s", "host": "a1", "down_for": "300s"},
               {"at": "600s", "lim": "a1", "down_for": "300s"}]})json";
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("failover.json", scenario));
  // a2 becomes the master at 50 + 105 s, and knows its own load, and has an mbatchd, at 165 s.
  ExplainRequest story;
  story.replay.folder = folder;
  story.job = "1";
  CHECK(explain(story).out ==
        "job 1@C1\n"
        "100 s: submitted to queue normal: 1 slot, no run limit\n"
        "from 100 s to 155 s: No mbatchd runs: the LIM of its host has ended, or just begun (a1)\n"
        "from 155 s to 165 s: No mbatchd runs: the LIM of its host has ended, or just begun (a2)\n"
        "165 s: started on a2; no other host offered slots\n"
        "175 s: done: it has run its run time\n"
        "waited 65 s, ran 10 s, suspended 0 s, lost 0 s\n");
  const auto view = [&](ViewsRequest::Command command, const std::string& at) {
    ViewsRequest request;
    request.command = command;
    request.replay.folder = folder;
    request.replay.at = at;
    request.pending = true;
    request.no_header = true;
    return answer_of([&](const Console& console) {
      return views_command(request, default_registry(), console);
    });
  };
  using Command = ViewsRequest::Command;
  const Answer jobs = view(Command::bjobs, "120s");
  CHECK(has(jobs.out, "\n No mbatchd runs: the LIM of its host has ended, or just begun (a1);\n"));
  CHECK(jobs.err ==
        "mcsim: warning: no mbatchd runs at 120 s: it ends with the LIM of its host, a1\n");
  const Answer loads = view(Command::lsload, "120s");
  CHECK(loads.code == ExitCode::done);
  CHECK(loads.err ==
        "mcsim: warning: there is no master LIM at 120 s: that of a1 has ended; what follows was "
        "told before\n");
  // If only the LIM has ended it is the same.
  CHECK(view(Command::lsload, "650s").err ==
        "mcsim: warning: there is no master LIM at 650 s: that of a1 has ended; what follows was "
        "told before\n");
  CHECK(view(Command::bhosts, "650s").err ==
        "mcsim: warning: no mbatchd runs at 650 s: it ends with the LIM of its host, a1\n");
  CHECK(view(Command::lsload, "160s").err.empty());
}

TEST_CASE("an instant after the end of a run is told to be its end") {
  const TroubledRun run;
  ViewsRequest request;
  request.command = ViewsRequest::Command::lsload;
  request.replay.folder = run.folder;
  const auto err_at = [&](const std::string& at) {
    request.replay.at = at;
    const Answer answer = answer_of([&](const Console& console) {
      return views_command(request, default_registry(), console);
    });
    CHECK(answer.code == ExitCode::done);
    return answer.err;
  };
  CHECK(err_at("1001s").empty());
  CHECK(err_at("1002s") ==
        run.folder + ": warning: the run ends at 1001 s, before 1002 s: what follows is its end\n");
  ExplainRequest story = request_for(run);
  story.replay.at = "1002s";
  story.job = "2";
  CHECK(has(explain(story).err, "the run ends at 1001 s"));
}

}  // namespace mcsim::testing::load_stories_test
