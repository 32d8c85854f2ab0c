// Looks at the state of a cluster when a fact is told.
#include "support/sights.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "support/worlds.hpp"

namespace mcsim::testing {
namespace {

using enum Sight;

constexpr std::string_view words[] = {
    "a job starts that is wider than its queue's share of the pool, while a narrow one waits",
    "a job of a pool starts while another one of it waits and a host is down",
    "a job of a pool starts while another one of it waits and a host is closed",
    "a job of several slots is preempted where jobs of other clusters come to",
    "a job of several slots of another cluster is suspended",
    "a job is forwarded to where a job of several slots is suspended",
    "a job comes back",
    "a job that came back is forwarded again",
    "a job starts on hosts of several leases",
    "a job starts on hosts of several providers",
    "a job starts on borrowed hosts, which its queue prefers, while own ones are free",
    "a job starts that reserves what ELIMs report",
    "a job starts that reserves what ELIMs report of its host alone"};
static_assert(std::size(words) == sights);

/// A started or pending job; none: it is away or over.
const JobState* find_job(const ClusterWorld& world, JobIndex index) {
  const JobState* found = nullptr;
  world.lsf->jobs.visit([&](JobSlotId, const JobState& job) {
    if (job.index == index && job.stage != Stage::away) found = &job;
  });
  return found;
}

bool any_job(const ClusterWorld& world, auto&& is) {
  bool found = false;
  world.lsf->jobs.visit([&](JobSlotId, const JobState& job) { found = found || is(job); });
  return found;
}

bool any_host(const ClusterWorld& world, auto&& is) {
  for (std::size_t at = 0; at < world.lsf->hosts.size(); ++at)
    if (is(world.lsf->hosts[static_cast<HostId>(at)])) return true;
  return false;
}

std::int64_t configured_slots(const ClusterWorld& world) {
  std::int64_t slots = 0;
  for (const HostConfig& host : world.lsf->settings.hosts) slots += host.mxj.count();
  return slots;
}

/// The borrowed leases that have slots of a host, by their place in the list.
std::set<std::size_t> leases_of(const ClusterWorld& world, HostId host) {
  std::set<std::size_t> leases;
  std::size_t place = 0;
  for (const BorrowedLease& lease : world.leasing.borrowed) {
    for (const BorrowedHost& part : lease.hosts)
      if (part.host == host && part.slots > Slots{}) leases.insert(place);
    ++place;
  }
  return leases;
}

}  // namespace

std::string_view words_of(Sight sight) { return words[place_of(sight)]; }

void SightWatcher::on(ClusterId cluster, const JobStarted& fact) {
  const ClusterWorld& world = simulation_.clusters()[index_of(cluster)];
  if (!world.lsf) return;
  const JobState* const job = find_job(world, fact.job);
  if (job == nullptr) return;
  look_at_pool(world, *job);
  look_at_leases(world, fact);
  look_at_preference(world, *job, fact);
  look_at_resources(world, *job, fact);
}

void SightWatcher::look_at_pool(const ClusterWorld& world, const JobState& job) {
  const auto& queues = world.lsf->settings.queues;
  const auto pool_of = [&](const JobState& other) { return queues[index_of(other.queue)].pool; };
  if (pool_of(job) == none<PoolId>) return;
  const auto waits_beside = [&](const JobState& other) {
    return other.stage == Stage::pending && pool_of(other) == pool_of(job);
  };
  const std::int64_t share = queues[index_of(job.queue)].slot_share;
  const bool is_wide = 100 * job.slots.count() > share * configured_slots(world);
  see(wide_job_in_pool, is_wide && any_job(world, [&](const JobState& other) {
                          return waits_beside(other) && other.slots < job.slots;
                        }));
  if (!any_job(world, waits_beside)) return;
  see(pool_beside_down_host, any_host(world, [](const HostState& host) { return host.down; }));
  see(pool_beside_closed_host, any_host(world, [](const HostState& host) { return host.closed; }));
}

void SightWatcher::look_at_leases(const ClusterWorld& world, const JobStarted& fact) {
  std::set<std::size_t> leases;
  std::set<ClusterId> providers;
  for (const HostSlots& part : fact.hosts) {
    const HostConfig& host = world.lsf->settings.hosts[index_of(part.host)];
    if (!host.home) continue;
    providers.insert(host.home->cluster);
    const auto of_host = leases_of(world, part.host);
    if (of_host.size() == 1) leases.insert(of_host.begin(), of_host.end());
  }
  see(wide_job_over_leases, leases.size() > 1);
  see(wide_job_over_providers, providers.size() > 1);
}

void SightWatcher::look_at_preference(const ClusterWorld& world, const JobState& job,
                                      const JobStarted& fact) {
  const HostPreferences& hosts = world.lsf->settings.queues[index_of(job.queue)].hosts;
  const auto is_borrowed = [&](HostId id) {
    return world.lsf->settings.hosts[index_of(id)].home.has_value();
  };
  if (hosts.all || !is_borrowed(fact.hosts.front().host)) return;
  std::int32_t own = -1;
  std::int32_t borrowed = -1;
  bool is_free = false;
  for (const HostPreferences::Entry& entry : hosts.list) {
    const HostState& host = world.lsf->hosts[entry.host];
    std::int32_t& level = is_borrowed(entry.host) ? borrowed : own;
    level = std::max(level, entry.level);
    is_free = is_free || (!is_borrowed(entry.host) && !host.down && !host.closed &&
                          host.mxj - host.running >= job.slots.count());
  }
  see(borrowed_host_preferred, is_free && own >= 0 && borrowed > own);
}

void SightWatcher::look_at_resources(const ClusterWorld& world, const JobState& job,
                                     const JobStarted& fact) {
  const SchedulerState& state = *world.lsf;
  const std::size_t host = index_of(fact.hosts.front().host);
  for (const ResourceUse& use : state.requirements[job.requirement].asked.rusage) {
    if (!state.settings.resources[index_of(use.resource)].is_external()) continue;
    see(told_resource_reserved);
    const auto is_of_one = [&](const SharedResource& shared) {
      return shared.resource == use.resource && shared.hosts.size() == 1 &&
             shared.hosts.front() == host;
    };
    see(told_resource_of_one_host, std::ranges::any_of(state.settings.shared_resources, is_of_one));
  }
}

void SightWatcher::on(ClusterId cluster, const JobSuspended& fact) {
  const ClusterWorld& world = simulation_.clusters()[index_of(cluster)];
  if (!world.lsf || fact.slots < Slots(2)) return;
  const bool receives = std::ranges::any_of(
      world.lsf->settings.queues, [](const auto& queue) { return queue.forwarding.receives(); });
  see(wide_job_preempted, receives && fact.reason == SuspendReason::preempted);
  const JobState* const job = find_job(world, fact.job);
  see(wide_guest_suspended, job != nullptr && job->is_guest());
}

void SightWatcher::on(ClusterId cluster, const JobForwarded& fact) {
  see(second_forward, returned_[{cluster, fact.job}]);
  const ClusterWorld& there = simulation_.clusters()[index_of(fact.to)];
  see(forward_beside_suspended, any_job(there, [](const JobState& job) {
        return job.stage == Stage::ssusp && job.slots > Slots(1);
      }));
}

void SightWatcher::on(ClusterId cluster, const JobReturned& fact) {
  returned_[{cluster, fact.job}] = true;
  see(return_home);
}

void SightCounts::play(const GridConfig& grid) {
  Simulation simulation(grid);
  SightWatcher watcher(simulation);
  simulation.run_until(*grid.until, watcher);
  ++worlds_;
  for (std::size_t at = 0; at < sights; ++at) counts_[at] += watcher.seen()[at] ? 1U : 0U;
}

}  // namespace mcsim::testing
