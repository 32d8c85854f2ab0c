// Queues, pools and applications as LSF's configuration has them.
#include "support/catch.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::settings_queues_test {

TEST_CASE("a queue has the limits and flags that it is given") {
  const auto queue = queue_of(R"("QJOB_LIMIT": 10, "UJOB_LIMIT": 5, "HJOB_LIMIT": 2,
    "PJOB_LIMIT": 0.5, "EXCLUSIVE": "Y", "IGNORE_DEADLINE": "Y", "BACKFILL": "y",
    "TERMINATE_WHEN": "WINDOW PREEMPT", "RERUNNABLE": true, "MAX_JOB_REQUEUE": 2)");
  CHECK(queue.qjob_limit == 10);
  CHECK(queue.ujob_limit == 5);
  CHECK(queue.hjob_limit == 2);
  CHECK(queue.pjob_limit.on(4) == 2);
  CHECK(queue.exclusive);
  CHECK(queue.ignore_deadline);
  CHECK(queue.backfill);
  CHECK(queue.terminate_when_preempted);
  CHECK(queue.terminate_when_window_closes);
  CHECK(queue.rules.rerunnable == true);
  CHECK(queue.rules.retries.max_job_requeue == 2);
}

TEST_CASE("PREEMPTION names queues with preferences, or all that are lower or higher") {
  const auto settings = settings_of(R"("hosts": [{"name": "h"}], "lsb.queues": [
    {"QUEUE_NAME": "top", "PRIORITY": 90, "PREEMPTION": "PREEMPTIVE"},
    {"QUEUE_NAME": "mid", "PRIORITY": 50, "PREEMPTION": "PREEMPTIVE[low+2 idle] PREEMPTABLE[top]"},
    {"QUEUE_NAME": "low", "PRIORITY": 20, "PREEMPTION": "PREEMPTABLE"}, {"QUEUE_NAME": "idle"}])");
  CHECK(settings.queues[0].preemption == PreemptionConfig{.preemptive = true});
  CHECK(settings.queues[1].preemption == PreemptionConfig{.preemptive = true,
                                                          .low = {{QueueId{2}, 2}, {QueueId{3}, 0}},
                                                          .preemptable = true,
                                                          .high = {QueueId{0}}});
  CHECK(settings.queues[2].preemption == PreemptionConfig{.preemptable = true});
}

TEST_CASE("what the first queue of a pool says holds for the pool") {
  const auto settings = settings_of(R"("hosts": [{"name": "h[1-2]"}], "lsb.queues": [
    {"QUEUE_NAME": "a", "SLOT_POOL": "p", "SLOT_SHARE": 50, "MAX_SLOTS_IN_POOL": 12,
     "USE_PRIORITY_IN_POOL": "Y", "HOSTS": "h1 h2"},
    {"QUEUE_NAME": "b"}, {"QUEUE_NAME": "c", "SLOT_POOL": "p", "SLOT_SHARE": 100}])");
  REQUIRE(settings.pools.size() == 1);
  CHECK(settings.pools[0] == PoolConfig{"p", {QueueId{0}, QueueId{2}}, 12, true});
  CHECK(settings.queues[0].slot_share == 50);
  CHECK(settings.queues[1].pool == none<PoolId>);
  CHECK(settings.queues[2].pool == PoolId{0});
}

TEST_CASE("that checkpoints are not simulated is said once a cluster, at the first that has them") {
  const std::string of =
      ": warning: checkpoints are not simulated: a job that runs again, of this or "
      "of others that have them, runs its whole run time anew, but for what TERMINATE[CHKPNT] of "
      "JOB_CONTROLS keeps";
  CHECK(complaints_of(R"("hosts": [{"name": "h"}], "lsb.queues": [
    {"QUEUE_NAME": "a"}, {"QUEUE_NAME": "b", "RERUNNABLE": "Y", "CHKPNT": "/ckpt 10"},
    {"QUEUE_NAME": "c", "CHKPNT": "/ckpt 10"}])") ==
        Texts{"s:3:75 /clusters/0/lsb.queues/1/CHKPNT" + of});
  CHECK(complaints_of(R"("hosts": [{"name": "h"}], "lsb.applications": [
    {"NAME": "a", "CHKPNT_DIR": "/ckpt", "CHKPNT_PERIOD": 10}])") ==
        Texts{"s:3:33 /clusters/0/lsb.applications/0/CHKPNT_DIR" + of});
  CHECK(complaints_of(R"("hosts": [{"name": "h"}], "lsb.queues": [{"QUEUE_NAME": "a"}])").empty());
}

