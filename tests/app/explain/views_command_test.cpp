// What `mcsim bjobs`, `bhosts` and `bqueues` show.
#include "mcsim/app/explain/views_command.hpp"

#include <string>

#include "support/places.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing::views_command_test {

namespace {

using Command = ViewsRequest::Command;

Answer view(const ViewsRequest& request) {
  return answer_of(
      [&](const Console& console) { return views_command(request, default_registry(), console); });
}

/// The eventful run, shown 30 s after its start: one job is preempted, two wait.
struct Eventful {
  TempFolder room;
  ViewsRequest request(Command command) const {
    ViewsRequest request;
    request.command = command;
    request.replay.folder = room.path("run");
    request.replay.at = "30s";
    return request;
  }
  Eventful() { run_folder(room, room.write("s.json", eventful)); }
};

}  // namespace

TEST_CASE("bjobs shows the jobs that have not finished, each host of a parallel one on a line") {
  const Eventful run;
  ViewsRequest request = run.request(Command::bjobs);
  CHECK(view(request).out ==
        "JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME\n"
        "1       ann     SSUSP normal     a1          2*a1        -          Jan  1 00:00\n"
        "                                             2*a2\n"
        "2       ann     PEND  normal     a1                      -          Jan  1 00:00\n"
        "3       bob     RUN   urgent     a1          2*a1        -          Jan  1 00:00\n"
        "                                             2*a2\n"
        "4       bob     PEND  urgent     a1                      -          Jan  1 00:00\n");
  const std::string all = view(request).out;
  request.user = "all";
  CHECK(view(request).out == all);
  request.no_header = true;
  request.user = "bob";
  request.queue = "urgent";
  request.jobs = {"4"};
  CHECK(view(request).out ==
        "4       bob     PEND  urgent     a1                      -          Jan  1 00:00\n");
}

TEST_CASE("bjobs -p shows the pending jobs with their reasons, -l with the names of the hosts") {
  const Eventful run;
  ViewsRequest request = run.request(Command::bjobs);
  request.pending = true;
  CHECK(view(request).out ==
        "JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME\n"
        "2       ann     PEND  normal     a1                      -          Jan  1 00:00\n"
        " Not usable to the queue: 1 host;\n"
        " Higher or equal priority jobs suspended by host load: 2 hosts;\n"
        " Not enough job slot(s): 1 host;\n"
        "4       bob     PEND  urgent     a1                      -          Jan  1 00:00\n"
        " User has reached the per-user job slot limit of the queue;\n");
  request.pending = false;
  request.is_long = true;
  request.jobs = {"2", "3"};
  CHECK(view(request).out ==
        "Job <2>, User <ann>, Project <default>, Status <PEND>, Queue <normal>\n"
        "Thu Jan  1 00:00:01: Submitted from host <a1>, 6 Task(s);\n"
        "\n RUNLIMIT\n 1.0 min\n"
        " PENDING REASONS:\n"
        " Not usable to the queue: b1;\n"
        " Higher or equal priority jobs suspended by host load: a1, a2;\n"
        " Not enough job slot(s): a3;\n"
        "\n"
        "Job <3>, User <bob>, Project <default>, Status <RUN>, Queue <urgent>\n"
        "Thu Jan  1 00:00:07: Submitted from host <a1>, 4 Task(s);\n"
        "\n RUNLIMIT\n 1.0 min\n"
        "Thu Jan  1 00:00:10: Started on <2*a1> <2*a2>;\n");
}

// Job 2 may have 2 to 4 slots; 3 are free when job 1 has ended on one of two hosts.
TEST_CASE("bjobs -l says how many slots a job may have, and once it has some, how many") {
  const TempFolder room;
  run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C1", "hosts": [{"name": "a", "ncpus": 3}, {"name": "b", "ncpus": 1}],
      "lsb.params": {"JOB_SCHEDULING_INTERVAL": 1, "JOB_ACCEPT_INTERVAL": 0},
      "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "a+1 b"}]}],
    "jobs": [{"id": 1, "run": "10s", "slots": 3}, {"id": 2, "run": "1h", "hosts": "b"},
             {"id": 3, "submit": "4s", "run": "10s", "slots": 4, "min_slots": 2},
             {"id": 4, "submit": "5s", "run": "1h", "slots": 4, "min_slots": 2}],
    "actions": [{"at": "6s", "do": "bkill", "job": "4@C1"}]})"));
  ViewsRequest request;
  request.command = Command::bjobs;
  request.replay.folder = room.path("run");
  request.is_long = true;
  request.jobs = {"3"};
  const auto tasks = [&](const char* at) {
    request.replay.at = at;
    const std::string text = view(request).out;
    const auto end = text.find(" Task(s)");
    return text.substr(text.rfind(' ', end - 1) + 1, end - text.rfind(' ', end - 1) - 1);
  };
  CHECK(tasks("5s") == "2-4");
  CHECK(tasks("12s") == "3");
  CHECK(tasks("30s") == "3");
  request.jobs = {"4"};
  CHECK(tasks("30s") == "2-4");  // it has had none
}

