// Which exported hosts stay with their consumers.
#include "mcsim/handlers/leasing/lent_incumbents.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace mcsim::handlers {
namespace {

/// The latest start of a job that runs on `host` of a consumer beyond now, if there is one.
std::optional<Time> latest_start(const ClusterWorld& consumer, HostId host, Time now) {
  std::optional<Time> latest;
  const SchedulerState& state = *consumer.lsf;
  state.jobs.visit_on(host, [&](JobSlotId id, Slots) {
    const JobState& job = state.jobs[id];
    const bool ends =
        job.stage == Stage::running && job.since + (job.record.occupies - job.ran) <= now;
    if (!ends) latest = std::max(latest.value_or(job.dispatched), job.dispatched);
  });
  return latest;
}

/// A consumer's number for a host that it borrows.
HostId borrowed_as(const ClusterWorld& consumer, NeighbourId neighbour, HostId host) {
  for (const KnownProvider& provider : consumer.leasing.providers)
    if (provider.neighbour == neighbour) return provider.hosts[index_of(host)];
  return none<HostId>;
}

/// Whether a policy is still the one by which the leases were dealt.
bool is_as_before(const ClusterWorld& provider, std::uint32_t policy) {
  const std::vector<HostExport>& before = provider.leasing.policies;
  const std::vector<HostExport>& now = provider.lsf->settings.exports;
  return policy < before.size() && policy < now.size() && before[policy] == now[policy];
}

}  // namespace

std::vector<Incumbent> hosts_with_jobs(const ClusterWorld& provider,
                                       const std::vector<ClusterWorld>& grid, Time now) {
  std::vector<std::tuple<Time, HostId, Incumbent>> found;
  for (const LentLease& lease : provider.leasing.lent) {
    if (!lease.is_established) continue;
    const bool stays = lease.takes_hosts && is_as_before(provider, lease.policy);
    const Neighbour& there = provider.forwarding.neighbours[lease.neighbour];
    const ClusterWorld& consumer = grid[index_of(there.id)];
    for (const LentHost& host : lease.hosts) {
      const HostId id = borrowed_as(consumer, there.me, host.host);
      if (host.slots == Slots{} || id == none<HostId>) continue;
      if (const auto latest = latest_start(consumer, id, now))
        found.emplace_back(*latest, host.host, Incumbent{lease.policy, there.id, host.host, stays});
    }
  }
  std::ranges::sort(found, {}, [](const auto& entry) {
    return std::pair(std::get<Time>(entry), std::get<HostId>(entry));
  });
  std::vector<Incumbent> incumbents;
  for (const auto& entry : found) incumbents.push_back(std::get<Incumbent>(entry));
  return incumbents;
}

std::vector<Incumbent> hosts_that_stay(const ClusterWorld& provider) {
  std::vector<Incumbent> incumbents;
  for (const LentLease& lease : provider.leasing.lent) {
    if (!lease.takes_hosts || !is_as_before(provider, lease.policy)) continue;
    for (const LentHost& host : lease.hosts)
      if (host.slots > Slots{})
        incumbents.push_back({.policy = lease.policy,
                              .consumer = provider.forwarding.neighbours[lease.neighbour].id,
                              .host = host.host,
                              .is_settled = true});
  }
  return incumbents;
}

}  // namespace mcsim::handlers