TEST_CASE("an application profile has rules of its own") {
  const auto settings = settings_of(R"("hosts": [{"name": "h"}], "lsb.applications": [
    {"NAME": "wrf", "RUNLIMIT": "6:00", "PROCLIMIT": 4, "RES_REQ": "span[ptile=2]",
     "REQUEUE_EXIT_VALUES": 99}])");
  REQUIRE(settings.applications.size() == 1);
  const JobRules& rules = settings.applications[0].rules;
  CHECK(settings.applications[0].name == "wrf");
  CHECK(rules.run_limit == 6h);
  CHECK(rules.proc_limit.most == 4);
  CHECK(rules.res_req.ptile == 2);
  CHECK(rules.requeue_exit_values == std::vector<RequeueExitValue>{{99, false}});
  CHECK_FALSE(rules.rerunnable);
}

TEST_CASE("quotes around a resource requirement are dropped") {
  CHECK(queue_of(R"("RES_REQ": "\"select[type==any]\"")").rules.res_req.text ==
        "select[type==any]");
}

TEST_CASE("USERS says who may use a queue") {
  auto scenario = scenario_of(R"("hosts": [{"name": "h"}],
    "lsb.users": {"UserGroup": [{"GROUP_NAME": "guests", "GROUP_MEMBER": "gil"}]},
    "lsb.queues": [{"QUEUE_NAME": "a", "USERS": "ann guests"}, {"QUEUE_NAME": "b", "USERS": "all ~guests"},
                   {"QUEUE_NAME": "c"}])");
  const auto& queues = scenario.config.clusters[0].queues;
  const auto user = [&](const char* name) { return scenario.config.users.id(name); };
  CHECK(queues[0].users.has(user("ann")));
  CHECK(queues[0].users.has(user("gil")));
  CHECK_FALSE(queues[0].users.has(user("zoe")));
  CHECK_FALSE(queues[1].users.has(user("gil")));
  CHECK(queues[1].users.has(user("zoe")));
  CHECK(queues[2].users.has(user("zoe")));
}

TEST_CASE("names in USERS are separated by blanks, and group/ is a group") {
  const std::string groups =
      R"("hosts": [{"name": "h"}],
    "lsb.users": {"UserGroup": [{"GROUP_NAME": "guests", "GROUP_MEMBER": "gil"}]}, )";
  const auto said = [&](const std::string& users) {
    return complaints_of(groups + R"("lsb.queues": [{"QUEUE_NAME": "q", "USERS": ")" + users +
                         "\"}]");
  };
  const std::string place = "s:3:128 /clusters/0/lsb.queues/0/USERS: ";
  CHECK(said("all ~guests/ dom\\\\ann a.b-c_d@e").empty());
  CHECK(said("ann,bob") ==
        Texts{place + R"(expected users and user groups, separated by blanks, got "ann,bob")"});
  CHECK(said("* ~ all;").size() == 3);
  CHECK(said("~all") == Texts{place + R"(expected a user or a group after ~, got "~all")"});
  CHECK(said("guest/") ==
        Texts{place + R"(unknown user group "guest"; nearest: guests; known: guests)"});
  CHECK(said("gil ~guests") == Texts{place + "warning: no user is left"});
}

