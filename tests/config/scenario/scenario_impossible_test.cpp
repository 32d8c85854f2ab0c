// What is said of jobs that can never start: once for each cause, and each job counts once.
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/settings_support.hpp"

namespace mcsim::testing::scenario_impossible_test {

namespace {

const Loss one_requirement{.who = "requirement", .what = "can never hold", .count = 1};

/// A cluster with two hosts, a of 4 slots and b of 2, and two queues.
struct World {
  std::string queues = R"({"QUEUE_NAME": "q"}, {"QUEUE_NAME": "r"})";
  std::string applications{};
  std::string jobs{};  ///< each without its number and run time
  std::string rest{};

  Diagnostics warnings() const {
    return scenario_of(R"("hosts": [{"name": "a", "ncpus": 4, "maxmem": 1000},
        {"name": "b", "ncpus": 2, "maxmem": 500}], "lsb.applications": [)" +
                           applications + R"(], "lsb.queues": [)" + queues + "]",
                       rest + "\"jobs\": [" + jobs + "], ")
        .warnings;
  }
  /// "POINTER: MESSAGE".
  Texts said() const {
    Texts all;
    const Diagnostics found = warnings();
    for (const Diagnostic& one : found.list) all.push_back(one.pointer + ": " + one.message);
    return all;
  }
  /// How many jobs can never start, over all warnings.
  std::size_t lost_jobs() const {
    std::size_t count = 0;
    const Diagnostics found = warnings();
    for (const Diagnostic& one : found.list)
      if (one.loss.who == "job") count += one.loss.count;
    return count;
  }
};

/// Jobs 1, 2, ... with these members.
template <class... Members>
std::string jobs(const Members&... members) {
  std::string all;
  int id = 0;
  for (const std::string& one : std::vector<std::string>{members...}) {
    ++id;
    all += (id == 1 ? "{\"id\": " : ", {\"id\": ") + std::to_string(id) + R"(, "run": "1s")";
    all += (one.empty() ? "" : ", ") + one + "}";
  }
  return all;
}

}  // namespace

TEST_CASE("a cause is told at the first job that has it and is not refused") {
  const std::string wish = R"("res_req": "rusage[mem=2000]")";
  const World own{
      .jobs = jobs(wish + R"(, "exclusive": true)", R"("res_req": "rusage[mem=9]")", wish, wish)};
  CHECK(own.said() == Texts{"/jobs/2/res_req: no host has 2000 of mem to reserve, at most 1000 (2 "
                            "such jobs)"});
  CHECK(own.lost_jobs() == 2);
  const World array{.jobs = jobs(wish + R"(, "name": "a[1-10]")")};
  CHECK(array.said() == Texts{"/jobs/0/res_req: no host has 2000 of mem to reserve, at most 1000 "
                              "(10 such jobs)"});
  CHECK(array.lost_jobs() == 10);
  const World refused{.jobs = jobs(wish + R"(, "exclusive": true)")};
  CHECK(refused.lost_jobs() == 0);
}

TEST_CASE("a job that can never start for two reasons is told of once, and counts once") {
  // Too much memory, for any host and for b, and more slots than b has.
  const World both{.jobs = jobs(R"("res_req": "rusage[mem=2000]", "hosts": "b", "slots": 6)",
                                R"("res_req": "rusage[mem=700]", "hosts": "b")")};
  CHECK(both.said() ==
        Texts{"/jobs/0/res_req: no host has 2000 of mem to reserve, at most 1000",
              "/jobs/1/hosts: 1 job slot is wanted; its hosts have 0 together within what they "
              "have of mem: the job can never start"});
  CHECK(both.lost_jobs() == 2);
}

TEST_CASE("what a queue or an application profile makes impossible is told with its jobs") {
  const World world{.queues = R"({"QUEUE_NAME": "q"}, {"QUEUE_NAME": "r", "RES_REQ": "type==X"},
                                 {"QUEUE_NAME": "never", "RES_REQ": "ncpus>9"})",
                    .applications = R"({"NAME": "app", "RES_REQ": "rusage[mem=3000]"},
                                       {"NAME": "idle", "RES_REQ": "type==Z"})",
                    .jobs = jobs(R"("queue": "r")", R"("queue": "r", "slots": 2)",
                                 R"("queue": "q", "app": "app")", R"("queue": "q")")};
  const Diagnostics said = world.warnings();
  REQUIRE(said.list.size() == 4);
  CHECK(said.list[0].message ==
        "no host has 3000 of mem to reserve, at most 1000 (1 job of this scenario)");
  CHECK(said.list[0].loss == Loss{.who = "job", .what = "can never start", .count = 1});
  CHECK(said.list[1].message == "no host can ever satisfy \"type==Z\"");  // no job has it
  CHECK(said.list[1].loss == Loss{});
  CHECK(said.list[1].is_minor);
  CHECK(said.list[2].message == "no host can ever satisfy \"type==X\" (2 jobs of this scenario)");
  CHECK(said.list[2].loss == Loss{.who = "job", .what = "can never start", .count = 2});
  CHECK(said.list[3].is_minor);
  World without = world;
  without.jobs = "";  // of a site without jobs nobody knows who will come
  const Diagnostics of_none = without.warnings();
  CHECK(of_none.list.size() == 4);
  for (const Diagnostic& one : of_none.list) CHECK(one.loss == one_requirement);
}

