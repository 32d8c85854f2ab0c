// Makes neighbours, reports and send queues from the configuration.
#include "mcsim/cluster/forwarding_setup.hpp"

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/forward_setting.hpp"
#include "mcsim/cluster/phase.hpp"
#include "mcsim/policy/forward_settings.hpp"

namespace mcsim::cluster {
namespace {

/// Calls visit(from, settings) for the first settings of a cluster and for each reconfiguration.
template <class Visit>
void visit_settings(const ClusterConfig& config, Visit&& visit) {
  visit(Time{}, static_cast<const ClusterSettings&>(config));
  for (const TimelineEntry& entry : config.timeline)
    if (entry.settings) visit(entry.at, *entry.settings);
}

bool sends_to(const ClusterConfig& from, ClusterId to) {
  bool sends = false;
  visit_settings(from, [&](Time, const ClusterSettings& settings) {
    for (const QueueConfig& queue : settings.queues)
      for (const SendTarget& target : queue.forwarding.targets)
        sends = sends || target.cluster == to;
  });
  return sends;
}

/// How often `publisher` reports to `reader` under these settings of the two.
ReportTimes::Epoch epoch_with(const ClusterSettings& publisher, ClusterId publisher_id,
                              const ClusterSettings& reader) {
  const ForwardingParameters& read = reader.params.forwarding;
  if (reads_hosts(read.policy))
    return {.interval = read.cache_interval(publisher_id), .first_too = true};
  if (reads_counters(read.policy)) return {.interval = publisher.params.forwarding.update_interval};
  return {};
}

/// The settings of a cluster from `at` on: those of its last reconfiguration until then, or the
/// first.
const ClusterSettings& settings_at(const ClusterConfig& config, Time at) {
  const ClusterSettings* found = &config;
  Time since{};
  visit_settings(config, [&](Time from, const ClusterSettings& settings) {
    if (from > at || from < since) return;
    found = &settings;
    since = from;
  });
  return *found;
}

/// `epoch_of(publisher, reader)`: how often there are reports under these settings.
template <class EpochOf>
ReportTimes report_times(const ClusterConfig& publisher, const ClusterConfig& reader,
                         const Link& link, EpochOf&& epoch_of) {
  std::set<Time> changes;
  for (const ClusterConfig* const config : {&publisher, &reader})
    visit_settings(*config, [&](Time from, const ClusterSettings&) { changes.insert(from); });
  const std::vector<Time> connections = link.reconnections();
  changes.insert(connections.begin(), connections.end());
  std::vector<ReportTimes::Epoch> epochs;
  for (const Time at : changes) {
    ReportTimes::Epoch epoch = epoch_of(settings_at(publisher, at), settings_at(reader, at));
    epoch.from = at;
    epoch.connects = at == Time{} || std::ranges::binary_search(connections, at);
    const bool goes_on = !epochs.empty() && !epoch.connects &&
                         epochs.back().interval == epoch.interval &&
                         epochs.back().first_too == epoch.first_too;
    if (!goes_on) epochs.push_back(epoch);
  }
  return {std::move(epochs), link};
}

/// The way from one cluster to another.
Link way(const GridConfig& config, const LinkConfig& link, ClusterId from, ClusterId to) {
  return {link, config.seed,
          config.clusters[index_of(from)].name + ">" + config.clusters[index_of(to)].name};
}

/// When `from` reports the counters that policies of `to` read.
ReportTimes counter_times(const GridConfig& config, const LinkConfig& link, ClusterId from,
                          ClusterId to) {
  return report_times(config.clusters[index_of(from)], config.clusters[index_of(to)],
                      way(config, link, from, to),
                      [&](const ClusterSettings& publisher, const ClusterSettings& reader) {
                        return epoch_with(publisher, from, reader);
                      });
}

/// The clock with these times; a new one if there is none.
std::uint32_t clock_of(ReportTimes times, ForwardingState& mine) {
  const auto known = std::ranges::find_if(
      mine.clocks, [&](const ReportClock& clock) { return clock.times.is_like(times); });
  if (known != mine.clocks.end()) return static_cast<std::uint32_t>(known - mine.clocks.begin());
  mine.clocks.push_back({std::move(times)});
  return static_cast<std::uint32_t>(mine.clocks.size() - 1);
}

void add_neighbour(const GridConfig& config, const LinkConfig& link, ClusterId me, ClusterId other,
                   ForwardingState& mine) {
  const ClusterConfig& here = config.clusters[index_of(me)];
  Neighbour neighbour;
  neighbour.id = other;
  neighbour.name_key = hash_name(config.clusters[index_of(other)].name);
  neighbour.out = way(config, link, me, other);
  HeldReport held{
      .from = other, .is_target = sends_to(here, other), .may_go_down = !link.outages.empty()};
  if (held.is_target) held.clock = clock_of(counter_times(config, link, other, me), mine);
  mine.held.add(held);
  if (here.model.counters == CounterMode::instant) mine.looked_at.add({});
  mine.neighbour_of[other] = mine.neighbours.add(std::move(neighbour));
}

bool borrows_from(const ClusterConfig& config, ClusterId other) {
  return std::ranges::any_of(config.hosts, [&](const HostConfig& host) {
    return host.home && host.home->cluster == other;
  });
}

/// Schedules what the configuration alone changes in the links and neighbours of a cluster.
void expect_turns(const GridConfig& config, const LinkConfig& link, ClusterId other,
                  ClusterWorld& world) {
  if (!world.forwarding.held_of(other).is_target && !borrows_from(world.config, other)) return;
  std::set<Time> turns;
  for (const LinkConfig::Outage& outage : link.outages) {
    turns.insert(outage.from);
    turns.insert(outage.until);
  }
  for (const TimelineEntry& entry : config.clusters[index_of(other)].timeline)
    if (entry.settings) turns.insert(entry.at);
  for (const Time turn : turns)
    if (turn != never) world.agenda.schedule(turn, phase::change, NeighbourTurns{});
}

void name_policies(const ClusterConfig& config, const Registry& registry, ForwardingState& mine) {
  std::set<std::string> names;
  visit_settings(config, [&](Time, const ClusterSettings& settings) {
    names.insert(forward_policy_of(settings));
  });
  for (const std::string& name : names) {
    const Registry::Forward* entry = registry.find_forward(name);
    MCSIM_CHECK(entry != nullptr, "forwarding policy " + name + " is not in the registry");
    const bool is_chosen = name == config.model.forward_policy;
    mine.policies.emplace_back(
        name, entry->make(is_chosen ? values_of(config.model, "forward_policy") : PolicyValues{}));
  }
}

/// Whether a queue may send jobs to one that is not open to all users.
bool forwards_by_user(const GridConfig& config, const ClusterConfig& here, QueueId queue) {
  bool by_user = false;
  visit_settings(here, [&](Time, const ClusterSettings& settings) {
    for (const SendTarget& target : settings.queues[index_of(queue)].forwarding.targets)
      visit_settings(config.clusters[index_of(target.cluster)],
                     [&](Time, const ClusterSettings& there) {
                       const UserList& users = there.queues[index_of(target.queue)].users;
                       by_user = by_user || !(users == UserList{});
                     });
  });
  return by_user;
}

void open_queues(const GridConfig& config, ClusterWorld& world) {
  ForwardingState& mine = world.forwarding;
  for (std::size_t at = 0; at < world.config.queues.size(); ++at) {
    const auto id = static_cast<QueueId>(at);
    SendQueue queue;
    queue.stream =
        RngStream(config.seed, forward_stream(world.config.name, world.config.queues[at].name));
    mine.send_queues.push_back(queue);
    world.lsf->queues[id].forwards_by_user = forwards_by_user(config, world.config, id);
  }
}

/// Guests are numbered after the cluster's own jobs.
void open_numbers(ClusterWorld& world) {
  const Trace& trace = world.config.trace;
  world.forwarding.next_index = static_cast<std::uint32_t>(trace.size());
  for (std::size_t at = 0; at < trace.size(); ++at)
    world.forwarding.last_id =
        std::max(world.forwarding.last_id, trace[static_cast<JobIndex>(at)].id);
}

/// Whether a change of counters may wake the cluster: it sees changes at once (`model.counters:
/// instant`), and has no raster of sessions at some time.
bool may_be_woken(const ClusterConfig& config) {
  bool may_be = false;
  visit_settings(config, [&](Time, const ClusterSettings& settings) {
    may_be = may_be || settings.params.job_scheduling_interval == 0ms;
  });
  return may_be && config.model.counters == CounterMode::instant;
}

void open_publisher(std::vector<ClusterWorld>& clusters, ClusterWorld& world) {
  std::vector<Publisher::Reader> readers;
  bool wants_present = false;
  bool wants_changes = false;
  for (const Neighbour& neighbour : world.forwarding.neighbours) {
    const ClusterWorld& reader = clusters[index_of(neighbour.id)];
    const HeldReport& held = reader.forwarding.held[neighbour.me];
    if (!held.is_target) continue;
    wants_changes = wants_changes || may_be_woken(reader.config);
    if (reader.config.model.counters == CounterMode::instant)
      wants_present = true;
    else if (const ReportTimes& times = reader.forwarding.clocks[held.clock].times; times.are_any())
      readers.push_back({neighbour.id, times});
  }
  world.forwarding.publisher.open(std::move(readers), wants_present);
  if (wants_changes) world.forwarding.publisher.open_changes(world.counted());
  const Time next = world.forwarding.publisher.next_made(Time{-1ms});
  if (world.config.model.elide || next == never) return;
  world.agenda.schedule(next, phase::publish, ReportIsMade{});
}

/// The clusters that hosts are ever borrowed from.
void open_providers(const GridConfig& config, ClusterWorld& world) {
  for (const Neighbour& neighbour : world.forwarding.neighbours) {
    const ClusterId id = neighbour.id;
    if (!borrows_from(world.config, id)) continue;
    KnownProvider provider{
        .neighbour = world.forwarding.neighbour_of[id], .hosts = {}, .asked = {}, .to_ask = {}};
    provider.hosts.assign(config.clusters[index_of(id)].hosts.size(), none<HostId>);
    for (std::size_t host = 0; host < world.config.hosts.size(); ++host)
      if (const auto& home = world.config.hosts[host].home; home && home->cluster == id) {
        provider.hosts[index_of(home->host)] = static_cast<HostId>(host);
        provider.lends = provider.lends || home->by_exclusive;
        provider.shares = provider.shares || home->by_shared;
      }
    world.leasing.providers.push_back(std::move(provider));
  }
}

void open_leases(const GridConfig& config, const Registry& registry, ClusterWorld& world) {
  const Registry::Deal* const deal = registry.find_deal(world.config.model.lease_dealing);
  const Registry::Reclaim* const reclaim = registry.find_reclaim(world.config.model.lease_reclaim);
  MCSIM_CHECK(deal != nullptr && reclaim != nullptr, "a lease policy is not in the registry");
  const ModelConfig& model = world.config.model;
  world.leasing.deal = deal->make(values_of(model, "lease_dealing"));
  world.leasing.reclaim = reclaim->make(values_of(model, "lease_reclaim"));
  world.leasing.wanted.resize(world.forwarding.neighbours.size());
  open_providers(config, world);
  visit_settings(world.config, [&](Time, const ClusterSettings& settings) {
    for (const HostExport& policy : settings.exports) {
      world.leasing.may_export = true;
      world.leasing.may_share = world.leasing.may_share || policy.is_shared;
    }
  });
  if (world.leasing.may_export) world.agenda.schedule(Time{}, phase::change, LeasesBegin{});
}

}  // namespace

void link_clusters(const GridConfig& config, const Registry& registry,
                   std::vector<ClusterWorld>& clusters) {
  for (ClusterWorld& world : clusters)
    world.forwarding.neighbour_of.resize(clusters.size(), none<NeighbourId>);
  for (const LinkConfig& link : config.links) {
    add_neighbour(config, link, link.a, link.b, clusters[index_of(link.a)].forwarding);
    add_neighbour(config, link, link.b, link.a, clusters[index_of(link.b)].forwarding);
    expect_turns(config, link, link.b, clusters[index_of(link.a)]);
    expect_turns(config, link, link.a, clusters[index_of(link.b)]);
  }
  std::shared_ptr<const UserNames> names;
  for (ClusterWorld& world : clusters) {
    if (!world.forwarding.is_linked()) continue;
    MCSIM_CHECK(world.lsf.has_value(), "a cluster with a link was opened as one without");
    for (Neighbour& neighbour : world.forwarding.neighbours)
      neighbour.me = clusters[index_of(neighbour.id)].forwarding.neighbour_of[world.id];
    name_policies(world.config, registry, world.forwarding);
    const auto looks_at_jobs = [](const auto& policy) {
      return policy.second.sight() == ForwardSight::all;
    };
    if (std::ranges::any_of(world.forwarding.policies, looks_at_jobs)) {
      if (!names) names = std::make_shared<const UserNames>(UserNames{config.users, config.groups});
      world.forwarding.names = names;
    }
    open_queues(config, world);
    open_numbers(world);
    open_leases(config, registry, world);
  }
  for (ClusterWorld& world : clusters)
    if (world.forwarding.is_linked()) open_publisher(clusters, world);
}

ReportTimes pend_reason_times(const GridConfig& config, ClusterId from, ClusterId to) {
  const auto link = std::ranges::find_if(config.links, [&](const LinkConfig& one) {
    return (one.a == from && one.b == to) || (one.a == to && one.b == from);
  });
  MCSIM_CHECK(link != config.links.end(), "pending reasons are asked for between strangers");
  return report_times(
      config.clusters[index_of(from)], config.clusters[index_of(to)], way(config, *link, from, to),
      [](const ClusterSettings& teller, const ClusterSettings&) {
        return ReportTimes::Epoch{.interval = teller.params.forwarding.pend_reason_interval};
      });
}

}  // namespace mcsim::cluster