TEST_CASE("what no host can ever satisfy, or no job ever pass, is warned of") {
  const std::string hosts = R"("hosts": [{"name": "h", "maxmem": 1000, "type": "T"}], )";
  const auto said = [&](const std::string& queue) {
    return complaints_of(hosts + R"("lsb.queues": [{"QUEUE_NAME": "q", )" + queue + "}]");
  };
  CHECK(
      said(R"("RES_REQ": "select[type==X]")") ==
      Texts{
          R"(s:2:102 /clusters/0/lsb.queues/0/RES_REQ: warning: no host can ever satisfy "select[type==X]")"});
  CHECK(said(R"("RES_REQ": "select[mem>2000]")").size() == 1);
  CHECK(
      said(R"("RES_REQ": "rusage[mem=1001]")") ==
      Texts{
          "s:2:102 /clusters/0/lsb.queues/0/RES_REQ: warning: no host has 1001 of mem to reserve, "
          "at most 1000"});
  CHECK(said(R"("RES_REQ": "rusage[swp=1]")").size() == 1);
  CHECK(said(R"("RES_REQ": "select[mem>500 && type==T] rusage[mem=1000]")").empty());
  CHECK(said(R"("QJOB_LIMIT": 0)") == Texts{"s:2:105 /clusters/0/lsb.queues/0/QJOB_LIMIT: warning: "
                                            "no job of this queue will ever start"});
  CHECK(said(R"("QJOB_LIMIT": 2, "UJOB_LIMIT": 3)").size() == 1);
  CHECK(said(R"("QJOB_LIMIT": 2, "HJOB_LIMIT": 3)").size() == 1);
  CHECK(
      said(R"("RES_REQ": "span[ptile=2]")") ==
      Texts{"s:2:102 /clusters/0/lsb.queues/0/RES_REQ: warning: no host has 2 job slots, as "
            "span[ptile=...] wants, at most 1: jobs of more slots than that never start with it"});
}

// ut is at most 1, r1m at most the host's MXJ / ncpus: 1 / 2 of a, 8 / 2 of b.
TEST_CASE("more load than jobs can ever make is warned of where no LIM tells of others") {
  const auto said = [](const std::string& queue, const std::string& model = "{}") {
    return complaints_of(R"("hosts": [{"name": "a", "ncpus": 2, "maxmem": 100},
      {"name": "b", "ncpus": 2, "maxmem": 100}], "lsb.hosts": {"Host": [{"HOST_NAME": "a", "MXJ": 1},
      {"HOST_NAME": "b", "MXJ": 8}]}, "model": )" +
                         model + R"(, "lsb.queues": [{"QUEUE_NAME": "q", )" + queue + "}]")
        .size();
  };
  for (const char* never : {"ut>1", "!(ut<=1)", "r1m>4", "r15s/2>2", "mem<0", "slots<0",
                            "ut>0.5 && r1m>4", "r1m>4 && it>5", "mem>200 && r1m>1"}) {
    INFO(never);
    CHECK(said(R"("RES_REQ": ")" + std::string(never) + "\"") == 1);
  }
  for (const char* at_times : {"ut>=1", "r1m>=4", "r15m>3.9 && mem<1", "ut>0.5 || mem>200"}) {
    INFO(at_times);
    CHECK(said(R"("RES_REQ": ")" + std::string(at_times) + "\"") == 0);
  }
  CHECK(said(R"("HOSTS": "a", "RES_REQ": "r1m>0.5")") == 1);
  CHECK(said(R"("HOSTS": "a", "RES_REQ": "r1m>=0.5")") == 0);
  CHECK(said(R"("RES_REQ": "r1m>4")", R"({"load": "lim"})") == 0);
}

