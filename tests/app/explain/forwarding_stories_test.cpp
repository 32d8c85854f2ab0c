// The answers of explain about forwarded jobs, and about the queues and hosts that they use.
#include <algorithm>
#include <string>
#include <vector>

#include "support/forwarded_run.hpp"
#include "support/story_support.hpp"

namespace mcsim::testing::forwarding_stories_test {

TEST_CASE("a forwarded job's story goes from cluster to cluster, with what was believed and true") {
  const ForwardedRun run;
  CHECK(story_of_job(run, "2@home") ==
        "job 2@home\n"
        "12 s: submitted by ann to queue send: 2 slots, no run limit\n"
        "from 12 s to 15 s: no scheduling session has looked at it yet\n"
        "15 s: forwarded to recv@near, largest available - pending among queues with free slots: "
        "recv@near (F 4, P 4, room 50; 5 s old; really F 4, P 4, room 50, closed or inactive), "
        "recv@far (F 2, P 2, room 50; 5 s old; so it is)\n"
        "from 15 s to 17 s: on its way to near\n"
        "17 s: near refuses it (2905: the receive queue is closed)\n"
        "from 17 s to 19 s: on its way back to home\n"
        "19 s: back in queue send of home (2905: the receive queue is closed)\n"
        "from 19 s to 20 s: no scheduling session has looked at it yet\n"
        "20 s: forwarded to recv@near, largest available - pending among queues with free slots: "
        "recv@near (F 4, P 4, room 50; 10 s old; really F 4, P 4, room 50, closed or inactive), "
        "recv@far (F 2, P 2, room 50; 10 s old; so it is)\n"
        "from 20 s to 22 s: on its way to near\n"
        "22 s: near refuses it (2905: the receive queue is closed)\n"
        "from 22 s to 24 s: on its way back to home\n"
        "24 s: back in queue send of home (2905: the receive queue is closed)\n"
        "from 24 s to 25 s: no scheduling session has looked at it yet\n"
        "25 s: forwarded to recv@far, the only queue with free slots: recv@near (F 4, P 4, room "
        "50, closed or inactive; 5 s old; so it is), recv@far (F 2, P 2, room 50; 5 s old; so it "
        "is)\n"
        "from 25 s to 27 s: on its way to far\n"
        "27 s: accepted by recv@far as job 1@far (2@home)\n"
        "from 27 s to 30 s: no scheduling session of far has looked at it yet\n"
        "29 s: home hears: PEND\n"
        "30 s: started on 2*f1 in far; no other host offered slots\n"
        "32 s: home hears: RUN\n"
        "80 s: done: it has run its run time\n"
        "82 s: home hears: DONE\n"
        "waited 18 s, ran 50 s, suspended 0 s, lost 0 s\n");
}

TEST_CASE("a bstop that a policy's cluster does not know is told") {
  const TempFolder room;
  struct {
    std::string folder;
  } run{run_folder(room, room.write("s.json", R"({"mcsim": 1, "clusters": [
  {"name": "A", "hosts": [{"name": "a1"}],
   "lsb.queues": [{"QUEUE_NAME": "s", "SNDJOBS_TO": "r@B", "HOSTS": "none"}]},
  {"name": "B", "model": {"dispatch": "fcfs"}, "hosts": [{"name": "b1"}],
   "lsb.queues": [{"QUEUE_NAME": "r", "RCVJOBS_FROM": "A"}]}],
"jobs": [{"id": 1, "cluster": "A", "queue": "s", "run": "100s"},
         {"id": 2, "cluster": "A", "queue": "s", "run": "100s"}],
"actions": [{"at": "20s", "do": "bstop", "job": 2, "cluster": "A"}]})"))};
  CHECK(has(story_of_job(run, "2@A"),
            "20.100 s: bstop had no effect: dispatch fcfs of B takes bkill only\n"));
}

TEST_CASE("a job that does not start in time is sent back, and what is heard late is told late") {
  const ForwardedRun run;
  const std::string story = story_of_job(run, "6@home");
  CHECK(has(story,
            "from 75 s to 102 s (6 sessions): Job slot limit reached: 1 host (n2; MXJ 2, 2 used, 3 "
            "wanted); Not enough job slot(s): 1 host (n1; 2 offered, 3 wanted)\n"
            "102 s: near sends it back (2903: the job did not start within MAX_RSCHED_TIME)\n"
            "from 102 s to 104 s: on its way back to home\n"));
  // The report of 100 s counts the job itself, which has come home: its 3 slots are not pending any
  // more. Slots of a suspended job of a lower queue are free for it.
  CHECK(has(story,
            "105 s: forwarded to recv@near, the only queue with free slots: recv@near (F 2, P 2, "
            "room 50; 5 s old; really F 4, P 4, room 50), recv@far (F 0, P 0, room 50; 5 s old; so "
            "it is)\n"));
  CHECK(has(story, "; preempting 1@near\n"));
  CHECK(has(story, "150 s: done: it has run its run time\n182 s: home hears: DONE\n"));
}

TEST_CASE("a job may be asked for by the id that it has where it was forwarded to") {
  const ForwardedRun run;
  CHECK(story_of_job(run, "2@near") == story_of_job(run, "3@home"));
  ExplainRequest request = request_for(run);
  request.job = "77@near";
  CHECK(explain(request).code == ExitCode::usage);
}

TEST_CASE("a victim's story names the guest that preempted it by both of its ids") {
  const ForwardedRun run;
  const std::string story = story_of_job(run, "1@near");
  CHECK(has(story, "60 s: suspended (SSUSP): preempted by job 2@near (3@home)\n"));
  CHECK(has(story, "105 s: resumed: its slots are free again\n"));
}

TEST_CASE(
    "a send queue tells where its jobs went and why they came back, a receive queue whose "
    "they are") {
  const ForwardedRun run;
  ExplainRequest request = request_for(run);
  request.queue = "send";
  const std::string send = explain(request).out;
  CHECK(has(send, "0 s: PRIORITY 1, SNDJOBS_TO recv@near recv@far\n"));
  CHECK(has(send, "300 s: forwarded jobs 8 times: 6 to recv@near; 2 to recv@far\n"));
  CHECK(has(send,
            "300 s: jobs came back 3 times: 1 for 2903: the job did not start within "
            "MAX_RSCHED_TIME; 2 for 2905: the receive queue is closed\n"));
  request.queue = "recv@near";
  const std::string receive = explain(request).out;
  CHECK(has(receive, "0 s: PRIORITY 60, RCVJOBS_FROM home, IMPT_JOBBKLG 50\n"));
  CHECK(has(receive,
            "300 s: accepted jobs of other clusters 4 times: 4 from home\n"
            "300 s: refused jobs of other clusters 2 times: 2 for 2905: the receive queue is "
            "closed\n"
            "300 s: sent jobs back 1 time: 1 for 2903: the job did not start within "
            "MAX_RSCHED_TIME\n"));
  CHECK(receive.starts_with("queue recv@near\n0 jobs submitted to it, 3 starts, 3 ended\n"));
  request.replay.at = "90s";
  request.queue = "send";
  CHECK(has(explain(request).out, "90 s: 3 jobs in other clusters, or on the way\n"));
}

TEST_CASE("a host's story names guests by both of their ids") {
  const ForwardedRun run;
  ExplainRequest request = request_for(run);
  request.host = "n1";
  const std::string story = explain(request).out;
  CHECK(has(story,
            "60 s: job 2@near (3@home) started on 2 slots\n"
            "74 s: job 2@near (3@home) ended: EXIT, TERM_OWNER\n"));
}

TEST_CASE("a job that nobody takes says why by the policy's rule") {
  const TempFolder room;
  const std::string folder = run_folder(room, room.write("s.json", R"({"mcsim": 1, "until": "60s",
    "clusters": [
      {"name": "home", "hosts": [{"name": "h", "ncpus": 1}],
       "lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": "RESOURCE_ONLY"},
       "lsb.queues": [{"QUEUE_NAME": "send", "HOSTS": "none", "SNDJOBS_TO": "recv@far"}]},
      {"name": "far", "hosts": [{"name": "f", "ncpus": 1}],
       "lsb.params": {"MC_PLUGIN_UPDATE_INTERVAL": 10},
       "lsb.queues": [{"QUEUE_NAME": "recv", "RCVJOBS_FROM": "home", "IMPT_JOBBKLG": 0},
                      {"QUEUE_NAME": "own"}]}],
    "jobs": [{"id": 1, "cluster": "far", "queue": "own", "run": "1h"},
             {"id": 7, "cluster": "home", "queue": "send", "run": "1s", "submit": "15s"}]})"));
  ExplainRequest request;
  request.replay.folder = folder;
  request.job = "7";
  CHECK(has(explain(request).out,
            "from 15 s to 60 s (9 sessions): No receive queue takes the job; not forwarded: no "
            "queue has free slots or backlog room: recv@far (F 0, P 0, room 0)\n"));
}

