// Reads the rule of docs/rules/leasing.md, section 4, in the slowest way.
#include "support/lease_asks.hpp"

#include <algorithm>

#include "mcsim/base/check.hpp"

namespace mcsim::testing {
namespace {

bool names(const QueueConfig& queue, HostId host) {
  const auto is_it = [&](const HostPreferences::Entry& entry) { return entry.host == host; };
  return queue.hosts.all || std::ranges::any_of(queue.hosts.list, is_it);
}

bool names_any(const QueueConfig& queue, const std::set<HostId>& hosts) {
  return std::ranges::any_of(hosts, [&](HostId host) { return names(queue, host); });
}

/// The consumer's numbers of the hosts that a lease exports now.
std::set<HostId> hosts_of(const ClusterWorld& provider, const LentLease& lease,
                          const ClusterWorld& consumer) {
  std::set<HostId> found;
  for (std::size_t at = 0; at < consumer.lsf->settings.hosts.size(); ++at) {
    const auto& home = consumer.lsf->settings.hosts[at].home;
    for (const LentHost& host : lease.hosts)
      if (home && home->cluster == provider.id && home->host == host.host && host.slots > Slots{})
        found.insert(static_cast<HostId>(at));
  }
  return found;
}

/// The slots of a host on which a job without further wishes could start.
std::int32_t free_on(const ClusterWorld& world, HostId id) {
  const HostState& host = world.lsf->hosts[id];
  if (host.down || host.closed || host.cut_off || host.unreached || host.paused > 0) return 0;
  return std::max(host.mxj - host.running - host.suspended, 0);
}

}  // namespace

void LeaseAsks::look(const std::vector<ClusterWorld>& clusters, Time now) {
  for (const ClusterWorld& world : clusters) {
    if (!world.lsf) continue;
    for (const LentLease& lease : world.leasing.lent) look_at(world, lease, clusters, now);
    look_at_new(world, now);
  }
  for (const auto& [cluster, host] : started_)
    check_start(clusters[index_of(cluster)], host, clusters, now);
  started_.clear();
}

void LeaseAsks::check_start(const ClusterWorld& consumer, HostId id,
                            const std::vector<ClusterWorld>& clusters, Time now) const {
  const auto& home = consumer.lsf->settings.hosts[index_of(id)].home;
  if (!home) return;
  const SchedulerState& there = *clusters[index_of(home->cluster)].lsf;
  const auto down = there.sbatchds.down.find(home->host);
  if (down == there.sbatchds.down.end()) return;
  const Time told = down->second.since + latency_between(consumer.id, home->cluster);
  const bool was_cut_off = std::ranges::any_of(grid_.links, [&](const LinkConfig& link) {
    return std::ranges::any_of(link.outages, [&](const LinkConfig::Outage& outage) {
      return outage.from <= now && outage.until >= down->second.since;
    });
  });
  MCSIM_CHECK(was_cut_off || now <= told, "a job starts where the sbatchd of the provider is down");
}

void LeaseAsks::look_at(const ClusterWorld& provider, const LentLease& lease,
                        const std::vector<ClusterWorld>& clusters, Time now) {
  const Neighbour& there = provider.forwarding.neighbours[lease.neighbour];
  const ClusterWorld& consumer = clusters[index_of(there.id)];
  const LeaseKey key{provider.id, provider.leasing.lent.id_of(lease)};
  Known& known = known_[key];
  const Duration latency = latency_between(provider.id, consumer.id);
  if (has_changed(provider, lease, known) || !there.out.is_up(now)) {
    known.since = now + latency;
    known.could_start = never;
  }
  if (lease.is_over || lease.is_established || !lease.exports() || now <= known.since) return;
  const std::set<HostId> hosts = hosts_of(provider, lease, consumer);
  // It may have to ask again, where the provider has told it of other changes meanwhile.
  const Duration most = 2 * consumer.lsf->settings.params.job_scheduling_interval + 4 * latency;
  if (!lease.is_shared) {
    const auto first = first_job(consumer, hosts, known.since);
    MCSIM_CHECK(!first || now - *first <= most, "a job does not establish an exclusive lease");
    if (first && counted_.insert(key).second) ++exclusive_;
    return;
  }
  const auto waits = starter(consumer, hosts);
  known.could_start = waits ? std::min(known.could_start, now) : never;
  if (!waits || lease.wants_first_slot) return;
  MCSIM_CHECK(now - known.could_start <= most,
              "a job that could start with a first slot does not establish a shared lease");
  if (!counted_.insert(key).second) return;
  ++shared_;
  if (waits->slots > Slots(1)) ++wide_;
}

Duration LeaseAsks::latency_between(ClusterId a, ClusterId b) const {
  for (const LinkConfig& link : grid_.links)
    if ((link.a == a && link.b == b) || (link.a == b && link.b == a)) return link.latency;
  return {};
}

/// Whether a lease exports something else than when it was looked at last.
bool LeaseAsks::has_changed(const ClusterWorld& provider, const LentLease& lease,
                            Known& known) const {
  std::vector<std::pair<HostId, Slots>> hosts;
  for (const LentHost& host : lease.hosts)
    if (host.slots > Slots{}) hosts.emplace_back(host.host, host.slots);
  if (hosts == known.hosts && provider.settings == known.settings) return false;
  const bool is_first = known.hosts.empty() && known.since == Time{};
  known.hosts = std::move(hosts);
  known.settings = provider.settings;
  return !is_first || !known.hosts.empty();
}

/// When the first job came, after `since`, to a queue that names one of the hosts.
std::optional<Time> LeaseAsks::first_job(const ClusterWorld& consumer,
                                         const std::set<HostId>& hosts, Time since) const {
  std::optional<Time> first;
  for (const auto& [where, times] : submitted_) {
    if (where.first != consumer.id) continue;
    if (!names_any(consumer.lsf->settings.queues[index_of(where.second)], hosts)) continue;
    for (const Time time : times)
      if (time > since && (!first || time < *first)) first = time;
  }
  return first;
}

/// A pending job that could start with one slot of one of the hosts and what else is free. Wider
/// ones that reserve resources beside slots are left out.
std::optional<JobState> LeaseAsks::starter(const ClusterWorld& consumer,
                                           const std::set<HostId>& hosts) const {
  std::optional<JobState> found;
  const SchedulerState& state = *consumer.lsf;
  state.jobs.visit([&](JobSlotId, const JobState& job) {
    const QueueConfig& queue = state.settings.queues[index_of(job.queue)];
    if (job.stage != Stage::pending || !names_any(queue, hosts)) return;
    if (job.slots > Slots(1) && !queue.rules.res_req.rusage.empty()) return;
    for (const HostId first : hosts) {
      if (!names(queue, first)) continue;
      const std::uint32_t group = state.settings.hosts[index_of(first)].span_group;
      std::int32_t free = 1;
      for (std::size_t at = 0; at < state.hosts.size() && job.slots > Slots(1); ++at)
        if (const auto host = static_cast<HostId>(at);
            names(queue, host) && state.settings.hosts[at].span_group == group)
          free += free_on(consumer, host);
      if (job.slots.count() <= free) found = job;
    }
  });
  return found;
}

/// Leases that were granted since the last look.
void LeaseAsks::look_at_new(const ClusterWorld& consumer, Time now) {
  std::size_t& seen = borrowed_[consumer.id];
  std::size_t at = 0;
  for (const BorrowedLease& lease : consumer.leasing.borrowed) {
    if (at++ < seen) continue;
    ++seen;
    if (lease.hosts.size() == 0) continue;
    std::set<HostId> hosts;
    for (const BorrowedHost& host : lease.hosts) hosts.insert(host.host);
    const bool is_wanted = std::ranges::any_of(submitted_, [&](const auto& entry) {
      const auto& [where, times] = entry;
      return where.first == consumer.id && times.front() <= now &&
             names_any(consumer.lsf->settings.queues[index_of(where.second)], hosts);
    });
    // Slots of another lease that stay with the consumer establish a lease, too.
    const bool is_kept = std::ranges::any_of(consumer.leasing.borrowed, [&](const auto& other) {
      return &other != &lease && std::ranges::any_of(other.hosts, [&](const BorrowedHost& host) {
        return hosts.contains(host.host);
      });
    });
    MCSIM_CHECK(is_wanted || is_kept, "a lease is established that no job has asked for");
  }
}

}  // namespace mcsim::testing