TEST_CASE("what a job reserves itself is told of, and not what its profile or queue would") {
  const World world{.queues = R"({"QUEUE_NAME": "q", "RES_REQ": "rusage[mem=3000]"})",
                    .applications = R"({"NAME": "app", "RES_REQ": "rusage[mem=2000]"},
                         {"NAME": "small", "RES_REQ": "rusage[mem=10]"})",
                    .jobs = jobs(R"("app": "app", "res_req": "rusage[mem=1]")", R"("app": "small")",
                                 R"("app": "app")", "")};
  CHECK(world.said() ==
        Texts{"/clusters/0/lsb.applications/0/RES_REQ: no host has 2000 of mem to reserve, at most "
              "1000 (1 job of this scenario)",
              "/clusters/0/lsb.queues/0/RES_REQ: no host has 3000 of mem to reserve, at most 1000 "
              "(1 job of this scenario)"});
}

TEST_CASE("jobs of many kinds that one cause keeps from starting are one warning") {
  const World wide{.queues = R"({"QUEUE_NAME": "q", "HJOB_LIMIT": 1})",
                   .jobs = jobs(R"("slots": 3)", R"("slots": 5)", R"("slots": 2)",
                                R"("slots": 4, "res_req": "mem>1")")};
  CHECK(wide.said() == Texts{"/jobs/0/queue: 3 job slots are wanted; its hosts have 2 together "
                             "within the queue's HJOB_LIMIT: the job can never start (3 such jobs, "
                             "of 3 to 5 slots)"});
  const World memory{.jobs = jobs(R"("res_req": "rusage[mem=1001]")",
                                  R"("res_req": "rusage[mem=2000]", "slots": 2)")};
  CHECK(memory.said() == Texts{"/jobs/0/res_req: no host has 1001 of mem to reserve, at most 1000 "
                               "(2 such jobs)"});
  const World apart{.queues = R"({"QUEUE_NAME": "q", "HOSTS": "b", "RES_REQ": "mem>1"})",
                    .jobs = jobs(R"("res_req": "ncpus>2")", R"("res_req": "maxmem>600")")};
  CHECK(apart.said() == Texts{"/jobs/0/res_req: no host of queue q can ever satisfy what the job, "
                              "its application profile and the queue ask for together (2 such "
                              "jobs)"});
  const World shut{.queues = R"({"QUEUE_NAME": "q", "HJOB_LIMIT": 0}, {"QUEUE_NAME": "r",
                                 "HJOB_LIMIT": 0})",
                   .jobs = jobs("", R"("slots": 2)", R"("res_req": "ncpus>2")")};
  CHECK(shut.said() ==
        Texts{"/clusters/0/lsb.queues/0/HJOB_LIMIT: no job of this queue will ever start (3 jobs "
              "of this scenario)",
              "/clusters/0/lsb.queues/1/HJOB_LIMIT: no job of this queue will ever start"});
  CHECK(shut.warnings().list[1].is_minor);
}