namespace {

/// The story of job 7 of home, which home cannot run. Far accepts it at 17 s.
std::string story_of_remote_job(const std::string& job, const std::vector<std::string>& sets = {}) {
  const TempFolder room;
  const std::string folder = run_folder(room,
                                        room.write("s.json", R"({"mcsim": 1, "until": "60s",
    "clusters": [
      {"name": "home", "hosts": [{"name": "h", "ncpus": 1}],
       "lsb.params": {"MC_PLUGIN_SCHEDULE_ENHANCE": "RESOURCE_ONLY"},
       "lsb.queues": [{"QUEUE_NAME": "send", "HOSTS": "none", "SNDJOBS_TO": "recv@far"}]},
      {"name": "far", "hosts": [{"name": "f", "ncpus": 1}],
       "lsf.conf": {"LSB_MC_INITFAIL_RETRY": 1}, "lsb.params": {"REMOTE_MAX_PREEXEC_RETRY": 2},
       "lsb.queues": [{"QUEUE_NAME": "recv", "RCVJOBS_FROM": "home"}]}],
    "links_default": {"latency": "2s"},
    "jobs": [{"id": 7, "cluster": "home", "run": "1s", "submit": "15s", "user": "ann")" +
                                                                 job + "}]}"),
                                        "run", sets);
  ExplainRequest request;
  request.replay.folder = folder;
  request.job = "7@home";
  return explain(request).out;
}

}  // namespace

TEST_CASE("pre-execution commands that fail in the job's own cluster are told") {
  const TempFolder room;
  ExplainRequest request;
  request.replay.folder =
      run_folder(room, room.write("s.json", R"({"mcsim": 1, "until": "60s", "clusters": [
      {"name": "home", "hosts": [{"name": "h", "ncpus": 1}],
       "lsb.params": {"LOCAL_MAX_PREEXEC_RETRY": 2}, "lsb.queues": [{"QUEUE_NAME": "q"}]}],
    "jobs": [{"id": 7, "run": "1s", "submit": "15s", "user": "ann", "preexec_failures": 2}]})"));
  request.job = "7";
  const std::string story = explain(request).out;
  CHECK(has(story,
            "15 s: its start fails, in the pre-execution command (failure 1): it is tried "
            "again\n"));
  CHECK(has(story, "(failure 2): it is not tried again\n"));
  CHECK(has(story,
            "suspended while pending (PSUSP): its start failed too often "
            "(LOCAL_MAX_PREEXEC_RETRY)\n"));
}

