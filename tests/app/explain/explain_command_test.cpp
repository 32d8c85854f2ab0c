// The answers of `mcsim explain` about jobs, queues and hosts.
#include "mcsim/app/explain/explain_command.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "mcsim/text/json_tree.hpp"
#include "support/explain_once.hpp"
#include "support/places.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::explain_command_test {

namespace {

std::string scenario(const char* name) { return source_dir() + "/scenarios/" + name; }

}  // namespace

TEST_CASE("a job's story tells why it waited, stretch by stretch, where it ran and how it ended") {
  const TempFolder room;
  const std::string folder = run_folder(room, scenario("lsf_priority.json"));
  const Answer answer = explain_job(folder, "2");
  CHECK(answer.code == ExitCode::done);
  CHECK(answer.err == "");
  CHECK(answer.out ==
        "job 2@C1\n"
        "1 s: submitted by ann to queue normal: 4 slots, no run limit\n"
        "from 1 s to 20 s (19 sessions): Just started a job recently: 2 hosts (a1, a2)\n"
        "from 20 s to 100 s (80 sessions): Job slot limit reached: 2 hosts (a1, a2; each MXJ 4, 4 "
        "used; 4 wanted)\n"
        "from 100 s to 120 s (20 sessions): Just started a job recently: 2 hosts (a1, a2)\n"
        "from 120 s to 200 s (80 sessions): Job slot limit reached: 2 hosts (a1, a2; each MXJ 4, 4 "
        "used; 4 wanted)\n"
        "200 s: started on 4*a2; no other host offered slots\n"
        "300 s: done: it has run its run time\n"
        "waited 199 s, ran 100 s, suspended 0 s, lost 0 s\n");
}

TEST_CASE("a job that nothing will ever start is told why, though a window is closed just now") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("stalled.json", R"({"mcsim": 1,
    "clusters": [{"name": "c", "hosts": [{"name": "h", "ncpus": 4}],
      "lsb.hosts": {"Host": [{"HOST_NAME": "h", "JL/U": 2, "DISPATCH_WINDOW": "6:00-22:00"}]}}],
    "jobs": [{"id": 1, "user": "u", "slots": 4, "run": "60s"}]})"));
  CHECK(explain_job(folder, "1").out ==
        "job 1@c\n"
        "0 s: submitted by u to queue normal: 4 slots, no run limit\n"
        "0 s: Dispatch windows closed: 1 host (h)\n"
        "0 s: with all windows open: Not enough job slot(s): 1 host (h; 2 offered, 4 wanted)\n"
        "PEND at 0 s, and nothing will ever start it: waited 0 s, ran 0 s, suspended 0 s, lost 0 "
        "s\n");
}

TEST_CASE("a job's story ends where it is told to, with what holds then") {
  const TempFolder room;
  const std::string folder = run_folder(room, scenario("lsf_priority.json"));
  CHECK(explain_job(folder, "4@C1", "50s").out ==
        "job 4@C1\n"
        "3 s: submitted by bob to queue urgent: 4 slots, no run limit\n"
        "from 3 s to 20 s (17 sessions): Just started a job recently: 2 hosts (a1, a2)\n"
        "from 20 s to 50 s (30 sessions): Job slot limit reached: 2 hosts (a1, a2; each MXJ 4, 4 "
        "used; 4 wanted)\n"
        "PEND at 50 s: waited 47 s, ran 0 s, suspended 0 s, lost 0 s\n");
  CHECK(explain_job(folder, "5", "1min").out == "job 5@C1\nnot submitted by 60 s\n");
}

TEST_CASE("a story tells whose each requirement is, and why a job was skipped") {
  const TempFolder room;
  const std::string input = room.write("s.json", R"({"mcsim": 1, "clusters": [{"name": "C",
    "hosts": [{"name": "h", "ncpus": 2, "maxmem": 1000}],
    "lsb.applications": [{"NAME": "cfd", "RES_REQ": "rusage[mem=10]"}],
    "lsb.queues": [{"QUEUE_NAME": "q", "RES_REQ": "select[mem>5]"}]}],
    "jobs": [{"id": 1, "run": "1s", "app": "cfd", "res_req": "ncpus>1"},
             {"id": 2, "run": "1s"}, {"id": 3, "run": "1s", "slots": 9}]})");
  const std::string folder = run_folder(room, input);
  CHECK(explain_job(folder, "1")
            .out.find("no run limit, requires \"ncpus>1\", \"rusage[mem=10]\" (application cfd), "
                      "\"select[mem>5]\" (queue q), application cfd\n") != std::string::npos);
  CHECK(explain_job(folder, "2").out.find("no run limit, requires \"select[mem>5]\" (queue q)\n") !=
        std::string::npos);
  CHECK(explain_job(folder, "3")
            .err.find("job 3 was skipped when the scenario was read: too_many_slots, 9 slots; a "
                      "job can have "
                      "at most 2 (skipped.csv)") != std::string::npos);
}