TEST_CASE("what hosts share is there for select strings, as it is in a run") {
  const auto said = [&](const std::string& text) {
    return complaints_of(R"("hosts": [{"name": "h[1-3]"}],
    "lsf.shared": {"Resource": [{"RESOURCENAME": "lic", "TYPE": "Numeric"}]},
    "lsf.cluster": {"ResourceMap": [{"RESOURCENAME": "lic", "LOCATION": "3@[h1 h2] 1@[h3]"}]},
    "lsb.queues": [{"QUEUE_NAME": "q", "RES_REQ": ")" +
                         text + "\"}]");
  };
  CHECK(said("select[lic>=1]").empty());
  CHECK(said("select[defined(lic)] rusage[lic=3]").empty());
  CHECK(said("select[lic>3]").size() == 1);
  CHECK(said("rusage[lic=4]").size() == 1);
}

TEST_CASE("nothing is said of an index that an ELIM reports, whatever the hosts have") {
  const auto said = [](const std::string& index, const std::string& load = "lim") {
    return complaints_of(
        R"("hosts": [{"name": "h", "maxtmp": 10, "type": "T"}], "lsb.queues": [{"QUEUE_NAME": "q",
           "RES_REQ": "select[tmp>30] rusage[tmp=20]"}])",
        R"("model": {"load": ")" + load + R"("}, "elim": [{"name": "elim.x", "values": [
           {"resource": ")" +
            index + R"(", "value": 40}]}], "jobs": [{"id": 1, "run": "1s",
           "hosts": "h", "res_req": "select[tmp>31]"}], )");
  };
  CHECK(said("tmp").empty());
  CHECK(said("mem").size() == 2);  // of the queue's select and rusage, which keep the job
  const Texts with_type = complaints_of(
      R"("hosts": [{"name": "h", "type": "T"}], "lsb.queues": [{"QUEUE_NAME": "q",
         "RES_REQ": "tmp>30 && type==X"}])",
      R"("model": {"load": "lim"}, "elim": [{"name": "elim.x", "values": [
         {"resource": "tmp", "value": 40}]}], )");
  REQUIRE(with_type.size() == 1);
  CHECK(with_type[0].ends_with("no host can ever satisfy \"tmp>30 && type==X\""));
}

TEST_CASE("memory that no host is said to have is warned of once, with what helps") {
  const auto said = [&](const std::string& hosts) {
    return complaints_of(R"("hosts": [)" + hosts + R"(],
    "lsb.applications": [{"NAME": "a", "RES_REQ": "select[mem>10] rusage[mem=5]"}],
    "lsb.queues": [{"QUEUE_NAME": "q", "RES_REQ": "rusage[mem=1]"}, {"QUEUE_NAME": "r", "RES_REQ":
      "select[type==X && mem>1]"}])");
  };
  const Texts unsaid = said(R"({"name": "h", "type": "Y"})");
  REQUIRE(unsaid.size() == 2);
  CHECK(unsaid[0].ends_with(
      "/lsb.applications/0/RES_REQ: warning: no host can ever satisfy \"select[mem>10] "
      "rusage[mem=5]\": nothing says how much the hosts have, LSF's files have no place for it; "
      "give maxmem in `hosts` of the scenario (said once, for 2 requirements)"));
  CHECK(unsaid[1].ends_with("no host can ever satisfy \"select[type==X && mem>1]\""));
  CHECK(said(R"({"name": "h", "type": "X", "maxmem": 100})").empty());
}

TEST_CASE("slots that a span wants together are warned of where no host of the queue has as many") {
  const auto said = [](const std::string& job) {
    return complaints_of(R"("hosts": [{"name": "x[1-2]", "ncpus": 4}, {"name": "y", "ncpus": 8}],
      "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "x1 x2"},
                     {"QUEUE_NAME": "all", "RES_REQ": "span[hosts=1]"}])",
                         R"("jobs": [{"id": 1, "run": "1s", )" + job + "}], ");
  };
  CHECK(said(R"("slots": 2, "res_req": "span[ptile=5]")").empty());
  CHECK(said(R"("slots": 4, "res_req": "span[hosts=1]")").empty());
  CHECK(said(R"("slots": 8, "res_req": "span[ptile=4]")").empty());
  CHECK(said(R"("slots": 8, "queue": "all")").empty());
  const auto ending = [&](const std::string& job) {
    const Texts texts = said(job);
    REQUIRE(texts.size() == 1);
    return texts[0].substr(texts[0].find("/jobs"));
  };
  CHECK(ending(R"("slots": 5, "res_req": "span[hosts=1]")") ==
        "/jobs/0/res_req: warning: 5 job slots on one host are wanted, by span[hosts=1]; its hosts "
        "have at most 4: the job can never start");
  CHECK(ending(R"("slots": 5, "res_req": "span[ptile=5]")") ==
        "/jobs/0/res_req: warning: 5 job slots on one host are wanted, by span[ptile=5]; its hosts "
        "have at most 4: the job can never start");
  CHECK(ending(R"("slots": 9, "res_req": "span[ptile=3]")") ==
        "/jobs/0/res_req: warning: 3 hosts with 3 job slots each are wanted, by span[ptile=3]; "
        "there are 2: the job can never start");
  CHECK(ending(R"("slots": 9, "queue": "all")").starts_with("/jobs/0/queue: warning: 9 job slots"));
}

