// What the load that LIMs report costs: a cluster of 100 hosts of 4 processors for a day, or with
// MCSIM_FULL_SIZE of 10,000 hosts and a million jobs for 30 days, at nine tenths of its slots. The
// argument says what uses the load: 0 there are no LIMs; 1 there are LIMs, but nothing uses load
// (order[ncpus]); 2 the default order[r15s:pg]; 3 also loadSched and loadStop of every queue. Items
// are jobs. Measured in full size: 1 takes 0.97 % more instructions than 0 (callgrind: 9.901
// and 9.806 billion). CPU time: 0 takes about 2 s; 2 and 3 take about 3.7 s and 4.5 s more.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "bench_frame.hpp"
#include "draws.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/simulation/recorder.hpp"

using namespace mcsim::bench;

namespace {

constexpr std::int32_t processors = 4;

struct Size {
  std::size_t hosts;
  std::size_t jobs;
  Duration length;
};

Size size() {
  if (full_size()) return {10'000, 1'000'000, 30 * 24h};
  return {100, 3000, 24h};
}

Trace jobs_of(const Size& size) {
  RngStream stream(1, "bench/lims");
  const std::int64_t mean_gap = size.length.count() / static_cast<std::int64_t>(size.jobs);
  const std::int64_t mean_run =
      mean_gap * static_cast<std::int64_t>(size.hosts) * processors * 9 / 10;
  TraceBuilder builder;
  Time now{};
  for (std::size_t at = 0; at < size.jobs; ++at) {
    TraceJob job;
    job.id = static_cast<JobId>(at + 1);
    job.queue = static_cast<QueueId>(at % 2);
    now += Duration(exponential(stream.next(), mean_gap));
    job.submit = now;
    job.run = Duration(1000 + exponential(stream.next(), mean_run));
    builder.add(job);
  }
  return std::move(builder).freeze();
}

GridConfig grid_of(std::int64_t who_looks) {
  const Size size = ::size();
  GridConfig grid;
  ClusterConfig cluster;
  cluster.name = "c";
  for (std::size_t host = 0; host < size.hosts; ++host)
    cluster.hosts.push_back(
        {.name = "h" + std::to_string(host), .ncpus = processors, .mxj = Slots(processors)});
  for (const std::int32_t priority : {30, 50}) {
    QueueConfig& queue = cluster.queues.emplace_back();
    queue.name = "q" + std::to_string(priority);
    queue.priority = priority;
    if (who_looks < 2) queue.rules.res_req.order = {{.resource = resource(builtin::ncpus)}};
    if (who_looks == 3)
      queue.thresholds = {{.index = resource(builtin::r1m), .sched = 0.9, .stop = 2.5},
                          {.index = resource(builtin::r15m), .sched = 1.5, .stop = 3},
                          {.index = resource(builtin::ut), .sched = 0.99, .stop = std::nullopt}};
  }
  if (who_looks > 0) cluster.model.load = LoadMode::lim;
  cluster.trace = jobs_of(size);
  grid.clusters.push_back(std::move(cluster));
  grid.until = Time{} + size.length;
  return grid;
}

void day(benchmark::State& state) {
  const GridConfig grid = grid_of(state.range(0));
  std::uint64_t fingerprint = 0;
  std::uint64_t sessions = 0;
  for ([[maybe_unused]] auto _ : state) {
    Simulation simulation(grid);
    Recorder recorder(grid);
    const RunState ended = simulation.run_until(*grid.until, recorder);
    sessions = simulation.counts().sessions;
    fingerprint = std::move(recorder).results(simulation, ended, *grid.until).fingerprint;
  }
  state.SetItemsProcessed(state.iterations() *
                          static_cast<std::int64_t>(grid.clusters[0].trace.size()));
  state.counters["sessions"] = static_cast<double>(sessions);
  show_fingerprint(state, fingerprint);
}
BENCHMARK(day)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

}  // namespace