TEST_CASE("memory that no host defines is told as the reason") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h[1-2]", "ncpus": 2}],
                  "lsb.queues": [{"QUEUE_NAME": "q"}]}],
    "jobs": [{"id": 1, "run": "1s", "res_req": "mem>5"}]})"));
  CHECK(
      explain_job(folder, "1")
          .out.find(
              "Job's resource requirements name a resource that the host does not define (mem): 2 "
              "hosts (h1, h2)\n") != std::string::npos);
}

TEST_CASE("who preempted whom is told by both sides, and when the victim went on") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", eventful));
  CHECK(explain_job(folder, "1").out ==
        "job 1@C1\n"
        "0 s: submitted by ann to queue normal: 4 slots, run limit 2min 00s\n"
        "0 s: started on 2*a1 2*a2; candidates in order: a1 2 (r15s 0.00), a2 2 (r15s 0.00), a3 2 "
        "(r15s 0.00)\n"
        "10 s: suspended (SSUSP): preempted by job 3@C1\n"
        "70 s: resumed: its slots are free again\n"
        "160 s: done: it has run its run time\n"
        "waited 0 s, ran 100 s, suspended 60 s, lost 0 s\n");
  CHECK(explain_job(folder, "3").out.find("; preempting 1@C1\n") != std::string::npos);
}

TEST_CASE("a reserving job, a stopped one and one over its user's limit say so with numbers") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", eventful));
  const std::string reserving = explain_job(folder, "2").out;
  CHECK(reserving.find("from 5 s to 10 s: Not usable to the queue: 1 host (b1); Job slot limit "
                       "reached: 2 hosts (a1, a2; each MXJ 2, 2 used; 6 wanted); Not enough job "
                       "slot(s): 1 host (a3; 2 offered, "
                       "6 wanted); it has reserved 2 of 6 slots on 2*a3\n") != std::string::npos);
  CHECK(reserving.find("\n70 s: suspended while pending (PSUSP): bstop\n85 s: bresume: it is "
                       "pending again\n") != std::string::npos);
  CHECK(
      explain_job(folder, "4")
          .out.find(
              "from 10 s to 40 s (6 sessions): User has reached the per-user job slot limit of the "
              "queue (UJOB_LIMIT 4, 4 used, 1 wanted)\n40 s: started on a1; candidates in order: "
              "a1 "
              "2 (preference 2 r15s 0.00)") != std::string::npos);
  CHECK(explain_job(folder, "5").out.find("90 s: exit: killed by bkill (TERM_OWNER)\n") !=
        std::string::npos);
}

TEST_CASE("actions without effect are told with the reason") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", eventful), "run", {R"(actions=[
    {"at": "2s", "do": "btop", "job": 3}, {"at": "60s", "do": "bmod", "job": 1, "hosts": "a1"},
    {"at": "80s", "do": "bswitch", "job": 2, "queue": "normal"},
    {"at": "165s", "do": "bkill", "job": 1}])"});
  const auto says = [&](const std::string& job, const std::string& line) {
    INFO(line);
    CHECK(explain_job(folder, job).out.find("\n" + line + "\n") != std::string::npos);
  };
  says("3", "2 s: btop had no effect: the job has not come yet");
  says("1", "60 s: bmod had no effect: the job is SSUSP");
  says("2", "80 s: bswitch had no effect: the job is in that queue, or would be rejected there");
  says("1", "165 s: bkill had no effect: the job is over");
}

