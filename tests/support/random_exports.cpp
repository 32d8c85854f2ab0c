// Draws export policies, and derives which cluster may borrow which hosts.
#include "support/random_exports.hpp"
#include "support/each_settings.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace mcsim::testing {
namespace {

bool is_for(const std::vector<ExportShare>& distribution, ClusterId consumer) {
  return std::ranges::find(distribution, consumer, &ExportShare::consumer) != distribution.end();
}

/// The most slots that the consumer may ever have, by HostId of the provider; none: never exported.
std::vector<std::optional<std::int32_t>> most_slots_of(const ClusterConfig& provider,
                                                       ClusterId consumer) {
  std::vector<std::optional<std::int32_t>> most(provider.hosts.size());
  for_each_settings(provider, [&](const ClusterSettings& settings) {
    std::vector<std::int32_t> now(most.size(), -1);
    const auto add = [&](std::size_t host, Slots slots) {
      now[host] = std::max(now[host], 0) + slots.count();
    };
    for (const HostExport& policy : settings.exports) {
      if (!is_for(policy.distribution, consumer)) continue;
      for (const HostId host : policy.hosts) add(index_of(host), policy.slots);
      for (std::size_t host = 0; policy.selects() && host < now.size(); ++host)
        add(host, settings.hosts[host].mxj);
    }
    for (std::size_t host = 0; host < most.size(); ++host)
      if (now[host] >= 0) most[host] = std::max(most[host].value_or(0), now[host]);
  });
  return most;
}

bool ever_exports(const ClusterConfig& provider, ResourceId resource, ClusterId consumer) {
  bool exports = false;
  for_each_settings(provider, [&](const ClusterSettings& settings) {
    for (const SharedResourceExport& policy : settings.resource_exports)
      exports = exports || (policy.resource == resource && is_for(policy.distribution, consumer));
  });
  return exports;
}

/// Reconfigurations must not change the hosts of instances that are ever exported: scenarios cannot
/// change a ResourceMap.
void keep_exported_instances(ClusterConfig& provider) {
  const std::vector<SharedResource> first = provider.shared_resources;
  std::vector<bool> is_exported(provider.resources.size());
  for_each_settings(provider, [&](const ClusterSettings& settings) {
    for (const SharedResourceExport& policy : settings.resource_exports)
      is_exported[index_of(policy.resource)] = true;
  });
  change_each_settings(provider, [&](ClusterSettings& settings) {
    for (std::size_t row = 0; row < first.size(); ++row)
      if (is_exported[index_of(first[row].resource)])
        settings.shared_resources[row].hosts = first[row].hosts;
  });
}

HostConfig borrowed_host(const ClusterConfig& from, const HostHome& home) {
  const HostConfig& own = from.hosts[index_of(home.host)];
  return {.name = own.name + "@" + from.name,
          .ncpus = own.ncpus,
          .mxj = Slots{},
          .type = own.type,
          .model = own.model,
          .cpuf = own.cpuf,
          .resources = own.resources,
          .home = home};
}

std::vector<HostConfig> borrowed_hosts(const std::vector<ClusterConfig>& own, ClusterId consumer) {
  std::vector<HostConfig> hosts;
  for (std::size_t at = 0; at < own.size(); ++at) {
    const auto home = static_cast<ClusterId>(at);
    if (home == consumer) continue;
    const auto most = most_slots_of(own[at], consumer);
    for (std::size_t host = 0; host < most.size(); ++host)
      if (most[host])
        hosts.push_back(borrowed_host(
            own[at],
            {.cluster = home, .host = static_cast<HostId>(host), .most = Slots(*most[host])}));
  }
  return hosts;
}

/// The borrowed instances with the consumer's numbers of hosts; `first`: the first borrowed host.
std::vector<SharedResource> borrowed_instances(const std::vector<ClusterConfig>& own,
                                               ClusterId consumer, std::size_t first,
                                               const std::vector<HostConfig>& borrowed) {
  std::vector<SharedResource> instances;
  for (std::size_t at = 0; at < own.size(); ++at) {
    const auto home = static_cast<ClusterId>(at);
    for (std::uint32_t row = 0; home != consumer && row < own[at].shared_resources.size(); ++row) {
      const SharedResource& instance = own[at].shared_resources[row];
      if (!ever_exports(own[at], instance.resource, consumer)) continue;
      SharedResource theirs{.resource = instance.resource, .home = InstanceHome{home, row}};
      for (std::size_t host = 0; host < borrowed.size(); ++host)
        if (borrowed[host].home->cluster == home &&
            std::ranges::binary_search(instance.hosts, index_of(borrowed[host].home->host)))
          theirs.hosts.push_back(static_cast<std::uint32_t>(first + host));
      if (!theirs.hosts.empty()) instances.push_back(std::move(theirs));
    }
  }
  return instances;
}

}  // namespace