TEST_CASE("what one of the changes makes possible is not said never to hold") {
  const auto said = [](const std::string& set) {
    return World{.queues = R"({"QUEUE_NAME": "q", "RES_REQ": "ncpus>9"},
                              {"QUEUE_NAME": "r", "HJOB_LIMIT": 0})",
                 .applications = R"({"NAME": "app", "RES_REQ": "type==X span[ptile=9]"})",
                 .jobs = jobs(R"("queue": "q")", R"("queue": "r")", R"("queue": "r", "app": "app")",
                              R"("queue": "q", "res_req": "ncpus>8")"),
                 .rest = R"("changes": [{"at": "1h", "set": {)" + set + "}}], "}
        .said();
  };
  const std::string application = "/clusters/0/lsb.applications/0/RES_REQ: no host ";
  const std::string requirement =
      "/clusters/0/lsb.queues/0/RES_REQ: no host can ever satisfy \"ncpus>9\"";
  const std::string limit =
      "/clusters/0/lsb.queues/1/HJOB_LIMIT: no job of this queue will ever start";
  const Texts all = said(R"("lsb.params": {"MBD_SLEEP_TIME": 10})");
  CHECK(all == Texts{application + "can ever satisfy \"type==X span[ptile=9]\" (1 job of this "
                                   "scenario)",
                     application + "has 9 job slots, as span[ptile=...] wants, at most 4: jobs of "
                                   "more slots than that never start with it",
                     requirement + " (2 jobs of this scenario)",
                     limit + " (1 job of this scenario)"});
  CHECK(said(R"("lsb.applications": [{"NAME": "app", "RES_REQ": "mem>1"}])") ==
        Texts{requirement + " (2 jobs of this scenario)", limit + " (2 jobs of this scenario)"});
  CHECK(said(R"("lsb.queues": [{"QUEUE_NAME": "q", "RES_REQ": "mem>1"},
                               {"QUEUE_NAME": "r", "HJOB_LIMIT": 1}])") ==
        Texts{"/jobs/3/res_req: no host can ever satisfy \"ncpus>8\"", all[0], all[1]});
}

TEST_CASE("jobs that are too wide for ptile of their application profile are told with it") {
  const World world{.applications = R"({"NAME": "app", "RES_REQ": "span[ptile=5]"})",
                    .jobs = jobs(R"("app": "app", "slots": 5)", R"("app": "app", "slots": 4)",
                                 R"("app": "app", "slots": 6)",
                                 R"("app": "app", "slots": 4, "res_req": "span[ptile=2]")")};
  CHECK(world.said() == Texts{"/clusters/0/lsb.applications/0/RES_REQ: no host has 5 job slots, as "
                              "span[ptile=...] wants, at most 4: jobs of more slots than that "
                              "never start with it (2 jobs of this scenario)"});
  CHECK(world.lost_jobs() == 2);
}

TEST_CASE("memory that no host is said to have keeps all of its jobs, which is said once") {
  const Diagnostics said =
      scenario_of(R"("hosts": [{"name": "h"}], "lsb.queues": [{"QUEUE_NAME": "q"},
                     {"QUEUE_NAME": "r", "RES_REQ": "mem>5"}])",
                  "\"jobs\": [" +
                      jobs(R"("queue": "q", "res_req": "mem>1")", R"("queue": "q")",
                           R"("queue": "q", "res_req": "rusage[mem=2]")", R"("queue": "r")") +
                      "], ")
          .warnings;
  REQUIRE(said.list.size() == 1);
  CHECK(said.list[0].pointer == "/clusters/0/lsb.queues/1/RES_REQ");
  CHECK(said.list[0].message.ends_with("of the scenario (said once; 3 jobs of this scenario)"));
  CHECK(said.list[0].loss.count == 3);
}

TEST_CASE("what is said once of several requirements says of how many") {
  const Diagnostics said =
      scenario_of(R"("hosts": [{"name": "h"}], "lsb.queues": [{"QUEUE_NAME": "q"},
                     {"QUEUE_NAME": "r", "RES_REQ": "mem>5"},
                     {"QUEUE_NAME": "s", "RES_REQ": "rusage[mem=1]"},
                     {"QUEUE_NAME": "t", "RES_REQ": "mem>7"}])",
                  "\"jobs\": [" + jobs(R"("queue": "r")", R"("queue": "s")") + "], ")
          .warnings;
  REQUIRE(said.list.size() == 1);
  CHECK(said.list[0].pointer == "/clusters/0/lsb.queues/1/RES_REQ");
  CHECK(said.list[0].message.ends_with(
      "of the scenario (said once, for 3 requirements; 2 jobs of this scenario)"));
}

TEST_CASE("hosts that bmod gives are judged where nothing else moves the job, or kills it before") {
  const auto said = [](const std::string& actions, const std::string& job = "") {
    return World{.jobs = jobs(R"("submit": "1min", "res_req": "ncpus>2")" + job),
                 .rest = "\"actions\": [" + actions + "], "}
        .warnings();
  };
  const std::string bmod = R"({"at": "1h", "do": "bmod", "job": 1, "hosts": "b"})";
  const Diagnostics once = said(bmod);
  REQUIRE(once.list.size() == 1);
  CHECK(once.list[0].pointer == "/actions/0/hosts");
  CHECK(once.list[0].message ==
        "none of these hosts can ever satisfy \"ncpus>2\": if the job "
        "still waits then, it never starts");
  CHECK(once.list[0].loss == Loss{});  // it may have started before
  CHECK(said(bmod + R"(, {"at": "2h", "do": "bmod", "job": 1, "hosts": "a"})").list.empty());
  CHECK(said(bmod, R"(, "cancel_at": "30min")").list.empty());
  CHECK(said(bmod, R"(, "cancel_at": "2h")").list.size() == 1);
  const World wide{.jobs = jobs(R"("slots": 3)"), .rest = "\"actions\": [" + bmod + "], "};
  CHECK(wide.said() == Texts{"/actions/0/hosts: 3 job slots are wanted; its hosts have 2 together: "
                             "if the job still waits then, it never starts"});
}