TEST_CASE("starts that fail where a job was forwarded to are told, and what comes of it") {
  const std::string stopped = story_of_remote_job(R"(, "init_failures": 9)");
  CHECK(has(stopped,
            "20 s: its start fails, in the initialization (failure 1): it is tried again\n"));
  CHECK(has(stopped,
            "25 s: its start fails, in the initialization (failure 2): it is not tried again\n"
            "25 s: suspended while pending (PSUSP): its start failed too often "
            "(LSB_MC_INITFAIL_RETRY)\n"));
  const std::string returned = story_of_remote_job(R"(, "preexec_failures": 2)");
  CHECK(has(returned,
            "25 s: its start fails, in the pre-execution command (failure 2): it is not tried "
            "again\n"
            "25 s: far sends it back (2904: its pre-execution command failed too often)\n"));
}

TEST_CASE("a job that comes home suspended pends there, and is told so at its next stay") {
  const std::string story =
      story_of_remote_job(R"(, "init_failures": 1000)",
                          {"until=300s", "clusters.home.lsb.queues.send.MAX_RSCHED_TIME=2"});
  CHECK(!has(story, "USUSP"));
  const std::string stopped = "suspended while pending (PSUSP): its start failed too often";
  const auto first = story.find(stopped);
  REQUIRE(first != std::string::npos);
  CHECK(story.find(stopped, first + 1) != std::string::npos);
  CHECK(!has(story, "waited 30 s"));
}

