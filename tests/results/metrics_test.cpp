// The metrics of a run: their definitions, and that a reader of jobs.csv computes the same.
#include "mcsim/results/metrics.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/results/job_times.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/decimal.hpp"
#include "support/catch.hpp"
#include "support/random_worlds.hpp"
#include "support/run_files.hpp"

namespace mcsim::testing::metrics_test {

namespace {

Metrics measured(const GridConfig& grid) { return measure(grid, run_all(grid), {}); }

/// Jobs that wait 1 s, 2 s, ... `count` s: one slot, one job a second, all submitted at once.
GridConfig waits_up_to(int count) {
  std::vector<JobRow> rows = {{.id = 1, .run = 1s}};
  for (int job = 1; job <= count; ++job) rows.push_back({.id = job + 1, .run = 1s});
  return grid_of(flat_machine(1, "fcfs", rows));
}

/// The metrics of a set of jobs, computed as a reader of jobs.csv would: lists, sorts, divisions.
struct Naive {
  std::map<std::string, std::uint64_t> statuses;
  std::vector<std::int64_t> waits;
  std::vector<std::int64_t> slowdowns;
  std::vector<std::int64_t> turnarounds;
};

std::int64_t units(std::string_view text, int decimals) {
  return in_units(read_decimal(text).value(), decimals).value();
}

/// By "", "cluster C", "queue Q@C" and "user U".
std::map<std::string, Naive> read_back(const std::string& table) {
  const TempFolder folder;
  auto reader = CsvReader::open(folder.write("jobs.csv", table), "jobs.csv");
  REQUIRE(reader);
  const auto field = [&](std::string_view name) {
    return std::string((*reader)[reader->find(name).value()]);
  };
  std::map<std::string, Naive> groups;
  while (reader->next()) {
    const std::string cluster = field("submit_cluster");
    for (const std::string& name :
         {std::string(), "cluster " + cluster, "queue " + field("submit_queue") + "@" + cluster,
          "user " + field("user")}) {
      Naive& group = groups[name];
      ++group.statuses[field("status")];
      if (field("start_time").empty() || field("finish_time").empty()) continue;
      group.waits.push_back(units(field("wait_time"), 3));
      group.slowdowns.push_back(units(field("bounded_slowdown"), 6));
      group.turnarounds.push_back(units(field("finish_time"), 3) - units(field("submit_time"), 3));
    }
  }
  REQUIRE(reader->complaints().take().list.empty());
  return groups;
}

Distribution naive(std::vector<std::int64_t> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t n = values.size();
  const auto at = [&](std::size_t percent) { return values[(percent * n + 99) / 100 - 1]; };
  std::int64_t sum = 0;
  for (const std::int64_t value : values) sum += value;
  const auto jobs = static_cast<std::int64_t>(n);
  const std::int64_t mean = sum / jobs + (sum % jobs * 2 >= jobs ? 1 : 0);
  return {n, mean, at(50), at(95), at(99), values.back()};
}

void check_same(const std::string& name, const JobMetrics& measured, const Naive& expected) {
  INFO("group " << name);
  CHECK(measured.wait_time == naive(expected.waits));
  CHECK(measured.bounded_slowdown == naive(expected.slowdowns));
  CHECK(measured.turnaround_time == naive(expected.turnarounds));
  std::uint64_t rows = 0;
  for (const auto& [status, count] : expected.statuses) rows += count;
  CHECK(measured.counts.submitted() == rows);
  for (std::size_t at = 1; at < StatusCounts::statuses; ++at) {
    const auto status = static_cast<JobStatus>(at);
    const auto found = expected.statuses.find(std::string(name_of(status)));
    CHECK(measured.counts[status] == (found == expected.statuses.end() ? 0 : found->second));
  }
}

}  // namespace

TEST_CASE("quantile q is the value at position ceil(q n), and the mean is rounded half up") {
  const JobMetrics hundred = measured(waits_up_to(99)).jobs;
  CHECK(hundred.wait_time == Distribution{100, 49'500, 49'000, 94'000, 98'000, 99'000});
  const JobMetrics three = measured(waits_up_to(2)).jobs;
  CHECK(three.wait_time == Distribution{3, 1'000, 1'000, 2'000, 2'000, 2'000});
  const JobMetrics one = measured(waits_up_to(0)).jobs;
  CHECK(one.turnaround_time == Distribution{1, 1'000, 1'000, 1'000, 1'000, 1'000});
  const JobMetrics half =
      measured(grid_of(flat_machine(2, "fcfs",
                                    {{.id = 1, .slots = 2, .run = 1ms}, {.id = 2, .run = 1ms}})))
          .jobs;
  CHECK(half.wait_time.mean == 1);
}

TEST_CASE("only jobs that started and ended are in the distributions, all are counted") {
  ClusterConfig cluster = flat_machine(1, "fcfs",
                                       {{.id = 1, .run = 10s},
                                        {.id = 2, .slots = 2, .run = 10s},
                                        {.id = 3, .run = 10s},
                                        {.id = 4, .submit = 100s, .run = 10s}});
  cluster.timeline = {bkill(5s, 3)};
  const GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(at(50s), recorder);
  const RunResults results = std::move(recorder).results(simulation, state, at(50s));
  const Metrics metrics = measure(grid, results, {});
  CHECK(metrics.jobs.counts.submitted() == 3);
  CHECK(metrics.jobs.counts[JobStatus::unsubmitted] == 1);
  CHECK(metrics.jobs.counts[JobStatus::exit] == 1);
  CHECK(metrics.jobs.wait_time.jobs == 1);
  CHECK(metrics.exit_reasons[EndReason::term_owner] == 1);
  CHECK(metrics.pend_reasons[PendReason::too_few_slots_in_cluster] == 1);
  CHECK(metrics.makespan == 10s);
}

TEST_CASE("the bounded slowdown counts runs as ten seconds at least, and is never below one") {
  CHECK(bounded_slowdown(5s, 1s) == 1'000'000);
  CHECK(bounded_slowdown(21s, 1s) == 2'100'000);
  CHECK(bounded_slowdown(50s, 30s) == 1'666'667);
  CHECK(bounded_slowdown(30s, 30s) == 1'000'000);
  CHECK(bounded_slowdown(longest_duration, 0s) == longest_duration.count() * 100);
}

TEST_CASE("work is lost where a job's host went down, and only there") {
  ClusterConfig cluster = flat_machine(
      2, "fcfs", {{.id = 1, .run = 10s}, {.id = 2, .run = 100s}, {.id = 3, .run = 20s}});
  cluster.timeline = {host_down(20s, HostId{0}, 30s)};
  const Metrics metrics = measured(grid_of(cluster));
  CHECK(metrics.exit_reasons[EndReason::term_host_down] == 2);
  CHECK(metrics.use.whole_span.allocated == 40'000);
  CHECK(metrics.use.lost == 30'000);
  CHECK(metrics.clusters[0].use.lost == 30'000);
}

TEST_CASE("a ratio is in millionths, halves up, and none where there is nothing to divide by") {
  CHECK(millionths_of(2, 3) == 666'667);
  CHECK(millionths_of(0, 3) == 0);
  CHECK_FALSE(millionths_of(0, 0));
}

TEST_CASE("a run without jobs has no makespan and no distributions") {
  const Metrics metrics = measured(grid_of(flat_machine(1, "fcfs", {})));
  CHECK(metrics.jobs.counts.submitted() == 0);
  CHECK(metrics.jobs.wait_time == Distribution{});
  CHECK_FALSE(metrics.makespan);
  CHECK(measure(GridConfig{}, RunResults{}, {}).clusters.empty());
}

// Property: the metrics agree with those that any reader of jobs.csv would compute.
TEST_CASE("the metrics are what a reader of jobs.csv would compute", "[property]") {
  const auto seed = GENERATE(range<std::uint64_t>(1, 61));
  INFO("seed " << seed);
  GridConfig grid = random_grid(seed);
  RngStream stream{seed, "test/users"};
  const std::vector<NameId> users = {none<NameId>, grid.users.id("ann"), grid.users.id("bob"),
                                     grid.users.id("cyd")};
  for (ClusterConfig& cluster : grid.clusters)
    cluster.trace = with_users(cluster.trace,
                               [&](const TraceJob&) { return users[stream.below(users.size())]; });
  const RunResults results = run_all(grid);
  const Metrics metrics = measure(grid, results, {});
  auto expected = read_back(jobs_csv(grid, results));

  check_same("", metrics.jobs, expected[""]);
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    const ClusterConfig& cluster = grid.clusters[at];
    check_same(cluster.name, metrics.clusters[at].jobs, expected["cluster " + cluster.name]);
    for (std::size_t queue = 0; queue < cluster.queues.size(); ++queue) {
      const std::string name = cluster.queues[queue].name + "@" + cluster.name;
      check_same(name, metrics.clusters[at].queues[queue], expected["queue " + name]);
    }
  }
  for (const NameId user : users) {
    const std::size_t place = std::min(index_of(user), grid.users.size());
    const std::string name(grid.users.name(user));
    check_same(name, metrics.users[place], expected["user " + name]);
  }
}

}  // namespace mcsim::testing::metrics_test
