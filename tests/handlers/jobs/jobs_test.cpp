// How jobs end: by themselves, by limits, by refusals.
#include "support/catch.hpp"
#include "support/fact_log.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::jobs_test {

namespace {

/// What bjobs would show of a job that is over.
struct Ending {
  Time start;
  Time finish;
  std::string status;
  std::string reason;
  std::int32_t exit_code;

  bool operator==(const Ending&) const = default;
};

Ending ending(const JobOutcome& job) {
  return {job.start, job.finish, std::string(name_of(job.status)),
          std::string(name_of(job.end_reason)), job.exit_code};
}

ClusterConfig with_queue(ClusterConfig cluster, std::optional<Duration> default_limit,
                         Duration maximum) {
  cluster.queues[0].rules.default_run_limit = default_limit;
  cluster.queues[0].rules.run_limit = maximum;
  return cluster;
}

}  // namespace

TEST_CASE("a job that runs no time holds its slots through the session that starts it") {
  const ClusterConfig cluster =
      flat_machine(2, "fcfs", {{.id = 1, .slots = 2}, {.id = 2, .slots = 2, .run = 5s}});
  Simulation simulation(grid_of(cluster));
  FactLog log;
  simulation.run_until(at(0s), log);
  std::vector<std::pair<Fact::Kind, std::size_t>> told;
  for (const Fact& fact : log.facts) told.emplace_back(fact.kind, index_of(fact.job));
  using Kind = Fact::Kind;
  CHECK((told == std::vector<std::pair<Kind, std::size_t>>{{Kind::submitted, 0},
                                                           {Kind::submitted, 1},
                                                           {Kind::started, 0},
                                                           {Kind::ended, 0},
                                                           {Kind::started, 1}}));
  const JobOutcome job = outcomes(cluster)[0];
  CHECK((ending(job) == Ending{at(0s), at(0s), "DONE", "", 0}));
}

TEST_CASE("a hundred jobs without run time follow one another within one instant") {
  std::vector<JobRow> rows;
  for (std::int64_t id = 1; id <= 100; ++id) rows.push_back({.id = id, .submit = 3s, .slots = 1});
  for (const JobOutcome& job : outcomes(flat_machine(1, "lsf", rows)))
    CHECK((ending(job) == Ending{at(3s), at(3s), "DONE", "", 0}));
}

