// The invariants of resources: held and free amounts come to the total.
#include <algorithm>
#include <cmath>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/cluster/check.hpp"
#include "mcsim/cluster/sums_by_key.hpp"

namespace mcsim::cluster {
namespace {

/// Where an amount of a resource is: on one host, or in an instance that hosts share.
struct Place {
  ResourceId resource{};
  bool is_shared = false;
  std::size_t at = 0;  ///< position of the host, or of the instance in the configuration

  auto operator<=>(const Place&) const = default;
};
using Amounts = SumsByKey<Place, Amount>;

Place place_of(const ClusterSettings& settings, HostId host, ResourceId resource) {
  for (std::size_t at = 0; at < settings.shared_resources.size(); ++at) {
    const SharedResource& shared = settings.shared_resources[at];
    if (shared.resource == resource &&
        std::ranges::find(shared.hosts, index_of(host)) != shared.hosts.end())
      return {resource, true, at};
  }
  return {resource, false, index_of(host)};
}

/// The totals of mem, swp and tmp are configured under other names.
ResourceId configured_as(ResourceId id) {
  switch (index_of(id)) {
    case builtin::mem:
      return resource(builtin::maxmem);
    case builtin::swp:
      return resource(builtin::maxswp);
    case builtin::tmp:
      return resource(builtin::maxtmp);
    default:
      return id;
  }
}

/// The total at a place under these settings; undefined: none is configured.
Amount total_at(const ClusterSettings& settings, const Place& place) {
  if (place.is_shared)
    return place.at < settings.shared_resources.size() ? settings.shared_resources[place.at].amount
                                                       : ClusterHosts::undefined;
  for (const ResourceValue& value : settings.hosts[place.at].resources)
    if (value.resource == configured_as(place.resource))
      return std::llround(value.number * static_cast<double>(amount_unit));
  return ClusterHosts::undefined;
}

/// What started jobs hold. A job counts once at each place, however many of its hosts share it.
Amounts held_amounts(const SchedulerState& state) {
  Amounts held;
  std::vector<Place> places;
  state.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (!job.is_started()) return;
    const auto& uses = state.requirements[job.requirement].asked.rusage;
    for (std::size_t use = 0; use < uses.size(); ++use) {
      places.clear();
      const Amount amount = state.jobs.taken(id)[use];
      state.jobs.visit_hosts(id, [&](HostSlots part) {
        const Place place = place_of(state.settings, part.host, uses[use].resource);
        if (uses[use].per_slot)
          held.add(place, amount * part.slots.count());
        else
          places.push_back(place);
      });
      std::ranges::sort(places);
      places.erase(std::ranges::unique(places).begin(), places.end());
      MCSIM_CHECK(amount >= 0 && amount <= uses[use].amount,
                  "a job holds more of a resource than it asked for");
      for (const Place& place : places) held.add(place, amount);
    }
  });
  held.settle();
  return held;
}

/// Whether a reconfiguration changes the total at a place. More may then be held than there is, and
/// no job that asks for the resource starts there until that is over.
bool may_change(const ClusterWorld& world, const Place& place) {
  const Amount first = total_at(world.config, place);
  return std::ranges::any_of(world.config.timeline, [&](const TimelineEntry& entry) {
    return entry.settings && (total_at(*entry.settings, place) != first ||
                              entry.settings->shared_resources != world.config.shared_resources);
  });
}

/// Whether leases may change the totals of a host and of the instances it shares.
bool takes_part_in_leases(const ClusterWorld& world, HostId host) {
  return world.leasing.may_export || world.lsf->settings.hosts[index_of(host)].home;
}

bool may_be_reserved(const ClusterSettings& settings, ResourceId id) {
  return index_of(id) >= builtin::count
             ? settings.resources[index_of(id)].kind == ResourceKind::numeric
             : configured_as(id) != id;
}

/// The amount of a use that a job should hold at `now`. Source: docs/rules/scheduling.md, section
/// 5.
Amount due(const JobState& job, const ResourceUse& use, Duration step, Time now) {
  if (use.duration >= unlimited) return use.amount;
  const Duration since = now - job.dispatched;
  if (since >= use.duration) return 0;
  if (!use.decay) return use.amount;
  const Duration left = use.duration - (since - since % step);
  const Int128 product = Int128{use.amount} * left.count();
  const Int128 rounded_up = (product + (use.duration.count() - 1)) / use.duration.count();
  return static_cast<Amount>(rounded_up);
}

bool is_kept(const ClusterSettings& settings, ResourceId id) {
  return index_of(id) < builtin::count || !settings.resources[index_of(id)].release;
}

}  // namespace

void check_lsf_resources(const ClusterWorld& world) {
  const SchedulerState& state = *world.lsf;
  const Amounts held = held_amounts(state);
  for (std::size_t at = 0; at < state.settings.resources.size(); ++at) {
    const auto resource = static_cast<ResourceId>(at);
    if (!may_be_reserved(state.settings, resource)) continue;
    for (std::size_t host = 0; host < state.hosts.size(); ++host) {
      const auto id = static_cast<HostId>(host);
      const Place place = place_of(state.settings, id, resource);
      const bool is_leased = takes_part_in_leases(world, id) || state.hosts.is_told(id, resource);
      const Amount total =
          is_leased ? state.hosts.total(id, resource) : total_at(state.settings, place);
      const Amount free = state.hosts.available(id, resource);
      MCSIM_CHECK((free == ClusterHosts::undefined) == (total == ClusterHosts::undefined),
                  "a host offers a resource that it does not have, or the other way round");
      if (total == ClusterHosts::undefined) continue;
      MCSIM_CHECK(held.of(place) + free == total,
                  "what is held and what is free of a resource is not what there is");
      MCSIM_CHECK(free >= 0 || is_leased || may_change(world, place),
                  "more of a resource is held than there is");
    }
  }
}

void check_lsf_at_rest(const ClusterWorld& world) {
  const SchedulerState& state = *world.lsf;
  const Time now = world.agenda.now();
  const Duration step =
      world.config.model.rusage_decay_step.value_or(state.settings.params.mbd_sleep_time);
  state.jobs.visit([&](JobSlotId id, const JobState& job) {
    MCSIM_CHECK(!job.is_aside, "a job is left out for good");
    if (!job.is_started()) return;
    const HostId first = state.jobs.first_host(id);
    state.jobs.visit_hosts(id, [&](HostSlots part) {
      const bool goes_on = job.record.launch != none<LaunchId> && part.host != first;
      const bool is_unknown = part.host == first && state.sbatchds.silent.contains(first);
      MCSIM_CHECK(goes_on || is_unknown || !state.hosts[part.host].down,
                  "a job is on a host that is down");
    });
    const auto& uses = state.requirements[job.requirement].asked.rusage;
    for (std::size_t use = 0; use < uses.size(); ++use) {
      const bool holds = job.stage == Stage::running || is_kept(state.settings, uses[use].resource);
      MCSIM_CHECK(state.jobs.taken(id)[use] == (holds ? due(job, uses[use], step, now) : 0),
                  "a job holds other amounts than are due now");
    }
  });
  check_lsf_arrays(world);
}

}  // namespace mcsim::cluster
