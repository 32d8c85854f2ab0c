// Draws grids with leases.
#include "support/random_leases.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/each_settings.hpp"
#include "support/random_dice.hpp"
#include "support/random_exports.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing {
namespace {

constexpr Amount mega = amount_unit;

/// The resources that jobs of each queue reserve beside slots.
constexpr std::size_t queues = 4;
ResourceUse use_of(std::size_t queue) {
  if (queue == 1) return {.resource = resource(builtin::mem), .amount = 100 * mega};
  if (queue == 2) return {.resource = resource(builtin::swp), .amount = 100 * mega};
  return {.resource = licences, .amount = amount_unit};
}

/// Some are wider than any lease.
std::int32_t random_slots(Dice& dice) {
  if (dice.one_in(8)) return dice.number(4, 12);
  return dice.one_in(3) ? dice.number(1, 5) : 1;
}

std::vector<JobRow> random_jobs(Dice& dice) {
  std::vector<JobRow> rows;
  Duration now{};
  for (std::int32_t id = dice.number(0, 40); id > 0; --id) {
    now += Duration(dice.number(0, 120) * 1000);
    rows.push_back({.id = 100 - id,
                    .submit = now,
                    .slots = random_slots(dice),
                    .run = Duration(dice.number(1, 900) * 1000),
                    .queue = dice.one_in(2) ? QueueId{} : dice.id_below<QueueId>(queues)});
  }
  return rows;
}

ClusterConfig random_cluster(std::int32_t number, Dice& dice) {
  std::vector<std::int32_t> hosts;
  for (std::int32_t host = dice.number(1, 4); host > 0; --host) hosts.push_back(dice.number(1, 6));
  ClusterConfig cluster = machine(hosts, "lsf", random_jobs(dice));
  cluster.name = "C" + std::to_string(number + 1);
  cluster.params.reclaim_delay = Duration(dice.number(1, 10) * 60'000);
  cluster.params.job_scheduling_interval = Duration(dice.number(0, 2) * 5'000);
  cluster.model.lease_keep_one_slot = dice.one_in(2);
  if (dice.one_in(3)) cluster.model.lease_inactive = Duration(dice.number(1, 120) * 1000);
  cluster.resources = builtin_resources();
  cluster.resources.push_back({.name = "lic", .kind = ResourceKind::numeric});
  for (std::size_t queue = 1; queue < queues; ++queue) {
    cluster.queues.push_back(cluster.queues.front());
    cluster.queues.back().name += std::to_string(queue);
    cluster.queues.back().rules.res_req.rusage = {use_of(queue)};
  }
  cluster.queues.front().rules.rerunnable = dice.one_in(2);
  SharedResource instance{.resource = licences, .amount = dice.number(1, 5) * amount_unit};
  for (std::uint32_t host = 0; host < cluster.hosts.size(); ++host) {
    auto& values = cluster.hosts[host].resources;
    for (const std::uint16_t id : {builtin::maxmem, builtin::maxswp})
      if (!dice.one_in(4))
        values.push_back({.resource = resource(id), .number = 100.0 * dice.number(1, 9)});
    if (dice.one_in(2)) instance.hosts.push_back(host);
  }
  if (!instance.hosts.empty()) cluster.shared_resources.push_back(std::move(instance));
  return cluster;
}

/// Reconfigurations that change policies and MXJ.
void add_reconfigurations(ClusterConfig& cluster, std::size_t provider, std::int32_t clusters,
                          std::int32_t own, Dice& dice) {
  Duration now{};
  for (std::int32_t more = dice.number(0, 2); more > 0; --more) {
    now += Duration(dice.number(0, 3600) * 1000);
    auto settings = std::make_shared<ClusterSettings>(cluster);
    if (!dice.one_in(4)) {
      settings->exports.clear();
      settings->resource_exports.clear();
      RandomExports(provider, clusters, own, licences, dice).add_to(*settings);
    } else {
      for (HostExport& policy : settings->exports) {
        if (!policy.selects()) policy.slots = Slots(dice.number(1, 4));
        if (policy.selects()) policy.most_hosts = dice.number(1, 3);
        if (policy.mem) policy.mem = dice.number(0, 8) * 100 * mega;
      }
    }
    if (dice.one_in(3))
      settings->hosts[static_cast<std::size_t>(dice.number(0, own - 1))].mxj =
          Slots(dice.number(1, 6));
    TimelineEntry entry{.at = at(now), .kind = TimelineEntry::Kind::reconfigure};
    entry.settings = std::move(settings);
    cluster.timeline.push_back(std::move(entry));
  }
}

void add_faults(ClusterConfig& cluster, std::int32_t own, Dice& dice) {
  for (std::int32_t more = dice.number(0, 2); more > 0; --more) {
    TimelineEntry entry{.at = at(Duration(dice.number(0, 3600) * 1000)),
                        .kind = dice.one_in(2) ? TimelineEntry::Kind::host_down
                                               : TimelineEntry::Kind::sbatchd_down};
    entry.host = static_cast<HostId>(dice.number(0, own - 1));
    entry.down_for = Duration(dice.number(1, 1800) * 1000);
    const auto place = std::ranges::upper_bound(cluster.timeline, entry.at, {}, &TimelineEntry::at);
    cluster.timeline.insert(place, std::move(entry));
  }
}

void add_links(GridConfig& grid, std::int32_t clusters, Dice& dice) {
  for (std::int32_t a = 0; a < clusters; ++a)
    for (std::int32_t b = a + 1; b < clusters; ++b) {
      LinkConfig link{.a = static_cast<ClusterId>(a), .b = static_cast<ClusterId>(b)};
      link.latency = Duration(dice.number(0, 3) * dice.number(0, 30) * 500);
      if (dice.one_in(3)) {
        const Time from = at(Duration(dice.number(0, 3000) * 1000));
        link.outages = {{from, from + Duration(dice.number(1, 900) * 1000)}};
      }
      grid.links.push_back(link);
    }
}

/// HOSTS of a queue: `all allremote`, with preferences or without, `allremote`, `all@P`, `host@P`.
HostPreferences random_hosts(const ClusterConfig& cluster, std::int32_t clusters, Dice& dice) {
  HostPreferences hosts;
  if (dice.one_in(3)) return hosts;
  const bool has_own = dice.one_in(2);
  const std::int32_t level_of_own = dice.number(0, 2);
  const std::int32_t level_of_borrowed = dice.number(0, 2);
  const auto one_provider = static_cast<ClusterId>(dice.number(0, clusters - 1));
  const bool is_of_one = dice.one_in(3);
  const bool is_one = dice.one_in(6);
  bool has_borrowed = false;
  hosts.all = false;
  for (std::size_t at = 0; at < cluster.hosts.size(); ++at) {
    const auto& home = cluster.hosts[at].home;
    const auto host = static_cast<HostId>(at);
    if (!home && has_own) hosts.list.push_back({host, level_of_own});
    if (!home || (is_of_one && home->cluster != one_provider) || (is_one && has_borrowed)) continue;
    hosts.list.push_back({host, level_of_borrowed});
    has_borrowed = true;
  }
  return has_own || has_borrowed ? hosts : HostPreferences{};
}

void add_preferences(ClusterConfig& cluster, std::int32_t clusters, Dice& dice) {
  std::vector<HostPreferences> of_queue;
  for (std::size_t queue = 0; queue < cluster.queues.size(); ++queue)
    of_queue.push_back(random_hosts(cluster, clusters, dice));
  change_each_settings(cluster, [&](ClusterSettings& settings) {
    for (std::size_t queue = 0; queue < of_queue.size(); ++queue)
      settings.queues[queue].hosts = of_queue[queue];
  });
}

}  // namespace

GridConfig random_leases(std::uint64_t seed) {
  Dice dice(seed, "random leases");
  GridConfig grid;
  const std::int32_t clusters = dice.number(2, 4);
  std::vector<std::int32_t> own;
  for (std::int32_t at = 0; at < clusters; ++at) {
    grid.clusters.push_back(random_cluster(at, dice));
    own.push_back(static_cast<std::int32_t>(grid.clusters.back().hosts.size()));
  }
  for (std::size_t at = 0; at < grid.clusters.size(); ++at)
    RandomExports(at, clusters, own[at], licences, dice).add_to(grid.clusters[at]);
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    add_reconfigurations(grid.clusters[at], at, clusters, own[at], dice);
    add_faults(grid.clusters[at], own[at], dice);
  }
  add_borrowed(grid);
  for (ClusterConfig& cluster : grid.clusters) {
    add_preferences(cluster, clusters, dice);
    keep_some_apart(cluster, dice);
  }
  add_links(grid, clusters, dice);
  grid.until = at(8h);
  return grid;
}

void give_told_licences(GridConfig& grid, std::uint64_t seed) {
  Dice dice(seed, "told licences");
  for (ClusterConfig& cluster : grid.clusters) {
    cluster.model.load = LoadMode::lim;
    ElimOutput output{.resource = licences, .name = "lic"};
    for (Time from = at(Duration(dice.number(0, 60) * 1000)); from < at(2h);
         from += Duration(dice.number(20, 900) * 1000)) {
      std::optional<double> value = dice.number(-2, 16) / 2.0;
      if (dice.one_in(6)) value.reset();
      output.steps.push_back({from, value});
    }
    ElimConfig elim{.name = "elim.lic", .hosts = {}, .values = {output}};
    for (std::size_t host = 0; host < cluster.hosts.size(); ++host)
      if (!cluster.hosts[host].home) elim.hosts.push_back(static_cast<HostId>(host));
    cluster.elims = {elim};
    change_each_settings(cluster, [&](ClusterSettings& settings) {
      settings.resources[index_of(licences)].interval = 15;
      for (SharedResource& shared : settings.shared_resources)
        if (!shared.home) shared.reporters = shared.hosts;
      for (SharedResource& shared : settings.shared_resources) shared.amount = 0;
    });
  }
}

}  // namespace mcsim::testing
