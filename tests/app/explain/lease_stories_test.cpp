// The answers of explain about leases, and about hosts and jobs that have to do with leases.
#include <string>

#include "mcsim/text/json_tree.hpp"
#include "support/leased_run.hpp"
#include "support/story_support.hpp"

namespace mcsim::testing::lease_stories_test {

namespace {

std::string story_of_lease(const LeasedRun& run, const std::string& lease) {
  ExplainRequest request = request_for(run);
  request.lease = lease;
  return explain(request).out;
}

std::string story_of_host(const LeasedRun& run, const std::string& host) {
  ExplainRequest request = request_for(run);
  request.host = host;
  return explain(request).out;
}

}  // namespace

TEST_CASE("the story of leases tells who asked, what was granted, moved and taken back, and why") {
  const LeasedRun run("");
  CHECK(
      story_of_lease(run, "lender:borrower") ==
      "leases of lender to borrower\n"
      "0 s: policy 1: shared, 4 slots of HostA; policy 2: exclusive, 2 slots of HostB; policy 3: "
      "exclusive, up to 1 whole host of \"ncpus==8\"\n"
      "0 s: policy 1 exports 4 slots: 4*HostA; policy 2 exports 2 slots: 2*HostB; policy 3 exports "
      "8 slots: 8*HostC\n"
      "0 s: borrower asks for exclusive leases of 4 hosts of lender: jobs have come to queues that "
      "name them\n"
      "0 s: borrower asks for shared leases of 1 host of lender: a job that waits could start with "
      "a first slot there\n"
      "2 s: policy 1, established: borrower gets 1 slot: HostA@lender\n"
      "2 s: policy 2, established: borrower gets 2 slots: 2*HostB@lender\n"
      "2 s: policy 3, established: borrower gets 8 slots: 8*HostC@lender\n"
      "301 s: policy 1 is evaluated: lender has 3 slots and uses 0, borrower has 1 slot and uses "
      "1; idle slots go to borrower, which has fewer\n"
      "301 s: inactive: policy 1; borrower starts nothing on idle slots\n"
      "303 s: policy 1: borrower gets 3 slots: 3*HostA@lender\n"
      "303 s: no lease is inactive any more\n"
      "601 s: policy 1 is evaluated: lender has 0 slots and uses 0, borrower has 4 slots and uses "
      "1; idle slots go to lender, which has fewer; borrower gives back 3 slots: 3*HostA@lender\n"
      "700 s: policy 1 exports 4 slots: 4*HostA; policy 2 exports 2 slots: 2*HostB; policy 3 "
      "exports 4 slots: 4*HostC\n"
      "701 s: policy 3 exports less: borrower gives back 4 slots: 4*HostC@lender; killed and "
      "requeued: 7@borrower\n"
      "800 s: the link is down: borrower starts nothing on hosts of lender\n"
      "850 s: the link is up again\n"
      "901 s: policy 1 is evaluated: lender has 3 slots and uses 0, borrower has 1 slot and uses "
      "1; idle slots go to borrower, which has fewer\n"
      "901 s: inactive: policy 1; borrower starts nothing on idle slots\n"
      "903 s: policy 1: borrower gets 3 slots: 3*HostA@lender\n"
      "903 s: no lease is inactive any more\n"
      "1201 s: policy 1 is evaluated: lender has 0 slots and uses 0, borrower has 4 slots and uses "
      "0; idle slots go to lender, which has fewer; borrower gives back 4 slots: 4*HostA@lender\n"
      "at 1300 s: policy 1 (ok): borrower has 0 of 4 slots; policy 2 (ok): borrower has 2 of 2 "
      "slots; policy 3 (ok): borrower has 4 of 4 slots\n");
}

TEST_CASE("the story of leases says which hosts policies leave out, and why") {
  const std::string scenario = R"json({"mcsim": 1, "clusters": [
    {"name": "P", "hosts": [{"name": "d1", "ncpus": 2, "type": "DLINUX", "maxmem": 500},
        {"name": "l1", "ncpus": 2, "type": "LINUX", "maxmem": 500},
        {"name": "u1", "ncpus": 2, "type": "LINUX"}, {"name": "small", "ncpus": 2, "maxmem": 5},
        {"name": "named", "ncpus": 2, "maxmem": 500}],
      "lsb.resources": {"HostExport": [
        {"RES_SELECT": "mem>100", "NHOSTS": 4, "DISTRIBUTION": "([C, 1])"},
        {"PER_HOST": "named", "SLOTS": 1, "DISTRIBUTION": "([C, 1])"}]}},
    {"name": "C", "hosts": [{"name": "c1", "ncpus": 1}],
      "lsb.queues": [{"QUEUE_NAME": "b", "HOSTS": "allremote"}]}],
    "links_default": {"latency": "1s"},
    "jobs": [{"id": 1, "cluster": "C", "queue": "b", "run": "100s"}]})json";
  const TempFolder room;
  ExplainRequest request;
  request.replay.folder = run_folder(room, room.write("left_out.json", scenario));
  request.lease = "P:C";
  const std::string story = explain(request).out;
  INFO(story);
  CHECK(
      has(story,
          "0 s: policy 1 exports 2 slots: 2*l1; policy 2 exports 1 slot: named\n"
          "0 s: policy 1 leaves out u1 (its mem is unknown); policy 1 leaves out small (not as "
          "RES_SELECT asks); policy 1 leaves out named (policy 2 exports it); policy 1 leaves out "
          "d1 (type DLINUX, and the policy has no SWP)\n"));
}