TEST_CASE("windows that never overlap are warned of: of the queue, and of it and all its hosts") {
  const auto said = [](const std::string& queue) {
    Texts texts = complaints_of(R"("hosts": [{"name": "a"}, {"name": "b"}],
      "lsb.hosts": {"Host": [{"HOST_NAME": "a", "DISPATCH_WINDOW": "6:22:00-1:8:00"},
                             {"HOST_NAME": "b", "DISPATCH_WINDOW": "12:00-13:00"}]},
      "lsb.queues": [{"QUEUE_NAME": "q", )" +
                                queue + "}]");
    for (std::string& text : texts) text.erase(0, text.find("/lsb.queues"));
    return texts;
  };
  const Texts own{
      "/lsb.queues/0/RUN_WINDOW: warning: does not overlap DISPATCH_WINDOW: no job of "
      "this queue can ever start"};
  CHECK(said(R"("DISPATCH_WINDOW": "8:00-9:00", "RUN_WINDOW": "9:00-11:00")") == own);
  CHECK(said(R"("DISPATCH_WINDOW": "22:00-2:00", "RUN_WINDOW": "1:00-2:00")").empty());
  CHECK(said(R"("DISPATCH_WINDOW": "1:8:00-1:9:00", "RUN_WINDOW": "2:0:00-1:8:00")") == own);
  CHECK(said(R"("DISPATCH_WINDOW": "1:8:00-1:9:00")") ==
        Texts{"/lsb.queues/0/DISPATCH_WINDOW: warning: does not overlap DISPATCH_WINDOW of any "
              "host of this queue: none of its jobs can ever start"});
  CHECK(said(R"("RUN_WINDOW": "8:00-9:00")").empty());  // open on Sundays, on host a
  CHECK(said(R"("RUN_WINDOW": "8:00-9:00", "HOSTS": "b")").size() == 1);
  CHECK(said(R"("RUN_WINDOW": "8:00-9:00", "HOSTS": "b nowhere")").size() == 1);  // nowhere
}

TEST_CASE("hosts that cannot satisfy the jobs that name them are warned of, once for each wish") {
  const auto said = [](const std::string& job, const std::string& job_2 = "",
                       const std::string& before = "") {
    const std::string members = R"("hosts": [{"name": "a", "ncpus": 4}, {"name": "b[1-2]",
      "ncpus": 2}], "lsb.applications": [{"NAME": "wide", "RES_REQ": "ncpus>2"}],
      "lsb.queues": [{"QUEUE_NAME": "q"}, {"QUEUE_NAME": "small", "HOSTS": "b1 b2"}])";
    Texts texts = complaints_of(
        members, before + R"("jobs": [{"id": 1, "run": "1s", )" + job + "}" + job_2 + "], ");
    for (std::string& text : texts) text.erase(0, text.find("/jobs"));
    return texts;
  };
  const std::string too_few = " together: the job can never start";
  const std::string wish = R"("hosts": "b1", "res_req": "select[ncpus>2]")";
  const std::string other = R"(, {"id": 2, "run": "2s", )";
  CHECK(said(wish, other + wish + "}") ==
        Texts{R"(/jobs/0/hosts: warning: none of these hosts can ever satisfy "select[ncpus>2]" )"
              "(2 such jobs)"});
  CHECK(said(R"("hosts": "a b1", "res_req": "ncpus>2")").empty());
  CHECK(said(R"("hosts": "b1 b2", "app": "wide")").size() == 1);
  CHECK(said(R"("hosts": "b1", "slots": 3)", other + R"("hosts": "b1", "slots": 3})") ==
        Texts{"/jobs/0/hosts: warning: 3 job slots are wanted; its hosts have 2" + too_few +
              " (2 such jobs)"});
  CHECK(said(R"("hosts": "b1", "slots": 3)", other + R"("hosts": "b2", "slots": 3})").size() == 2);
  CHECK(said(R"("hosts": "b1 b2", "slots": 4)").empty());
  CHECK(said(R"("res_req": "ncpus>2", "slots": 5)") ==
        Texts{"/jobs/0/res_req: warning: 5 job slots are wanted; its hosts have 4" + too_few});
  CHECK(said(R"("queue": "small", "slots": 5)") ==
        Texts{"/jobs/0/queue: warning: 5 job slots are wanted; its hosts have 4" + too_few});
  CHECK(said(R"("queue": "small", "hosts": "a", "slots": 5)").empty());  // rejected
  CHECK(said(R"("queue": "small", "slots": 5)", "",
             R"("changes": [{"at": "1h", "set": {"lsb.queues": [{"QUEUE_NAME": "small",
                "HOSTS": "all"}]}}], )")
            .empty());
}

