// Checks leases from instant to instant.
#include "support/lease_watch.hpp"

#include <algorithm>

#include "mcsim/base/check.hpp"

namespace mcsim::testing {
namespace {

bool is_borrowed(const ClusterWorld& world, HostId id) {
  return world.lsf->settings.hosts[index_of(id)].home.has_value();
}

/// Whether the host is lent as a whole, so that the provider has nothing of it.
bool is_lent_whole(const ClusterWorld& world, HostId id) {
  if (index_of(id) >= world.leasing.lent_on.size()) return false;
  return std::ranges::any_of(world.leasing.lent_on[index_of(id)], [&](const LeasePart part) {
    const LentLease& lease = world.leasing.lent[part.lease];
    return lease.takes_hosts && !lease.is_shared && lease.hosts[part.part].slots > Slots{};
  });
}

/// The slots of a provider's host that consumers have.
std::int64_t given_of(const ClusterWorld& world, HostId id) {
  std::int64_t given = 0;
  if (index_of(id) >= world.leasing.lent_on.size()) return 0;
  for (const LeasePart part : world.leasing.lent_on[index_of(id)]) {
    const LentLease& lease = world.leasing.lent[part.lease];
    if (lease.is_shared || lease.takes_hosts) given += lease.hosts[part.part].given.count();
  }
  return given;
}

/// Slots in use on a host: a job that preempts uses those of the job that it has suspended.
std::int64_t in_use(const ClusterWorld& world, const HostState& host) {
  return host.running + (world.lsf->features.counts_suspended ? host.suspended : 0);
}

/// The resources that can be borrowed beside slots.
std::vector<ResourceId> borrowed_resources(const ClusterWorld& world) {
  std::vector<ResourceId> resources{resource(builtin::mem), resource(builtin::swp)};
  for (const SharedResource& instance : world.lsf->settings.shared_resources)
    if (instance.home) resources.push_back(instance.resource);
  return resources;
}

/// A job that has started, of this or of another cluster.
const JobState& job_of(const ClusterWorld& world, JobIndex index) {
  const JobState* found = nullptr;
  world.lsf->jobs.visit([&](JobSlotId, const JobState& job) {
    if (job.index == index) found = &job;
  });
  MCSIM_CHECK(found != nullptr, "a fact tells of a job that is not there");
  return *found;
}

}  // namespace

void LeaseWatch::on(ClusterId cluster, const JobStarted& fact) {
  MCSIM_CHECK(running_.insert({cluster, fact.job}).second, "a job starts twice");
  for (const HostSlots& part : fact.hosts) started_.push_back({cluster, part.host, fact.job});
  if (fact.hosts.size() > 1)
    spread_.emplace_back(cluster, std::vector<HostSlots>(fact.hosts.begin(), fact.hosts.end()));
}

void LeaseWatch::on(ClusterId cluster, const JobRequeued& fact) {
  MCSIM_CHECK(running_.erase({cluster, fact.job}) == 1, "a job is requeued that has not started");
  if (fact.reason == RequeueReason::lease) ++killed_;
}

void LeaseWatch::on(ClusterId, const LeaseCut& fact) {
  cut_ += static_cast<std::uint64_t>(fact.jobs);
}

void LeaseWatch::look(const std::vector<ClusterWorld>& clusters, Time now) {
  MCSIM_CHECK(killed_ == cut_, "jobs are killed that no lease tells of, or the other way round");
  for (const Start& start : started_) check_start(clusters[index_of(start.cluster)], start);
  for (const auto& [cluster, hosts] : spread_)
    if (clusters[index_of(cluster)].lsf) check_span(clusters[index_of(cluster)], hosts);
  spread_.clear();
  for (const ClusterWorld& world : clusters) {
    if (!world.lsf) continue;
    for (std::size_t at = 0; at < world.lsf->settings.hosts.size(); ++at) {
      const auto id = static_cast<HostId>(at);
      if (is_borrowed(world, id))
        check_consumer(world, id);
      else
        check_provider(world, id);
    }
    settings_[world.id] = world.settings;
  }
  started_.clear();
  count(clusters, now);
}

/// Slots in use never change hands: slots in use and lent slots together exceed MXJ only where a
/// reconfiguration has lowered MXJ.
void LeaseWatch::check_provider(const ClusterWorld& world, HostId id) {
  const HostState& host = world.lsf->hosts[id];
  const std::int64_t given = given_of(world, id);
  const std::int64_t own = world.lsf->settings.hosts[index_of(id)].mxj.count();
  const std::int64_t above =
      given == 0 ? 0 : std::max<std::int64_t>(given + in_use(world, host) - own, 0);
  std::int64_t& before = above_[{world.id, id}];
  const bool is_new = settings_[world.id] != world.settings;
  MCSIM_CHECK(above <= before || is_new, "a consumer gets slots that jobs of the provider use");
  before = above;
}

void LeaseWatch::check_consumer(const ClusterWorld& world, HostId id) const {
  const HostState& host = world.lsf->hosts[id];
  MCSIM_CHECK(in_use(world, host) <= host.leased,
              "a provider gets slots that jobs of the consumer use");
  for (const ResourceId one : borrowed_resources(world)) {
    const Amount left = world.lsf->hosts.available(id, one);
    MCSIM_CHECK(left == ClusterHosts::undefined || left >= 0,
                "a consumer goes on using what it does not borrow");
  }
}

void LeaseWatch::check_start(const ClusterWorld& world, const Start& start) const {
  if (!world.lsf || is_borrowed(world, start.host)) return;
  if (!running_.contains({start.cluster, start.job})) return;
  MCSIM_CHECK(!is_lent_whole(world, start.host), "a provider uses a host that it has exported");
  const QueueId queue = job_of(world, start.job).queue;
  for (const ResourceUse& use : world.lsf->settings.queues[index_of(queue)].rules.res_req.rusage) {
    const Amount left = world.lsf->hosts.available(start.host, use.resource);
    MCSIM_CHECK(left == ClusterHosts::undefined || left >= 0,
                "a provider uses memory, swap space or licences that it has exported");
  }
}

/// The hosts of one job are its own cluster's and those of providers that are joined with it, or
/// those of one other provider.
void LeaseWatch::check_span(const ClusterWorld& world, const std::vector<HostSlots>& hosts) {
  std::set<std::uint32_t> groups;
  for (const HostSlots& part : hosts)
    groups.insert(world.lsf->settings.hosts[index_of(part.host)].span_group);
  MCSIM_CHECK(groups.size() == 1, "a job is on hosts of clusters that do not list each other");
  if (*groups.begin() != 0) ++apart_;
}

// What LeaseLog counts.

void LeaseWatch::count(const std::vector<ClusterWorld>& clusters, Time now) {
  const std::int64_t since = (now - last_).count();
  for (const auto& [lease, slots] : slots_) had_[lease] += Int128{slots} * since;
  for (const auto& [pair, slots] : busy_) used_[pair] += Int128{slots} * since;
  slots_.clear();
  busy_.clear();
  last_ = now;
  for (const ClusterWorld& world : clusters) {
    if (!world.lsf) continue;
    for (const BorrowedLease& lease : world.leasing.borrowed) {
      const ClusterId home = world.forwarding.neighbours[lease.neighbour].id;
      for (const BorrowedHost& host : lease.hosts)
        slots_[{home, world.id, lease.policy}] += host.slots.count();
    }
    for (std::size_t at = 0; at < world.lsf->settings.hosts.size(); ++at)
      if (const auto& home = world.lsf->settings.hosts[at].home)
        busy_[{home->cluster, world.id}] += world.lsf->hosts[static_cast<HostId>(at)].running;
  }
}

void LeaseWatch::compare(const LeaseResults& told, const std::vector<ClusterWorld>& clusters,
                         Time end) {
  count(clusters, end);
  std::uint64_t killed = 0;
  std::map<std::pair<ClusterId, ClusterId>, Int128> used;
  std::map<std::pair<ClusterId, ClusterId>, std::int64_t> left;  // granted - returned - held slots
  for (const LeaseOutcome& lease : told.leases) {
    const LeaseKey key{lease.provider, lease.consumer, lease.policy};
    left[{lease.provider, lease.consumer}] +=
        static_cast<std::int64_t>(lease.granted - lease.returned) - slots_[key];
    MCSIM_CHECK(lease.had == had_[key], "LeaseLog tells of other slot-seconds than consumers had");
    used[{lease.provider, lease.consumer}] += lease.used;
    killed += lease.killed;
  }
  for (const auto& [pair, slots] : left)
    MCSIM_CHECK(slots == 0, "LeaseLog grants and returns other slots than there are");
  for (const auto& [pair, sum] : used_)
    MCSIM_CHECK(used_[pair] == sum, "LeaseLog tells of other slot-seconds than jobs used");
  MCSIM_CHECK(killed == killed_, "LeaseLog tells of other kills than there were");
}

}  // namespace mcsim::testing
