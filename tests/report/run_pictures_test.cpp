// Sums and means of a run's tables, by hand.
#include "mcsim/report/run_pictures.hpp"

#include <algorithm>

#include "support/catch.hpp"

namespace mcsim::testing::run_pictures_test {

namespace {

constexpr std::int64_t second = 1000;

RunJob job(std::uint32_t cluster, Instant submit, Instant start, Instant finish,
           std::int64_t slots) {
  RunJob row;
  row.cluster = cluster;
  row.queue = cluster;
  row.submit = submit;
  row.first_start = row.start = start;
  row.finish = finish;
  row.slots = slots;
  row.wait = start == no_instant ? 0 : start - submit;
  return row;
}

void add_bar(RunTables& tables, std::uint32_t of, std::uint32_t host, std::uint32_t slots,
             Instant start, Instant end, BarState state = BarState::run) {
  tables.bars.push_back({.job = of,
                         .cluster = tables.hosts[host].cluster,
                         .first_part = static_cast<std::uint32_t>(tables.parts.size()),
                         .parts = 1,
                         .slots = slots,
                         .start = start,
                         .end = end,
                         .state = state});
  tables.parts.push_back({host, slots});
}

/// Job 0 of home runs there, is suspended and goes on; job 1 of home waits 10 s and runs away; job
/// 2 of away never starts.
RunTables three_jobs() {
  RunTables tables;
  tables.end = 100 * second;
  tables.clusters.number("home");
  tables.clusters.number("away");
  tables.queues.number("q@home");
  tables.queues.number("q@away");
  tables.users.number("ann");
  tables.statuses.number("DONE");
  tables.hosts = {{"h1", 0, 4, 0}, {"a1", 1, 0, 1}};
  tables.jobs = {job(0, 0, 0, 60 * second, 2), job(0, 10 * second, 20 * second, 50 * second, 3),
                 job(1, 40 * second, no_instant, no_instant, 1)};
  add_bar(tables, 0, 0, 2, 0, 20 * second);
  add_bar(tables, 0, 0, 2, 20 * second, 40 * second, BarState::suspended);
  add_bar(tables, 0, 0, 2, 40 * second, 60 * second);
  add_bar(tables, 1, 1, 3, 20 * second, 50 * second);
  return tables;
}

double most(const std::vector<Bin>& bins) {
  return static_cast<double>(std::ranges::max(bins, {}, &Bin::most).most);
}
double sum(const std::vector<Bin>& bins) {
  double all = 0;
  for (const Bin& bin : bins) all += bin.mean;
  return all;
}

}  // namespace

TEST_CASE("slots of suspended jobs are not busy, and a host of unknown size has what was used") {
  RunTables tables = three_jobs();
  const RunPictures pictures = run_pictures(tables, 0);
  REQUIRE(pictures.clusters.size() == 2);
  CHECK(pictures.clusters[0].capacity == 4);
  CHECK(pictures.clusters[0].busy_time == 2.0 * 40 * second);
  CHECK(pictures.clusters[1].capacity == 3);
  CHECK(pictures.clusters[1].busy_time == 3.0 * 30 * second);
  CHECK(most(pictures.clusters[0].guests) == 0);
  CHECK(most(pictures.clusters[1].guests) == 3);
}

TEST_CASE("use of slots is added up by queue and user, most first, suspended jobs apart") {
  RunTables tables = three_jobs();
  tables.users.number("bob");
  tables.jobs[1].user = 1;
  const RunPictures pictures = run_pictures(tables, 0);
  REQUIRE(pictures.use_by_queue.size() == 1);
  CHECK(pictures.use_by_queue[0] ==
        UsedSlotTime{
            .name = "q@home", .jobs = 2, .used = 170.0 * second, .suspended = 40.0 * second});
  REQUIRE(pictures.use_by_user.size() == 2);
  CHECK(pictures.use_by_user[0].name == "bob");
  CHECK(pictures.use_by_user[0].used == 90.0 * second);
  CHECK(pictures.use_by_user[1].used == 80.0 * second);
}

TEST_CASE("jobs are pending from their submission until they start, or until the end") {
  RunTables tables = three_jobs();
  const RunPictures pictures = run_pictures(tables, 0);
  const double bin = static_cast<double>(pictures.bins.width) / second;
  CHECK(sum(pictures.clusters[0].pending) * bin == Approx(10));
  CHECK(sum(pictures.clusters[1].pending) * bin == Approx(60));
}

TEST_CASE("a cluster is full when 95 of 100 slots are busy") {
  RunTables tables = three_jobs();
  const RunPictures pictures = run_pictures(tables, 0);
  CHECK(pictures.clusters[0].full.total == 0);
  CHECK(pictures.clusters[1].full.total == 30 * second);
  CHECK(pictures.clusters[1].full.longest_from == 20 * second);
}

TEST_CASE("who had most slots of a cluster when it was full for longest is found") {
  RunTables tables = three_jobs();
  tables.users.number("bob");
  tables.jobs[1].user = 1;
  tables.hosts[1].slots = 4;
  // Job 2 of away has the fourth slot from 30 s on: away is full until 50 s, 3 of 4 slots are
  // bob's.
  add_bar(tables, 2, 1, 1, 30 * second, 60 * second);
  const RunPictures pictures = run_pictures(tables, 0);
  CHECK(pictures.clusters[0].queue_when_full.part == 0);
  const ClusterSeries& away = pictures.clusters[1];
  CHECK(away.full.longest_from == 30 * second);
  CHECK(away.full.longest == 20 * second);
  CHECK(away.queue_when_full.who == 0);
  CHECK(away.queue_when_full.part == Approx(0.75));
  CHECK(away.user_when_full.who == 1);
  CHECK(away.user_when_full.part == Approx(0.75));
}

TEST_CASE("flows go from where a job was submitted to where it ran") {
  RunTables tables = three_jobs();
  const RunPictures pictures = run_pictures(tables, 0);
  REQUIRE(pictures.flows.size() == 2);
  CHECK(pictures.flows[0] == Flow{.from = 0, .to = 0, .jobs = 1, .slot_time = 2.0 * 40 * second});
  CHECK(pictures.flows[1] == Flow{.from = 0, .to = 1, .jobs = 1, .slot_time = 3.0 * 30 * second});
}

TEST_CASE("waits are of jobs that have started and ended, counted at marks") {
  RunTables tables = three_jobs();
  const RunPictures pictures = run_pictures(tables, 0);
  REQUIRE(pictures.by_queue.size() == 1);
  const WaitGroup& queue = pictures.by_queue.front();
  CHECK(queue.name == "q@home");
  CHECK(queue.jobs == 2);
  CHECK(queue.mean == 5.0 * second);
  CHECK(queue.median == 0);
  CHECK(queue.p95 == 10 * second);
  const std::vector<std::int64_t> marks = wait_marks();
  const auto ten = std::ranges::find(marks, 10 * second) - marks.begin();
  CHECK(queue.within.size() == static_cast<std::size_t>(ten) + 1);
  CHECK(queue.within.front() == 1);
  CHECK(queue.within.back() == 2);
  REQUIRE(pictures.by_width.size() == 2);
  CHECK(pictures.by_width[0].name == "2 slots");
  CHECK(pictures.by_width[1].name == "3 to 4 slots");
}

}  // namespace mcsim::testing::run_pictures_test
