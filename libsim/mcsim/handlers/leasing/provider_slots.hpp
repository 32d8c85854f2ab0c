// What a provider has lent, host by host: who has which slots, and what is left of MXJ.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/leasing/export_dealing.hpp"
#include "mcsim/leasing/lease_mail.hpp"
#include "mcsim/leasing/lease_state.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::handlers {

/// Changes the leases of a provider at one instant; not to be kept. Source: docs/rules/leasing.md,
/// sections 4 to 6.
class ProviderSlots {
 public:
  ProviderSlots(LeasingState& leasing, const SchedulerState& state,
                const Table<ClusterId, NeighbourId>& neighbour_of)
      : leasing_(leasing), state_(state), neighbour_of_(neighbour_of) {}

  /// Slots that consumers get.
  using Grants = std::map<LeaseId, std::map<LeasePartId, Slots>>;

  /// What has changed.
  struct Turn {
    std::vector<HostId> hosts;                             ///< by id: share_out() is to follow
    std::vector<LeaseId> leases;                           ///< by id
    std::map<LeaseId, std::vector<StayingSlots>> staying;  ///< by the lease that had them
  };
  /// Takes over leases as the policies deal them. Adds to `grants` the slots that move to another
  /// lease of the same consumer.
  Turn take_up(const std::vector<DealtLease>& dealt, Grants& grants);

  /// What leases take away from a host.
  struct Away {
    std::int32_t slots = 0;
    HostAmounts amounts;
  };
  /// Shares a host out anew. Adds to `grants` what established exclusive leases get.
  Away share_out(HostId host, Grants& grants);
  /// How much of a shared resource is away from its provider.
  Amount away_of(std::uint32_t instance) const;
  /// Takes over shared resources as they are dealt. Returns the neighbours whose amounts changed.
  std::vector<NeighbourId> take_up(std::span<const DealtInstance> dealt);

  /// Reserves a slot for the consumer of a shared lease, if one is idle. Returns its host; none: no
  /// slot is idle.
  HostId reserve_first(LentLease& lease);
  /// Whether a lease waits for slots that jobs of the provider may free.
  bool waits_for_slots() const;

 private:
  LeaseId lease_for(const DealtLease& dealt);
  /// Slots that a consumer had and no longer has by this lease.
  struct Loss {
    LeasePart of;
    Slots slots;
  };
  void export_as(LeaseId id, const std::vector<ExportedPart>& parts, Turn& turn,
                 std::vector<Loss>& losses);
  void pass_on(const Loss& loss, Turn& turn, Grants& grants);
  void establish(LeaseId id, Turn& turn, Grants& grants);
  static void release_first(LentLease& lease, LentHost& host);
  LeasePartId add_host(LeaseId id, HostId host);
  HostAmounts amounts_away(HostId id) const;
  void count_kept(HostId id);
  LentHost& at(LeasePart part) { return leasing_.lent[part.lease].hosts[part.part]; }

  LeasingState& leasing_;
  const SchedulerState& state_;
  const Table<ClusterId, NeighbourId>& neighbour_of_;
};

}  // namespace mcsim::handlers