TEST_CASE("a job that runs exactly its limit is DONE, one that runs longer is ended at the limit") {
  const auto jobs = outcomes(flat_machine(
      2, "lsf", {{.id = 1, .run = 10s, .limit = 10s}, {.id = 2, .run = 10'001ms, .limit = 10s}}));
  CHECK((ending(jobs[0]) == Ending{at(0s), at(10s), "DONE", "", 0}));
  CHECK((ending(jobs[1]) == Ending{at(0s), at(10s), "EXIT", "TERM_RUNLIMIT", 140}));
}

TEST_CASE("limits that are not enforced only inform") {
  ClusterConfig cluster = flat_machine(2, "lsf", {{.id = 1, .run = 20s, .limit = 10s}});
  cluster.model.enforce_runlimit = false;
  CHECK((ending(outcomes(cluster)[0]) == Ending{at(0s), at(20s), "DONE", "", 0}));
}

// Job 1 asks for 10 s and runs for 20 s; nothing but its own wish says that it must end.
TEST_CASE("a job that may outrun what it asks for ends by itself, or at its queue's maximum") {
  const std::string dispatch = GENERATE("lsf", "fcfs", "easy", "conservative");
  INFO(dispatch);
  ClusterConfig cluster = flat_machine(2, dispatch, {{.id = 1, .run = 20s, .limit = 10s}});
  cluster.profiles[0].overuse = true;
  CHECK((ending(outcomes(cluster)[0]) == Ending{at(0s), at(20s), "DONE", "", 0}));
  const ClusterConfig bounded = with_queue(cluster, std::nullopt, 15s);
  CHECK((ending(outcomes(bounded)[0]) == Ending{at(0s), at(15s), "EXIT", "TERM_RUNLIMIT", 140}));
}

TEST_CASE("an application profile's maximum, by the host's CPU factor, ends any job") {
  ClusterConfig cluster = flat_machine(2, "lsf", {{.id = 1, .run = 200s, .limit = 10s}});
  cluster.applications.emplace_back().rules.run_limit = 60s;
  cluster.profiles[0] = {.application = ApplicationId{0}, .overuse = true};
  CHECK((ending(outcomes(cluster)[0]) == Ending{at(0s), at(60s), "EXIT", "TERM_RUNLIMIT", 140}));
  // A host of factor 2: 200 s become 100 s, and 60 s become 30 s, unless limits are absolute.
  cluster.hosts[0].cpuf = 2;
  cluster.model.run_time_scaling = true;
  CHECK((outcomes(cluster)[0].finish == at(30s)));
  cluster.params.abs_runlimit = true;
  CHECK((outcomes(cluster)[0].finish == at(60s)));
}

TEST_CASE("a job that asks for more than the queue's maximum is rejected and never starts") {
  const auto jobs = outcomes(with_queue(
      flat_machine(2, "lsf",
                   {{.id = 1, .run = 5s, .limit = 61s}, {.id = 2, .run = 5s, .limit = 60s}}),
      std::nullopt, 60s));
  CHECK((ending(jobs[0]) == Ending{never, never, "REJECTED", "RUNLIMIT_OVER_QUEUE_MAXIMUM", 0}));
  CHECK((ending(jobs[1]) == Ending{at(0s), at(5s), "DONE", "", 0}));
}

TEST_CASE("a job over the maximum of its application profile is rejected in that name") {
  ClusterConfig cluster = flat_machine(
      2, "lsf", {{.id = 1, .run = 5s, .limit = 61s}, {.id = 2, .run = 5s, .limit = 71s}});
  cluster.queues[0].rules.run_limit = 70s;
  cluster.applications.emplace_back().rules.run_limit = 60s;
  cluster.profiles[0].application = ApplicationId{0};
  auto jobs = outcomes(cluster);
  CHECK((jobs[0].end_reason == EndReason::run_limit_over_application));
  CHECK(name_of(jobs[0].end_reason) == "RUNLIMIT_OVER_APPLICATION_MAXIMUM");
  CHECK((jobs[1].end_reason == EndReason::run_limit_over_queue));
  cluster.queues[0].rules = {};
  cluster.applications[0].rules = {};
  cluster.applications[0].rules.mem_limit = 100;
  cluster.profiles[0].mem_limit = 101;
  CHECK((outcomes(cluster)[0].end_reason == EndReason::mem_limit_over_application));
  cluster.queues[0].rules.mem_limit = 100;
  CHECK((outcomes(cluster)[0].end_reason == EndReason::mem_limit_over_queue));
}

TEST_CASE("a job without a limit takes the queue's default, else its maximum") {
  const ClusterConfig cluster = flat_machine(2, "lsf", {{.id = 1, .run = 100s}});
  CHECK((outcomes(with_queue(cluster, 30s, 60s))[0].finish == at(30s)));
  CHECK((outcomes(with_queue(cluster, std::nullopt, 60s))[0].finish == at(60s)));
  CHECK((outcomes(cluster)[0].finish == at(100s)));
}

TEST_CASE("bkill ends a running job at once, and its slots serve the next") {
  ClusterConfig cluster =
      flat_machine(1, "fcfs", {{.id = 7, .run = 100s}, {.id = 8, .submit = 1s, .run = 10s}});
  cluster.timeline = {bkill(20s, 7)};
  const auto jobs = outcomes(cluster);
  CHECK((ending(jobs[0]) == Ending{at(0s), at(20s), "EXIT", "TERM_OWNER", 130}));
  CHECK((ending(jobs[1]) == Ending{at(20s), at(30s), "DONE", "", 0}));
}

TEST_CASE("bkill takes a waiting job out of the line") {
  ClusterConfig cluster = flat_machine(2, "fcfs",
                                       {{.id = 1, .slots = 1, .run = 100s},
                                        {.id = 2, .slots = 2, .run = 10s},
                                        {.id = 3, .slots = 1, .run = 10s}});
  cluster.timeline = {bkill(20s, 2)};
  const auto jobs = outcomes(cluster);
  CHECK((ending(jobs[1]) == Ending{never, at(20s), "EXIT", "TERM_OWNER", 130}));
  CHECK((ending(jobs[2]) == Ending{at(20s), at(30s), "DONE", "", 0}));
}

TEST_CASE("bkill of a job that is over, or unknown, or not yet there, is ignored and counted") {
  ClusterConfig cluster =
      flat_machine(1, "fcfs", {{.id = 1, .run = 5s}, {.id = 2, .submit = 50s, .run = 5s}});
  cluster.timeline = {bkill(20s, 1), bkill(20s, 99), bkill(50s, 2)};
  const RunResults results = run_all(grid_of(cluster));
  CHECK(results.ignored_actions == 3);
  CHECK((results.clusters[0].jobs[1].status == JobStatus::done));
}

TEST_CASE("a job that is killed in the instant of its end is killed, and a moment later is not") {
  for (const char* const dispatch : {"fcfs", "lsf"}) {
    INFO(dispatch);
    ClusterConfig cluster = flat_machine(1, dispatch, {{.id = 1, .run = 5s}});
    cluster.timeline = {bkill(5s, 1)};
    CHECK((ending(outcomes(cluster)[0]) == Ending{at(0s), at(5s), "EXIT", "TERM_OWNER", 130}));
    cluster.timeline = {bkill(5001ms, 1)};
    CHECK((ending(outcomes(cluster)[0]) == Ending{at(0s), at(5s), "DONE", "", 0}));
  }
}

TEST_CASE("bkill finds its job by number, whatever slots other jobs have used before and after") {
  std::vector<JobRow> rows;
  for (std::int64_t id = 100; id > 0; --id)
    rows.push_back({.id = id, .submit = (100 - id) * 1s, .run = id % 3 == 0 ? 500s : 10s});
  ClusterConfig cluster = flat_machine(60, "fcfs", rows);
  for (const std::int64_t id : {3, 96, 96, 9, 50, 1000})
    cluster.timeline.push_back(bkill(200s, id));
  const RunResults results = run_all(grid_of(cluster));
  CHECK(results.ignored_actions == 3);  // 96 the second time, 50 is over, 1000 is unknown
  for (std::size_t at = 0; at < 100; ++at) {
    const auto id = static_cast<std::int64_t>(cluster.trace[static_cast<JobIndex>(at)].id);
    INFO("job " << id);
    const bool killed = id == 3 || id == 96 || id == 9;
    CHECK((results.clusters[0].jobs[at].end_reason == EndReason::term_owner) == killed);
  }
}

// Twenty minutes of CPU time: ten on each of two slots, twenty on one.
TEST_CASE("a job has its CPU limit on all of its slots together, and is ended by it") {
  ClusterConfig cluster = flat_machine(4, "lsf",
                                       {{.id = 1, .slots = 2, .run = 601s},
                                        {.id = 2, .slots = 1, .run = 1200s},
                                        {.id = 3, .slots = 1, .run = 2h, .limit = 300s}});
  cluster.queues[0].rules.cpu_limit = 1200s;
  auto jobs = outcomes(cluster);
  CHECK((ending(jobs[0]) == Ending{at(0s), at(600s), "EXIT", "TERM_CPULIMIT", 152}));
  CHECK((ending(jobs[1]) == Ending{at(0s), at(1200s), "DONE", "", 0}));
  CHECK((ending(jobs[2]) == Ending{at(0s), at(300s), "EXIT", "TERM_RUNLIMIT", 140}));
  cluster.params.cpu_limit_of_process = true;
  CHECK((ending(outcomes(cluster)[0]) == Ending{at(0s), at(601s), "DONE", "", 0}));
  cluster.params.cpu_limit_of_process = false;
  cluster.model.fairshare.cpu_per_slot = 0.5;
  CHECK((ending(outcomes(cluster)[0]) == Ending{at(0s), at(601s), "DONE", "", 0}));
}

TEST_CASE("what a job asks for goes before the default of its application and of its queue") {
  ClusterConfig cluster = flat_machine(1, "lsf", {{.id = 1, .run = 1h}});
  cluster.queues[0].rules.cpu_limit = 1000s;
  cluster.queues[0].rules.default_cpu_limit = 100s;
  CHECK(outcomes(cluster)[0].finish == at(100s));
  cluster.applications.emplace_back().rules.default_cpu_limit = 200s;
  cluster.profiles[0].application = ApplicationId{0};
  CHECK(outcomes(cluster)[0].finish == at(200s));
  cluster.profiles[0].cpu_limit = 1000s;
  CHECK(outcomes(cluster)[0].finish == at(1000s));
  cluster.profiles[0].cpu_limit = 1001s;
  CHECK((outcomes(cluster)[0].end_reason == EndReason::cpu_limit_over_queue));
  cluster.applications[0].rules.cpu_limit = 900s;
  cluster.profiles[0].cpu_limit = 901s;
  CHECK((outcomes(cluster)[0].end_reason == EndReason::cpu_limit_over_application));
}

}  // namespace mcsim::testing::jobs_test
