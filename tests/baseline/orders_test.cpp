// Orders of waiting lines: each formula by hand, and what it makes of a line.
#include "mcsim/baseline/orders.hpp"

#include <string>
#include <vector>

#include "mcsim/base/policy_mistake.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/naive_cluster.hpp"
#include "support/random_worlds.hpp"
#include "support/read_trace.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::orders_test {

using Times = std::vector<Time>;

namespace {

const std::vector<std::string> all_orders{"submit", "priority", "sjf", "ljf", "saf", "wfp3",
                                          "unicef", "f1",       "f2",  "f3",  "f4",  "aging"};

/// Submitted at 100 s, for 4 slots and 100 s.
JobFacts four_for_100s() {
  JobFacts job;
  job.submit = at(100s);
  job.requested = 100s;
  job.slots = Slots(4);
  return job;
}

/// 8 slots, all busy until 100 s. Then one of three jobs at a time, each for 10 s.
ClusterConfig line_of_three(const std::string& order, bool together) {
  ClusterConfig cluster = flat_machine(
      8, "fcfs",
      {{.id = 1, .slots = 8, .run = 100s, .limit = 100s},
       {.id = 2, .submit = together ? 10s : 1s, .slots = 8, .run = 10s, .limit = 40s},
       {.id = 3, .submit = 10s, .slots = 5, .run = 10s, .limit = 60s},
       {.id = 4, .submit = together ? 10s : 20s, .slots = 6, .run = 10s, .limit = 50s}});
  cluster.model.baseline.order = order;
  return cluster;
}

/// The ids of the three in the order in which they start.
std::string turns(const std::string& order, bool together = false) {
  const Times starts = start_times(line_of_three(order, together));
  std::string ids(3, '?');
  for (std::size_t job = 1; job < 4; ++job)
    ids[static_cast<std::size_t>((starts[job] - at(100s)) / 10s)] = static_cast<char>('1' + job);
  return ids;
}

/// The same jobs, of other users.
Trace with_users(const Trace& trace, std::uint32_t stride) {
  TraceBuilder builder;
  for (std::size_t row = 0; row < trace.size(); ++row) {
    TraceJob job = trace[static_cast<JobIndex>(row)];
    job.user = static_cast<NameId>(row * stride % 7);
    builder.add(job);
  }
  return std::move(builder).freeze();
}

}  // namespace

