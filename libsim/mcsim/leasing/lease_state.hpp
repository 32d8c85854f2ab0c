// The leases of a cluster: what it exports to others, and what it borrows from them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/leasing/lease_holding.hpp"
#include "mcsim/model/lease_config.hpp"
#include "mcsim/model/limit.hpp"
#include "mcsim/policy/lease_dealing.hpp"
#include "mcsim/policy/lease_reclaim.hpp"

namespace mcsim::leasing {

/// One host of a lease, as its provider counts it.
struct LentHost {
  HostId host{};           ///< of the provider
  Slots slots{};           ///< that the policy exports now
  Slots given{};           ///< the consumer's, or on their way between the two
  HostAmounts exported{};  ///< beside the slots
  HostAmounts told{};      ///< what the consumer may still use
  bool is_kept = false;    ///< counted in LentLease::kept_hosts

  Slots kept() const { return slots - std::min(slots, given); }
};

/// What one export policy exports to one consumer.
/// Source: docs/rules/leasing.md, section 4.
struct LentLease {
  std::uint32_t policy = 0;  ///< its place in ClusterSettings::exports
  NeighbourId neighbour{};   ///< the consumer
  bool is_shared = false;
  bool takes_hosts = false;  ///< whole ones, which the provider does not use meanwhile
  bool is_established = false;
  bool is_settling = false;       ///< an evaluation is under way
  bool is_over = false;           ///< the policy exports nothing to the consumer any more
  bool wants_first_slot = false;  ///< a shared one: no slot could be reserved for its consumer yet
  HoldingId holding{};            ///< of a shared one: what the provider has; parts as in `hosts`
  std::uint32_t told = 0;         ///< how many of its hosts the consumer has heard of
  std::int32_t kept_hosts = 0;  ///< of an exclusive one: with slots that the consumer does not have
  Table<LeasePartId, LentHost> hosts;

  /// The slots that the lease begins with.
  std::int64_t first_slots() const {
    if (is_shared) return hosts.empty() ? 0 : 1;
    std::int64_t slots = 0;
    for (const LentHost& host : hosts) slots += host.slots.count();
    return slots;
  }
};

/// What one consumer is lent of an instance of a shared resource.
struct LentInstance {
  std::uint32_t instance = 0;  ///< its place in ClusterSettings::shared_resources
  NeighbourId neighbour{};     ///< the consumer
  Amount exported = 0;
  Amount told = 0;  ///< what the consumer may still use
};

/// One host in one lease.
struct LeasePart {
  LeaseId lease{};
  LeasePartId part{};
};

/// One host of a lease, as its consumer knows it.
struct BorrowedHost {
  HostId host{};  ///< of the consumer's settings
  Slots slots{};
  HostAmounts amounts{};
  bool is_over = false;    ///< the lease no longer has it
  bool is_paused = false;  ///< while the lease is inactive
};

/// A lease that was granted.
struct BorrowedLease {
  NeighbourId neighbour{};   ///< the provider
  LeaseId lease{};           ///< its number there
  std::uint32_t policy = 0;  ///< of the provider
  bool is_shared = false;
  bool is_over = false;
  bool is_settling = false;  ///< slots may be on their way to the consumer
  bool is_inactive = false;  ///< nothing starts on it
  Time inactive_until{};     ///< `model.lease_inactive`
  HoldingId holding{};       ///< of a shared one; parts as in `hosts`
  Table<LeasePartId, BorrowedHost> hosts;
  std::vector<LeasePartId> paused;  ///< of `hosts`, while it is inactive: those with idle slots
};

/// A cluster that hosts are borrowed from.
struct KnownProvider {
  NeighbourId neighbour{};
  std::vector<HostId> hosts;          ///< of the consumer's settings, by HostId of the provider
  std::int32_t asked = no_limit;      ///< the fewest slots asked for so far; no_limit: none
  std::vector<bool> queues;           ///< by QueueId: it names hosts of the provider
  bool takes_parallel = true;         ///< jobs of more than one slot; false: RECV_FROM=N
  std::uint32_t settings = none_yet;  ///< that `queues` and `takes_parallel` are from

  static constexpr auto none_yet = static_cast<std::uint32_t>(-1);
};

/// All this is empty in a cluster without leases.
struct LeasingState {
  Holdings holdings;  ///< of shared leases, on either side

  // As a provider.
  DealUnit deal;
  std::vector<HostExport> policies;  ///< by which the leases were dealt
  bool may_export = false;           ///< some settings have export policies
  bool may_share = false;            ///< some of these are of shared leases
  Table<LeaseId, LentLease> lent;
  std::vector<std::vector<LeasePart>> lent_on;  ///< by HostId
  std::vector<LentInstance> lent_instances;
  bool lends_amounts = false;               ///< memory or swap space, or has done so
  Table<NeighbourId, std::int32_t> wanted;  ///< the fewest slots that each has asked for
  bool lacks_hosts = false;                 ///< hosts that come up may be exported
  bool waits_for_slots = false;             ///< slots that its own jobs free may be exported
  std::vector<HostId> to_hand_over;         ///< changed hosts, in this round

  // As a consumer.
  ReclaimIdle reclaim;
  std::vector<KnownProvider> providers;
  Table<BorrowedId, BorrowedLease> borrowed;
  bool borrows_amounts = false;              ///< memory or swap space, or has done so
  Table<HoldingId, BorrowedId> borrowed_of;  ///< none: it is a lent one
  std::vector<HostId> to_pause;              ///< changed hosts, while leases are inactive
  std::uint32_t inactive = 0;                ///< leases
};

}  // namespace mcsim::leasing
