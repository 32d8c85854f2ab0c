// Sums what hosts offered and what jobs held of them; kinds of hosts are sums of hosts.
#include "mcsim/results/host_use_log.hpp"

#include <algorithm>
#include <functional>
#include <string>
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

void add_use(SlotUse& sum, const SlotUse& use) {
  sum.allocated += use.allocated;
  sum.capacity += use.capacity;
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
  watched_ = watched_part(grid, first_submit_, last_submit_);
}

void HostUseLog::open(Cluster& cluster, const ClusterConfig& config) {
  cluster.in_queues = in_queues(config);
  cluster.groups = config.host_groups;
  for (const HostConfig& host : config.hosts) {
    cluster.hosts.push_back({.capacity = host.mxj.count()});
    cluster.types.push_back(host.type);
  }
}

/// As the recorder does: from the first submission of the grid on.
void HostUseLog::settle(Host& host, Time now) const {
  const Time from = std::max(host.settled, first_submit_);
  if (now <= host.settled) return;
  host.settled = now;
  if (now <= from) return;
  add(host.whole_span, host.allocated, host.capacity, now - from);
  const Time begin = std::max(from, watched_.from);
  const Time end = std::min(now, watched_.to);
  if (begin < end) add(host.while_submitting, host.allocated, host.capacity, end - begin);
}

void HostUseLog::run(ClusterId id, JobIndex index, bool runs, Time now) {
  Cluster& cluster = clusters_[index_of(id)];
  const auto found = cluster.jobs.find(index);
  if (found == cluster.jobs.end() || std::exchange(found->second.runs, runs) == runs) return;
  for (const HostSlots& part : found->second.hosts) {
    Host& host = cluster.hosts[index_of(part.host)];
    settle(host, now);
    host.allocated += runs ? part.slots.count() : -part.slots.count();
  }
}

void HostUseLog::leave(ClusterId id, JobIndex job, Time now) {
  run(id, job, false, now);
  clusters_[index_of(id)].jobs.erase(job);
}

void HostUseLog::on(ClusterId cluster, const JobStarted& fact) {
  if (clusters_[index_of(cluster)].hosts.empty()) return;
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
  for (std::size_t at = 0; at < cluster.hosts.size(); ++at) {
    Host& host = cluster.hosts[at];
    const std::int64_t capacity = capacity_of(id, static_cast<HostId>(at));
    if (capacity == host.capacity) continue;
    settle(host, fact.at);
    host.capacity = capacity;
  }
}

void HostUseLog::add_to(std::vector<ClusterResults>& clusters, Time end) {
  for (std::size_t at = 0; at < clusters_.size(); ++at) {
    Cluster& cluster = clusters_[at];
    std::vector<Host>& hosts = cluster.hosts;
    if (hosts.empty()) continue;
    for (Host& host : hosts) settle(host, end);
    const auto add = [&](KindUse& row, std::size_t host) {
      add_use(row.while_submitting, hosts[host].while_submitting);
      add_use(row.whole_span, hosts[host].whole_span);
    };
    UseByHosts& use = clusters[at].host_use.emplace();
    use.in_queues.name = "in_queues";
    std::map<std::string, KindUse> types;
    for (std::size_t host = 0; host < hosts.size(); ++host) {
      if (cluster.in_queues[host]) add(use.in_queues, host);
      add(types[cluster.types[host]], host);
    }
    for (auto& [name, row] : types) {
      row.name = name;
      use.types.push_back(std::move(row));
    }
    for (const HostGroup& group : cluster.groups) {
      KindUse& row = use.groups.emplace_back();
      row.name = group.name;
      for (const HostId host : group.hosts) add(row, index_of(host));
    }
  }
}

}  // namespace mcsim::results