TEST_CASE("the keys of the orders are those of their formulas") {
  const JobFacts job = four_for_100s();
  CHECK(ShortestFirst{}.key(job) == 100);
  CHECK(LongestFirst{}.key(job) == -100);
  CHECK(SmallestAreaFirst{}.key(job) == 400);
  const Wfp3 wfp3;
  CHECK(wfp3.key(wfp3.scale(job), job.slots, 200s) == -32);  // (200 / 100)^3 x 4
  const Unicef unicef;
  CHECK(unicef.key(unicef.scale(job), job.slots, 200s) == -1);  // 200 / (2 x 100)
  CHECK(F1{}.key(job) == 1'748);                                // 2 x 4 + 870 x 2
  CHECK(F2{}.key(job) == 51'240);                               // 10 x 4 + 25,600 x 2
  CHECK(F3{}.key(job) == 13'720'400);                           // 100 x 4 + 6,860,000 x 2
  CHECK(F4{}.key(job) == 1'060'200);                            // 100 x 2 + 530,000 x 2
}

TEST_CASE("in the formulas a job is submitted and asks for at least 1 s") {
  JobFacts job = four_for_100s();
  job.submit = at(0s);
  job.requested = 10ms;
  CHECK(ShortestFirst{}.key(job) == 0.01);  // which divides by nothing
  CHECK(Wfp3{}.scale(job) == 1);
  CHECK(F1{}.key(job) == 0);
  CHECK(F3{}.key(job) == 4);
  job.requested = unlimited;
  CHECK(F1{}.key(job) > 1e300);
  CHECK(Wfp3{}.key(Wfp3{}.scale(job), job.slots, 1h) == 0);
}

TEST_CASE("serial jobs are before all others under unicef") {
  JobFacts job = four_for_100s();
  job.slots = Slots(1);
  const Unicef unicef;
  CHECK(unicef.key(unicef.scale(job), job.slots, 0s) < -1e300);
}

// At 100 s the jobs have waited 99, 90 and 80 s: wfp3 yields (99 / 40)^3 x 8 = 121, 16.9 and 24.6,
// and at 110 s, without job 2, 23.1 and 35.0; unicef 99 / (3 x 40) = 0.83, 0.65 and 0.62, and then
// 0.72 and 0.70.
TEST_CASE("the line is served in its order, and equals as they were submitted") {
  CHECK(turns("submit") == "234");
  CHECK(turns("sjf") == "243");
  CHECK(turns("ljf") == "342");
  CHECK(turns("saf") == "342");  // 320, 300 and 300
  CHECK(turns("wfp3") == "243");
  CHECK(turns("unicef") == "234");
}

// log10(r) n = 12.8, 8.9 and 10.2; sqrt(r) n = 50.6, 38.7 and 42.4; r n = 320, 300 and 300; r
// sqrt(n) = 113, 134 and 122. Jobs that come later have much larger keys.
TEST_CASE("f1 to f4 order jobs of the same instant by their own terms") {
  CHECK(turns("f1", true) == "342");
  CHECK(turns("f2", true) == "342");
  CHECK(turns("f3", true) == "342");
  CHECK(turns("f4", true) == "243");
  for (const char* order : {"f1", "f2", "f3", "f4"}) CHECK(turns(order) == "234");
}

// Job 3 is of a queue that is 2 higher, and comes 15 s later.
TEST_CASE("with aging a job gains on later ones of a higher queue") {
  ClusterConfig cluster = flat_machine(
      4, "fcfs",
      {{.id = 1, .slots = 4, .run = 100s, .limit = 100s},
       {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
       {.id = 3, .submit = 15s, .slots = 4, .run = 10s, .limit = 10s, .queue = QueueId{1}}});
  cluster.queues.push_back(cluster.queues[0]);
  cluster.queues[1].priority = cluster.queues[0].priority + 2;
  const Times in_turn{at(0s), at(100s), at(110s)};
  const Times higher_first{at(0s), at(110s), at(100s)};
  CHECK(start_times(cluster) == in_turn);
  cluster.model.baseline.order = "priority";
  CHECK(start_times(cluster) == higher_first);
  cluster.model.baseline.order = "aging";
  CHECK(start_times(cluster) == higher_first);
  cluster.model.policy_values["order"] = {
      {"step", Duration(7500ms)}};  // 15 s are worth 2: they are equals
  CHECK(start_times(cluster) == in_turn);
  cluster.model.policy_values["order"] = {{"step", Duration(7501ms)}};
  CHECK(start_times(cluster) == higher_first);
}

// A change of PRIORITY counts for jobs that wait.
TEST_CASE("the order by priority follows a reconfiguration") {
  ClusterConfig cluster = flat_machine(
      4, "fcfs",
      {{.id = 1, .slots = 4, .run = 100s, .limit = 100s},
       {.id = 2, .slots = 4, .run = 10s, .limit = 10s},
       {.id = 3, .submit = 15s, .slots = 4, .run = 10s, .limit = 10s, .queue = QueueId{1}}});
  cluster.queues.push_back(cluster.queues[0]);
  cluster.model.baseline.order = "priority";
  ClusterSettings higher = cluster;
  higher.queues[1].priority += 1;
  cluster.timeline = {reconfigure(50s, higher)};
  CHECK(start_times(cluster) == Times{at(0s), at(110s), at(100s)});
}

// In the order of submission job 4 is backfilled before job 2. With the shortest first job 5 starts
// at once, job 4 behind it, and at 10 s job 3 has a reservation for 13 s.
TEST_CASE("easy reserves for the first in the order, and backfills in it") {
  ClusterConfig cluster =
      flat_machine(4, "easy",
                   {{.id = 1, .slots = 3, .run = 10s, .limit = 10s},
                    {.id = 2, .slots = 4, .run = 20s, .limit = 20s},
                    {.id = 3, .submit = 1s, .slots = 4, .run = 10s, .limit = 10s},
                    {.id = 4, .submit = 2s, .slots = 1, .run = 8s, .limit = 8s},
                    {.id = 5, .submit = 2s, .slots = 1, .run = 3s, .limit = 3s}});
  CHECK(start_times(cluster) == Times{at(0s), at(10s), at(30s), at(2s), at(40s)});
  cluster.model.baseline.order = "sjf";
  CHECK(start_times(cluster) == Times{at(0s), at(23s), at(13s), at(5s), at(2s)});
}

TEST_CASE("other users change no schedule, whatever the order") {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    INFO("seed " << seed);
    GridConfig grid = random_grid(
        seed, {.dispatch = {"fcfs", "easy", "conservative"}, .most_jobs = 60, .orders = true});
    const RunResults before = run_all(grid);
    for (ClusterConfig& cluster : grid.clusters) cluster.trace = with_users(cluster.trace, 5);
    const RunResults after = run_all(grid);
    for (std::size_t at = 0; at < grid.clusters.size(); ++at)
      for (std::size_t job = 0; job < grid.clusters[at].trace.size(); ++job)
        REQUIRE((before.clusters[at].jobs[job].start == after.clusters[at].jobs[job].start));
  }
}

// Job 2 is to start at 100 s when it comes. Job 3 comes later and would be in its way, so it is to
// start at 150 s. But where jobs may outrun their estimates each session makes all plans anew, in
// the order of the line: there job 3, the longest, is first. So it starts in the next session.
TEST_CASE("conservative: on a raster plans are made anew in the order of the line") {
  ClusterConfig cluster =
      easy_machine(4, {},
                   {{.id = 1, .slots = 3, .run = 100s, .limit = 100s},
                    {.id = 2, .submit = 1s, .slots = 4, .run = 50s, .limit = 50s},
                    {.id = 3, .submit = 11s, .slots = 1, .run = 120s, .limit = 120s}});
  cluster.params.job_scheduling_interval = 10s;
  cluster.model.dispatch = "conservative";
  cluster.model.enforce_runlimit = false;
  cluster.model.baseline.order = "ljf";
  CHECK(start_times(cluster) == Times{at(0s), at(150s), at(30s)});
  cluster.model.enforce_runlimit = true;
  CHECK(start_times(cluster) == Times{at(0s), at(100s), at(150s)});
}

TEST_CASE("the first jobs of a real trace start when the slow right answer says, in any order") {
  const char* const traces = std::getenv("MCSIM_TRACES");
  if (traces == nullptr) {
    WARN("skipped: MCSIM_TRACES is not set");
    return;
  }
  const std::string dispatch = GENERATE("fcfs", "easy");
  const std::string order = GENERATE(from_range(all_orders));
  INFO(dispatch << " " << order);
  ReadTrace read(std::string(traces) + "/kth-3k.swf");
  REQUIRE(read.report.has_value());
  const Trace all = read.freeze();
  TraceBuilder first;
  for (std::uint32_t row = 0; row < 1000; ++row) first.add(all[static_cast<JobIndex>(row)]);
  ClusterConfig cluster = flat_machine(100, dispatch, {});
  cluster.trace = std::move(first).freeze();
  cluster.profiles = std::move(read.profiles).take();
  cluster.model.baseline.order = order;
  const std::vector<NaiveJob> slow = NaiveCluster(cluster, 1).run();
  const Times starts = start_times(cluster);
  std::size_t waited = 0;
  for (std::size_t job = 0; job < starts.size(); ++job) {
    INFO("job " << job);
    REQUIRE((starts[job] == slow[job].start));
    if (slow[job].start > slow[job].submitted) ++waited;
  }
  CHECK(waited > 20);
}

namespace {

/// A program's own order: by memory, and from 50 s on the other way round.
struct ByMemory {
  static constexpr std::string_view name = "by-memory";
  double key(const JobFacts& job, Time now) const {
    const auto memory = static_cast<double>(job.memory);
    return now < at(50s) ? memory : -memory;
  }
};
static_assert(JobOrder<ByMemory>);

struct Undecided {
  static constexpr std::string_view name = "undecided";
  double key(const JobFacts& job) const { return 0.0 / static_cast<double>(job.memory); }
};

ClusterConfig two_memories(const std::string& order) {
  ClusterConfig cluster = flat_machine(
      1, "fcfs",
      {{.id = 1, .run = 20s}, {.id = 2, .run = 40s}, {.id = 3, .run = 40s}, {.id = 4, .run = 40s}});
  TraceBuilder builder;
  for (std::uint32_t row = 0; row < 4; ++row) {
    TraceJob job = cluster.trace[static_cast<JobIndex>(row)];
    job.profile = static_cast<ProfileId>(row);
    builder.add(job);
  }
  cluster.trace = std::move(builder).freeze();
  cluster.profiles.resize(4);
  for (std::size_t at = 1; at < 4; ++at)
    cluster.profiles[at].memory = 100 - static_cast<std::int64_t>(at);
  cluster.model.baseline.order = order;
  return cluster;
}

}  // namespace

TEST_CASE("a program's own order is asked at each instant") {
  Registry registry = default_registry();
  registry.add(ByMemory{});
  // Job 4 wants least; at 60 s, the other way round, job 2 wants most.
  CHECK(start_times(two_memories("by-memory"), registry) ==
        Times{at(0s), at(60s), at(100s), at(20s)});
}

TEST_CASE("a key that is not a number is the order's mistake") {
  Registry registry = default_registry();
  registry.add(Undecided{});
  CHECK_THROWS_AS(start_times(two_memories("undecided"), registry), PolicyMistake);
}

}  // namespace mcsim::testing::orders_test