TEST_CASE("at the end of a run bjobs finds nothing unfinished, and with -a all that has been") {
  const Eventful run;
  ViewsRequest request = run.request(Command::bjobs);
  request.replay.at = std::nullopt;
  const Answer none_left = view(request);
  CHECK(none_left.code == ExitCode::done);
  CHECK(none_left.out == "");
  CHECK(none_left.err == "No unfinished job found\n");
  request.all = true;
  request.fields = "jobid stat exit_code exit_reason pend_time run_time nexec_host";
  CHECK(view(request).out ==
        "JOBID STAT EXIT_CODE EXIT_REASON PEND_TIME RUN_TIME NEXEC_HOST\n"
        "1 DONE - - 0 100 second(s) 2\n"
        "2 DONE - - 144 50 second(s) 3\n"
        "3 DONE - - 3 30 second(s) 2\n"
        "4 DONE - - 32 30 second(s) 1\n"
        "5 EXIT 130 TERM_OWNER 0 30 second(s) 1\n");
}

// Sessions on whole minutes: job 1 starts at 1 min and ends at 3 min, job 2 has its host after it.
TEST_CASE("bjobs -o shows of a job its profile, priority, reasons and times") {
  const TempFolder room;
  run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C1", "hosts": [{"name": "a", "ncpus": 1}],
      "lsb.params": {"JOB_SCHEDULING_INTERVAL": 60, "MAX_USER_PRIORITY": 100},
      "lsb.queues": [{"QUEUE_NAME": "q"}],
      "lsb.applications": [{"NAME": "solver"}]}],
    "jobs": [{"id": 1, "submit": "30s", "run": "2min", "user": "ann",
              "app": "solver", "priority": 70, "res_req": "select[type==any]"},
             {"id": 2, "submit": "30s", "run": "1min", "user": "bob"}]})"));
  ViewsRequest request;
  request.command = Command::bjobs;
  request.all = true;
  request.no_header = true;
  request.fields =
      "jobid user_group app job_priority first_host start_time finish_time "
      "pend_time run_time combined_resreq pend_reason delimiter='|'";
  request.replay.folder = room.path("run");
  request.replay.at = "90s";
  CHECK(view(request).out ==
        "1|-|solver|70|a|Jan  1 00:01|-|30|30 second(s)|select[type==any]|-\n"
        "2|-|-|50|-|-|-|60|0 second(s)|-|Job slot limit reached: 1 host;\n");
  request.replay.at = "10min";
  CHECK(view(request).out ==
        "1|-|solver|70|a|Jan  1 00:01|Jan  1 00:03|30|120 second(s)|select[type==any]|-\n"
        "2|-|-|50|a|Jan  1 00:03|Jan  1 00:04|150|60 second(s)|-|-\n");
}

TEST_CASE(
    "the option -o takes LSF's fields, widths and delimiter, and names what it does not know") {
  const Eventful run;
  ViewsRequest request = run.request(Command::bjobs);
  request.fields = "jobid:4 STAT:-6 queue:3 exec_host delimiter='|'";
  request.jobs = {"1"};
  CHECK(view(request).out == "JOBI|STAT|QUE|EXEC_HOST\n1|SSUSP|nor|2*a1:2*a2\n");
  request.fields = "jobid:4 stat:-6 queue: user";
  CHECK(view(request).out == "JOBI   STAT QUEUE      USER\n1     SSUSP normal     ann\n");
  request.fields = "jobid sta queue:x delimiter=ab";
  const Answer wrong = view(request);
  CHECK(wrong.code == ExitCode::usage);
  CHECK(wrong.err.find("-o: unknown field \"sta\"; nearest: stat") != std::string::npos);
  CHECK(wrong.err.find("queue: expected a width from 1 to 4096, got \"x\"") != std::string::npos);
  CHECK(wrong.err.find("delimiter: expected one character") != std::string::npos);
}

