// What the evaluation of shared leases costs: 100 leases, 5 from each of 20 clusters to the next
// one, evaluated every 10 minutes for 30 days.
// "evaluations": all slots are in use on both sides, nothing moves, and nothing else happens; items
// are evaluations. The argument is the number of hosts of a lease; it should not change the cost.
// "idle": no slot is in use, so that all of them change sides at each evaluation; items are hosts
// whose slots move.
// "month": jobs come and go as well. Each cluster is busy by day or by night, and then has more
// jobs than slots. With (1) and without (0) evaluations; items are jobs. MCSIM_FULL_SIZE: a million
// jobs on 10,000 hosts.
// "reconfigured": leases as in "evaluations", but exclusive (MCSIM_FULL_SIZE: of 100 hosts), and
// every hour each cluster is reconfigured: without export policies (0); with unchanged policies
// (1); with one policy that exports a host less and more by turns, which kills four jobs (2). Items
// are reconfigurations.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "bench_frame.hpp"
#include "draws.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/simulation/recorder.hpp"

using namespace mcsim::bench;

namespace {

constexpr std::size_t clusters = 20;
constexpr std::size_t leases_of_cluster = 5;
constexpr std::int32_t slots_per_host = 4;  // 1 in "month"
constexpr Duration month = 30 * 24h;

/// Each cluster lends all of its hosts to the next one.
GridConfig grid_of(std::size_t hosts_of_lease, Duration reclaim_delay,
                   std::int32_t slots = slots_per_host) {
  GridConfig grid;
  const std::size_t hosts = hosts_of_lease * leases_of_cluster;
  for (std::size_t at = 0; at < clusters; ++at) {
    ClusterConfig cluster;
    cluster.name = "c" + std::to_string(at);
    for (std::size_t host = 0; host < hosts; ++host)
      cluster.hosts.push_back(
          {.name = "h" + std::to_string(host), .ncpus = slots, .mxj = Slots(slots)});
    cluster.queues.emplace_back().name = "normal";
    cluster.params.reclaim_delay = reclaim_delay;
    for (std::size_t lease = 0; lease < leases_of_cluster; ++lease) {
      HostExport policy{.slots = Slots(slots),
                        .is_shared = true,
                        .distribution = {{static_cast<ClusterId>((at + 1) % clusters), 1}}};
      for (std::size_t host = 0; host < hosts_of_lease; ++host)
        policy.hosts.push_back(static_cast<HostId>(lease * hosts_of_lease + host));
      cluster.exports.push_back(std::move(policy));
    }
    grid.clusters.push_back(std::move(cluster));
    grid.links.push_back({.a = static_cast<ClusterId>(std::min(at, (at + 1) % clusters)),
                          .b = static_cast<ClusterId>(std::max(at, (at + 1) % clusters)),
                          .latency = 200ms,
                          .publication_delay = 200ms});
  }
  for (std::size_t at = 0; at < clusters; ++at) {
    const std::size_t provider = (at + clusters - 1) % clusters;
    for (std::size_t host = 0; host < hosts; ++host) {
      HostConfig borrowed = grid.clusters[provider].hosts[host];
      borrowed.name += "@" + grid.clusters[provider].name;
      borrowed.mxj = Slots{};
      borrowed.home = HostHome{static_cast<ClusterId>(provider), static_cast<HostId>(host)};
      grid.clusters[at].hosts.push_back(std::move(borrowed));
    }
  }
  grid.until = Time{} + month;
  return grid;
}

/// Jobs of one slot that run from the beginning to the end.
Trace long_jobs(std::size_t jobs) {
  TraceBuilder builder;
  for (std::size_t at = 0; at < jobs; ++at) {
    TraceJob job;
    job.id = static_cast<JobId>(at + 1);
    job.run = month + 1h;
    builder.add(job);
  }
  return std::move(builder).freeze();
}

/// Jobs that come by day or by night, and then ask for 5/4 of the slots.
Trace changing_jobs(std::size_t cluster, std::size_t jobs, std::int64_t slots) {
  RngStream stream(cluster + 1, "bench/leases");
  const std::int64_t half_day = std::chrono::milliseconds(12h).count();
  const std::int64_t mean_gap = month.count() / static_cast<std::int64_t>(jobs) / 2;
  const std::int64_t mean_run = mean_gap * slots * 5 / 4;
  TraceBuilder builder;
  Time now{};
  for (std::size_t at = 0; at < jobs; ++at) {
    TraceJob job;
    job.id = static_cast<JobId>(at + 1);
    job.run = Duration(1000 + exponential(stream.next(), mean_run));
    now += Duration(exponential(stream.next(), mean_gap));
    if ((now.time_since_epoch().count() / half_day + static_cast<std::int64_t>(cluster)) % 2 != 0)
      now += 12h;
    job.submit = now;
    builder.add(job);
  }
  return std::move(builder).freeze();
}

void play(benchmark::State& state, const GridConfig& grid, std::int64_t items) {
  std::uint64_t fingerprint = 0;
  std::uint64_t messages = 0;
  std::uint64_t sessions = 0;
  for ([[maybe_unused]] auto _ : state) {
    Simulation simulation(grid);
    Recorder recorder(grid);
    const RunState ended = simulation.run_until(*grid.until, recorder);
    messages = simulation.counts().messages;
    sessions = simulation.counts().sessions;
    fingerprint = std::move(recorder).results(simulation, ended, *grid.until).fingerprint;
  }
  state.SetItemsProcessed(state.iterations() * items);
  state.counters["messages"] = static_cast<double>(messages);
  state.counters["sessions"] = static_cast<double>(sessions);
  show_fingerprint(state, fingerprint);
}

constexpr std::int64_t all_evaluations =
    static_cast<std::int64_t>(clusters * leases_of_cluster) * (month / 10min);

void evaluations(benchmark::State& state) {
  const auto hosts_of_lease = static_cast<std::size_t>(state.range(0));
  GridConfig grid = grid_of(hosts_of_lease, 10min);
  for (ClusterConfig& cluster : grid.clusters)
    cluster.trace = long_jobs(2 * hosts_of_lease * leases_of_cluster * slots_per_host);
  play(state, grid, all_evaluations);
}
BENCHMARK(evaluations)->Arg(1)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond);