// In both runs job 1 has h1, and job 2 may not have h2 before the action.
TEST_CASE("an action that lets a job start is told before the start") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h[1-2]", "ncpus": 1}],
      "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0},
      "lsb.queues": [{"QUEUE_NAME": "a", "HOSTS": "h1"}, {"QUEUE_NAME": "b", "HOSTS": "h2"}]}],
    "jobs": [{"id": 1, "queue": "a", "run": "100s"}, {"id": 2, "queue": "a", "run": "10s"}],
    "actions": [{"at": "50s", "do": "bswitch", "job": 2, "queue": "b"}]})"));
  CHECK(explain_job(folder, "2").out.find("50 s: switched to queue b\n50 s: started on h2;") !=
        std::string::npos);
  const std::string modified = run_folder(room, room.write("m.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h[1-2]", "ncpus": 1}],
      "lsb.params": {"JOB_SCHEDULING_INTERVAL": 0}}],
    "jobs": [{"id": 1, "hosts": "h1", "run": "100s"}, {"id": 2, "hosts": "h1", "run": "10s"}],
    "actions": [{"at": "50s", "do": "bmod", "job": 2, "hosts": "h2"}]})"),
                                          "modified");
  CHECK(explain_job(modified, "2")
            .out.find("50 s: bmod: it asks for 1 slot, no run limit, hosts h2 from now on\n"
                      "50 s: started on h2;") != std::string::npos);
}

TEST_CASE("a job that JOB_CONTROLS ends says so, and not that it has run its run time") {
  const TempFolder room;
  const std::string folder = run_folder(room, scenario("job_controls.json"));
  CHECK(
      explain_job(folder, "2").out.find("100 s: exit: JOB_CONTROLS has it killed (TERM_OWNER)\n") !=
      std::string::npos);
  CHECK(explain_job(folder, "3")
            .out.find("100 s: exit: JOB_CONTROLS has ended it by a signal, exit code 143\n") !=
        std::string::npos);
}

// Each requeue is told in two lines, and there are 150 of them.
TEST_CASE("a story in short has 200 lines at most, the first and the last one counted") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "model": {"max_requeues": 150},
    "clusters": [{"name": "C", "hosts": [{"name": "h"}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0, "JOB_SCHEDULING_INTERVAL": 0},
      "lsb.queues": [{"QUEUE_NAME": "q", "REQUEUE_EXIT_VALUES": "3"}]}],
    "jobs": [{"id": 1, "run": "10s", "exit_codes": "3"}]})"));
  ExplainRequest request;
  request.replay.folder = folder;
  request.job = "1";
  const std::string text = explain(request).out;
  CHECK(std::ranges::count(text, '\n') == 200);
  request.all = true;
  const auto lines = std::ranges::count(explain(request).out, '\n');
  REQUIRE(lines > 300);
  // The line that says so is the 200th.
  CHECK(text.find("\n... " + std::to_string(lines - 199) + " more; --all shows them ...\n") !=
        std::string::npos);
}

TEST_CASE("a started job that may not change its queue says what forbids it") {
  const TempFolder room;
  const std::string folder = run_folder(room, scenario("bswitch.json"));
  for (const char* job : {"2", "5", "7"})
    CHECK(explain_job(folder, job)
              .out.find("bswitch had no effect: a limit of that queue has no room for the job, "
                        "which has started\n") != std::string::npos);
  CHECK(explain_job(folder, "1")
            .out.find("bswitch had no effect: the job is in that queue, or would be rejected "
                      "there\n") != std::string::npos);
  for (const auto& [job, queue] : {std::pair("3", "two"), std::pair("4", "users"),
                                   std::pair("6", "hosts"), std::pair("8", "two")})
    CHECK(explain_job(folder, job).out.find(std::string("switched to queue ") + queue + "\n") !=
          std::string::npos);
}

TEST_CASE("a job that is moved among those that wait says so, whoever was moved") {
  const TempFolder room;
  const std::string folder = run_folder(room, scenario("moved_jobs.json"));
  const auto says = [&](const std::string& job, const std::string& line) {
    INFO(line);
    CHECK(explain_job(folder, job).out.find("\n" + line + "\n") != std::string::npos);
  };
  says("11", "4 s: moved up among the pending jobs");
  says("5", "4 s: moved down among the pending jobs");
  says("9", "5 s: put before all other pending jobs");
  says("3", "7 s: put behind all other pending jobs");
}

TEST_CASE("a story is the same whether sessions that cannot matter were skipped or not") {
  const TempFolder room;
  const std::string input = room.write("s.json", eventful);
  const std::string skipped = run_folder(room, input, "skipped");
  const std::string all = run_folder(room, input, "all", {"model.elide=false"});
  for (const char* job : {"1", "2", "3", "4", "5"})
    CHECK(explain_job(skipped, job).out == explain_job(all, job).out);
}

