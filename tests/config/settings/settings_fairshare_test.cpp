// FAIRSHARE of queues: its factors, sets of queues, and what excludes it.
#include <string>
#include <vector>

#include "mcsim/config/vocabulary/slots_only.hpp"
#include "support/share_trees.hpp"

namespace mcsim::testing::settings_fairshare_test {

namespace {

const std::string shares = R"("FAIRSHARE": "USER_SHARES[[default, 1]]")";

std::string queue(const std::string& name, int priority, const std::string& more = "") {
  return R"({"QUEUE_NAME": ")" + name + R"(", "PRIORITY": )" + std::to_string(priority) +
         (more.empty() ? "" : ", " + more) + "}";
}
std::string set_of(const std::string& children, const std::string& more = "") {
  return shares + R"(, "FAIRSHARE_QUEUES": ")" + children + "\"" +
         (more.empty() ? "" : ", " + more);
}
const std::string by_queue = R"("DISPATCH_ORDER": "QUEUE")";

std::string members(const std::string& queues, const std::string& more = "") {
  return R"("hosts": [{"name": "h"}], "lsb.queues": [)" + queues + "]" +
         (more.empty() ? "" : ", " + more);
}
ClusterSettings settings(const std::string& queues, const std::string& more = "") {
  return settings_of(members(queues, more));
}

/// The diagnostics, without places.
Texts said(const std::string& queues, const std::string& more = "",
           const std::string& before = "") {
  const auto scenario = try_scenario(members(queues, more), before);
  Texts all;
  for (const Diagnostic& one : (scenario ? scenario->warnings : scenario.error()).list)
    all.push_back(one.pointer.substr(one.pointer.find("lsb.")) + ": " +
                  one.message.substr(0, one.message.find('\n')));
  return all;
}

using Queues = std::vector<QueueId>;
using Of = FairshareConfig::Of;

}  // namespace

TEST_CASE("each queue with FAIRSHARE has accounts of its own") {
  const auto read =
      settings(queue("a", 5, shares) + "," + queue("b", 5) + "," + queue("c", 5, shares));
  REQUIRE(read.fairshares.size() == 2);
  CHECK(read.fairshares[1].name == "c");
  CHECK((read.fairshares[1].of == Of::queue));
  CHECK(read.fairshares[1].queues == Queues{QueueId{2}});
  CHECK_FALSE(read.fairshares[1].by_queue);
  CHECK(read.queues[0].fairshare == FairshareId{0});
  CHECK(read.queues[1].fairshare == none<FairshareId>);
  CHECK(read.queues[2].fairshare == FairshareId{1});
}

TEST_CASE("factors are those of the queue, else those of lsb.params, else LSF's") {
  CHECK(settings(queue("a", 5, shares)).fairshares[0].factors == FairshareFactors{});
  const auto read = settings(
      queue("a", 5, shares + R"(, "CPU_TIME_FACTOR": 0.1, "HIST_HOURS": 2, "FWD_JOB_FACTOR": 1.5,
        "RUN_TIME_DECAY": "n")") +
          "," + queue("b", 5, shares),
      R"("lsb.params": {"CPU_TIME_FACTOR": 0.2, "RUN_TIME_FACTOR": "0.3", "RUN_JOB_FACTOR": 4,
        "COMMITTED_RUN_TIME_FACTOR": 0.25, "FAIRSHARE_ADJUSTMENT_FACTOR": -1, "HIST_HOURS": 7.5,
        "ENABLE_HIST_RUN_TIME": "Y", "RUN_TIME_DECAY": "y"},
      "lsf.conf": {"LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION": 60})");
  FairshareFactors expected{.cpu_time = 0.2,
                            .run_time = 0.3,
                            .committed_run_time = 0.25,
                            .run_job = 4,
                            .adjustment = -1,
                            .hist_hours = 7.5,
                            .enable_hist_run_time = true,
                            .run_time_decay = true,
                            .forwarded_for = 60s};
  CHECK(read.fairshares[1].factors == expected);
  expected.cpu_time = 0.1;
  expected.fwd_job = 1.5;
  expected.hist_hours = 2;
  expected.run_time_decay = false;
  CHECK(read.fairshares[0].factors == expected);
}

