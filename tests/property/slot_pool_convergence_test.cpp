// Saturated pools over a month: the slots that each queue gets, and how a queue that was idle
// catches up.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/pool_worlds.hpp"
#include "support/stable_order.hpp"

namespace mcsim::testing::slot_pool_convergence_test {

namespace {

constexpr Duration day = 24h;
constexpr Duration month = 30 * day;

/// Adds jobs of one slot and 1 to 59 minutes to `queue`, submitted at `submit`, enough to keep
/// `slots` busy for that long.
void saturate(std::vector<JobRow>& rows, RngStream& stream, std::size_t queue, Duration submit,
              std::int32_t slots, Duration lasts = month) {
  for (Duration work = lasts * slots; work > 0ms;) {
    const Duration run = 1min + static_cast<std::int64_t>(stream.below(58 * 60)) * 1s;
    rows.push_back({.submit = submit, .run = run, .queue = static_cast<QueueId>(queue)});
    work -= run;
  }
}

RunResults run_for(const ClusterConfig& cluster, Duration lasts) {
  const GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  Recorder recorder(grid);
  const RunState state = simulation.run_until(at(lasts), recorder);
  return std::move(recorder).results(simulation, state, at(lasts));
}

void give_jobs(ClusterConfig& cluster, std::vector<JobRow> rows) {
  sort_keeping_ties(rows, &JobRow::submit);
  for (std::size_t at = 0; at < rows.size(); ++at) rows[at].id = static_cast<std::int64_t>(at) + 1;
  cluster.trace = trace_of(rows);
}

/// The share of each queue in the slot-seconds used between these times, in per cent.
std::vector<double> per_cent(const ClusterConfig& cluster, const RunResults& results, Duration from,
                             Duration to) {
  const ByQueue use = use_between(cluster, results.clusters[0], at(from), at(to));
  const double sum = static_cast<double>(std::accumulate(use.begin(), use.end(), std::int64_t{0}));
  std::vector<double> parts;
  for (const std::int64_t one : use) parts.push_back(100 * static_cast<double>(one) / sum);
  return parts;
}

/// 2 to 6 queues with shares of at least 5 per cent, 100 in all.
std::vector<PoolRow> random_shares(RngStream& stream) {
  std::vector<PoolRow> rows(2 + stream.below(5), {5});
  std::int32_t left = 100 - 5 * static_cast<std::int32_t>(rows.size());
  for (PoolRow& row : rows) {
    const auto more = static_cast<std::int32_t>(stream.below(static_cast<std::uint64_t>(left) + 1));
    row.share += &row == &rows.back() ? left : more;
    row.priority = 1 + static_cast<std::int32_t>(stream.below(50));
    left -= more;
  }
  return rows;
}

}  // namespace

// Each queue gets its share of all slot-seconds to within 1 per cent of the pool; and to within 1
// per cent of the share itself where use does not decay. Where use decays, a small queue that has
// just got a job or two waits until its remembered use is below its share; by then it has had
// somewhat more than its share, in pools of a dozen slots by more than 1 per cent.
TEST_CASE("over 30 days the queues of saturated pools get their shares within 1 per cent",
          "[property]") {
  const std::string decay = GENERATE("continuous", "steps", "none");
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(8); ++seed) {
    RngStream stream(seed, "saturated pools, " + decay);
    const std::vector<PoolRow> rows = random_shares(stream);
    const auto slots = 20 + static_cast<std::int32_t>(stream.below(40));
    ClusterConfig cluster = pool_cluster({slots}, rows);
    cluster.model.pool_decay = decay;
    std::vector<JobRow> jobs;
    for (std::size_t queue = 0; queue < rows.size(); ++queue)
      saturate(jobs, stream, queue, 0s, slots);
    give_jobs(cluster, std::move(jobs));
    const std::vector<double> parts = per_cent(cluster, run_for(cluster, month), 0s, month);
    for (std::size_t queue = 0; queue < rows.size(); ++queue) {
      INFO(decay << ", seed " << seed << ", " << slots << " slots, queue " << queue << " of "
                 << rows.size());
      const double margin = decay == "none" ? 0.01 * rows[queue].share : 1.0;
      CHECK(std::abs(parts[queue] - rows[queue].share) <= margin);
    }
  }
}

// Shares need not add up to 100: they are a ratio then. Each queue has half as many jobs again as
// it can start.
TEST_CASE("over three days the queues of large pools get their shares within 2 per cent of these",
          "[property]") {
  const std::string decay = GENERATE("continuous", "none");
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(6); ++seed) {
    RngStream stream(seed, "large pools, " + decay);
    std::vector<PoolRow> rows = random_shares(stream);
    if (seed % 2 == 0)
      for (PoolRow& row : rows) row.share = 1 + row.share / 3;
    const auto sum = static_cast<double>(std::transform_reduce(
        rows.begin(), rows.end(), 0, std::plus<>(), [](const PoolRow& row) { return row.share; }));
    const auto slots = 200 + static_cast<std::int32_t>(stream.below(200));
    ClusterConfig cluster = pool_cluster({slots}, rows);
    cluster.model.pool_decay = decay;
    std::vector<JobRow> jobs;
    for (std::size_t queue = 0; queue < rows.size(); ++queue)
      saturate(
          jobs, stream, queue, 0s,
          std::min(slots, 1 + static_cast<std::int32_t>(1.5 * slots * rows[queue].share / sum)),
          3 * day);
    give_jobs(cluster, std::move(jobs));
    const std::vector<double> parts = per_cent(cluster, run_for(cluster, 3 * day), 0s, 3 * day);
    for (std::size_t queue = 0; queue < rows.size(); ++queue) {
      INFO(decay << ", seed " << seed << ", " << slots << " slots, queue " << queue << " of "
                 << rows.size());
      const double share = 100 * rows[queue].share / sum;
      CHECK(std::abs(parts[queue] - share) <= 0.02 * share);
    }
  }
}

// 20 per cent of 21 slots are 4.2: while it has used least, the queue may have 5.
TEST_CASE("a queue that was idle for ten days catches up and then settles at its share",
          "[property]") {
  const std::string decay = GENERATE("continuous", "steps");
  RngStream stream(1, "idle queue, " + decay);
  ClusterConfig cluster = pool_cluster({7, 7, 7}, {{50}, {30}, {20}});
  cluster.model.pool_decay = decay;
  std::vector<JobRow> jobs;
  for (std::size_t queue = 0; queue < 3; ++queue)
    saturate(jobs, stream, queue, queue == 2 ? 10 * day : 0s, 21);
  give_jobs(cluster, std::move(jobs));
  const RunResults results = run_for(cluster, month);
  const std::vector<double> idle = per_cent(cluster, results, 0s, 10 * day);
  CHECK(std::abs(idle[0] - 62.5) <= 1);
  CHECK(std::abs(idle[1] - 37.5) <= 1);
  CHECK(slots_at(cluster, results.clusters[0], at(10 * day + 1h))[2] == 5);
  CHECK(per_cent(cluster, results, 10 * day + 1h, 10 * day + 3h)[2] > 22);
  const std::vector<double> settled = per_cent(cluster, results, 12 * day, month);
  CHECK(std::abs(settled[0] - 50) <= 0.5);
  CHECK(std::abs(settled[1] - 30) <= 0.3);
  CHECK(std::abs(settled[2] - 20) <= 0.2);
}

}  // namespace mcsim::testing::slot_pool_convergence_test