TEST_CASE("a baseline's jobs are explained in its own terms") {
  const TempFolder room;
  const std::string folder = run_folder(room, scenario("easy_backfill.json"));
  bool delayed = false;
  bool backfilled = false;
  for (const char* job : {"1", "2", "3", "4"}) {
    const Answer answer = explain_job(folder, job);
    delayed = delayed || answer.out.find("Not enough job slot(s) (") != std::string::npos;
    backfilled = backfilled || answer.out.find(", backfilled\n") != std::string::npos;
  }
  CHECK(delayed);
  CHECK(backfilled);
}

TEST_CASE("a queue's story tells its limits and counts, a host's what ran there and befell it") {
  const TempFolder room;
  const std::string folder = run_folder(room, scenario("host_down.json"));
  ExplainRequest request;
  request.replay.folder = folder;
  request.host = "a2";
  CHECK(explain(request).out ==
        "host a2@C1\n"
        "0 s: MXJ 2, ncpus 2\n"
        "0 s: job 1@C1 started on 2 slots\n"
        "600 s: status unavail\n"
        "600 s: job 1@C1 ended: EXIT, HOST_DOWN\n"
        "4200 s (Thu Jan  1 01:10:00): status ok\n"
        "4200 s (Thu Jan  1 01:10:00): job 3@C1 started on 2 slots\n"
        "4800 s (Thu Jan  1 01:20:00): job 3@C1 ended: DONE\n"
        "at 4800 s (Thu Jan  1 01:20:00): ok, 0 of 2 slots in use\n");
  request.host = "";
  request.queue = "normal@C1";
  request.replay.at = "10min";
  CHECK(explain(request).out ==
        "queue normal@C1\n"
        "3 jobs submitted to it, 2 starts, 1 ended\n"
        "of 1 job submitted to it that ended: mean wait 0 s, 95 % within 0 s, longest 0 s\n"
        "jobs waited in it for 1020 s in all: 100.0 % Job slot limit reached (2 jobs)\n"
        "most waited from 120 s to 600 s: Open:Active, slots: 6 PEND, 4 RUN\n"
        "0 s: PRIORITY 1\n"
        "from 0 s to 60 s: Open:Active, slots: 0 PEND, 4 RUN\n"
        "from 60 s to 120 s: Open:Active, slots: 2 PEND, 4 RUN\n"
        "from 120 s to 600 s: Open:Active, slots: 6 PEND, 4 RUN\n"
        "600 s: and since then: Open:Active, slots: 4 PEND, 2 RUN\n"
        "600 s: its jobs wait: Load information unavailable: 1 job\n");
}

TEST_CASE(
    "the story of a host ends with the run, though its windows go on, and knows for whom it is "
    "kept") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "start": "2026-01-20T00:00:00Z",
    "clusters": [{"name": "C1", "hosts": [{"name": "h", "ncpus": 2}],
      "lsb.params": {"JOB_ACCEPT_INTERVAL": 0},
      "lsb.hosts": {"Host": [{"HOST_NAME": "h", "MXJ": "!", "DISPATCH_WINDOW": "0:00-1:30"}]},
      "reservations": [{"start": "10s", "end": "1h", "users": "ann bob", "slots": 1},
                       {"start": "3h", "end": "4h", "users": "cat", "slots": 2}]}],
    "jobs": [{"id": 1, "run": "2h", "user": "ann", "limit": "2h"},
             {"id": 2, "submit": "20s", "run": "10s", "user": "dan"}],
    "actions": [{"at": "30s", "do": "bstop", "job": "2"}]})"));
  ExplainRequest request;
  request.replay.folder = folder;
  request.host = "h";
  CHECK(explain(request).out ==
        "host h@C1\n"
        "0 s: MXJ 2, ncpus 2\n"
        "0 s: job 1@C1 started on 1 slot\n"
        "10 s: an advance reservation of 1 slot for ann, bob begins, which lasts until 3600 s (Tue "
        "Jan 20 01:00:00)\n"
        "3600 s (Tue Jan 20 01:00:00): the advance reservation of 1 slot for ann, bob is over\n"
        "5400 s (Tue Jan 20 01:30:00): status closed_Wind\n"
        "7200 s (Tue Jan 20 02:00:00): job 1@C1 ended: DONE\n"
        "7200 s (Tue Jan 20 02:00:00): to come: an advance reservation of 2 slots for cat, from "
        "10800 s (Tue Jan 20 03:00:00) until 14400 s (Tue Jan 20 04:00:00)\n"
        "at 7200 s (Tue Jan 20 02:00:00): closed_Wind, 0 of 2 slots in use\n");
  CHECK(explain_job(folder, "1")
            .out.ends_with("waited 0 s, ran 7200 s (2h 00min), suspended 0 s, "
                           "lost 0 s\n"));
}

