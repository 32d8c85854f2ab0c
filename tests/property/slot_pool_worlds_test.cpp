// Pools of random worlds: with soft limits no slot stays free that a job of the pool could use.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/pool_worlds.hpp"
#include "support/stable_order.hpp"

namespace mcsim::testing::slot_pool_worlds_test {

namespace {

std::int32_t number(RngStream& stream, std::int32_t from, std::int32_t to) {
  return from + static_cast<std::int32_t>(stream.below(static_cast<std::uint64_t>(to - from + 1)));
}

std::vector<PoolRow> random_rows(RngStream& stream) {
  std::vector<PoolRow> rows(2 + stream.below(3));
  for (PoolRow& row : rows) row = {number(stream, 1, 100), number(stream, 1, 4)};
  for (std::uint64_t outside = stream.below(3); outside > 0; --outside)
    rows.push_back({0, number(stream, 1, 4)});
  for (PoolRow& row : rows)
    if (stream.below(6) == 0) row.qjob_limit = number(stream, 1, 12);
  return rows;
}

std::vector<TimelineEntry> random_timeline(RngStream& stream, std::size_t hosts) {
  using Kind = TimelineEntry::Kind;
  std::vector<TimelineEntry> timeline;
  for (std::size_t host = 0; host < hosts; ++host) {
    const auto id = static_cast<HostId>(host);
    if (stream.below(2) == 0) continue;
    const Duration from = number(stream, 0, 300) * 1s;
    const Duration lasts = number(stream, 1, 300) * 1s;
    if (stream.below(2) == 0) {
      timeline.push_back(host_down(from, id, lasts));
    } else {
      timeline.push_back(on_host(from, Kind::hclose, id));
      timeline.push_back(on_host(from + lasts, Kind::hopen, id));
    }
  }
  sort_keeping_ties(timeline, &TimelineEntry::at);
  return timeline;
}

Trace random_jobs(RngStream& stream, std::size_t queues) {
  std::vector<JobRow> rows(100);
  for (JobRow& row : rows)
    row = {.submit = number(stream, 0, 600) * 1s,
           .slots = stream.below(2) == 0 ? 1 : number(stream, 1, 8),
           .run = number(stream, 1, 120) * 1s,
           .queue = static_cast<QueueId>(stream.below(queues))};
  sort_keeping_ties(rows, &JobRow::submit);
  for (std::size_t at = 0; at < rows.size(); ++at) rows[at].id = static_cast<std::int64_t>(at) + 1;
  return trace_of(rows);
}

ClusterConfig random_pool(RngStream& stream) {
  std::vector<std::int32_t> hosts(1 + stream.below(4));
  for (std::int32_t& slots : hosts) slots = number(stream, 2, 10);
  const std::vector<PoolRow> rows = random_rows(stream);
  ClusterConfig cluster = pool_cluster(hosts, rows);
  cluster.pools[0].use_priority = stream.below(5) == 0;
  if (stream.below(4) == 0) cluster.pools[0].max_slots = number(stream, 4, 20);
  cluster.params.job_scheduling_interval = stream.below(2) == 0 ? 0s : 7s;
  cluster.timeline = random_timeline(stream, hosts.size());
  cluster.trace = random_jobs(stream, rows.size());
  ModelConfig& model = cluster.model;
  model.pool_total = static_cast<PoolTotal>(stream.below(2));
  model.pool_leftover = static_cast<PoolLeftover>(stream.below(2));
  model.pool_order = static_cast<PoolOrder>(stream.below(3));
  model.pool_turn = static_cast<PoolTurn>(stream.below(3));
  if (stream.below(3) == 0) model.pool_shares = "equal";
  return cluster;
}

/// Slots that jobs could start on.
std::int64_t free_slots(const SchedulerState& state) {
  std::int64_t slots = 0;
  for (const HostState& host : state.hosts)
    if (!host.down && !host.closed) slots += host.mxj - host.running;
  return slots;
}

/// Slots of running jobs for which `counts` holds.
template <class Counts>
std::int64_t used_slots(const SchedulerState& state, Counts&& counts) {
  std::int64_t slots = 0;
  state.jobs.visit([&](JobSlotId, const JobState& job) {
    if (job.is_started() && counts(job)) slots += job.slots.count();
  });
  return slots;
}

/// The jobs of the pool that nothing but the pool's shares keeps from starting. No job of these
/// worlds asks for anything but slots, so any free ones will do.
std::int64_t kept_back(const SchedulerState& state) {
  const std::int64_t free = free_slots(state);
  const auto pool_of = [&](const JobState& job) {
    return state.settings.queues[index_of(job.queue)].pool;
  };
  const std::int64_t of_pool =
      used_slots(state, [&](const JobState& job) { return pool_of(job) != none<PoolId>; });
  std::int64_t jobs = 0;
  state.jobs.visit([&](JobSlotId, const JobState& job) {
    if (job.stage != Stage::pending || pool_of(job) == none<PoolId>) return;
    const std::int64_t of_queue =
        used_slots(state, [&](const JobState& other) { return other.queue == job.queue; });
    const std::int64_t wants = job.slots.count();
    const bool may_start =
        wants <= free &&
        of_queue + wants <= state.settings.queues[index_of(job.queue)].qjob_limit &&
        of_pool + wants <= state.settings.pools[0].max_slots;
    jobs += may_start ? 1 : 0;
  });
  return jobs;
}

/// The most such jobs after any session.
std::int64_t most_kept_back(const ClusterConfig& cluster) {
  const GridConfig grid = grid_of(cluster);
  Simulation simulation(grid);
  Observer nobody;
  const Duration interval = cluster.params.job_scheduling_interval;
  std::int64_t most = 0;
  for (Time next = next_instant(simulation); next <= at(2h); next = next_instant(simulation)) {
    const RunState state = simulation.run_until(next, nobody);
    const bool is_point = interval == 0s || next.time_since_epoch() % interval == 0ms;
    if (is_point) most = std::max(most, kept_back(*simulation.clusters()[0].lsf));
    if (state != RunState::until) break;
  }
  return most;
}

}  // namespace

TEST_CASE("with soft limits no slot is free that a job of the pool could start on", "[property]") {
  std::int64_t worlds_that_keep_back = 0;
  for (std::uint64_t seed = 1; seed <= fewer_by_environment(300); ++seed) {
    INFO("seed " << seed);
    RngStream stream(seed, "test/slot_pool_worlds");
    ClusterConfig cluster = random_pool(stream);
    cluster.model.pool_limit = PoolLimit::soft;
    REQUIRE(most_kept_back(cluster) == 0);
    cluster.model.pool_limit = PoolLimit::hard;
    worlds_that_keep_back += most_kept_back(cluster) > 0 ? 1 : 0;
  }
  CHECK(worlds_that_keep_back > 0);  // so soft limits matter in these worlds
}

}  // namespace mcsim::testing::slot_pool_worlds_test