TEST_CASE("a whole host that is exported and not asked for is told as nobody's") {
  const LeasedRun run("");
  CHECK(
      story_of_lease(run, "lender:idler") ==
      "leases of lender to idler\n"
      "0 s: policy 4: exclusive, up to 1 whole host of \"ncpus==16\"\n"
      "0 s: policy 4 exports 16 slots: 16*HostD\n"
      "1300 s: policy 4 is not established: idler has not asked for its hosts: no job has come to "
      "the queues that name them (normal)\n"
      "at 1300 s: policy 4 (conn): idler has 0 of 16 slots, which nobody can use\n");
  CHECK(story_of_host(run, "HostD@lender") ==
        "host HostD@lender\n"
        "0 s: MXJ 16, ncpus 16\n"
        "0 s: policy 4 exports 16 slots to idler, the whole host\n"
        "0 s: MXJ 0\n"
        "at 1300 s: closed_Full, 0 of 0 slots in use\n");
}

TEST_CASE("the story of a borrowed host is the consumer's, that of its home tells of both") {
  const LeasedRun run("");
  CHECK(story_of_host(run, "HostB@lender@borrower") ==
        "host HostB@lender@borrower\n"
        "0 s: MXJ 0, ncpus 2\n"
        "2 s: MXJ 2\n"
        "2 s: borrower has 2 slots of it by policy 2 of lender\n"
        "10 s: job 4@borrower started on 2 slots\n"
        "410 s: job 4@borrower ended: DONE\n"
        "800 s: out of reach: its link is down\n"
        "850 s: within reach again\n"
        "1300 s: what it says to pending jobs: Not specified in job submission: 1 job\n"
        "at 1300 s: ok, 0 of 2 slots in use\n");
  CHECK(story_of_host(run, "HostB@lender") ==
        "host HostB@lender\n"
        "0 s: MXJ 2, ncpus 2\n"
        "0 s: policy 2 exports 2 slots to borrower\n"
        "2 s: borrower has 2 slots of it by policy 2 of lender\n"
        "10 s: job 4@borrower started on 2 slots of its lease\n"
        "20 s: job 1@lender started on 2 slots\n"
        "120 s: job 1@lender ended: DONE\n"
        "410 s: job 4@borrower ended: DONE\n"
        "at 1300 s: ok, 0 of 2 slots in use\n");
}

TEST_CASE("a job that is killed because its slots are not exported any more says so") {
  const LeasedRun run("");
  CHECK(story_of_job(run, "7@borrower") ==
        "job 7@borrower\n"
        "20 s: submitted by bob to queue normal: 3 slots, no run limit, hosts HostC@lender\n"
        "20 s: started on 3*HostC@lender; no other host offered slots\n"
        "701 s: requeued, 11min 21s of work lost: killed: what it uses is not exported any more\n"
        "701 s: put before all other pending jobs\n"
        "from 705 s to 800 s (19 sessions): Not specified in job submission: 4 hosts (own, "
        "HostA@lender, HostB@lender, HostD@lender); Not enough job slot(s): 1 host (HostC@lender; "
        "2 offered, 3 wanted)\n"
        "from 800 s to 850 s (10 sessions): Not specified in job submission: 4 hosts (own, "
        "HostA@lender, HostB@lender, HostD@lender); The link of the borrowed host is down, or its "
        "lease is inactive: 1 host (HostC@lender)\n"
        "from 850 s to 1300 s (90 sessions): Not specified in job submission: 4 hosts (own, "
        "HostA@lender, HostB@lender, HostD@lender); Not enough job slot(s): 1 host (HostC@lender; "
        "2 offered, 3 wanted)\n"
        "PEND at 1300 s: waited 599 s, ran 0 s, suspended 0 s, lost 681 s\n");
}