TEST_CASE("jobs that the limits of their queue could never hold are warned of") {
  const auto said = [](const std::string& limit, const std::string& job,
                       const std::string& before = "") {
    const std::string members = R"("hosts": [{"name": "a", "ncpus": 4}, {"name": "b[1-2]",
      "ncpus": 2}], "lsb.queues": [{"QUEUE_NAME": "q", )" +
                                limit + "}]";
    Texts texts =
        complaints_of(members, before + R"("jobs": [{"id": 1, "run": "1s", )" + job + "}], ");
    for (std::string& text : texts) text.erase(0, text.find("wanted"));
    return texts;
  };
  CHECK(said(R"("HJOB_LIMIT": 1)", R"("slots": 3)").empty());
  CHECK(said(R"("HJOB_LIMIT": 1)", R"("slots": 4)") ==
        Texts{"wanted; its hosts have 3 together within the queue's HJOB_LIMIT: the job can never "
              "start"});
  CHECK(said(R"("PJOB_LIMIT": 0.5)", R"("slots": 4)").empty());
  CHECK(said(R"("PJOB_LIMIT": 0.5)", R"("slots": 5)") ==
        Texts{"wanted; its hosts have 4 together within the queue's PJOB_LIMIT: the job can never "
              "start"});
  CHECK(said(R"("HJOB_LIMIT": 2)", R"("slots": 3, "res_req": "span[hosts=1]")") ==
        Texts{"wanted, by span[hosts=1]; its hosts have at most 2 within the queue's HJOB_LIMIT: "
              "the job can never start"});
  CHECK(said(R"("QJOB_LIMIT": 2)", R"("slots": 2)").empty());
  CHECK(said(R"("QJOB_LIMIT": 2)", R"("slots": 3)") ==
        Texts{"wanted; QJOB_LIMIT of its queue is 2: the job can never start"});
  CHECK(said(R"("UJOB_LIMIT": 1)", R"("slots": 2)") ==
        Texts{"wanted; UJOB_LIMIT of its queue is 1: the job can never start"});
  CHECK(said(R"("UJOB_LIMIT": 1)", R"("slots": 2)",
             R"("changes": [{"at": "1h", "set": {"lsb.queues": [{"QUEUE_NAME": "q",
                "UJOB_LIMIT": null}]}}], )")
            .empty());
}

