// Intervals over replicas keep what they promise, on a queue with a known solution: Poisson
// arrivals, exponential service, c servers, under fcfs.
//
// MCSIM_TRIALS: how many comparisons are played (default 300; 2,000 for figures to quote).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/statistics/estimates.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::replicas_cover_test {

namespace {

constexpr std::int32_t servers = 3;
constexpr double load = 0.6;
constexpr double mean_service_ms = 1e6;  ///< whole milliseconds are as good as real numbers
constexpr std::size_t replicas = 8;

Duration exponential(RngStream& stream, double mean) {
  return Duration(std::max<std::int64_t>(1, std::llround(-std::log(1 - stream.unit()) * mean)));
}

/// Erlang C's mean wait, in ms.
double known_wait() {
  const double offered = load * servers;
  double blocked = 1;  // Erlang B
  for (int server = 1; server <= servers; ++server)
    blocked = offered * blocked / (server + offered * blocked);
  const double waits = blocked / (1 - load * (1 - blocked));
  return waits * mean_service_ms / (servers * (1 - load));
}

/// The mean wait of one run, in ms, of jobs behind a warm-up. Means of a quarter as many jobs are
/// so skewed that only 92 of 100 intervals cover.
double mean_wait(std::uint64_t seed) {
  constexpr std::size_t warm_up = 150;
  constexpr std::size_t jobs = 2150;
  RngStream gaps(seed, "test/cover/gap");
  RngStream services(seed, "test/cover/service");
  TraceBuilder trace;
  Time now{};
  for (std::size_t at = 0; at < jobs; ++at) {
    now += exponential(gaps, mean_service_ms / (load * servers));
    TraceJob job;
    job.id = static_cast<JobId>(at + 1);
    job.submit = now;
    job.run = job.limit = exponential(services, mean_service_ms);
    trace.add(job);
  }
  ClusterConfig cluster = flat_machine(servers, "fcfs", {});
  cluster.trace = std::move(trace).freeze();
  const Trace submitted = cluster.trace;
  const RunResults results = run_all(grid_of(std::move(cluster)));
  double sum = 0;
  const auto& outcomes = results.clusters[0].jobs;
  for (std::size_t at = warm_up; at < jobs; ++at)
    sum += static_cast<double>(
        (outcomes[at].start - submitted[static_cast<JobIndex>(at)].submit).count());
  return sum / static_cast<double>(jobs - warm_up);
}

std::vector<double> waits(std::uint64_t first_seed) {
  std::vector<double> all;
  for (std::uint64_t at = 0; at < replicas; ++at) all.push_back(mean_wait(first_seed + at));
  return all;
}

}  // namespace

TEST_CASE("intervals of 95 per cent cover the mean wait of M/M/c, and equal variants seldom differ",
          "[property]") {
  const std::uint64_t trials = number_from_environment("MCSIM_TRIALS", 300);
  const double known = known_wait();
  std::uint64_t covered = 0;
  std::uint64_t differ = 0;
  std::vector<double> before;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    const std::vector<double> sample = waits(1 + trial * replicas);
    const Estimate of = estimate(sample, 0.95);
    covered += std::abs(of.mean - known) <= *of.half_width;
    if (!before.empty()) differ += paired_difference(sample, before, 0.95).p_value < 0.05;
    before = sample;
  }
  const double share = static_cast<double>(covered) / static_cast<double>(trials);
  const double found = static_cast<double>(differ) / static_cast<double>(trials - 1);
  INFO(share << " of " << trials << " intervals cover " << known << " ms; " << found << " differ");
  // Three standard deviations of so many trials beside 93 to 97, and 4 to 6, of 100.
  const double slack = 3 * std::sqrt(0.05 * 0.95 / static_cast<double>(trials));
  CHECK(share >= 0.95 - std::max(0.02, slack));
  CHECK(share <= 0.95 + std::max(0.02, slack));
  CHECK(found <= 0.05 + std::max(0.01, slack));
  CHECK(found >= 0.05 - std::max(0.01, slack));
}

}  // namespace mcsim::testing::replicas_cover_test