TEST_CASE("a job says that the link of a borrowed host is down, or that its lease is inactive") {
  CHECK(story_of_job(LeasedRun(""), "5@borrower") ==
        "job 5@borrower\n"
        "805 s: submitted by cat to queue normal: 1 slot, no run limit, hosts HostA@lender\n"
        "from 805 s to 850 s (9 sessions): Not specified in job submission: 4 hosts (own, "
        "HostB@lender, HostC@lender, HostD@lender); The link of the borrowed host is down, or its "
        "lease is inactive: 1 host (HostA@lender)\n"
        "from 850 s to 905 s (11 sessions): Not specified in job submission: 4 hosts (own, "
        "HostB@lender, HostC@lender, HostD@lender); Job slot limit reached: 1 host (HostA@lender; "
        "MXJ 1, 1 used, 1 wanted)\n"
        "905 s: started on HostA@lender; no other host offered slots\n"
        "965 s: done: it has run its run time\n"
        "waited 100 s, ran 60 s, suspended 0 s, lost 0 s\n");
  const LeasedRun slow("", {"model.lease_inactive=20s"});
  CHECK(has(story_of_job(slow, "5@borrower"),
            "from 905 s to 925 s (4 sessions): Not specified in job submission: 4 hosts (own, "
            "HostB@lender, HostC@lender, HostD@lender); The link of the borrowed host is down, or "
            "its lease is inactive: 1 host (HostA@lender)\n925 s: started on HostA@lender"));
}

TEST_CASE("a job that names a borrowed host before a lease has it is refused in words") {
  const LeasedRun run("");
  CHECK(has(story_of_job(run, "3@borrower"),
            "0 s: refused at submission to queue normal: it asks for a borrowed host that no lease "
            "has had yet ("));
}

TEST_CASE("what is done to a borrowed host that is unknown is told as without effect") {
  const LeasedRun run("", {R"json(actions=[
    {"at": "1s", "do": "hclose", "host": "HostB@lender", "cluster": "borrower"},
    {"at": "1s", "do": "bmod", "job": "2@borrower", "hosts": "HostB@lender"},
    {"at": "3s", "do": "bmod", "job": "2@borrower", "hosts": "HostB@lender"}])json"});
  CHECK(has(story_of_host(run, "HostB@lender@borrower"),
            "0 s: MXJ 0, ncpus 2\n"
            "1 s: hclose had no effect: borrower does not know the host, as no lease has it\n"
            "2 s: MXJ 2\n"));
  CHECK_FALSE(has(story_of_host(run, "HostB@lender"), "hclose"));
  const std::string job = story_of_job(run, "2@borrower");
  CHECK(has(
      job, "1 s: bmod had no effect: it names a borrowed host that is unknown: no lease has it\n"));
  CHECK(has(job,
            "3 s: bmod: it asks for 1 slot, no run limit, hosts HostB@lender from now on\n"
            "5 s: started on HostB@lender"));
  CHECK(has(run.room.read("run/summary.json"), "\"ignored_actions\": 2,"));
}

// The lease of a host of four slots is shared, and begins with one slot.
TEST_CASE("a job that waits for a lease that it cannot establish says so") {
  const LeasedRun run(
      "", {"clusters.borrower.lsb.queues.normal.HOSTS=allremote",
           "clusters.lender.lsb.resources.HostExport=[{\"PER_HOST\": \"HostA\", "
           "\"SLOTS\": 4, \"TYPE\": \"shared\", \"DISTRIBUTION\": \"([borrower, 1])\"}]",
           "jobs=[{\"id\": 1, \"cluster\": \"borrower\", \"slots\": 2, \"run\": \"1s\"}]"});
  CHECK(has(story_of_job(run, "1@borrower"),
            "Too few job slots beside the first one of the borrowed host's shared lease: 1 host "
            "(HostA@lender; 0 free elsewhere, 2 wanted)"));
}

TEST_CASE("leases that cannot be are refused as usage") {
  const LeasedRun run("");
  const auto refusal = [&](const std::string& lease) {
    ExplainRequest request = request_for(run);
    request.lease = lease;
    const Answer answer = explain(request);
    CHECK(answer.code == ExitCode::usage);
    return answer.err;
  };
  CHECK(refusal("lender") == "--lease: expected PROVIDER:CONSUMER, got \"lender\"\n");
  CHECK(has(refusal("lender:lendee"), "--lease: unknown cluster \"lendee\""));
  CHECK(refusal("borrower:lender") == "--lease: borrower never exports hosts to lender\n");
}

TEST_CASE("the story of leases has its numbers for programs") {
  const LeasedRun run("");
  ExplainRequest request = request_for(run);
  request.lease = "lender:borrower";
  request.json = true;
  const auto tree = parse_json(explain(request).out, "answer");
  REQUIRE(tree.has_value());
  CHECK(tree->root.find("subject")->text == "leases of lender to borrower");
  CHECK(to_compact_json(*tree->root.find("numbers")) ==
        "{\"slots_granted\": 17, \"slots_returned\": 11, \"evaluations\": 4, \"jobs_killed\": 1}");
}

}  // namespace mcsim::testing::lease_stories_test