TEST_CASE("a priority that rises while jobs run is warned of") {
  const std::string rises =
      "lsb.queues/0/FAIRSHARE: COMMITTED_RUN_TIME_FACTOR is above RUN_TIME_FACTOR: a user's "
      "priority rises while his jobs run";
  const std::string committed = R"(, "COMMITTED_RUN_TIME_FACTOR": 1, "RUN_TIME_FACTOR": )";
  CHECK(said(queue("a", 5, shares + committed + "0")) == Texts{rises});
  CHECK(said(queue("a", 5, shares + committed + "1")).empty());
}

TEST_CASE("wrong factors are refused") {
  CHECK(said(queue("a", 5, shares + R"(, "COMMITTED_RUN_TIME_FACTOR": 1.5, "RUN_JOB_FACTOR": -1,
    "CPU_TIME_FACTOR": "much")"))
            .size() == 3);
  CHECK(said(queue("a", 5, shares + R"(, "DISPATCH_ORDER": "USER")")).size() == 1);
}

TEST_CASE("queues of a set share the tree of the first, and their own order is by the file") {
  const std::string queues = queue("low", 30, shares) + "," +
                             queue("parent", 40, set_of("high low")) + "," + queue("out", 10) +
                             "," + queue("high", 50);
  const auto read = settings(queues);
  REQUIRE(read.fairshares.size() == 1);
  CHECK((read.fairshares[0].of == Of::queues));
  CHECK(read.fairshares[0].name == "parent");
  CHECK(read.fairshares[0].queues == Queues{QueueId{1}, QueueId{0}, QueueId{3}});
  CHECK_FALSE(read.fairshares[0].by_queue);
  CHECK(read.queues[2].fairshare == none<FairshareId>);
  for (const std::size_t one : {0u, 1u, 3u}) CHECK(read.queues[one].fairshare == FairshareId{0});
  CHECK(said(queues) ==
        Texts{"lsb.queues/0/FAIRSHARE: is without effect: what counts is that of queue parent, "
              "whose FAIRSHARE_QUEUES names this queue"});
}

// Source: IBM Spectrum LSF 10.1, cross-queue user-based fairshare: priorities 30, 40, 50.
TEST_CASE("no other queue has its turn between queues that have theirs together") {
  const auto with = [](int priority, const std::string& more = "") {
    return queue("a", 30, set_of("b c", more)) + "," + queue("b", 40) + "," + queue("c", 50) + "," +
           queue("x", priority);
  };
  CHECK(said(with(29)).empty());
  CHECK(said(with(51)).empty());
  for (const int priority : {30, 45, 50})
    CHECK(
        said(with(priority)) ==
        Texts{"lsb.queues/0/FAIRSHARE_QUEUES: queue x has PRIORITY = " + std::to_string(priority) +
              ", and the queues of this set have 30 to 50: expected it in the set, another "
              "PRIORITY, or DISPATCH_ORDER = QUEUE"});
  CHECK(said(with(45, by_queue)).empty());
  CHECK(settings(with(45, by_queue)).fairshares[0].by_queue);
  CHECK(said(queue("a", 5, set_of("b")) + "," + queue("b", 5) + "," + queue("c", 5)).size() == 1);
}

TEST_CASE("a queue is in one set at most") {
  const std::string taken = ": a queue is in one set at most";
  const std::string queues = queue("a", 9, set_of("b", by_queue)) + "," + queue("b", 8);
  CHECK(said(queues + "," + queue("c", 7, set_of("b d", by_queue)) + "," + queue("d", 6)) ==
        Texts{"lsb.queues/2/FAIRSHARE_QUEUES: queue b is in the set of queue a" + taken});
  CHECK(said(queues + "," + queue("c", 7, set_of("a", by_queue))) ==
        Texts{"lsb.queues/2/FAIRSHARE_QUEUES: queue a is in the set of queue a" + taken});
  CHECK(said(queue("a", 9, set_of("b", by_queue)) + "," + queue("b", 8, set_of("c", by_queue)) +
             "," + queue("c", 7))
            .size() == 2);
}

TEST_CASE("a set names other queues, each once, and has FAIRSHARE") {
  const std::string key = "lsb.queues/0/FAIRSHARE_QUEUES: ";
  CHECK(said(queue("night", 9, set_of("nihgt night day day")) + "," + queue("day", 8)) ==
        Texts{key + "unknown queue \"nihgt\" in C; nearest: night; known: day, night",
              key + "queue night is this one itself", key + "queue day is given twice"});
  CHECK(said(queue("a", 9, R"("FAIRSHARE_QUEUES": "b")") + "," + queue("b", 8)) ==
        Texts{key + "there is no FAIRSHARE that they could share"});
  CHECK(said(queue("a", 9, shares + ", " + by_queue)) ==
        Texts{"lsb.queues/0/DISPATCH_ORDER: there are no FAIRSHARE_QUEUES that it could be of"});
}

TEST_CASE("queues of a slot pool may have FAIRSHARE") {
  const std::string pool = R"("SLOT_POOL": "p", "SLOT_SHARE": 50)";
  const std::string queues = queue("a", 9, pool + "," + shares) + "," + queue("b", 8, pool);
  CHECK(said(queues).empty());
  CHECK(settings(queues).fairshares.size() == 1);
}

TEST_CASE("a reconfiguration replaces shares, and null takes them away") {
  const Scenario scenario =
      scenario_of(members(queue("a", 5, shares),
                          R"("lsb.users": {"UserGroup": [)" + user_group("g", "ann bob") + "]}"),
                  R"j("changes": [{"at": "1h", "set": {"lsb.queues": [{"QUEUE_NAME": "a",
           "FAIRSHARE": "USER_SHARES[[g, 2] [others, 1]]"}]}},
         {"at": "2h", "set": {"lsb.users": {"UserGroup": [{"GROUP_NAME": "g",
           "USER_SHARES": "([ann, 2] [bob, 1])"}]}}},
         {"at": "3h", "set": {"lsb.queues": [{"QUEUE_NAME": "a", "FAIRSHARE": null}]}}], )j");
  const auto& timeline = scenario.config.clusters[0].timeline;
  REQUIRE(timeline.size() == 3);
  const auto rows = [&](std::size_t change) {
    return share_rows(scenario.config, timeline[change].settings->fairshares.at(0));
  };
  CHECK(rows(0) == Texts{"g 2 for ann bob under g", "others 1 for all but ann bob"});
  CHECK(rows(1) == Texts{"g/ 2 under g", "others 1 for all but ann bob",
                         "g > ann 2 for ann under g", "g > bob 1 for bob under g"});
  CHECK(timeline[2].settings->fairshares.empty());
  CHECK(timeline[2].settings->queues[0].fairshare == none<FairshareId>);
}