TEST_CASE("a host whose MXJ is reconfigured says so, first what it began with") {
  const TempFolder room;
  ExplainRequest request;
  request.replay.folder = run_folder(room, scenario("reconfiguration.json"));
  request.replay.at = "30min";
  request.host = "a1";
  CHECK(explain(request).out ==
        "host a1@C1\n"
        "0 s: MXJ 1, ncpus 4\n"
        "0 s: job 1@C1 started on 1 slot\n"
        "1200 s: MXJ 3\n"
        "1200 s: job 3@C1 started on 1 slot\n"
        "1200 s: job 2@C1 started on 1 slot\n"
        "1800 s: what it says to pending jobs: Job slot limit reached: 1 job\n"
        "at 1800 s: closed_Full, 3 of 3 slots in use\n");
}

TEST_CASE("one job is one job in a queue's story") {
  const TempFolder room;
  ExplainRequest request;
  request.replay.folder = run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C1", "hosts": [{"name": "h", "ncpus": 2}],
                  "lsb.queues": [{"QUEUE_NAME": "q"}]}],
    "jobs": [{"id": 1, "run": "60s"}]})"));
  request.queue = "q";
  CHECK(explain(request).out.starts_with("queue q@C1\n1 job submitted to it, 1 start, 1 ended\n"));
}

TEST_CASE("a story as JSON has the same events, with times as numbers") {
  const TempFolder room;
  ExplainRequest request;
  request.replay.folder = run_folder(room, scenario("lsf_priority.json"));
  request.job = "3";
  request.json = true;
  const auto tree = parse_json(explain(request).out, "answer");
  REQUIRE(tree.has_value());
  CHECK(tree->root.find("subject")->text == "job 3@C1");
  const JsonNode& events = *tree->root.find("events");
  REQUIRE(events.children.size() >= 3);
  CHECK(events.children[0].find("event")->text == "submitted");
  CHECK(events.children[0].find("time")->whole == 2);
  CHECK(tree->root.find("numbers")->find("waited_s")->whole == 98);
}

// One slot, and 60 jobs of 10 s: every 10 s one starts. From 0 s to 60 s 59 to 54 of them wait.
TEST_CASE(
    "a queue that changes often is told by periods, and with --all and as JSON line by line") {
  const TempFolder room;
  std::string jobs;
  for (int id = 1; id <= 60; ++id)
    jobs += (id == 1 ? "" : ", ") + ("{\"id\": " + std::to_string(id)) + ", \"run\": \"10s\"}";
  ExplainRequest request;
  request.replay.folder = run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "model": {"dispatch": "fcfs"}, "clusters": [{"name": "C1", "hosts": [{"name": "h", "ncpus": 1}],
                  "lsb.queues": [{"QUEUE_NAME": "q"}]}], "jobs": [)" +
                                                                    jobs + "]}"));
  request.queue = "q";
  const std::string text = explain(request).out;
  INFO(text);
  const auto lines_in = [](const std::string& some) { return std::ranges::count(some, '\n'); };
  // The queue, four lines of summary, its limits, 10 periods, its end.
  CHECK(lines_in(text) == 17);
  CHECK(text.find("\nfrom 0 s to 60 s: Open:Active, slots on average: 56.5 (54 to 59) PEND, 1 RUN; "
                  "5 changes\n") != std::string::npos);
  CHECK(text.find("\nfrom 540 s to 600 s: Open:Active, slots on average: 2.5 (0 to 5) PEND, 1 RUN; "
                  "5 changes\n600 s: and since then: Open:Active, slots: 0 PEND, 0 RUN\n") !=
        std::string::npos);
  request.all = true;
  const std::string all = explain(request).out;
  CHECK(lines_in(all) == 67);
  CHECK(all.find("\nfrom 10 s to 20 s: Open:Active, slots: 58 PEND, 1 RUN\n") != std::string::npos);
  request.json = true;
  const auto tree = parse_json(explain(request).out, "answer");
  REQUIRE(tree);
  const JsonNode& events = *tree->root.find("events");
  REQUIRE(events.children.size() == 62);
  const JsonNode& second = events.children[2];
  CHECK(second.find("status")->text == "Open:Active");
  CHECK(second.find("slots")->find("PEND")->whole == 58);
  CHECK(second.find("slots")->find("RUN")->whole == 1);
}

