// What one scheduling decision costs on a large cluster (busy_cluster.hpp). With MCSIM_FULL_SIZE
// set in the environment the cluster has 5,000 hosts and a million pending jobs, and "month" has
// ten million jobs; otherwise all sizes are small, so that the tests can run it.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <chrono>

#include "bench_frame.hpp"
#include "busy_cluster.hpp"
#include "histogram.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/observers.hpp"
#include "mcsim/simulation/recorder.hpp"

using namespace mcsim::bench;

namespace {

/// The cluster in full size, or a small model of it.
BusyCluster busy_shape() {
  if (full_size()) return {};
  return {.hosts = 200, .queues = 8, .users = 50, .requirement_sets = 60, .jobs = 20'000};
}

/// Times each start from the fact before it: the decision and its booking, and for the first start
/// of a session also what preceded it. Includes the clock's own 20 to 30 ns.
class DecisionTimer final : public HearsEveryFact<DecisionTimer> {
 public:
  template <class Fact>
  void hear(ClusterId, const Fact& fact) {
    if constexpr (std::is_same_v<Fact, JobStarted>) time(fact);
    last_ = Clock::now();
  }
  void time(const JobStarted& fact) {
    const auto now = Clock::now();
    const auto took = std::chrono::duration_cast<std::chrono::nanoseconds>(now - last_).count();
    latencies_.add(static_cast<std::uint64_t>(took));
    started_.add(index_of(fact.job));
    for (const HostSlots& part : fact.hosts) started_.add(index_of(part.host));
    ++starts_;
  }
  std::uint64_t starts() const { return starts_; }
  std::uint64_t fingerprint() const { return started_.value(); }
  const Histogram& latencies() const { return latencies_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  Histogram latencies_;
  Fingerprint started_;
  std::uint64_t starts_ = 0;
};

/// Items are starts. `busy` is the time of the whole run, from which run_us_per_start is made.
void show(benchmark::State& state, const DecisionTimer& timer, std::chrono::nanoseconds busy) {
  const auto starts = static_cast<double>(timer.starts());
  state.SetItemsProcessed(static_cast<std::int64_t>(timer.starts()));
  state.counters["p50_us"] = timer.latencies().quantile_us(0.50);
  state.counters["p99_us"] = timer.latencies().quantile_us(0.99);
  state.counters["max_us"] = timer.latencies().most_us();
  state.counters["mean_us"] = timer.latencies().mean_us();
  state.counters["run_us_per_start"] = static_cast<double>(busy.count()) / 1000 / starts;
  show_fingerprint(state, timer.fingerprint());
}

/// Runs the cluster to `from` without timing, then times it up to `until`.
void decisions(benchmark::State& state, Time from, Time until) {
  const GridConfig grid = busy_grid(busy_shape());
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    Simulation simulation(grid);
    Observer nobody;
    simulation.run_until(from, nobody);
    DecisionTimer timer;
    state.ResumeTiming();
    const auto begin = std::chrono::steady_clock::now();
    simulation.run_until(until, timer);
    show(state, timer, std::chrono::steady_clock::now() - begin);
  }
}

/// From empty hosts to full ones, LSB_MAX_JOB_DISPATCH_PER_SESSION jobs in each session. Submitting
/// the jobs precedes the first start and is not a decision: only run_us_per_start includes it.
void first_filling(benchmark::State& state) { decisions(state, Time{-1ms}, Time{5min}); }

/// Jobs end and others start while hundreds of thousands wait.
void steady_state(benchmark::State& state) { decisions(state, Time{5min}, Time{65min}); }

/// Full hosts on which no job ends, and pending jobs with many different requirements: nothing
/// happens, but with model.elide = false there is still a session every five seconds. Items are
/// sessions.
void idle_sessions(benchmark::State& state) {
  const auto buckets = static_cast<std::uint64_t>(state.range(0));
  BusyCluster shape{.hosts = 100, .requirement_sets = buckets, .jobs = 25 * buckets};
  shape.mean_run = std::chrono::hours{24 * 365};
  GridConfig grid = busy_grid(shape);
  grid.clusters[0].model.elide = false;
  Simulation simulation(grid);
  Observer nobody;
  Time now = Time{10min};
  simulation.run_until(now, nobody);
  std::uint64_t sessions = simulation.counts().sessions;
  for ([[maybe_unused]] auto _ : state) {
    now += 5s * 1000;
    simulation.run_until(now, nobody);
  }
  sessions = simulation.counts().sessions - sessions;
  state.SetItemsProcessed(static_cast<std::int64_t>(sessions));
  state.counters["buckets"] = static_cast<double>(simulation.clusters()[0].lsf->buckets.size());
}

/// Ten million jobs in thirty days, which ask for 85 % of the slots. peak_GiB is the peak memory of
/// the process.
void month(benchmark::State& state) {
  BusyCluster shape = busy_shape();
  shape.jobs *= 10;
  shape.submitted_over = std::chrono::hours{24 * 30};
  shape.load_percent = 85;
  if (!full_size()) shape.jobs /= 10;
  const GridConfig grid = busy_grid(shape);
  for ([[maybe_unused]] auto _ : state) {
    Simulation simulation(grid);
    Recorder recorder(grid);
    const RunState end = simulation.run_until(never - 1ms, recorder);
    const RunResults results = std::move(recorder).results(simulation, end, never);
    show_fingerprint(state, results.fingerprint);
    state.counters["sessions"] = static_cast<double>(results.engine.sessions);
  }
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  state.counters["peak_GiB"] = static_cast<double>(used.ru_maxrss) / (1 << 20);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(shape.jobs));
}

}  // namespace

BENCHMARK(first_filling)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(steady_state)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(idle_sessions)->ArgName("sets")->Arg(500)->Arg(2500);
BENCHMARK(month)->Iterations(1)->Unit(benchmark::kSecond);