TEST_CASE("a job is not said never to start where a change or an action may let it") {
  const auto said = [](const std::string& rest) {
    return complaints_of(
        R"("hosts": [{"name": "a", "ncpus": 4, "maxmem": 100}], "lsb.users": {"User":
             [{"USER_NAME": "v", "MAX_JOBS": 9}]},
           "lsb.applications": [{"NAME": "app", "RES_REQ": "span[ptile=4]"}],
           "lsb.queues": [{"QUEUE_NAME": "q", "HJOB_LIMIT": 2}, {"QUEUE_NAME": "wide"}])",
        rest + R"("jobs": [{"id": 1, "run": "1s", "queue": "q", "slots": 3}], )");
  };
  CHECK(said("").size() == 1);
  const auto change = [](const std::string& set) {
    return R"("changes": [{"at": "1h", "set": {)" + set + "}}], ";
  };
  CHECK(said(change(R"("lsb.queues": [{"QUEUE_NAME": "q", "HJOB_LIMIT": 3}])")).empty());
  // These let nothing start.
  CHECK(said(change(R"("lsb.queues": [{"QUEUE_NAME": "q", "HJOB_LIMIT": 1}])")).size() == 1);
  CHECK(said(change(R"("lsb.users": {"User": [{"USER_NAME": "v", "MAX_JOBS": 8}]})")).size() == 1);
  CHECK(said(R"("actions": [{"at": "1h", "do": "bswitch", "job": 1, "queue": "wide"}], )").empty());
}

TEST_CASE("jobs that limits of users or their own reservations never let start are warned of") {
  const auto said = [](const std::string& host, const std::string& rest, const std::string& job) {
    const std::string members =
        R"("hosts": [{"name": "a[1-2]", "ncpus": 2, "maxmem": 1000}], "lsb.hosts": {"Host": [
          {"HOST_NAME": "a[1-2]", "MXJ": 4)" +
        host + R"(}]}, "lsb.queues": [{"QUEUE_NAME": "q"}])" + rest;
    Texts texts =
        complaints_of(members, R"("jobs": [{"id": 1, "run": "1s", "user": "u", )" + job + "}], ");
    for (std::string& text : texts) text.erase(0, text.find("wanted"));
    return texts;
  };
  const std::string never = ": the job can never start";
  CHECK(said("", "", R"("slots": 8)").empty());
  CHECK(said(R"(, "JL/U": 3)", "", R"("slots": 6)").empty());
  CHECK(said(R"(, "JL/U": 3)", "", R"("slots": 7)") ==
        Texts{"wanted; its hosts have 6 together within JL/U of the hosts" + never});
  const auto users = [](const std::string& name, const std::string& limit) {
    return R"(, "lsb.users": {"User": [{"USER_NAME": ")" + name + "\", " + limit + "}]}";
  };
  CHECK(said("", users("u", R"("JL/P": 1)"), R"("slots": 4)").empty());
  CHECK(said("", users("u", R"("JL/P": 1)"), R"("slots": 5)") ==
        Texts{"wanted; its hosts have 4 together within JL/P of its user" + never});
  CHECK(said("", users("other", R"("JL/P": 1)"), R"("slots": 5)").empty());
  CHECK(said("", users("default", R"("MAX_JOBS": 4)"), R"("slots": 5)") ==
        Texts{"wanted; MAX_JOBS of its user is 4" + never});
  CHECK(said("", "", R"("slots": 2, "res_req": "rusage[mem=1000]")").empty());
}

TEST_CASE("hosts of another type than where the job comes from are warned of by that type") {
  const Texts texts = complaints_of(
      R"("hosts": [{"name": "x", "type": "X"}, {"name": "y", "type": "Y"}],
         "lsb.queues": [{"QUEUE_NAME": "q"}])",
      R"("jobs": [{"id": 1, "run": "1s", "hosts": "y"}], )");
  REQUIRE(texts.size() == 1);
  CHECK(texts[0].ends_with(
      "/jobs/0/hosts: warning: none of these hosts can ever satisfy type==local, "
      "which is added to what names no type: the type of x"));
}

