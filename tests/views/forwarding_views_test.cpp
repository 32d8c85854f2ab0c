// What bjobs, bqueues and bclusters show of forwarded jobs.
#include <string>

#include "mcsim/app/explain/views_command.hpp"
#include "support/forwarded_run.hpp"

namespace mcsim::testing::forwarding_views_test {

namespace {

using Command = ViewsRequest::Command;

ViewsRequest request_for(const ForwardedRun& run, Command command, const std::string& cluster,
                         const std::optional<std::string>& at = std::nullopt) {
  ViewsRequest request;
  request.command = command;
  request.replay.folder = run.folder;
  request.replay.at = at;
  request.cluster = cluster;
  return request;
}

Answer view(const ViewsRequest& request) {
  return answer_of(
      [&](const Console& console) { return views_command(request, default_registry(), console); });
}

}  // namespace

TEST_CASE("a submission cluster shows a forwarded job as it has heard of it, its host with where") {
  const ForwardedRun run;
  ViewsRequest request = request_for(run, Command::bjobs, "home", "61s");
  request.no_header = true;
  CHECK(view(request).out ==
        "1       ann     RUN   send       h1          2*h1        -          Jan  1 00:00\n"
        "2       ann     RUN   send       h1          2*f1@far    -          Jan  1 00:00\n"
        "3       bob     PEND  send       h1                      -          Jan  1 00:00\n"
        "4       bob     PEND  send       h1                      -          Jan  1 00:00\n");
  request.replay.at = "63s";  // a second after the message
  CHECK(view(request).out.find(
            "3       bob     RUN   send       h1          2*n1@near   -          Jan  1 00:00\n") !=
        std::string::npos);
  request.replay.at = "90s";
  request.pending = true;
  CHECK(view(request).out ==
        "6       cat     PEND  send       h1                      -          Jan  1 00:01\n"
        " Job is forwarded;\n");
}

TEST_CASE("bjobs -p shows why a forwarded job pends as its cluster has last told it") {
  const ForwardedRun run("jobs", {"clusters.near.lsb.params.MC_PENDING_REASON_UPDATE_INTERVAL=15"});
  ViewsRequest request = request_for(run, Command::bjobs, "home", "76s");
  request.no_header = true;
  request.pending = true;
  const std::string job =
      "6       cat     PEND  send       h1                      -          Jan  1 00:01\n"
      " Job is forwarded;\n";
  CHECK(view(request).out.ends_with(job));
  request.replay.at = "77s";  // the update of 75 s takes two seconds
  CHECK(view(request).out.ends_with(job + " near: Job slot limit reached: 1 host;\n"
                                          " near: Not enough job slot(s): 1 host;\n"));
  request.is_long = true;
  CHECK(view(request).out.find(" near: Not enough job slot(s): n") != std::string::npos);
}

TEST_CASE("an execution cluster shows a guest by its id there, with its host and id at home") {
  const ForwardedRun run;
  ViewsRequest request = request_for(run, Command::bjobs, "near", "61s");
  request.no_header = true;
  CHECK(view(request).out ==
        "1       dan     SSUSP low        n1          2*n1        -          Jan  1 00:00\n"
        "                                             2*n2\n"
        "2       bob     RUN   recv       h1@home:3   2*n1        -          Jan  1 00:00\n");
  request.replay.at = "90s";
  request.pending = true;
  CHECK(view(request).out ==
        "4       cat     PEND  recv       h1@home:6               -          Jan  1 00:01\n"
        " Job slot limit reached: 1 host;\n"
        " Not enough job slot(s): 1 host;\n");
}

TEST_CASE("bjobs -o has the fields of forwarding, the same ids on both sides") {
  const ForwardedRun run;
  ViewsRequest request = request_for(run, Command::bjobs, "home");
  request.all = true;
  request.no_header = true;
  request.fields =
      "jobid stat exec_host forward_cluster srcjobid dstjobid source_cluster delimiter=','";
  CHECK(view(request).out ==
        "1,DONE,2*h1,-,-,-,-\n"
        "2,DONE,2*f1@far,far,2,1,home\n"
        "3,EXIT,2*n1@near,near,3,2,home\n"
        "4,DONE,2*n2@near,near,4,3,home\n"
        "5,DONE,2*f1@far,far,5,2,home\n"
        "6,DONE,2*n1@near:n2@near,near,6,5,home\n");
  request.cluster = "near";  // job 4 went back before it had started
  CHECK(view(request).out ==
        "1,DONE,2*n1:2*n2,-,-,-,-\n"
        "2,EXIT,2*n1,-,3,2,home\n"
        "3,DONE,2*n2,-,4,3,home\n"
        "5,DONE,2*n1:n2,-,6,5,home\n");
}

TEST_CASE("bjobs takes the name that a job has at home, and -l tells where it went") {
  const ForwardedRun run;
  ViewsRequest request = request_for(run, Command::bjobs, "near");
  request.is_long = true;
  request.jobs = {"3@home"};
  CHECK(view(request).out ==
        "Job <2>, User <bob>, Project <default>, Status <EXIT>, Queue <recv>\n"
        "Thu Jan  1 00:00:51: Submitted from host <h1@home:3>, 2 Task(s);\n"
        "Thu Jan  1 00:01:00: Started on <2*n1>;\n"
        "Thu Jan  1 00:01:14: Exited with exit code 130. TERM_OWNER.\n");
  request.cluster = "home";
  request.jobs = {"3"};
  CHECK(view(request).out ==
        "Job <3>, User <bob>, Project <default>, Status <EXIT>, Queue <send>\n"
        "Thu Jan  1 00:00:51: Submitted from host <h1>, 2 Task(s);\n"
        "Thu Jan  1 00:00:55: Job <3> forwarded to cluster <near>;\n"
        "Thu Jan  1 00:01:00: Started on <2*n1@near>;\n"
        "Thu Jan  1 00:01:14: Exited with exit code 130. TERM_OWNER.\n");
  request.cluster = "far";
  request.jobs = {"3@home"};
  const Answer not_there = view(request);
  CHECK(not_there.code == ExitCode::usage);
  CHECK(not_there.err.find("Job <3@home> is not found") != std::string::npos);
}

TEST_CASE("bqueues counts a forwarded job where it was submitted and where it is") {
  const ForwardedRun run;
  ViewsRequest request = request_for(run, Command::bqueues, "home", "63s");
  request.no_header = true;
  request.fields = "queue_name njobs pend run susp";
  CHECK(view(request).out == "send 8 2 6 0\n");
  request.cluster = "near";
  CHECK(view(request).out == "recv 4 2 2 0\nlow 4 0 0 4\n");
}

TEST_CASE("bclusters shows who sends jobs where, and which links are down") {
  const ForwardedRun run;
  CHECK(view(request_for(run, Command::bclusters, "home", "160s")).out ==
        "[Job Forwarding Information ]\n"
        "LOCAL_QUEUE     JOB_FLOW   REMOTE          CLUSTER         STATUS\n"
        "send            send       recv            near            disc\n"
        "send            send       recv            far             ok\n");
  ViewsRequest request = request_for(run, Command::bclusters, "near", "180s");
  request.fields = "local_queue job_flow remote cluster status";
  request.no_header = true;
  CHECK(view(request).out == "recv recv - home ok\n");
}

TEST_CASE("a queue that takes no jobs from here any more is shown as one that rejects them") {
  const ForwardedRun run("jobs",
                         {R"(changes=[{"at": "200s", "cluster": "far", "set": {"lsb.queues": )"
                          R"([{"QUEUE_NAME": "recv", "RCVJOBS_FROM": null}]}}])"});
  ViewsRequest request = request_for(run, Command::bclusters, "home", "250s");
  request.no_header = true;
  request.fields = "cluster status";
  CHECK(view(request).out == "near ok\nfar reject\n");
}

TEST_CASE("at the end of a run each cluster has heard of all that has ended") {
  const TempFolder room;
  ViewsRequest request;
  request.command = Command::bjobs;
  request.cluster = "home";
  request.all = true;
  request.no_header = true;
  request.fields = "jobid stat";
  request.replay.folder = run_folder(room, room.write("s.json", R"({"mcsim": 1, "clusters": [
      {"name": "home", "hosts": [{"name": "h", "ncpus": 1}],
       "lsb.queues": [{"QUEUE_NAME": "send", "HOSTS": "none", "SNDJOBS_TO": "recv@far"}]},
      {"name": "far", "hosts": [{"name": "f", "ncpus": 1}],
       "lsb.queues": [{"QUEUE_NAME": "recv", "RCVJOBS_FROM": "home"}]}],
    "jobs": [{"id": 7, "cluster": "home", "queue": "send", "run": "1s"}]})"));
  CHECK(view(request).out == "7 DONE\n");
}

}  // namespace mcsim::testing::forwarding_views_test
