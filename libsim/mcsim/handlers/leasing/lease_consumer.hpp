// Leases as their consumer sees them: what is asked for, borrowed, and given up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"
#include "mcsim/handlers/leasing/lease_kills.hpp"

namespace mcsim::handlers {

/// Source: docs/rules/leasing.md, sections 3 to 6.
class LeaseConsumer {
 public:
  LeaseConsumer(ClusterWorld& world, Observer& observer, JobLifecycle& life)
      : world_(world),
        state_(*world.lsf),
        leasing_(world.leasing),
        observer_(observer),
        life_(life),
        kills_(world, life) {}

  void receive(NeighbourId neighbour, const LeaseGrant& grant);

  void receive(NeighbourId neighbour, const LeaseOffers& offers);

  void receive(NeighbourId neighbour, const LentInstances& lent);

  void receive(NeighbourId neighbour, const LeasesChange&) { ask_again(neighbour); }

  void receive(NeighbourId neighbour, const LeaseTerms& terms);

  /// The borrowed host that a message of a provider is about.
  HostId host_of(NeighbourId neighbour, const LentHostTurns& turn) const;

  /// A link has gone down or come up.
  void note_links();
  /// `model.lease_inactive` is over for a lease.
  void end_inactivity(BorrowedId lease) { resume(leasing_.borrowed[lease]); }

  /// Pauses idle slots of inactive leases, also where a job has ended: nothing starts on them.
  /// Other clusters see this whether or not a session follows.
  void pause_inactive();

 private:
  LeaseAnswer answer_to(BorrowedLease& lease, const LeaseOffer& offer, bool keeps_one);

  // Leases and their hosts.

  /// After the next session the consumer asks the provider again.
  void ask_again(NeighbourId neighbour);

  BorrowedLease* find(NeighbourId neighbour, LeaseId id);
  BorrowedLease& granted(NeighbourId neighbour, LeaseId id);
  /// The borrowed lease of a holding; null: the cluster is its provider.
  BorrowedLease* borrowed_as(HoldingId holding);
  KnownProvider& provider(NeighbourId neighbour) const;
  ClusterId provider_of(const BorrowedLease& lease) const;
  HostId here(NeighbourId neighbour, HostId host) const;

  std::uint32_t instance_here(const InstanceHome& home) const;

  BorrowedLease& open(NeighbourId neighbour, const LeaseGrant& grant);
  void add_host(BorrowedLease& lease, HostId host);
  /// Notes whether the lease no longer has a host.
  void set_over(BorrowedHost& host, bool is_over);

  // Slots.

  /// The consumer got `more` slots of a host; negative: it gave some up.
  void settle_slots(BorrowedLease& lease, LeasePartId part, std::int32_t more);
  /// Reports those of `less` slots of a host that the consumer has by other leases now.
  void tell_staying(NeighbourId neighbour, const BorrowedLease& from, LeasePartId part, Slots less,
                    const std::vector<StayingSlots>& staying);
  LeasedSlots give_up(BorrowedLease& lease, LeasePartId part, Slots slots);
  /// Gives up all idle slots; `keeps_one`: except one, where the consumer would have none left.
  std::vector<LeasedSlots> give_idle(BorrowedLease& lease, bool keeps_one);
  /// Calls set_amounts(), and requeues jobs that hold more, for memory first. Returns how many.
  std::int32_t cut_to_amounts(BorrowedLease& lease, const LeasedSlots& part);
  /// Sets what a lease gives the consumer of memory and swap space of a host.
  void set_amounts(BorrowedLease& lease, const LeasedSlots& part);
  /// Sets the total of a resource to what leases give; where one of them sets no amount, to all
  /// that the host has, if that is configured.
  void sum_up(HostId id, ResourceId resource, std::optional<Amount> HostAmounts::* member);

  /// Reports killed jobs, by the first lease that has the host.
  void tell_killed(HostId id, std::int32_t killed);

  // Leases that are inactive.

  void make_inactive(BorrowedLease& lease);
  void end_evaluation(BorrowedLease& lease);
  void stay_inactive(BorrowedLease& lease);
  void pause_idle(BorrowedLease& lease);
  /// A host on which the lease has no idle slots need not be paused.
  void set_paused(BorrowedLease& lease, LeasePartId part, bool is_paused);
  void resume(BorrowedLease& lease);

  ClusterWorld& world_;
  SchedulerState& state_;
  LeasingState& leasing_;
  Observer& observer_;
  JobLifecycle& life_;
  LeaseKills kills_;
};

}  // namespace mcsim::handlers
