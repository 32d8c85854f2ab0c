// Sums what kinds of hosts offered and what jobs held of them.
#include "mcsim/results/host_use_log.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "mcsim/cluster/cluster_world.hpp"

namespace mcsim::results {
namespace {

/// Whether a queue may use each host, at first or by a change.
std::vector<bool> in_queues(const ClusterConfig& config) {
  std::vector<bool> in(config.hosts.size());
  const auto note = [&](const ClusterSettings& settings) {
    for (const QueueConfig& queue : settings.queues) {
      if (queue.hosts.all) in.assign(in.size(), true);
      for (const HostPreferences::Entry& entry : queue.hosts.list) in[index_of(entry.host)] = true;
    }
  };
  note(config);
  for (const TimelineEntry& entry : config.timeline)
    if (entry.settings) note(*entry.settings);
  return in;
}

bool differ(const ClusterConfig& config) {
  if (config.hosts.empty()) return false;
  const auto same_type = [&](const HostConfig& host) {
    return host.type == config.hosts.front().type;
  };
  return !config.host_groups.empty() || !std::ranges::all_of(config.hosts, same_type) ||
         !std::ranges::all_of(in_queues(config), std::identity{});
}

void add(SlotUse& sum, std::int64_t allocated, std::int64_t capacity, Duration time) {
  sum.allocated += Int128{allocated} * time.count();
  sum.capacity += Int128{capacity} * time.count();
}

}  // namespace

bool HostUseLog::is_of_use(const GridConfig& grid) {
  return std::ranges::any_of(grid.clusters, differ);
}

HostUseLog::HostUseLog(const GridConfig& grid) : clusters_(grid.clusters.size()) {
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    const ClusterConfig& config = grid.clusters[at];
    if (differ(config)) open(clusters_[at], config);
    if (config.trace.empty()) continue;
    const auto last = static_cast<JobIndex>(config.trace.size() - 1);
    first_submit_ = std::min(first_submit_, config.trace[JobIndex{}].submit);
    last_submit_ = std::max(last_submit_, config.trace[last].submit);
  }
}

void HostUseLog::open(Cluster& cluster, const ClusterConfig& config) const {
  cluster.of_host.resize(config.hosts.size());
  const auto put = [&](std::size_t host, std::size_t kind) {
    cluster.of_host[host].push_back(static_cast<std::uint32_t>(kind));
    cluster.kinds[kind].capacity += config.hosts[host].mxj.count();
  };
  cluster.kinds.push_back({.name = "in_queues"});
  const std::vector<bool> in = in_queues(config);
  std::map<std::string, std::size_t> types;
  for (std::size_t host = 0; host < config.hosts.size(); ++host) {
    if (in[host]) put(host, 0);
    types.try_emplace(config.hosts[host].type);
  }
  for (auto& [name, kind] : types) {
    kind = cluster.kinds.size();
    cluster.kinds.push_back({.name = name});
  }
  cluster.types = types.size();
  for (std::size_t host = 0; host < config.hosts.size(); ++host)
    put(host, types[config.hosts[host].type]);
  for (const HostGroup& group : config.host_groups) {
    cluster.kinds.push_back({.name = group.name});
    for (const HostId host : group.hosts) put(index_of(host), cluster.kinds.size() - 1);
  }
}

/// As the recorder does: from the first submission of the grid on.
void HostUseLog::settle(Cluster& cluster, Time now) const {
  const Time from = std::max(cluster.settled, first_submit_);
  if (now <= cluster.settled) return;
  cluster.settled = now;
  if (now <= from) return;
  for (Kind& kind : cluster.kinds) {
    add(kind.whole_span, kind.allocated, kind.capacity, now - from);
    if (from < last_submit_)
      add(kind.while_submitting, kind.allocated, kind.capacity, std::min(now, last_submit_) - from);
  }
}

void HostUseLog::run(ClusterId id, JobIndex index, bool runs, Time now) {
  Cluster& cluster = clusters_[index_of(id)];
  const auto found = cluster.jobs.find(index);
  if (found == cluster.jobs.end() || std::exchange(found->second.runs, runs) == runs) return;
  settle(cluster, now);
  for (const HostSlots& part : found->second.hosts)
    for (const std::uint32_t kind : cluster.of_host[index_of(part.host)])
      cluster.kinds[kind].allocated += runs ? part.slots.count() : -part.slots.count();
}

void HostUseLog::leave(ClusterId id, JobIndex job, Time now) {
  run(id, job, false, now);
  clusters_[index_of(id)].jobs.erase(job);
}

void HostUseLog::on(ClusterId cluster, const JobStarted& fact) {
  if (clusters_[index_of(cluster)].kinds.empty()) return;
  clusters_[index_of(cluster)].jobs[fact.job] = {{fact.hosts.begin(), fact.hosts.end()}, false};
  run(cluster, fact.job, true, fact.at);
}
void HostUseLog::on(ClusterId cluster, const JobEnded& fact) { leave(cluster, fact.job, fact.at); }
void HostUseLog::on(ClusterId cluster, const JobRequeued& fact) {
  leave(cluster, fact.job, fact.at);
}
void HostUseLog::on(ClusterId cluster, const JobSuspended& fact) {
  run(cluster, fact.job, false, fact.at);
}
void HostUseLog::on(ClusterId cluster, const JobResumed& fact) {
  run(cluster, fact.job, fact.slots > Slots{}, fact.at);
}

std::int64_t HostUseLog::capacity_of(ClusterId id, HostId host) const {
  const ClusterWorld& world = simulation_->clusters()[index_of(id)];
  return world.lsf ? world.lsf->hosts[host].capacity()
                   : world.baseline->hosts[host].capacity().count();
}

void HostUseLog::on(ClusterId id, const CapacityChanged& fact) {
  Cluster& cluster = clusters_[index_of(id)];
  if (cluster.kinds.empty()) return;
  settle(cluster, fact.at);
  for (Kind& kind : cluster.kinds) kind.capacity = 0;
  for (std::size_t host = 0; host < cluster.of_host.size(); ++host) {
    const std::int64_t capacity = capacity_of(id, static_cast<HostId>(host));
    for (const std::uint32_t kind : cluster.of_host[host]) cluster.kinds[kind].capacity += capacity;
  }
}

void HostUseLog::add_to(std::vector<ClusterResults>& clusters, Time end) {
  for (std::size_t at = 0; at < clusters_.size(); ++at) {
    Cluster& cluster = clusters_[at];
    if (cluster.kinds.empty()) continue;
    settle(cluster, end);
    UseByHosts& use = clusters[at].host_use.emplace();
    for (std::size_t kind = 0; kind < cluster.kinds.size(); ++kind) {
      const Kind& one = cluster.kinds[kind];
      KindUse row{one.name, one.while_submitting, one.whole_span};
      if (kind == 0)
        use.in_queues = std::move(row);
      else
        (kind <= cluster.types ? use.types : use.groups).push_back(std::move(row));
    }
  }
}

}  // namespace mcsim::results
