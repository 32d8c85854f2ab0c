// Counts what leases move and what is used of them.
#include "mcsim/results/lease_log.hpp"
#include "mcsim/cluster/cluster_world.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "mcsim/base/check.hpp"

namespace mcsim::results {
namespace {

/// Calls visit(settings, time from which they hold) for all settings that a cluster ever has.
template <class Visit>
void visit_settings(const ClusterConfig& cluster, Visit&& visit) {
  visit(static_cast<const ClusterSettings&>(cluster), Time{});
  for (const TimelineEntry& entry : cluster.timeline)
    if (entry.settings) visit(*entry.settings, entry.at);
}

bool exports_hosts(const ClusterConfig& cluster) {
  bool found = false;
  visit_settings(cluster, [&](const ClusterSettings& settings, Time) {
    found = found || !settings.exports.empty();
  });
  return found;
}

}  // namespace

bool has_leases(const GridConfig& grid) {
  return std::ranges::any_of(grid.clusters, exports_hosts);
}

// Hosts of a provider.

HostUse::HostUse(ClusterId cluster, const ClusterSettings& settings) {
  result_.cluster = cluster;
  for (const HostConfig& host : settings.hosts) hosts_.push_back({.ncpus = host.ncpus});
}

void HostUse::settle(std::size_t at, Time now) {
  Host& host = hosts_[at];
  const std::int32_t above = host.used - host.ncpus;
  if (above > 0 && now > host.since) {
    const auto id = static_cast<HostId>(at);
    result_.above += Int128{above} * (now - host.since).count();
    if (std::tuple(-above, host.since, id) <
        std::tuple(-result_.most, result_.since, result_.host)) {
      result_.most = above;
      result_.since = host.since;
      result_.host = id;
    }
  }
  host.since = now;
}

void HostUse::change(HostId host, std::int32_t more, Time now) {
  settle(index_of(host), now);
  hosts_[index_of(host)].used += more;
}

void HostUse::reconfigure(const ClusterSettings& settings, Time now) {
  for (std::size_t at = 0; at < hosts_.size(); ++at) {
    if (hosts_[at].ncpus == settings.hosts[at].ncpus) continue;
    settle(at, now);
    hosts_[at].ncpus = settings.hosts[at].ncpus;
  }
}

Overcommitment HostUse::result(Time end) {
  for (std::size_t at = 0; at < hosts_.size(); ++at) settle(at, end);
  return result_;
}

// The leases that the settings may lead to.

LeaseLog::LeaseLog(const GridConfig& grid)
    : grid_(grid),
      uses_(grid.clusters.size()),
      borrowed_(grid.clusters.size()),
      jobs_(grid.clusters.size()) {
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    const ClusterConfig& cluster = grid.clusters[at];
    const auto id = static_cast<ClusterId>(at);
    if (!exports_hosts(cluster)) continue;
    uses_[at].emplace_back(id, cluster);
    visit_settings(cluster, [&](const ClusterSettings& settings, Time from) {
      note_policies(id, settings);
      reconfigurations_.push_back({from, id, &settings, reconfigurations_.size()});
    });
  }
  std::ranges::sort(reconfigurations_, std::greater(),
                    [](const Reconfiguration& one) { return std::pair(one.at, one.order); });
}

void LeaseLog::note_policies(ClusterId provider, const ClusterSettings& settings) {
  for (std::uint32_t policy = 0; policy < settings.exports.size(); ++policy)
    for (const ExportShare& share : settings.exports[policy].distribution) {
      if (share.consumer == provider) continue;
      const std::size_t place = place_of(provider, share.consumer, policy);
      if (!is_at(place, provider, share.consumer, policy)) {
        const LeaseOutcome fresh{
            .provider = provider, .consumer = share.consumer, .policy = policy};
        leases_.insert(leases_.begin() + static_cast<std::ptrdiff_t>(place), {.outcome = fresh});
      }
      leases_[place].outcome.is_shared = settings.exports[policy].is_shared;
    }
}

std::size_t LeaseLog::place_of(ClusterId provider, ClusterId consumer, std::uint32_t policy) const {
  const auto place =
      std::ranges::lower_bound(leases_, std::tuple(provider, consumer, policy), {}, key_of);
  return static_cast<std::size_t>(place - leases_.begin());
}
bool LeaseLog::is_at(std::size_t place, ClusterId provider, ClusterId consumer,
                     std::uint32_t policy) const {
  return place < leases_.size() && key_of(leases_[place]) == std::tuple(provider, consumer, policy);
}

LeaseOutcome& LeaseLog::outcome(ClusterId provider, ClusterId consumer, std::uint32_t policy) {
  const std::size_t place = place_of(provider, consumer, policy);
  MCSIM_CHECK(is_at(place, provider, consumer, policy), "a lease that no policy exports");
  return leases_[place].outcome;
}

// Slots in use.

/// Applies the reconfigurations up to `now`.
void LeaseLog::be_at(Time now) {
  for (; !reconfigurations_.empty() && reconfigurations_.back().at <= now;
       reconfigurations_.pop_back()) {
    const Reconfiguration& next = reconfigurations_.back();
    uses_[index_of(next.cluster)].front().reconfigure(*next.settings, next.at);
  }
}

void LeaseLog::use(ClusterId cluster, const HostSlots& part, bool more, Time now) {
  const auto& home = grid_.clusters[index_of(cluster)].hosts[index_of(part.host)].home;
  const std::int32_t slots = more ? part.slots.count() : -part.slots.count();
  std::vector<HostUse>& of_home = uses_[index_of(home ? home->cluster : cluster)];
  if (!of_home.empty()) of_home.front().change(home ? home->host : part.host, slots, now);
  if (!home) return;
  BorrowedUse& borrowed = borrowed_[index_of(cluster)][part.host];
  borrowed.used += slots;
  share_out(borrowed, now);
}