TEST_CASE("a decision is told with the numbers that it was made by") {
  const auto with = [](const std::string& setting) {
    return story_of_remote_job("",
                               {"clusters.home.lsb.params.MC_PLUGIN_SCHEDULE_ENHANCE=" + setting});
  };
  CHECK(has(with("HIGH_QUEUE_PRIORITY"),
            "recv@far (no report in this connection, room 50; really "
            "PRIORITY 1, F 1, P 1, room 50)"));
  CHECK(
      has(with("DYN_CLUSTER_WEIGHTING"), "really F 1, pending 0, total 1, preference 0, room 50)"));
}

TEST_CASE("a receive queue that does not accept a job says why") {
  const auto at_first = [](const std::vector<std::string>& sets) {
    return story_of_remote_job("", sets);
  };
  CHECK(has(at_first({R"(faults=[{"at": "10s", "link": ["home", "far"], "down_for": "40s"}])"}),
            "recv@far (no report in this connection, room 50, the link is down)"));
  CHECK(has(at_first({"clusters.far.lsb.queues.recv.USERS=bob"}), "room 50, not for its user)"));
  // The report of 15 s, which far has made before its reconfiguration, comes at 17 s.
  CHECK(has(at_first({"jobs.0.submit=18s", "clusters.far.lsb.params.MC_PLUGIN_UPDATE_INTERVAL=15",
                      R"(changes=[{"at": "16s", "cluster": "far", "set": {"lsb.queues": )"
                      R"([{"QUEUE_NAME": "recv", "RCVJOBS_FROM": null}]}}])"}),
            "recv@far (F 1, P 1, room 50; 5 s old; really F 1, P 1, room 50, takes no jobs of this "
            "cluster)\n"));
}

TEST_CASE("without a setting only backlog room is missed") {
  CHECK(has(story_of_remote_job("", {"clusters.home.lsb.params.MC_PLUGIN_SCHEDULE_ENHANCE=",
                                     "clusters.far.lsb.queues.recv.IMPT_JOBBKLG=0"}),
            "not forwarded: no queue has backlog room: recv@far (room 0)\n"));
}

TEST_CASE("a run that has stalled is over when submission clusters have heard") {
  CHECK(has(
      story_of_remote_job(R"(, "init_failures": 9)",
                          {"until=null", "clusters.home.lsb.queues.send.MAX_RSCHED_TIME=infinit"}),
      "27 s: home hears: PSUSP\n"));
}

TEST_CASE("a backlog without limit is told as such, and has no less room when it is used") {
  CHECK(has(story_of_remote_job("", {"clusters.far.lsb.queues.recv.IMPT_JOBBKLG=infinit"}),
            "recv@far (no report in this connection, room infinit; really F 1, P 1, room "
            "infinit)"));
}

TEST_CASE("a job that may not be forwarded says why, with the limit and the time") {
  CHECK(has(story_of_remote_job("", {"clusters.home.lsb.queues.send.FWD_USERS=bob"}),
            "from 15 s to 60 s (9 sessions): The user may not forward jobs\n"));
  CHECK(has(story_of_remote_job("", {"clusters.home.lsb.queues.send.MC_FORWARD_DELAY=20"}),
            "The job is not forwarded yet (until 35 s)\n"));
  CHECK(has(story_of_remote_job("", {"clusters.home.lsb.queues.send.MC_FORWARD_DELAY=-20",
                                     "clusters.home.lsb.queues.send.FWD_USERS=bob"}),
            "The user may not forward jobs; no hosts of its own cluster before 35 s "
            "(MC_FORWARD_DELAY)\n"));
  CHECK(has(story_of_remote_job(R"(, "preexec_failures": 9)", {"model.max_forwards=1"}),
            "The job may not be forwarded any more (max_forwards 1, 1 used)\n"));
}

TEST_CASE("a job that bounces for ever has a story that can be read") {
  const std::string story = story_of_remote_job(R"(, "preexec_failures": 1000000)",
                                                {"until=20000s", "links_default.latency=1s"});
  CHECK(std::ranges::count(story, '\n') < 210);
  CHECK(has(story, " more; --all shows them ...\n"));
}

}  // namespace mcsim::testing::forwarding_stories_test
