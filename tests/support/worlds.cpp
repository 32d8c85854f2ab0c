// How the small worlds are put together.
#include "support/worlds.hpp"
#include "mcsim/cluster/cluster_world.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace mcsim::testing {

Trace trace_of(const std::vector<JobRow>& rows) {
  TraceBuilder builder;
  for (const JobRow& row : rows) {
    TraceJob job;
    job.id = static_cast<JobId>(row.id);
    job.submit = at(row.submit);
    job.run = row.run;
    job.limit = row.limit;
    if (row.limit >= 0ms && row.limit < unlimited) job.requested = row.limit;
    job.slots = Slots(row.slots);
    job.queue = row.queue;
    builder.add(job);
  }
  return std::move(builder).freeze();
}

ClusterConfig machine(const std::vector<std::int32_t>& slots_of_hosts, const std::string& dispatch,
                      const std::vector<JobRow>& rows) {
  ClusterConfig cluster;
  cluster.name = "C1";
  for (const std::int32_t slots : slots_of_hosts)
    cluster.hosts.push_back({.name = "h" + std::to_string(cluster.hosts.size() + 1),
                             .ncpus = slots,
                             .mxj = Slots(slots)});
  QueueConfig normal;
  normal.name = "normal";
  cluster.queues.push_back(normal);
  cluster.params.job_scheduling_interval = 0ms;
  cluster.model.dispatch = dispatch;
  cluster.trace = trace_of(rows);
  return cluster;
}

ClusterConfig flat_machine(std::int32_t slots, const std::string& dispatch,
                           const std::vector<JobRow>& rows) {
  return machine({slots}, dispatch, rows);
}

ClusterConfig easy_machine(std::int32_t slots, const EasyOptions& options,
                           const std::vector<JobRow>& rows) {
  ClusterConfig cluster = flat_machine(slots, "easy", rows);
  cluster.model.easy = options;
  return cluster;
}

GridConfig grid_of(ClusterConfig cluster) {
  GridConfig grid;
  grid.clusters.push_back(std::move(cluster));
  return grid;
}

TimelineEntry host_down(Duration when, HostId host, Duration down_for) {
  TimelineEntry entry = on_host(when, TimelineEntry::Kind::host_down, host);
  entry.down_for = down_for;
  return entry;
}

TimelineEntry bkill(Duration when, std::int64_t job) {
  TimelineEntry entry;
  entry.at = at(when);
  entry.kind = TimelineEntry::Kind::bkill;
  entry.job = static_cast<JobId>(job);
  return entry;
}

TimelineEntry on_host(Duration when, TimelineEntry::Kind kind, HostId host) {
  TimelineEntry entry;
  entry.at = at(when);
  entry.kind = kind;
  entry.host = host;
  return entry;
}

TimelineEntry on_queue(Duration when, TimelineEntry::Kind kind, QueueId queue) {
  TimelineEntry entry;
  entry.at = at(when);
  entry.kind = kind;
  entry.queue = queue;
  return entry;
}

TimelineEntry reconfigure(Duration when, const ClusterSettings& settings) {
  TimelineEntry entry;
  entry.at = at(when);
  entry.kind = TimelineEntry::Kind::reconfigure;
  entry.settings = std::make_shared<const ClusterSettings>(settings);
  return entry;
}

RunResults run_all(const GridConfig& config, const Registry& registry) {
  Simulation simulation(config, registry);
  Recorder recorder(config);
  const RunState state = simulation.run_until(never, recorder);
  return std::move(recorder).results(simulation, state, never);
}

Time next_instant(const Simulation& simulation) {
  Time next = never;
  for (const ClusterWorld& world : simulation.clusters()) next = std::min(next, world.next_time());
  return next;
}

JobOutcomes outcomes(ClusterConfig cluster, const Registry& registry) {
  return run_all(grid_of(std::move(cluster)), registry).clusters[0].jobs;
}

std::vector<Time> start_times(ClusterConfig cluster, const Registry& registry) {
  std::vector<Time> starts;
  for (const JobOutcome& job : outcomes(std::move(cluster), registry)) starts.push_back(job.start);
  return starts;
}

std::vector<HostSlots> hosts_of(const ClusterResults& results, const Trace& trace, JobIndex job) {
  std::vector<HostSlots> hosts;
  results.allocations.visit(results.jobs[index_of(job)].allocation,
                            results.slots_of(trace[job].slots, job),
                            [&](HostSlots part) { hosts.push_back(part); });
  return hosts;
}

}  // namespace mcsim::testing