// In C2 forwarded jobs get the ids behind the largest own one: 8 is the first and last of them.
TEST_CASE("a story as JSON has decisions and candidates as data") {
  const TempFolder room;
  ExplainRequest request;
  request.replay.folder = run_folder(room, room.write("s.json", R"({"mcsim": 1, "clusters": [
    {"name": "C1", "hosts": [{"name": "a"}],
     "lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": "RESOURCE_ONLY"},
     "lsb.queues": [{"QUEUE_NAME": "q", "SNDJOBS_TO": "r@C2", "HOSTS": "none"}]},
    {"name": "C2", "hosts": [{"name": "b", "ncpus": 2}, {"name": "c", "ncpus": 3}],
     "lsb.params": {"MC_PLUGIN_UPDATE_INTERVAL": 1},
     "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "C1"}]}],
    "jobs": [{"id": 1, "cluster": "C1", "run": "10s", "slots": 2, "res_req": "order[-slots]"}]})"));
  request.job = "1";
  request.json = true;
  const auto tree = parse_json(explain(request).out, "answer");
  REQUIRE(tree);
  const auto event = [&](const std::string& name) -> const JsonNode& {
    for (const JsonNode& one : tree->root.find("events")->children)
      if (one.find("event")->text == name) return one;
    throw std::runtime_error("no event " + name);
  };
  const JsonNode& forwarded = event("forwarded");
  CHECK(forwarded.find("to")->text == "r@C2");
  const JsonNode& decision = *forwarded.find("decision");
  CHECK(decision.find("choice")->text == "r@C2");
  REQUIRE(decision.find("candidates")->children.size() == 1);
  const JsonNode& queue = decision.find("candidates")->children[0];
  CHECK(queue.find("queue")->text == "r@C2");
  CHECK(queue.find("cold")->boolean);
  CHECK(queue.find("really")->find("F")->whole == 5);
  const JsonNode& started = event("started");
  CHECK(started.find("cluster")->text == "C2");
  CHECK(to_compact_json(*started.find("candidates")).find(R"({"host": "b", "slots": 2)") !=
        std::string::npos);
  CHECK(to_compact_json(*started.find("candidates")).find(R"({"host": "c", "slots": 3)") !=
        std::string::npos);
  CHECK(started.find("hosts")->children[0].find("slots")->whole == 2);
}

// Job 1 runs for 100 s; job 2 comes 60 s after that.
TEST_CASE("a story says behind which job another one is submitted") {
  const TempFolder room;
  room.write("t.swf",
             "1 0 -1 100 1 -1 -1 1 200 -1 1 1 1 -1 1 1 -1 -1\n"
             "2 5 -1 100 1 -1 -1 1 200 -1 1 1 1 -1 2 2 1 60\n");
  const std::string folder = run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4}]}],
    "workloads": [{"file": "t.swf", "partition_map": {"1": "normal", "2": "C"}}]})"));
  CHECK(explain_job(folder, "2")
            .out.find("160 s: submitted by 1 to queue normal, behind its preceding job 1@C and a "
                      "think time of "
                      "1min 00s: 1 slot") != std::string::npos);
  CHECK(explain_job(folder, "2", "1min").out ==
        "job 2@C\nnot submitted by 60 s, behind its preceding job 1@C and a think time of 1min "
        "00s\n");
}

// 8,192,000 KB are 8,000 MB.
TEST_CASE("a story says what memory a job reserves that its trace has") {
  const TempFolder room;
  room.write("t.swf", "1 0 -1 100 2 -1 -1 2 200 8192000 1 1 1 -1 1 1 -1 -1\n");
  const std::string folder = run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C", "hosts": [{"name": "h", "ncpus": 4, "maxmem": 64000}]}],
    "workloads": [{"file": "t.swf"}]})"));
  CHECK(explain_job(folder, "1").out.find(", reserves 8000 MB for each slot") != std::string::npos);
}

}  // namespace mcsim::testing::explain_command_test
