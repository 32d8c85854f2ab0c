// Jobs that clusters forward to each other under COUNT_PREEMPTABLE: the same number of jobs on
// three large clusters and on many small ones, each linked to every other. A third of the clusters
// have more work than slots. Items are jobs; `sessions` counts those that were not skipped; the
// label is the fingerprint of all facts. MCSIM_FULL_SIZE: a million jobs, on 3 clusters of 1,000
// hosts and on 200 clusters of 15.
//
// "crowded": three large clusters that are all nearly full, with jobs of up to 16 slots on hosts of
// 4 slots; without preemption (0), and with receive queues that preempt all other queues (1).
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bench_frame.hpp"
#include "draws.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/policy/count_preemptable.hpp"
#include "mcsim/simulation/recorder.hpp"

using namespace mcsim::bench;

namespace {

constexpr std::int32_t slots_per_host = 4;
constexpr QueueId guests{0};
constexpr QueueId normal{1};
constexpr QueueId low{2};

std::vector<QueueConfig> queues_of(std::size_t cluster, std::size_t clusters) {
  std::vector<QueueConfig> queues(3);
  queues[0].name = "guests";
  queues[0].priority = 50 + static_cast<std::int32_t>(cluster % 3) * 10;
  queues[0].preemption = {.preemptive = true, .low = {{low, 0}}};
  queues[1].name = "normal";
  queues[1].priority = 40;
  queues[2].name = "low";
  queues[2].priority = 10 + static_cast<std::int32_t>(cluster % 3) * 10;
  for (std::size_t other = 0; other < clusters; ++other) {
    if (other == cluster) continue;
    queues[0].forwarding.sources.push_back(static_cast<ClusterId>(other));
    queues[1].forwarding.targets.push_back({static_cast<ClusterId>(other), guests});
  }
  queues[1].forwarding.max_resched_time = 400s;
  return queues;
}

/// Run times from 1 min to 4 h, log-uniform to within a few per cent; up to 8 slots.
Trace trace_of(std::size_t cluster, std::size_t jobs, std::int32_t slots) {
  RngStream stream(cluster + 1, "bench/grid");
  constexpr std::int32_t sizes[] = {1, 1, 1, 1, 2, 2, 4, 4, 8};
  std::vector<TraceJob> drawn(jobs);
  std::int64_t area = 0;
  for (std::size_t at = 0; at < jobs; ++at) {
    TraceJob& job = drawn[at];
    job.id = static_cast<JobId>(at + 1);
    job.slots = Slots(std::min(sizes[stream.below(std::size(sizes))], slots));
    std::int64_t run = 60'000;
    for (std::uint64_t doubled = stream.below(8); doubled > 0; --doubled) run *= 2;
    job.run =
        Duration(run + static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(run))));
    job.limit = 2 * job.run;
    job.queue = stream.below(3) == 0 ? low : normal;
    area += job.slots.count() * job.run.count();
  }
  const std::int64_t per_cent[] = {100, 85, 70};
  const auto span =
      static_cast<std::uint64_t>(area / slots * 100 / per_cent[cluster % std::size(per_cent)]);
  TraceBuilder builder;
  for (TraceJob& job : drawn) {
    job.submit = Time{} + Duration(static_cast<std::int64_t>(stream.below(span) / 1000 * 1000));
    builder.add(job);
  }
  return std::move(builder).freeze();
}

/// Poisson arrivals that ask for 97 % of the slots, with run times of 10 min on average.
Trace crowded_trace(std::size_t cluster, std::size_t jobs, std::int64_t slots) {
  RngStream stream(cluster + 1, "bench/crowded");
  constexpr std::int32_t sizes[] = {1, 1, 1, 2, 4, 8, 16};
  constexpr std::int64_t mean_run = 600'000;
  constexpr std::int64_t sum_of_sizes = 33;
  const std::int64_t mean_gap = sum_of_sizes * mean_run * 100 / (7 * 97 * slots);
  TraceBuilder builder;
  Time now{};
  for (std::size_t at = 0; at < jobs; ++at) {
    TraceJob job;
    job.id = static_cast<JobId>(at + 1);
    job.slots = Slots(sizes[stream.below(std::size(sizes))]);
    job.run = Duration(1000 + exponential(stream.next(), mean_run));
    job.queue = normal;
    now += Duration(exponential(stream.next(), mean_gap));
    job.submit = now;
    builder.add(job);
  }
  return std::move(builder).freeze();
}

