// How a seed becomes a grid that combines all features: a grid that forwards jobs gets leases,
// LIMs, ELIMs, launches and faults, each by chance.
#include "support/random_mixture.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "support/launch_worlds.hpp"
#include "support/lim_worlds.hpp"
#include "support/random_exports.hpp"
#include "support/random_grid.hpp"
#include "support/random_lsf_draft.hpp"
#include "support/random_worlds.hpp"
#include "support/told_worlds.hpp"

namespace mcsim::testing {
namespace {

Time drawn_time(Dice& dice, std::int64_t most = 300) { return Time{} + dice.between(0, most) * 1s; }

// Leases.

void draw_exports(GridConfig& grid, Dice& dice) {
  const auto clusters = static_cast<std::int32_t>(grid.clusters.size());
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    ClusterConfig& cluster = grid.clusters[at];
    if (dice.one_in(4)) continue;
    const auto own = static_cast<std::int32_t>(cluster.hosts.size());
    const auto add_to = [&](ClusterSettings& settings) {
      RandomExports exports(at, clusters, own, own::licence, dice);
      exports.keep_unshared(cluster.reservations);
      exports.add_to(settings);
    };
    add_to(cluster);
    for (TimelineEntry& entry : cluster.timeline) {
      if (!entry.settings) continue;
      const auto settings = std::make_shared<ClusterSettings>(*entry.settings);
      settings->exports = cluster.exports;
      settings->resource_exports = cluster.resource_exports;
      if (dice.one_in(2)) {
        settings->exports.clear();
        settings->resource_exports.clear();
        add_to(*settings);
      }
      entry.settings = settings;
    }
  }
}

/// HOSTS names borrowed hosts beside own ones: such a queue sends no jobs to other clusters.
void let_borrow(ClusterSettings& settings, std::size_t own, Dice& dice) {
  for (QueueConfig& queue : settings.queues) {
    if (queue.forwarding.remote_only) continue;
    const bool borrows =
        queue.pool == none<PoolId> && settings.hosts.size() > own && dice.one_in(2);
    if (queue.hosts.all) {
      queue.hosts.all = false;
      for (std::size_t host = 0; host < own; ++host)
        queue.hosts.list.push_back({static_cast<HostId>(host), 0});
    }
    if (!borrows) continue;
    queue.forwarding.targets.clear();
    queue.forwarding.borrows = true;
    const std::int32_t level = dice.one_in(2) ? 0 : dice.number(1, 3);
    for (std::size_t host = own; host < settings.hosts.size(); ++host)
      if (!dice.one_in(8)) queue.hosts.list.push_back({static_cast<HostId>(host), level});
  }
}

void add_link(GridConfig& grid, ClusterId a, ClusterId b, Dice& dice) {
  const auto place =
      std::ranges::lower_bound(grid.links, std::pair(a, b), {},
                               [](const LinkConfig& link) { return std::pair(link.a, link.b); });
  if (place != grid.links.end() && place->a == a && place->b == b) return;
  LinkConfig link{.a = a, .b = b};
  link.latency = dice.one_in(4) ? 0ms : dice.between(1, 30) * 500ms;
  link.publication_delay = link.latency;
  if (dice.one_in(3)) {
    const Time from = drawn_time(dice, 200);
    link.outages = {{from, from + dice.between(1, 120) * 1s}};
  }
  grid.links.insert(place, std::move(link));
}

void link_borrowers(GridConfig& grid, Dice& dice) {
  for (std::size_t at = 0; at < grid.clusters.size(); ++at)
    for (const HostConfig& host : grid.clusters[at].hosts)
      if (host.home) {
        const auto one = static_cast<ClusterId>(at);
        add_link(grid, std::min(one, host.home->cluster), std::max(one, host.home->cluster), dice);
      }
}

void give_leases(GridConfig& grid, Dice& dice) {
  std::vector<std::size_t> own;
  for (const ClusterConfig& cluster : grid.clusters) own.push_back(cluster.hosts.size());
  draw_exports(grid, dice);
  add_borrowed(grid);
  for (ClusterConfig& cluster : grid.clusters) keep_some_apart(cluster, dice);
  for (std::size_t at = 0; at < grid.clusters.size(); ++at) {
    ClusterConfig& cluster = grid.clusters[at];
    cluster.params.reclaim_delay = dice.between(1, 12) * 10s;
    cluster.model.lease_keep_one_slot = dice.one_in(3);
    if (dice.one_in(3)) cluster.model.lease_inactive = dice.between(1, 40) * 1s;
    if (dice.one_in(4)) cluster.model.lease_dealing = "turns";
    if (dice.one_in(6)) cluster.model.lease_reclaim = "none";
    let_borrow(cluster, own[at], dice);
    for (TimelineEntry& entry : cluster.timeline) {
      if (!entry.settings) continue;
      const auto settings = std::make_shared<ClusterSettings>(*entry.settings);
      settings->params.reclaim_delay = cluster.params.reclaim_delay;
      let_borrow(*settings, own[at], dice);
      entry.settings = settings;
    }
    if (cluster.hosts.size() > own[at] && dice.one_in(3)) {
      TimelineEntry entry{.at = drawn_time(dice), .kind = TimelineEntry::Kind::hclose};
      entry.host = static_cast<HostId>(own[at]);
      cluster.timeline.push_back(entry);
      entry.at += dice.between(1, 100) * 1s;
      entry.kind = TimelineEntry::Kind::hopen;
      cluster.timeline.push_back(entry);
    }
  }
  link_borrowers(grid, dice);
}

// LIMs and ELIMs.

ElimMishap drawn_mishap(Dice& dice) {
  ElimMishap mishap{.kind = static_cast<ElimMishap::Kind>(dice.number(0, 5))};
  mishap.at = drawn_time(dice);
  if (dice.one_in(2)) mishap.every = dice.between(20, 200) * 1s;
  mishap.drawn = mishap.every && dice.one_in(2);
  if (mishap.kind == ElimMishap::Kind::wrong_count) mishap.number = 1;
  if (mishap.kind == ElimMishap::Kind::floods) mishap.number = dice.number(2, 20);
  if (mishap.kind == ElimMishap::Kind::exits) mishap.number = dice.number(-9, 2);
  return mishap;
}

void disturb(ElimConfig& elim, Dice& dice) {
  elim.on_change = dice.one_in(3);
  if (dice.one_in(3)) elim.interval = dice.between(3, 30) * 1s;
  for (ElimOutput& output : elim.values)
    if (dice.one_in(3)) {
      output.steps.clear();
      output.walk = {.start = 1'000, .step = 700, .lowest = 0, .highest = 4'000};
    }
  if (dice.one_in(3)) {
    ElimOutput load{.resource = resource(builtin::r1m), .name = "r1m"};
    for (Time when{}; when < Time{20min}; when += dice.between(1, 200) * 1s)
      load.steps.push_back({when, static_cast<double>(dice.between(0, 6)) / 2});
    elim.values.push_back(std::move(load));
  }
  for (std::int32_t more = dice.number(0, 3); more > 0; --more)
    elim.mishaps.push_back(drawn_mishap(dice));
}

void disturb_lims(ClusterConfig& cluster, Dice& dice) {
  cluster.model.lava_elim = dice.one_in(6);
  cluster.model.elim_keep_values_on_exit = dice.one_in(3);
  cluster.model.mbatchd_start = dice.between(0, 30) * 1s;
  if (dice.one_in(3)) cluster.model.host_down = HostDown::silence;
  cluster.params.stop_ignores_it = dice.one_in(4);
  if (dice.one_in(3)) cluster.params.pg_susp_it = dice.between(0, 60) * 1s;
  if (dice.one_in(3)) cluster.lim.elim_poll_interval = dice.between(1, 10) * 1s;
  if (dice.one_in(4)) cluster.lim.elim_restarts = dice.number(0, 2);
  if (dice.one_in(4)) cluster.lim.elim_block_time = std::nullopt;
  for (ElimConfig& elim : cluster.elims) disturb(elim, dice);
}

/// Reconfigurations keep the settings of LIMs and the thresholds of queues.
void keep_lims(ClusterConfig& cluster) {
  for (TimelineEntry& entry : cluster.timeline) {
    if (!entry.settings) continue;
    const auto settings = std::make_shared<ClusterSettings>(*entry.settings);
    settings->lim = cluster.lim;
    settings->params.sbd_sleep_time = cluster.params.sbd_sleep_time;
    settings->params.pg_susp_it = cluster.params.pg_susp_it;
    settings->params.stop_ignores_it = cluster.params.stop_ignores_it;
    for (std::size_t at = 0; at < settings->queues.size(); ++at)
      settings->queues[at].thresholds = cluster.queues[at].thresholds;
    entry.settings = settings;
  }
}

void give_loads(GridConfig& grid, std::uint64_t seed, Dice& dice) {
  give_lims(grid, seed);
  for (ClusterConfig& cluster : grid.clusters) {
    for (HostConfig& host : cluster.hosts)
      if (host.home) host.thresholds.clear();  // only own hosts have thresholds
    if (dice.one_in(4))
      cluster.hosts.front().busy.push_back({.index = resource(builtin::r1m), .sched = 0.5});
    disturb_lims(cluster, dice);
    keep_lims(cluster);
  }
  // Draws of their own: other mixtures stay as they are.
  Dice later(seed, "test/mixture, told resources");
  for (ClusterConfig& cluster : grid.clusters) {
    if (!later.one_in(3)) continue;
    const ResourceId told = give_told_resource(cluster, later);
    cluster.elims.push_back(drawn_told_elim(cluster, told, later));
  }
}

// Faults and actions.

TimelineEntry drawn_fault(const ClusterConfig& cluster, Dice& dice) {
  using Kind = TimelineEntry::Kind;
  TimelineEntry entry{.at = drawn_time(dice)};
  entry.kind = cluster.model.load == LoadMode::lim
                   ? dice.one_of<Kind>({Kind::host_down, Kind::lim_down, Kind::sbatchd_down})
                   : Kind::host_down;
  do entry.host = dice.id_below<HostId>(cluster.hosts.size());
  while (cluster.hosts[index_of(entry.host)].home);
  entry.down_for = dice.between(1, 150) * 1s;
  return entry;
}

/// bmod: a job asks for other hosts, or for those of its queue. No other cluster can accept it.
void add_bmod(GridConfig& grid, ClusterId id, Dice& dice) {
  ClusterConfig& cluster = grid.clusters[index_of(id)];
  const TraceJob& job = cluster.trace[dice.id_below<JobIndex>(cluster.trace.size())];
  JobProfile profile = cluster.profiles[index_of(job.profile)];
  profile.hosts.reset();
  if (!dice.one_in(4)) {
    profile.hosts = HostPreferences{.all = false};
    for (std::size_t host = 0; host < cluster.hosts.size(); ++host)
      if (dice.one_in(2)) profile.hosts->list.push_back({static_cast<HostId>(host), 0});
    if (profile.hosts->list.empty()) return;
  }
  TimelineEntry entry{.at = job.submit + dice.between(0, 60) * 1s,
                      .kind = TimelineEntry::Kind::bmod};
  entry.job = job.id;
  entry.profile = static_cast<ProfileId>(cluster.profiles.size());
  cluster.timeline.push_back(entry);
  cluster.profiles.push_back(std::move(profile));
  for (ClusterConfig& other : grid.clusters)
    if (index_of(id) < other.foreign_profiles.size() &&
        !other.foreign_profiles[index_of(id)].empty())
      other.foreign_profiles[index_of(id)].resize(cluster.profiles.size(), none<ProfileId>);
}

void give_trouble(GridConfig& grid, ClusterId id, Dice& dice) {
  ClusterConfig& cluster = grid.clusters[index_of(id)];
  for (std::int32_t more = dice.number(0, 2); more > 0; --more)
    cluster.timeline.push_back(drawn_fault(cluster, dice));
  if (dice.one_in(3)) {
    RandomFault fault{.mtbf = dice.between(20, 300) * 1s, .mttr = dice.between(1, 60) * 1s};
    fault.from = drawn_time(dice, 100);
    cluster.random_faults.push_back(fault);
  }
  for (std::int32_t more = dice.number(0, 2); more > 0 && !cluster.trace.empty(); --more)
    add_bmod(grid, id, dice);
}

/// Adds an isolated cluster, which no link reaches.
void add_baseline(GridConfig& grid, std::uint64_t seed) {
  WorldShape shape{
      .dispatch = {"fcfs", "easy", "conservative"}, .most_clusters = 1, .most_jobs = 40};
  ClusterConfig cluster = random_grid(seed, shape).clusters.front();
  cluster.name = "baseline";
  grid.clusters.push_back(std::move(cluster));
  for (ClusterConfig& other : grid.clusters)
    if (!other.foreign_profiles.empty()) other.foreign_profiles.resize(grid.clusters.size());
}

}  // namespace

Mixture random_mixture(std::uint64_t seed) {
  GridWorld forwarding = random_grid_world(seed);
  GridConfig& grid = forwarding.grid;
  Dice dice(seed, "test/mixture");
  if (!dice.one_in(4)) give_leases(grid, dice);
  if (dice.one_in(2)) give_loads(grid, seed, dice);
  if (dice.one_in(2)) give_launches(grid, seed);
  if (dice.one_in(2))
    for (std::size_t at = 0; at < grid.clusters.size(); ++at)
      give_trouble(grid, static_cast<ClusterId>(at), dice);
  if (dice.one_in(4)) add_baseline(grid, seed);
  const AllFeatures features =
      all_features(forwarding.lsf, forwarding.features) | features_in(grid);
  return {std::move(grid), features};
}

}  // namespace mcsim::testing
