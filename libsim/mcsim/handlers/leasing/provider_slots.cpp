// How the slots and amounts of a provider's hosts are divided among its leases.
#include "mcsim/handlers/leasing/provider_slots.hpp"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace mcsim::handlers {
namespace {

/// Sorts a list, and leaves each entry once.
template <class T>
void tidy(std::vector<T>& list) {
  std::ranges::sort(list);
  const auto twice = std::ranges::unique(list);
  list.erase(twice.begin(), twice.end());
}

}  // namespace

ProviderSlots::Turn ProviderSlots::take_up(const std::vector<DealtLease>& dealt, Grants& grants) {
  leasing_.lent_on.resize(state_.hosts.size());
  Turn turn;
  std::vector<Loss> losses;
  std::vector<bool> goes_on(leasing_.lent.size());
  for (const DealtLease& lease : dealt) {
    const LeaseId id = lease_for(lease);
    goes_on.resize(std::max(goes_on.size(), index_of(id) + 1));
    goes_on[index_of(id)] = true;
    export_as(id, lease.parts, turn, losses);
  }
  for (std::size_t at = 0; at < leasing_.lent.size(); ++at) {
    const LeaseId id = leasing_.lent.id_at(at);
    if (goes_on[at] || leasing_.lent[id].is_over) continue;
    export_as(id, {}, turn, losses);
    leasing_.lent[id].is_over = true;
    turn.leases.push_back(id);
  }
  for (const Loss& loss : losses) pass_on(loss, turn, grants);
  tidy(turn.hosts);
  tidy(turn.leases);
  return turn;
}

/// The lease that goes on as what was dealt, or a new one.
LeaseId ProviderSlots::lease_for(const DealtLease& dealt) {
  const HostExport& policy = state_.settings.exports[dealt.policy];
  LentLease wanted{.policy = dealt.policy,
                   .neighbour = neighbour_of_[dealt.consumer],
                   .is_shared = policy.is_shared,
                   .takes_hosts = policy.selects(),
                   .hosts = {}};
  const auto known = std::ranges::find_if(leasing_.lent, [&](const LentLease& lease) {
    return !lease.is_over && lease.policy == wanted.policy && lease.neighbour == wanted.neighbour &&
           lease.is_shared == wanted.is_shared && lease.takes_hosts == wanted.takes_hosts;
  });
  if (known != leasing_.lent.end()) return leasing_.lent.id_of(*known);
  wanted.wants_first_slot = wanted.is_shared;
  if (wanted.is_shared) wanted.holding = leasing_.holdings.add();
  return leasing_.lent.add(std::move(wanted));
}

void ProviderSlots::export_as(LeaseId id, const std::vector<ExportedPart>& parts, Turn& turn,
                              std::vector<Loss>& losses) {
  Table<LeasePartId, std::pair<Slots, HostAmounts>> exported(leasing_.lent[id].hosts.size());
  for (const ExportedPart& part : parts) {
    const LeasePartId place = add_host(id, part.host);
    exported.resize(leasing_.lent[id].hosts.size());
    exported[place] = {part.slots, {part.mem, part.swp}};
    leasing_.lends_amounts = leasing_.lends_amounts || part.mem || part.swp;
  }
  for (std::size_t at = 0; at < exported.size(); ++at) {
    const LeasePartId place = exported.id_at(at);
    LentHost& host = leasing_.lent[id].hosts[place];
    if (exported[place] == std::pair(host.slots, host.exported)) continue;
    // Slots above the exported ones are on their way back already.
    const Slots had = std::min(host.given, host.slots);
    if (const Slots has = std::min(had, exported[place].first); has < had)
      losses.push_back({{id, place}, had - has});
    std::tie(host.slots, host.exported) = exported[place];
    release_first(leasing_.lent[id], host);
    turn.hosts.push_back(host.host);
    turn.leases.push_back(id);
  }
}

/// Passes lost slots on to leases that export slots of the host to the same consumer now. The
/// consumer hears of these grants first, and so need not kill what runs there; by the old lease it
/// gives slots back as usual.
void ProviderSlots::pass_on(const Loss& loss, Turn& turn, Grants& grants) {
  const LentLease& from = leasing_.lent[loss.of.lease];
  if (!from.is_established || index_of(loss.of.part) >= from.told) return;
  std::int32_t left = loss.slots.count();
  for (const LeasePart part : leasing_.lent_on[index_of(at(loss.of).host)]) {
    LentLease& to = leasing_.lent[part.lease];
    if (to.neighbour != from.neighbour || to.is_over) continue;
    const Slots more = std::min(Slots(left), at(part).kept());
    if (more == Slots{}) continue;
    if (!to.is_established) establish(part.lease, turn, grants);
    left -= more.count();
    at(part).given += more;
    grants[part.lease][part.part] += more;
    turn.staying[loss.of.lease].push_back({loss.of.part, part.lease, more});
    at(loss.of).told = at(loss.of).exported;
  }
}

/// Establishes a lease by slots of another one.
void ProviderSlots::establish(LeaseId id, Turn& turn, Grants& grants) {
  LentLease& lease = leasing_.lent[id];
  lease.is_established = true;
  lease.wants_first_slot = false;
  for (const LentHost& host : lease.hosts) {
    turn.hosts.push_back(host.host);
    if (lease.is_shared) grants[id][lease.hosts.id_of(host)] += host.given;
  }
}

/// Releases the slot that waits for the consumer of a shared lease, where it is no longer exported.
void ProviderSlots::release_first(LentLease& lease, LentHost& host) {
  if (!lease.is_shared || lease.told > 0 || host.given <= host.slots) return;
  host.given = Slots{};
  lease.wants_first_slot = true;
}