TEST_CASE("load that the hosts of a job's queue never come to is warned of") {
  const auto said = [](const std::string& queue) {
    return complaints_of(R"("hosts": [{"name": "a"}, {"name": "b"}],
      "lsb.hosts": {"Host": [{"HOST_NAME": "b", "MXJ": 8}]}, "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": ")" +
                             queue + "\"}]",
                         R"("jobs": [{"id": 1, "run": "1s", "res_req": "r1m>1"}], )")
        .size();
  };
  CHECK(said("a") == 1);
  CHECK(said("b") == 0);
}

TEST_CASE("what no host of a job's queue can ever satisfy is warned of, once for equal jobs") {
  const auto said = [](const std::string& job, const std::string& job_2 = "") {
    const std::string members = R"("hosts": [{"name": "x", "type": "X", "resources": ["big"]},
      {"name": "y[1-2]", "type": "Y"}],
      "lsb.applications": [{"NAME": "a", "RES_REQ": "type==X"}],
      "lsb.queues": [{"QUEUE_NAME": "q", "HOSTS": "y1"}, {"QUEUE_NAME": "x", "RES_REQ": "big"}])";
    return complaints_of(members,
                         R"("jobs": [{"id": 1, "run": "1s", )" + job + "}" + job_2 + "], ");
  };
  const std::string text =
      "warning: no host of queue q can ever satisfy what the job, its application profile and the "
      "queue ask for together";
  const Texts big = said(R"("res_req": "big")", R"(, {"id": 2, "run": "1s", "res_req": "big"})");
  REQUIRE(big.size() == 1);
  CHECK(big[0].ends_with("/jobs/0/res_req: " + text + " (2 such jobs)"));
  const Texts app = said(R"("app": "a")");
  REQUIRE(app.size() == 1);
  CHECK(app[0].ends_with("/jobs/0/app: " + text));
  const Texts local = said(R"("res_req": "ncpus>0")");
  REQUIRE(local.size() == 1);
  CHECK(
      local[0].ends_with("type==local, which is added to what names no type, means the type of x"));
  CHECK(said(R"("res_req": "ncpus>0", "from_host": "y2")").empty());
  CHECK(said(R"("res_req": "type==any")").empty());
  CHECK(said(R"("queue": "x")").empty());
  CHECK(said(R"("queue": "x", "res_req": "type==Y")").size() == 1);
}

TEST_CASE("a group may not have the name of a keyword, and an empty one is warned of") {
  const auto said = [](const std::string& group) {
    return complaints_of(R"("hosts": [{"name": "h"}], "lsb.hosts": {"HostGroup": [{)" + group +
                         "}]}")
        .size();
  };
  for (const std::string name : {"all", "others", "default", "none", "allremote"})
    CHECK(said(R"("GROUP_NAME": ")" + name + R"(", "GROUP_MEMBER": "h")") == 1);
  CHECK(said(R"("GROUP_NAME": "g", "GROUP_MEMBER": "h ~h")") == 1);
  CHECK(said(R"("GROUP_NAME": "g", "GROUP_MEMBER": "h")") == 0);
}

TEST_CASE("a queue whose hosts have too few slots for PROCLIMIT is refused, but not for a time") {
  const std::string members = R"("hosts": [{"name": "h[1-2]", "ncpus": 4}],
    "lsb.queues": [{"QUEUE_NAME": "q", "PROCLIMIT": "8 16"}, {"QUEUE_NAME": "r"}])";
  CHECK(complaints_of(members).empty());
  const Texts one = complaints_of(members + R"(, "lsb.hosts": {"Host": [
    {"HOST_NAME": "h1", "MXJ": 3}]})");
  REQUIRE(one.size() == 1);
  CHECK(one[0].ends_with("a job has at least 8 slots, and all hosts of the queue have 7"));
  CHECK(complaints_of(members, R"("changes": [{"at": "1h", "cluster": "C", "set": {"lsb.hosts":
    {"Host": [{"HOST_NAME": "h1", "MXJ": 0}]}}}], )")
            .empty());
}

}  // namespace mcsim::testing::settings_queues_test
