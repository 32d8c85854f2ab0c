// The leases of a cluster: what it exports to others, and what it borrows from them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/work.hpp"
#include "mcsim/leasing/export_dealing.hpp"
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

  /// Whether it exports anything now.
  bool exports() const {
    return std::ranges::any_of(hosts, [](const LentHost& host) { return host.slots > Slots{}; });
  }
};

/// Hosts that a consumer has asked a provider for, by HostId of the provider.
struct AskedHosts {
  std::vector<bool> exclusive;  ///< by exclusive leases
  std::vector<bool> shared;     ///< by shared ones

  std::vector<bool>& of(bool is_shared) { return is_shared ? shared : exclusive; }
  bool has(HostId host, bool is_shared) const {
    const std::vector<bool>& hosts = is_shared ? shared : exclusive;
    return index_of(host) < hosts.size() && hosts[index_of(host)];
  }
  /// Whether it is a new one.
  bool add(HostId host, bool is_shared) {
    if (has(host, is_shared)) return false;
    std::vector<bool>& hosts = of(is_shared);
    hosts.resize(std::max<std::size_t>(hosts.size(), index_of(host) + 1));
    return hosts[index_of(host)] = true;
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
  std::vector<HostId> hosts;  ///< of the consumer's settings, by HostId of the provider
  bool lends = false;         ///< some hosts, by exclusive leases
  bool shares = false;        ///< likewise by shared ones
  AskedHosts asked;           ///< since policies or settings changed
  /// By QueueId: the hosts that it names, and that may be asked for by shared leases; of the
  /// consumer's settings. Empty: to be listed anew.
  std::vector<std::vector<HostId>> to_ask;
};

/// All this is empty in a cluster without leases.
struct LeasingState {
  Holdings holdings;  ///< of shared leases, on either side

  // As a provider.
  AnyDeal deal{DealByDeficit{}};
  std::vector<HostExport> policies;  ///< by which the leases were dealt
  bool may_export = false;           ///< some settings have export policies
  bool may_share = false;            ///< some of these are of shared leases
  Table<LeaseId, LentLease> lent;
  std::vector<std::vector<LeasePart>> lent_on;  ///< by HostId
  std::vector<LentInstance> lent_instances;
  std::vector<DealtLease> dealt;          ///< as of when policies were last dealt
  bool hears_reports = false;             ///< of what is exported: when they come is scheduled
  bool lends_amounts = false;             ///< memory or swap space, or has done so
  Table<NeighbourId, AskedHosts> wanted;  ///< what each has asked for
  bool lacks_hosts = false;               ///< hosts that come up may be exported
  bool waits_for_slots = false;           ///< slots that its own jobs free may be exported
  std::vector<HostId> to_hand_over;       ///< changed hosts, in this round

  // As a consumer.
  AnyReclaim reclaim{FewerIdle{}};
  Work work;  ///< of its evaluations
  std::vector<KnownProvider> providers;
  std::vector<QueueId> calling;  ///< queues whose hosts are to be asked for
  std::vector<bool> has_called;  ///< by QueueId: it has been in `calling`
  bool calls_again = false;      ///< all queues in which jobs wait call again
  Table<BorrowedId, BorrowedLease> borrowed;
  bool borrows_amounts = false;              ///< memory or swap space, or has done so
  Table<HoldingId, BorrowedId> borrowed_of;  ///< none: it is a lent one
  std::vector<HostId> to_pause;              ///< changed hosts, while leases are inactive
  std::uint32_t inactive = 0;                ///< leases

  /// A job begins to wait in a queue: leases of the hosts that the queue names are wanted.
  void call(QueueId queue) {
    if (providers.empty()) return;
    has_called.resize(std::max<std::size_t>(has_called.size(), index_of(queue) + 1));
    if (has_called[index_of(queue)]) return;
    has_called[index_of(queue)] = true;
    calling.push_back(queue);
  }
  /// What was asked for counts no more.
  void call_again() {
    has_called.clear();
    calls_again = !providers.empty();
  }
};

}  // namespace mcsim::leasing