/// Adds a host to a lease. Returns its place there, which it keeps.
LeasePartId ProviderSlots::add_host(LeaseId id, HostId host) {
  std::vector<LeasePart>& on = leasing_.lent_on[index_of(host)];
  const auto known = std::ranges::find(on, id, &LeasePart::lease);
  if (known != on.end()) return known->part;
  LentLease& lease = leasing_.lent[id];
  const LeasePartId part = lease.hosts.add({.host = host});
  if (lease.is_shared) leasing_.holdings.add_part(lease.holding, host);
  on.push_back({id, part});
  return part;
}

ProviderSlots::Away ProviderSlots::share_out(HostId id, Grants& grants) {
  const std::vector<LeasePart>& parts = leasing_.lent_on[index_of(id)];
  const std::int32_t own = state_.settings.hosts[index_of(id)].mxj.count();
  const HostState& host = state_.hosts[id];
  std::int32_t room = 0;  // that nobody was given
  std::int32_t away = 0;  // from the provider
  bool is_taken = false;
  for (const LeasePart part : parts) {
    const LentLease& lease = leasing_.lent[part.lease];
    room += at(part).slots.count() - at(part).given.count();
    if (lease.is_shared || lease.takes_hosts) away += at(part).given.count();
    if (!lease.is_shared && lease.takes_hosts && at(part).slots > Slots{}) is_taken = true;
  }
  // On a host that a lease takes whole the provider still has the slots that its jobs use.
  if (is_taken) room = std::min(room, own - away - host.running - host.suspended);
  const std::int32_t taken = is_taken ? own : away;
  for (const LeasePart part : parts) {
    const LentLease& lease = leasing_.lent[part.lease];
    // Shared slots are part of MXJ; exclusive ones may go beyond it.
    const std::int32_t most = lease.is_shared ? std::min(room, own - away) : room;
    const Slots more(std::clamp(most, 0, at(part).kept().count()));
    room -= more.count();
    if (lease.is_shared) {
      away += more.count();
      leasing_.holdings.set(lease.holding, part.part, more);
    } else if (lease.is_established && more > Slots{}) {
      at(part).given += more;
      grants[part.lease][part.part] += more;
    }
  }
  count_kept(id);
  return {taken, amounts_away(id)};
}

void ProviderSlots::count_kept(HostId id) {
  for (const LeasePart part : leasing_.lent_on[index_of(id)]) {
    LentLease& lease = leasing_.lent[part.lease];
    const bool is_kept = !lease.is_shared && at(part).kept() > Slots{};
    if (std::exchange(at(part).is_kept, is_kept) == is_kept) continue;
    lease.kept_hosts += is_kept ? 1 : -1;
  }
}

/// The amounts away from the provider: also those that consumers may use until they have heard of
/// less.
HostAmounts ProviderSlots::amounts_away(HostId id) const {
  HostAmounts away;
  const auto add = [](std::optional<Amount>& sum, std::optional<Amount> one,
                      std::optional<Amount> other) {
    if (one || other) sum = sum.value_or(0) + std::max(one.value_or(0), other.value_or(0));
  };
  for (const LeasePart part : leasing_.lent_on[index_of(id)]) {
    const LentHost& host = leasing_.lent[part.lease].hosts[part.part];
    add(away.mem, host.exported.mem, host.told.mem);
    add(away.swp, host.exported.swp, host.told.swp);
  }
  return away;
}

Amount ProviderSlots::away_of(std::uint32_t instance) const {
  Amount away = 0;
  for (const LentInstance& lent : leasing_.lent_instances)
    if (lent.instance == instance) away += std::max(lent.exported, lent.told);
  return away;
}

std::vector<NeighbourId> ProviderSlots::take_up(std::span<const DealtInstance> dealt) {
  std::vector<Amount> amounts(leasing_.lent_instances.size());
  for (const DealtInstance& one : dealt) {
    const NeighbourId neighbour = neighbour_of_[one.consumer];
    const auto known = std::ranges::find_if(leasing_.lent_instances, [&](const LentInstance& lent) {
      return lent.instance == one.instance && lent.neighbour == neighbour;
    });
    const auto at = static_cast<std::size_t>(known - leasing_.lent_instances.begin());
    if (known == leasing_.lent_instances.end())
      leasing_.lent_instances.push_back({.instance = one.instance, .neighbour = neighbour});
    amounts.resize(leasing_.lent_instances.size());
    amounts[at] += one.amount;
  }
  std::vector<NeighbourId> neighbours;
  for (std::size_t at = 0; at < amounts.size(); ++at) {
    LentInstance& lent = leasing_.lent_instances[at];
    if (lent.exported != amounts[at]) neighbours.push_back(lent.neighbour);
    lent.exported = amounts[at];
  }
  tidy(neighbours);
  return neighbours;
}

HostId ProviderSlots::reserve_first(LentLease& lease) {
  for (LentHost& host : lease.hosts) {
    const LeasePartId part = lease.hosts.id_of(host);
    if (leasing_.holdings[lease.holding].parts[part].idle() == Slots{}) continue;
    host.given += Slots(1);
    lease.wants_first_slot = false;
    return host.host;
  }
  return none<HostId>;
}

bool ProviderSlots::waits_for_slots() const {
  return std::ranges::any_of(leasing_.lent, [](const LentLease& lease) {
    if (lease.is_over) return false;
    if (lease.is_shared) return lease.wants_first_slot && !lease.hosts.empty();
    return lease.is_established && lease.kept_hosts > 0;
  });
}

}  // namespace mcsim::handlers