void LeaseLog::run(ClusterId cluster, JobIndex id, bool runs, Time now) {
  const auto found = jobs_[index_of(cluster)].find(id);
  if (found == jobs_[index_of(cluster)].end() || found->second.runs == runs) return;
  be_at(now);
  found->second.runs = runs;
  for (const HostSlots& part : found->second.hosts) use(cluster, part, runs, now);
}
void LeaseLog::leave(ClusterId cluster, JobIndex job, Time now) {
  run(cluster, job, false, now);
  jobs_[index_of(cluster)].erase(job);
}

void LeaseLog::on(ClusterId cluster, const JobStarted& fact) {
  jobs_[index_of(cluster)][fact.job] = {{fact.hosts.begin(), fact.hosts.end()}, false};
  run(cluster, fact.job, true, fact.at);
}
void LeaseLog::on(ClusterId cluster, const JobEnded& fact) { leave(cluster, fact.job, fact.at); }
void LeaseLog::on(ClusterId cluster, const JobRequeued& fact) { leave(cluster, fact.job, fact.at); }
void LeaseLog::on(ClusterId cluster, const JobSuspended& fact) {
  run(cluster, fact.job, false, fact.at);
}
void LeaseLog::on(ClusterId cluster, const JobResumed& fact) {
  run(cluster, fact.job, fact.status == JobStatus::run, fact.at);
}

// Leases.

void LeaseLog::settle(Lease& lease, Time now) {
  const std::int64_t since = (now - std::exchange(lease.settled, now)).count();
  lease.outcome.had += Int128{lease.slots} * since;
  lease.outcome.used += Int128{lease.used} * since;
}

void LeaseLog::share_out(BorrowedUse& host, Time now) {
  std::int32_t left = host.used;
  for (Share& share : host.shares) {
    const std::int32_t used = std::min(left, share.slots);
    left -= used;
    if (used == share.used) continue;
    Lease& lease = leases_[share.lease];
    settle(lease, now);
    lease.used += used - std::exchange(share.used, used);
  }
}

void LeaseLog::on(ClusterId cluster, const LeasedSlotsChanged& fact) {
  BorrowedUse& host = borrowed_[index_of(cluster)][fact.host];
  const std::size_t place = place_of(fact.provider, cluster, fact.policy);
  const auto key = [](const Share& one) {
    return std::tuple(one.is_shared, one.lease, one.number);
  };
  const std::tuple mine(fact.is_shared, place, fact.lease);
  auto share = std::ranges::lower_bound(host.shares, mine, {}, key);
  if (share == host.shares.end() || key(*share) != mine)
    share = host.shares.insert(share,
                               {.is_shared = fact.is_shared, .lease = place, .number = fact.lease});
  Lease& lease = leases_[place];
  settle(lease, last_ = fact.at);
  const std::int32_t more = fact.slots.count() - share->slots;
  (more > 0 ? lease.outcome.granted : lease.outcome.returned) +=
      static_cast<std::uint64_t>(more > 0 ? more : -more);
  lease.slots += more;
  share->slots = fact.slots.count();
  share_out(host, fact.at);
}

void LeaseLog::on(ClusterId cluster, const LeasedSlotsStay& fact) {
  const auto slots = static_cast<std::uint64_t>(fact.slots.count());
  outcome(fact.provider, cluster, fact.policy).returned -= slots;
  outcome(fact.provider, cluster, fact.to).granted -= slots;
}
void LeaseLog::on(ClusterId cluster, const LeaseGranted& fact) {
  LeaseOutcome& lease = outcome(fact.provider, cluster, fact.policy);
  if (fact.establishes) lease.established = std::min(lease.established, fact.at);
}
void LeaseLog::on(ClusterId cluster, const LeaseEvaluated& fact) {
  LeaseOutcome& lease = outcome(fact.provider, cluster, fact.policy);
  ++(fact.idle_to == IdleTo::provider   ? lease.idle_to_provider
     : fact.idle_to == IdleTo::consumer ? lease.idle_to_consumer
                                        : lease.idle_to_nobody);
}
void LeaseLog::on(ClusterId cluster, const LeaseCut& fact) {
  outcome(fact.provider, cluster, fact.policy).killed += static_cast<std::uint64_t>(fact.jobs);
}

// The end.

void LeaseLog::note_exports(const Simulation& simulation) {
  for (const ClusterWorld& world : simulation.clusters())
    for (const LentLease& lent : world.leasing.lent) {
      if (lent.is_over) continue;
      const ClusterId consumer = world.forwarding.neighbours[lent.neighbour].id;
      LeaseOutcome& lease = outcome(world.id, consumer, lent.policy);
      for (const LentHost& host : lent.hosts) {
        if (host.slots == Slots{}) continue;
        ++lease.hosts;
        lease.slots += static_cast<std::uint64_t>(host.slots.count());
        if (lent.takes_hosts && !lent.is_established) ++lease.wasted_hosts;
      }
    }
}

LeaseResults LeaseLog::results(const Simulation& simulation, Time end) {
  end = std::max(end, last_);
  be_at(end);
  LeaseResults results;
  note_exports(simulation);
  for (Lease& lease : leases_) {
    settle(lease, end);
    results.leases.push_back(lease.outcome);
  }
  for (std::vector<HostUse>& uses : uses_)
    for (HostUse& use : uses) results.overcommitted.push_back(use.result(end));
  return results;
}

}  // namespace mcsim::results