TEST_CASE("baselines have no shares, and the user is told") {
  const std::string easy = R"("model": {"dispatch": "easy", "fairshare_floor": 0.5,
    "fairshare_decay": "none"}, )";
  const Scenario scenario = scenario_of(members(queue("a", 5, shares)), easy);
  REQUIRE(scenario.warnings.list.size() == 1);
  CHECK(scenario.warnings.list[0].message ==
        "easy looks at slots only, not at FAIRSHARE, fairshare_floor, fairshare_decay");
  const ClusterConfig slots = slots_only(scenario.config.clusters[0]);
  CHECK(slots.fairshares.empty());
  CHECK(slots.queues[0].fairshare == none<FairshareId>);
  CHECK(slots.model.fairshare == FairshareOptions{});
}

TEST_CASE("the choices of fairshare are as usual until the scenario or a cluster says more") {
  const auto model = scenario_of(R"("hosts": [{"name": "h"}], "model": {
      "fairshare_no_share": "last", "fairshare_duplicate": "named", "fairshare_cpu": "normalised",
      "fairshare_run": "jobs", "fairshare_cpu_per_slot": 0, "fairshare_floor": 0.5})",
                                 R"("model": {"fairshare_decay": "steps", "fairshare_run": "slots",
      "fairshare_priority": "slots", "crossqueue_job_order": "fcfs", "hpart_mixed": "first"}, )")
                         .config.clusters[0]
                         .model.fairshare;
  const FairshareOptions expected{.no_share = FairshareOptions::NoShare::last,
                                  .duplicate = FairshareOptions::Duplicate::named,
                                  .cpu = FairshareOptions::Cpu::normalised,
                                  .run = FairshareOptions::Run::jobs,
                                  .cpu_per_slot = 0,
                                  .floor = 0.5,
                                  .decay = "steps",
                                  .priority = "slots",
                                  .crossqueue_job_order = FairshareOptions::JobOrder::fcfs,
                                  .hpart_mixed = FairshareOptions::Mixed::first};
  CHECK(model == expected);
  CHECK(complaints_of(R"("hosts": [{"name": "h"}])",
                      R"("model": {"fairshare_floor": 0, "fairshare_priority": "lfs"}, )")
            .size() == 2);
}

}  // namespace mcsim::testing::settings_fairshare_test
