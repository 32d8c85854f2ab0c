// What it costs to find slots for one wide job on a full cluster: by preemption of one-slot jobs,
// and by SLOT_RESERVE. Times should grow no faster than the number of slots. With MCSIM_FULL_SIZE
// set in the environment there are sixteen times as many hosts.
#include <string>
#include <utility>
#include <vector>

#include "bench_frame.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/kernel/fingerprint.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/simulation/simulation.hpp"

using namespace mcsim::bench;

namespace {

constexpr std::int32_t slots_of_host = 4;

/// A fingerprint of which jobs started where and which were suspended, in order, and of the slots
/// that are reserved at the end.
class Decisions final : public Observer {
 public:
  using Observer::on;
  void on(ClusterId, const JobStarted& fact) override {
    made_.add(index_of(fact.job));
    for (const HostSlots& part : fact.hosts) made_.add(index_of(part.host));
  }
  void on(ClusterId, const JobSuspended& fact) override { made_.add(index_of(fact.job)); }
  void end(const SlotReservations& reservations) {
    for (const SlotReservation& one : reservations) {
      made_.add(index_of(one.host));
      made_.add(static_cast<std::uint64_t>(one.slots));
    }
  }
  std::uint64_t fingerprint() const { return made_.value(); }

 private:
  Fingerprint made_;
};

/// Equal hosts, and a queue "wide" with a higher PRIORITY than a queue "narrow".
ClusterConfig cluster_of(std::int32_t hosts) {
  ClusterConfig cluster;
  cluster.name = "bench";
  cluster.resources = builtin_resources();
  for (std::int32_t host = 0; host < hosts; ++host)
    cluster.hosts.push_back({.name = "host" + std::to_string(host),
                             .ncpus = slots_of_host,
                             .mxj = Slots(slots_of_host)});
  cluster.queues = {{.name = "wide", .priority = 60}, {.name = "narrow", .priority = 20}};
  return cluster;
}

TraceJob job_of(std::int64_t id, QueueId queue, Time submit, std::int32_t slots, Duration run) {
  TraceJob job;
  job.id = static_cast<JobId>(id);
  job.submit = submit;
  job.run = run;
  job.limit = run;
  job.queue = queue;
  job.slots = Slots(slots);
  return job;
}

GridConfig grid_of(ClusterConfig cluster, const std::vector<TraceJob>& jobs) {
  TraceBuilder trace;
  for (const TraceJob& job : jobs) trace.add(job);
  cluster.trace = std::move(trace).freeze();
  GridConfig grid;
  grid.clusters.push_back(std::move(cluster));
  return grid;
}

/// Times one part of a run; each iteration plays it again from a copy.
void play(benchmark::State& state, const GridConfig& grid, Time from, Time until) {
  Simulation before(grid);
  Observer nobody;
  before.run_until(from, nobody);
  for ([[maybe_unused]] auto _ : state) {
    state.PauseTiming();
    Simulation simulation = before;
    Decisions decisions;
    state.ResumeTiming();
    simulation.run_until(until, decisions);
    decisions.end(simulation.clusters()[0].lsf->slot_reservations);
    show_fingerprint(state, decisions.fingerprint());
  }
}

/// One wide job preempts one job for each of its slots. Items are these slots.
void preempt_for_wide_job(benchmark::State& state) {
  const auto slots = static_cast<std::int32_t>(state.range(0)) * (full_size() ? 16 : 1);
  const std::int32_t hosts = full_size() ? 6400 : 400;
  ClusterConfig cluster = cluster_of(hosts);
  cluster.queues[0].preemption.preemptive = true;
  std::vector<TraceJob> jobs;
  for (std::int32_t id = 1; id <= hosts * slots_of_host; ++id)
    jobs.push_back(job_of(id, QueueId{1}, Time{}, 1, 10h));
  jobs.push_back(job_of(hosts * slots_of_host + 1, QueueId{0}, Time{1h}, slots, 1h));
  play(state, grid_of(std::move(cluster), jobs), Time{1h - 1ms}, Time{1h + 10s});
  state.SetItemsProcessed(state.iterations() * slots);
}

/// On each host one slot is free and reserved for one wide job; in each session other waiting jobs
/// try to use it. Items are hosts.
void reserve_for_wide_job(benchmark::State& state) {
  const auto hosts = static_cast<std::int32_t>(state.range(0)) * (full_size() ? 16 : 1);
  ClusterConfig cluster = cluster_of(hosts);
  cluster.queues[0].max_reserve_time = 10h;
  std::vector<TraceJob> jobs;
  std::int32_t id = 0;
  while (id < hosts) jobs.push_back(job_of(++id, QueueId{1}, Time{}, slots_of_host - 1, 1h));
  jobs.push_back(job_of(++id, QueueId{0}, Time{10s}, hosts * slots_of_host, 1h));
  for (std::int32_t slots = 2; slots < 22; ++slots)
    jobs.push_back(job_of(++id, QueueId{1}, Time{10s}, slots, 1h));
  play(state, grid_of(std::move(cluster), jobs), Time{5s}, Time{2min});
  state.SetItemsProcessed(state.iterations() * hosts);
}

}  // namespace

BENCHMARK(preempt_for_wide_job)->ArgName("slots")->Arg(100)->Arg(400)->Arg(1600);
BENCHMARK(reserve_for_wide_job)->ArgName("hosts")->Arg(250)->Arg(500)->Arg(1000);