void RandomExports::keep_unshared(const std::vector<ReservationConfig>& reservations) {
  for (const ReservationConfig& reservation : reservations)
    for (const ReservationConfig::Part& part : reservation.parts)
      used_[index_of(part.host)] = Use::exclusive;
  has_reservations_ = !reservations.empty();
}

void RandomExports::add_to(ClusterSettings& cluster) {
  for (std::int32_t more = dice_.number(0, 3); more > 0; --more) add_policy(cluster);
  if (dice_.one_in(2)) return;
  const Amount amount = dice_.number(0, 6) * amount_unit;
  cluster.resource_exports.push_back({.resource = shared_,
                                      .amount = amount,
                                      .distribution = consumers(dice_.number(1, clusters_ - 1))});
}

std::vector<ExportShare> RandomExports::consumers(std::int32_t most) {
  std::vector<ExportShare> shares;
  const std::int32_t first = dice_.number(0, clusters_ - 1);
  for (std::int32_t at = 0; at < clusters_; ++at)
    if (const std::int32_t id = (first + at) % clusters_;
        id != provider_ && std::cmp_less(shares.size(), most))
      shares.push_back({static_cast<ClusterId>(id), dice_.number(1, 4)});
  return shares;
}

void RandomExports::add_policy(ClusterSettings& cluster) {
  constexpr Amount mega = amount_unit;
  HostExport policy;
  policy.is_shared = dice_.one_in(2);
  const bool selects = dice_.one_in(3);
  if (selects && has_reservations_) policy.is_shared = false;
  const bool is_for_one = policy.is_shared && !selects;
  policy.distribution = consumers(is_for_one ? 1 : dice_.number(1, clusters_ - 1));
  if (dice_.one_in(3)) policy.mem = dice_.number(0, 8) * 100 * mega;
  if (dice_.one_in(3)) policy.swp = dice_.number(0, 8) * 100 * mega;
  if (selects)
    policy.most_hosts = dice_.number(1, 3);
  else if (!name_hosts(policy))
    return;
  cluster.exports.push_back(std::move(policy));
}

/// Exclusive policies may name a host several times.
bool RandomExports::name_hosts(HostExport& policy) {
  policy.slots = Slots(dice_.number(1, 4));
  for (std::size_t host = 0; host < used_.size(); ++host) {
    const bool is_free =
        used_[host] == Use::none || (used_[host] == Use::exclusive && !policy.is_shared);
    if (!is_free || dice_.one_in(2)) continue;
    policy.hosts.push_back(static_cast<HostId>(host));
    used_[host] = policy.is_shared ? Use::shared : Use::exclusive;
  }
  return !policy.hosts.empty();
}

void add_borrowed(GridConfig& grid) {
  for (ClusterConfig& cluster : grid.clusters) keep_exported_instances(cluster);
  const std::vector<ClusterConfig> own = grid.clusters;
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    ClusterConfig& cluster = grid.clusters[at];
    const auto id = static_cast<ClusterId>(at);
    const std::size_t first = cluster.hosts.size();
    const std::vector<HostConfig> hosts = borrowed_hosts(own, id);
    const auto instances = borrowed_instances(own, id, first, hosts);
    change_each_settings(cluster, [&](ClusterSettings& settings) {
      settings.hosts.insert(settings.hosts.end(), hosts.begin(), hosts.end());
      settings.shared_resources.insert(settings.shared_resources.end(), instances.begin(),
                                       instances.end());
    });
    // Foreign hosts have the numbers behind all other hosts.
    for (JobProfile& profile : cluster.profiles)
      if (index_of(profile.from_host) >= first)
        profile.from_host = static_cast<HostId>(index_of(profile.from_host) + hosts.size());
  }
}

void keep_some_apart(ClusterConfig& cluster, Dice& dice) {
  std::map<ClusterId, std::uint32_t> groups;
  for (const HostConfig& host : cluster.hosts)
    if (host.home && !groups.contains(host.home->cluster)) {
      const auto apart = static_cast<std::uint32_t>(index_of(host.home->cluster) + 1);
      groups[host.home->cluster] = dice.one_in(3) ? apart : 0;
    }
  change_each_settings(cluster, [&](ClusterSettings& settings) {
    for (HostConfig& host : settings.hosts)
      if (host.home) host.span_group = groups[host.home->cluster];
  });
}

}  // namespace mcsim::testing