TEST_CASE("a job that bswitch takes to a queue that forwards jobs is not said never to start") {
  const auto said = [](const std::string& queue) {
    const TempFolder folder;
    const auto scenario = load_scenario(folder.write("s.json", R"({"mcsim": 1, "clusters": [
          {"name": "home", "hosts": [{"name": "h", "ncpus": 1}], "lsb.queues": [
             {"QUEUE_NAME": "q"}, {"QUEUE_NAME": "own"},
             {"QUEUE_NAME": "out", "SNDJOBS_TO": "in@away"}]},
          {"name": "away", "hosts": [{"name": "a", "ncpus": 8}],
           "lsb.queues": [{"QUEUE_NAME": "in", "RCVJOBS_FROM": "home"}]}],
          "jobs": [{"id": 1, "cluster": "home", "run": "1s", "queue": "q", "res_req": "ncpus>4"}],
          "actions": [{"at": "1min", "do": "bswitch", "job": 1, "queue": ")" +
                                                                   queue + "\"}]}"),
                                        choices_of(default_registry()));
    REQUIRE(scenario);
    return scenario->warnings.list.size();
  };
  CHECK(said("own@home") == 1);
  CHECK(said("out@home") == 0);
}

// Any of the first 100 warnings has the same loss as those behind them, but for one.
TEST_CASE("the first warning of a kind of loss is kept, however many others there are") {
  std::string queues;
  for (int i = 0; i < 150; ++i)
    queues += R"({"QUEUE_NAME": "q)" + std::to_string(i) + R"(", "HJOB_LIMIT": 0}, )";
  const World world{.queues = queues + R"({"QUEUE_NAME": "r"})",
                    .jobs = jobs(R"("queue": "q7")", R"("queue": "q140")",
                                 R"("queue": "r", "res_req": "type==X")")};
  CHECK(world.lost_jobs() == 3);
}

TEST_CASE("a baseline starts what no host could satisfy, so its jobs are not said never to start") {
  CHECK(World{.jobs = jobs(R"("res_req": "type==X")"), .rest = R"("model": {"dispatch": "easy"}, )"}
            .lost_jobs() == 0);
  const World rule{.queues = R"({"QUEUE_NAME": "q", "RES_REQ": "type==X"})",
                   .jobs = jobs(R"("queue": "q")"),
                   .rest = R"("model": {"dispatch": "easy"}, )"};
  const Diagnostics said = rule.warnings();
  for (const Diagnostic& one : said.list) CHECK(one.loss.who != "requirement");
}

// HJOB_LIMIT leaves a1 and a2 six of eight slots; memory leaves b one of eight, or two.
TEST_CASE("of several things that leave a job few slots the one that leaves least is named") {
  const std::string many = R"({"name": "a[1-2]", "ncpus": 8, "maxmem": 800, "maxswp": 600})";
  const std::string few = R"({"name": "b", "ncpus": 8, "maxmem": 100, "maxswp": 600})";
  const auto said = [](const std::string& hosts, const std::string& wish) {
    const Texts all = complaints_of(
        "\"hosts\": [" + hosts + R"(], "lsb.params": {"RESOURCE_RESERVE_PER_TASK": true},
           "lsb.queues": [{"QUEUE_NAME": "q", "HJOB_LIMIT": 6}])",
        "\"jobs\": [" + jobs(R"("slots": 20, "res_req": ")" + wish + "\"") + "], ");
    REQUIRE(all.size() == 1);
    return all[0].substr(all[0].find("its hosts"));
  };
  const std::string end = ": the job can never start";
  CHECK(said(few + ", " + many, "rusage[mem=100]") ==
        "its hosts have 13 together within what they have of mem" + end);
  CHECK(said(many + ", " + few, "rusage[mem=50:swp=200] span[hosts=1]") ==
        "its hosts have at most 3 within what they have of swp" + end);
  CHECK(said(many + ", " + few, "rusage[mem=20]") ==
        "its hosts have 17 together within the queue's HJOB_LIMIT" + end);
}

}  // namespace mcsim::testing::scenario_impossible_test
