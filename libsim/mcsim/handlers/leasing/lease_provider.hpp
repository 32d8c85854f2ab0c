// Leases as their provider sees them: what is exported, granted, and evaluated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"
#include "mcsim/handlers/leasing/lent_incumbents.hpp"
#include "mcsim/handlers/leasing/provider_slots.hpp"
#include "mcsim/leasing/export_dealing.hpp"
#include "mcsim/scheduler/hosts.hpp"

namespace mcsim::handlers {

/// Source: docs/rules/leasing.md, sections 2, 4, 5 and 6.
class LeaseProvider {
 public:
  LeaseProvider(ClusterWorld& world, JobLifecycle& life)
      : world_(world), state_(*world.lsf), leasing_(world.leasing), life_(life) {}

  /// The policies export for the first time.
  void open();
  /// The cluster was reconfigured. `grid`: all clusters.
  void reconfigure(const std::vector<ClusterWorld>& grid);
  /// Hosts, or their sbatchds, have gone down or come up.
  void note_hosts(std::vector<HostId> hosts);

  void receive(NeighbourId neighbour, const LeaseRequest& request);
  void receive(NeighbourId, const LeaseAnswers& answers);
  void receive(NeighbourId, const LeaseReturn& returned);
  void receive(NeighbourId neighbour, const InstancesHeld& held);

  /// ELIMs may have reported how much there is of what is exported.
  void hear_reports();
  /// LIMs have ended or begun: others may report it, or nobody.
  void note_lims();

  /// Evaluates shared leases, every MC_RECLAIM_DELAY.
  void evaluate();

  /// Hands over slots that jobs of its own have left, if consumers wait for them.
  void hand_over();

 private:
  ProviderSlots provider_slots() {
    return ProviderSlots(leasing_, state_, world_.forwarding.neighbour_of);
  }

  void expect_evaluation();

  // Export policies.

  void export_all(const std::vector<Incumbent>& incumbents);
  bool may_be_selected(HostId id) const;
  void lend_instances(bool are_reported);
  std::vector<Amount> amounts_there() const;
  bool is_reported(const SharedResource& shared) const;
  bool exports_reported() const;
  void expect_report(Time from);
  bool has_established(NeighbourId neighbour) const;
  void tell_instances(NeighbourId neighbour, bool are_reported = false);
  void tell_terms(LeaseId id, std::vector<StayingSlots> staying);
  /// Not at virtual time 0, when all consumers ask anyway.
  void let_ask_again(const LentLease& lease);
  void tell_state(const LentLease& lease, HostId id);

  // Who gets what.

  void share_out(HostId id);
  /// Of memory or swap space.
  void lend_amount(HostId id, ResourceId resource, std::optional<Amount> away);
  void settle_instances();

  void establish_if_wanted(LentLease& lease);
  void take_back(LentLease& lease, const std::vector<LeasedSlots>& given_up);
  void give_idle(LeaseId id);
  void reserve_first_slots();

  /// Ends the handling of an event: sends what it has granted.
  void close();
  void send_grants();
  void send_grant(LeaseId id, std::map<LeasePartId, Slots>& parts);
  void send(const LentLease& lease, Message message);
  void send_to(NeighbourId neighbour, Message message);

  ClusterWorld& world_;
  const SchedulerState& state_;
  LeasingState& leasing_;
  JobLifecycle& life_;
  ProviderSlots::Grants grants_;  ///< to be sent
  std::set<LeaseId> settled_;     ///< whose evaluation ends with their grants
};

}  // namespace mcsim::handlers