TEST_CASE("JSON has the shape of LSF's, and every value is a string") {
  const Eventful run;
  ViewsRequest request = run.request(Command::bjobs);
  request.fields = "jobid stat nreq_slot";
  request.json = true;
  request.jobs = {"3"};
  CHECK(view(request).out ==
        "{\n"
        "  \"COMMAND\": \"bjobs\",\n"
        "  \"JOBS\": 1,\n"
        "  \"RECORDS\": [{\"JOBID\": \"3\", \"STAT\": \"RUN\", \"NREQ_SLOT\": \"4\"}]\n"
        "}\n");
}

TEST_CASE("bhosts counts slots by what holds them, and says with -w why a host is closed") {
  const Eventful run;
  ViewsRequest request = run.request(Command::bhosts);
  CHECK(view(request).out ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "a1                 closed          -      2      4      2      2      0      0\n"
        "a2                 closed          -      2      4      2      2      0      0\n"
        "a3                 closed          -      2      2      0      0      0      2\n"
        "b1                 ok              -      4      0      0      0      0      0\n");
  request.wide = true;
  request.fields = "host_name status";
  CHECK(view(request).out ==
        "HOST_NAME STATUS\na1 closed_Full\na2 closed_Full\na3 closed_Full\nb1 ok\n");
  request.fields.reset();
  request.is_long = true;
  CHECK(view(request).out.find("HOST  b1\n"
                               "STATUS           CPUF  JL/U    MAX  NJOBS    RUN  SSUSP  USUSP"
                               "    RSV\n"
                               "ok               1.00     -      4      0      0      0      0"
                               "      0\n") != std::string::npos);
}

TEST_CASE("bqueues lists queues by priority, with limits and slots") {
  const Eventful run;
  ViewsRequest request = run.request(Command::bqueues);
  CHECK(view(request).out ==
        "QUEUE_NAME      PRIO STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN  SUSP\n"
        "urgent           60  Open:Active       -    4    -    -     5     1     4     0\n"
        "normal           30  Open:Active       -    -    -    -    10     4     0     4\n");
  request.fields = "queue_name priority";
  CHECK(view(request).out == "QUEUE_NAME PRIO\nurgent 60\nnormal 30\n");
  request.fields = "queue_name";
  request.json = true;
  CHECK(view(request).out.find("[{\"QUEUE_NAME\": \"urgent\"}") != std::string::npos);
}

// Eight slots for half an hour, and nothing decays.
TEST_CASE("bqueues -l says what a queue has of its slot pool, and has used") {
  const TempFolder room;
  ViewsRequest request;
  request.command = Command::bqueues;
  request.replay.folder = run_folder(room, source_dir() + "/scenarios/slot_pool.json", "run",
                                     {"model.pool_decay=none"});
  request.replay.at = "30min";
  request.is_long = true;
  request.names = {"Roma"};
  CHECK(view(request).out ==
        "QUEUE: Roma\n\nPARAMETERS/STATISTICS\n"
        "PRIO STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN SSUSP USUSP   RSV\n"
        " 48  Open:Active       -    -    -    -     9     1     8     0     0     0\n"
        "\nSLOT_POOL:  poolA\nSLOT_SHARE:  50%\nUSE_PRIORITY_IN_POOL:  N\n"
        "ENTITLEMENT:  8 of 15 slots, 8 in use\nACCUMULATED_USE:  14400 slot-seconds\n");
  request.fields = "queue_name slot_pool slot_share entitlement accumulated_use delimiter=','";
  request.no_header = true;
  CHECK(view(request).out == "Roma,poolA,50%,8,14400\n");
  // With decay, what was used up to then is no whole number any more.
  request.replay.folder = run_folder(room, source_dir() + "/scenarios/slot_pool.json", "decayed");
  request.fields = "accumulated_use";
  const std::string decayed = view(request).out;
  INFO(decayed);
  CHECK(decayed.find_first_not_of("0123456789") == decayed.find('\n'));
  CHECK(std::stoll(decayed) < 14400);
  const Eventful without;
  request = without.request(Command::bqueues);
  request.is_long = true;
  CHECK_FALSE(view(request).out.find("SLOT_POOL") != std::string::npos);
}