/// Each lease is established because of jobs that run for a minute.
void idle(benchmark::State& state) {
  const auto hosts_of_lease = static_cast<std::size_t>(state.range(0));
  GridConfig grid = grid_of(hosts_of_lease, 10min);
  for (ClusterConfig& cluster : grid.clusters) {
    TraceBuilder builder;
    const std::size_t own = hosts_of_lease * leases_of_cluster * slots_per_host;
    for (std::size_t at = 0; at <= own; ++at) {
      TraceJob job;
      job.id = static_cast<JobId>(at + 1);
      job.run = at == 0 ? month + 1h : Duration(1min);
      builder.add(job);
    }
    cluster.trace = std::move(builder).freeze();
  }
  play(state, grid, all_evaluations * state.range(0));
}
BENCHMARK(idle)->Arg(1)->Arg(10)->Unit(benchmark::kMillisecond);

void beside_jobs(benchmark::State& state) {
  const std::size_t hosts_of_lease = full_size() ? 100 : 10;
  const std::size_t jobs = full_size() ? 50'000 : 2'000;
  GridConfig grid = grid_of(hosts_of_lease, state.range(0) != 0 ? Duration(10min) : 2 * month, 1);
  const auto slots = static_cast<std::int64_t>(hosts_of_lease * leases_of_cluster);
  for (std::size_t at = 0; at < clusters; ++at)
    grid.clusters[at].trace = changing_jobs(at, jobs, slots);
  play(state, grid, static_cast<std::int64_t>(clusters * jobs));
}
BENCHMARK(beside_jobs)->Name("month")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// Reconfigures the cluster every hour: always with the same settings, or with two by turns.
void add_reconfigurations(ClusterConfig& cluster, bool changes) {
  const auto same = std::make_shared<const ClusterSettings>(cluster);
  auto other = std::make_shared<ClusterSettings>(cluster);
  if (changes) other->exports.front().hosts.pop_back();
  for (std::int64_t hour = 1; hour < month / 1h; ++hour) {
    TimelineEntry entry{.at = Time{} + hour * 1h, .kind = TimelineEntry::Kind::reconfigure};
    entry.settings = hour % 2 == 0 ? same : other;
    cluster.timeline.push_back(std::move(entry));
  }
}

void reconfigured(benchmark::State& state) {
  const std::size_t hosts_of_lease = full_size() ? 100 : 5;
  GridConfig grid = grid_of(hosts_of_lease, 2 * month);
  for (ClusterConfig& cluster : grid.clusters) {
    for (HostExport& policy : cluster.exports) policy.is_shared = false;
    if (state.range(0) == 0) cluster.exports.clear();
    cluster.trace = long_jobs(2 * hosts_of_lease * leases_of_cluster * slots_per_host);
    add_reconfigurations(cluster, state.range(0) == 2);
  }
  play(state, grid, static_cast<std::int64_t>(clusters) * (month / 1h - 1));
}
BENCHMARK(reconfigured)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

}  // namespace