GridConfig grid_of(std::size_t clusters, std::size_t hosts, std::size_t jobs) {
  GridConfig grid;
  for (std::size_t at = 0; at < clusters; ++at) {
    ClusterConfig cluster;
    cluster.name = "c" + std::to_string(at);
    for (std::size_t host = 0; host < hosts; ++host)
      cluster.hosts.push_back({.name = cluster.name + "h" + std::to_string(host),
                               .ncpus = slots_per_host,
                               .mxj = Slots(slots_per_host)});
    cluster.queues = queues_of(at, clusters);
    cluster.params.forwarding.policy = CountPreemptable<{}>::name;
    cluster.params.forwarding.update_interval = 30s;
    cluster.foreign_profiles.assign(clusters, {ProfileId{}});
    cluster.trace =
        trace_of(at, jobs / clusters, static_cast<std::int32_t>(hosts) * slots_per_host);
    grid.clusters.push_back(std::move(cluster));
  }
  for (std::size_t a = 0; a < clusters; ++a)
    for (std::size_t b = a + 1; b < clusters; ++b)
      grid.links.push_back({.a = static_cast<ClusterId>(a),
                            .b = static_cast<ClusterId>(b),
                            .latency = 200ms,
                            .publication_delay = 200ms});
  return grid;
}

void play_grid(benchmark::State& state, const GridConfig& grid) {
  std::uint64_t forwarded = 0;
  std::uint64_t sessions = 0;
  std::uint64_t fingerprint = 0;
  for (auto _ : state) {
    Simulation simulation(grid);
    Recorder recorder(grid);
    const RunState ended = simulation.run_until(never - 1ms, recorder);
    const RunResults results = std::move(recorder).results(simulation, ended, never - 1ms);
    fingerprint = results.fingerprint;
    sessions = results.engine.sessions;
    forwarded = 0;
    for (const ClusterResults& cluster : results.clusters)
      forwarded += cluster.forwarding.forwarded;
  }
  std::size_t played = 0;
  for (const ClusterConfig& cluster : grid.clusters) played += cluster.trace.size();
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(played));
  state.counters["forwarded"] = static_cast<double>(forwarded);
  state.counters["sessions"] = static_cast<double>(sessions);
  show_fingerprint(state, fingerprint);
}

void play(benchmark::State& state) {
  play_grid(state, grid_of(static_cast<std::size_t>(state.range(0)),
                           static_cast<std::size_t>(state.range(1)),
                           static_cast<std::size_t>(state.range(2))));
}

void crowded(benchmark::State& state) {
  const auto clusters = static_cast<std::size_t>(state.range(0));
  const auto hosts = static_cast<std::size_t>(state.range(1));
  const auto jobs = static_cast<std::size_t>(state.range(2));
  const bool preempts = state.range(3) != 0;
  GridConfig grid = grid_of(clusters, hosts, 0);
  for (std::size_t at = 0; at < clusters; ++at) {
    ClusterConfig& cluster = grid.clusters[at];
    cluster.trace =
        crowded_trace(at, jobs / clusters, static_cast<std::int64_t>(hosts) * slots_per_host);
    cluster.queues[index_of(guests)].preemption = {.preemptive = preempts};
  }
  play_grid(state, grid);
}

void sizes(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"clusters", "hosts", "jobs"})->Unit(benchmark::kMillisecond);
  if (full_size())
    bench->Args({3, 1000, 1'000'000})->Args({200, 15, 1'000'000})->Iterations(1);
  else
    bench->Args({3, 100, 10'000})->Args({20, 15, 10'000})->Args({100, 15, 10'000});
}

void crowds(benchmark::internal::Benchmark* bench) {
  bench->ArgNames({"clusters", "hosts", "jobs", "preempts"})->Unit(benchmark::kMillisecond);
  for (const std::int64_t preempts : {0, 1})
    if (full_size())
      bench->Args({3, 1000, 300'000, preempts})->Iterations(1);
    else
      bench->Args({3, 1000, 30'000, preempts});
}

BENCHMARK(play)->Apply(sizes);
BENCHMARK(crowded)->Apply(crowds);

}  // namespace
