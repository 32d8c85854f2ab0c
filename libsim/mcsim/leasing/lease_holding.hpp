// Shared leases as one of their two sides sees them: the slots it has, and those it uses.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/policy/lease_reclaim.hpp"
#include "mcsim/scheduler/hosts.hpp"

namespace mcsim::leasing {

/// What a side has of one host of a shared lease.
struct HeldPart {
  HostId host{};
  Slots slots{};
  Slots used{};            ///< by running and suspended jobs
  bool is_down = false;    ///< the host, or its sbatchd: nobody can use its slots
  bool is_listed = false;  ///< in Holding::maybe_idle

  Slots available() const { return is_down ? used : slots; }
  Slots idle() const { return available() - std::min(available(), used); }
};

/// What a side has of a shared lease.
struct Holding {
  Table<LeasePartId, HeldPart> parts;
  LeaseSide sum;                        ///< of the parts
  std::vector<LeasePartId> maybe_idle;  ///< all parts with idle slots, and maybe others
};

/// What a cluster has of all its shared leases, as provider or as consumer. It is updated as hosts
/// change, so that an evaluation need not visit them. Slots of a host outside of shared leases are
/// used first, then those of the leases in their order. Source: docs/rules/leasing.md, section 5.
class Holdings {
 public:
  const Holding& operator[](HoldingId id) const { return all_[id]; }

  /// Adds a lease of which nothing is held yet.
  HoldingId add() { return all_.add({}); }
  /// Adds a host to a lease.
  LeasePartId add_part(HoldingId id, HostId host) {
    const LeasePartId part = all_[id].parts.add({.host = host});
    if (on_host_.size() <= index_of(host)) on_host_.resize(index_of(host) + 1);
    on_host_[index_of(host)].push_back({id, part});
    return part;
  }
  bool is_on(HostId host) const {
    return index_of(host) < on_host_.size() && !on_host_[index_of(host)].empty();
  }

  /// Sets the slots that the side has. The caller changes MXJ next, and calls update().
  void set(HoldingId id, LeasePartId part, Slots slots) {
    HeldPart& held = all_[id].parts[part];
    all_[id].sum.available -= held.available().count();
    held.slots = slots;
    all_[id].sum.available += held.available().count();
    list(all_[id], part);
  }

  /// The host has changed.
  void update(HostId id, const HostState& host) {
    if (!is_on(id)) return;
    std::int32_t others = host.mxj;
    for (const auto& [lease, part] : on_host_[index_of(id)])
      others -= all_[lease].parts[part].slots.count();
    std::int32_t left = std::max(host.running + host.suspended - std::max(others, 0), 0);
    for (const auto& [lease, part] : on_host_[index_of(id)]) {
      Holding& holding = all_[lease];
      HeldPart& held = holding.parts[part];
      const Slots used(std::min(left, held.slots.count()));
      left -= used.count();
      holding.sum.used += used.count() - held.used.count();
      holding.sum.available -= held.available().count();
      held.used = used;
      held.is_down = host.down || host.unreached;
      holding.sum.available += held.available().count();
      list(holding, part);
    }
  }

  /// The parts with idle slots, in the order of the lease's hosts.
  std::vector<LeasePartId> idle_parts(HoldingId id) {
    Holding& holding = all_[id];
    std::erase_if(holding.maybe_idle, [&](LeasePartId at) {
      HeldPart& part = holding.parts[at];
      part.is_listed = part.idle() > Slots{};
      return !part.is_listed;
    });
    std::ranges::sort(holding.maybe_idle);
    return holding.maybe_idle;
  }

  /// Calls visit(lease, part) for what leases have of a host.
  template <class Visit>
  void visit_on(HostId host, Visit&& visit) const {
    if (!is_on(host)) return;
    for (const auto& [lease, part] : on_host_[index_of(host)]) visit(lease, part);
  }

 private:
  static void list(Holding& holding, LeasePartId at) {
    HeldPart& part = holding.parts[at];
    if (part.is_listed || part.idle() == Slots{}) return;
    part.is_listed = true;
    holding.maybe_idle.push_back(at);
  }

  Table<HoldingId, Holding> all_;
  std::vector<std::vector<std::pair<HoldingId, LeasePartId>>> on_host_;  ///< by HostId
};

}  // namespace mcsim::leasing
