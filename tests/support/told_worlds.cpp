// How a random world gets a resource that ELIMs report.
#include "support/told_worlds.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "support/each_settings.hpp"
#include "support/random_dice.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/requirements.hpp"

namespace mcsim::testing {
namespace {

/// Borrowed hosts have none of what ELIMs report.
std::size_t own_hosts(const ClusterConfig& cluster) {
  return static_cast<std::size_t>(std::ranges::count_if(
      cluster.hosts, [](const HostConfig& host) { return !host.home.has_value(); }));
}

/// Instances of a resource that hosts do not have each for themselves.
std::vector<SharedResource> drawn_instances(Dice& dice, std::size_t hosts, ResourceId id) {
  std::vector<SharedResource> instances;
  if (dice.one_in(3)) return instances;
  const bool are_shared = dice.one_in(2);
  const std::uint32_t most = are_shared ? 2 : static_cast<std::uint32_t>(hosts);
  for (std::uint32_t at = 0; at < most; ++at) instances.push_back({.resource = id});
  for (std::uint32_t host = 0; host < hosts; ++host) {
    if (dice.one_in(5)) continue;
    const std::uint32_t place = are_shared ? dice.one_in(2) : host;
    instances[place].hosts.push_back(host);
    instances[place].reporters.push_back(host);
  }
  std::erase_if(instances, [](const SharedResource& one) { return one.hosts.empty(); });
  return instances;
}

std::string drawn_wish(Dice& dice) {
  const std::string some = std::to_string(dice.between(1, 3));
  std::string text;
  if (dice.one_in(4)) text = "select[spot>=" + some + "]";
  if (dice.one_in(12)) text = "select[spot<" + some + "]";
  if (dice.one_in(12)) text = "select[defined(spot)]";
  if (dice.one_in(4)) text += dice.one_in(3) ? " order[-spot]" : " order[spot]";
  if (dice.one_in(2)) return text;
  const std::string seconds = std::to_string(dice.between(10, 90));
  text += " rusage[spot=" + some +
          dice.one_of<std::string>(
              {"", ":duration=" + seconds + "s", ":duration=" + seconds + "s:decay=1"}) +
          "]";
  return text;
}

void ask(ResourceRequirement& asked, const ResourceRequirement& wish) {
  if (asked.select.empty()) asked.select = wish.select;
  asked.order.insert(asked.order.begin(), wish.order.begin(), wish.order.end());
  asked.rusage.insert(asked.rusage.end(), wish.rusage.begin(), wish.rusage.end());
}

/// No order of hosts goes by what LIMs measure, as the usual one does.
void forget_load(ResourceRequirement& asked, bool must_order) {
  std::erase_if(asked.order,
                [](const OrderKey& key) { return index_of(key.resource) <= builtin::it; });
  if (must_order && asked.order.empty()) asked.order = {{resource(builtin::ncpus)}};
}

void forget_load(ClusterConfig& cluster) {
  for (JobProfile& profile : cluster.profiles) forget_load(profile.res_req, false);
  change_each_settings(cluster, [](ClusterSettings& settings) {
    for (ApplicationConfig& one : settings.applications) forget_load(one.rules.res_req, false);
    for (QueueConfig& queue : settings.queues) forget_load(queue.rules.res_req, true);
  });
}

void let_profiles_ask(ClusterConfig& cluster, Dice& dice) {
  for (JobProfile& profile : cluster.profiles)
    if (dice.one_in(2)) ask(profile.res_req, requirement(cluster, drawn_wish(dice)));
}

void draw_intervals(ClusterConfig& cluster, Dice& dice) {
  const Duration exchange = dice.one_of<Duration>({15s, 15s, 7s, 20s});
  const Duration pull = dice.one_of<Duration>({15s, 15s, 5s, 25s});
  change_each_settings(cluster, [&](ClusterSettings& settings) {
    settings.lim.exchange_interval = exchange;
    settings.params.load_update_interval = pull;
  });
}

/// Without a raster of sessions, rules do not say whether there is one for each report; and in some
/// worlds one session more decides something else, by slot pools and slot reservations.
void keep_raster(ClusterConfig& cluster) {
  change_each_settings(cluster, [](ClusterSettings& settings) {
    Duration& interval = settings.params.job_scheduling_interval;
    if (interval == 0ms) interval = 5s;
  });
}

}  // namespace

ResourceId give_told_resource(ClusterConfig& cluster, Dice& dice) {
  const auto told = static_cast<ResourceId>(cluster.resources.size());
  const ResourceConfig spot{.name = "spot",
                            .kind = ResourceKind::numeric,
                            .dynamic = true,
                            .increasing = dice.one_in(4),
                            .interval = 15};
  const auto instances = drawn_instances(dice, own_hosts(cluster), told);
  change_each_settings(cluster, [&](ClusterSettings& settings) {
    settings.resources.push_back(spot);
    settings.shared_resources.insert(settings.shared_resources.end(), instances.begin(),
                                     instances.end());
  });
  change_each_settings(cluster, [&](ClusterSettings& settings) {
    for (QueueConfig& queue : settings.queues)
      if (dice.one_in(3)) ask(queue.rules.res_req, requirement(cluster, drawn_wish(dice)));
  });
  return told;
}

ElimConfig drawn_told_elim(const ClusterConfig& cluster, ResourceId told, Dice& dice) {
  ElimConfig elim{.name = "elim.spot", .hosts = {}, .values = {}};
  elim.interval = dice.one_of<Duration>({15s, 10s, 7s});
  for (std::size_t host = 0; host < own_hosts(cluster); ++host)
    if (!dice.one_in(8)) elim.hosts.push_back(static_cast<HostId>(host));
  ElimOutput output{.resource = told, .name = "spot"};
  for (Time from = Time{} + dice.between(0, 30) * 1s; from < Time{900s};
       from += dice.between(1, 90) * 1s) {
    std::optional<double> value = static_cast<double>(dice.between(0, 14)) / 2;
    if (dice.one_in(5)) value.reset();
    output.steps.push_back({from, value});
  }
  elim.values = {std::move(output)};
  return elim;
}

std::optional<GridConfig> told_world(std::uint64_t seed) {
  LsfWorld world = random_lsf_world(seed);
  using enum LsfFeature;
  if (world.features[place_of(select_load)] || world.features[place_of(host_down)])
    return std::nullopt;
  Dice dice(seed, "test/told_world");
  ClusterConfig& cluster = world.grid.clusters.front();
  const ResourceId told = give_told_resource(cluster, dice);
  let_profiles_ask(cluster, dice);
  draw_intervals(cluster, dice);
  forget_load(cluster);
  keep_raster(cluster);
  if (dice.one_in(6)) return std::move(world.grid);
  cluster.model.load = LoadMode::lim;
  cluster.elims = {drawn_told_elim(cluster, told, dice)};
  return std::move(world.grid);
}

}  // namespace mcsim::testing