TEST_CASE("bhosts and bqueues show only what is asked for by name") {
  const Eventful run;
  ViewsRequest request = run.request(Command::bhosts);
  request.names = {"b1", "a1"};
  CHECK(view(request).out ==
        "HOST_NAME          STATUS       JL/U    MAX  NJOBS    RUN  SSUSP  USUSP    RSV\n"
        "a1                 closed          -      2      4      2      2      0      0\n"
        "b1                 ok              -      4      0      0      0      0      0\n");
  request.fields = "host_name njobs";
  CHECK(view(request).out == "HOST_NAME NJOBS\na1 4\nb1 0\n");
  request.names = {"a4"};
  CHECK(view(request).code == ExitCode::usage);
  CHECK(view(request).err.starts_with("mcsim bhosts: unknown host \"a4\"; nearest: a1"));
  request = run.request(Command::bqueues);
  request.names = {"normal"};
  CHECK(view(request).out ==
        "QUEUE_NAME      PRIO STATUS          MAX JL/U JL/P JL/H NJOBS  PEND   RUN  SUSP\n"
        "normal           30  Open:Active       -    -    -    -    10     4     0     4\n");
  request.names = {"nomral"};
  CHECK(view(request).err.starts_with("mcsim bqueues: unknown queue \"nomral\"; nearest: normal"));
}

TEST_CASE("closed, inactive and unavailable places are shown as LSF names them") {
  const TempFolder room;
  run_folder(room, room.write("s.json", R"({"mcsim": 1,
    "clusters": [{"name": "C1", "hosts": [{"name": "a[1-4]", "ncpus": 2}],
      "lsb.hosts": {"Host": [{"HOST_NAME": "a3", "DISPATCH_WINDOW": "1:00-2:00"}]},
      "lsb.params": {"DEFAULT_QUEUE": "day"},
      "lsb.queues": [{"QUEUE_NAME": "day", "EXCLUSIVE": "Y"}, {"QUEUE_NAME": "shut"},
                     {"QUEUE_NAME": "off"},
                     {"QUEUE_NAME": "night", "RUN_WINDOW": "1:00-2:00"}]}],
    "jobs": [{"id": 1, "run": "1h", "exclusive": true, "hosts": "a4"},
             {"id": 2, "submit": "2min", "run": "1min"}],
    "faults": [{"at": "30s", "host": "a1@C1", "down_for": "1h"}],
    "actions": [{"at": "20s", "do": "hclose", "host": "a2@C1"},
                {"at": "20s", "do": "qclose", "queue": "shut@C1"},
                {"at": "20s", "do": "qinact", "queue": "off@C1"}]})"));
  ViewsRequest request;
  request.command = Command::bhosts;
  request.replay.folder = room.path("run");
  request.replay.at = "1min";
  request.fields = "host_name status";
  request.wide = true;
  request.no_header = true;
  CHECK(view(request).out == "a1 unavail\na2 closed_Adm\na3 closed_Wind\na4 closed_Excl\n");
  request.command = Command::bqueues;
  request.fields = "queue_name status";
  CHECK(view(request).out ==
        "day Open:Active\nshut Closed:Active\noff Open:Inact_Adm\nnight Open:Inact_Win\n");
}

TEST_CASE("names that the run does not know are answered with those that it does") {
  const Eventful run;
  ViewsRequest request = run.request(Command::bjobs);
  request.jobs = {"77", "x"};
  request.user = "bon";
  request.queue = "urgen";
  const Answer answer = view(request);
  CHECK(answer.code == ExitCode::usage);
  CHECK(answer.err.find(
            "mcsim bjobs: Job <77> is not found\nmcsim bjobs: Job <x> is not found\n") == 0);
  CHECK(answer.err.find("unknown user \"bon\"; nearest: bob") != std::string::npos);
  CHECK(answer.err.find("unknown queue \"urgen\"; nearest: urgent") != std::string::npos);
}

TEST_CASE("of several clusters one has to be named") {
  const TempFolder room;
  run_folder(room, source_dir() + "/scenarios/side_by_side.json");
  ViewsRequest request;
  request.command = Command::bqueues;
  request.replay.folder = room.path("run");
  const Answer answer = view(request);
  CHECK(answer.code == ExitCode::usage);
  CHECK(answer.err.find("the run has several clusters; say which") != std::string::npos);
}

}  // namespace mcsim::testing::views_command_test
