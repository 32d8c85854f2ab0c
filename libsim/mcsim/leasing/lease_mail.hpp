// What the two sides of a lease say to each other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/lease_config.hpp"
#include "mcsim/policy/lease_reclaim.hpp"

namespace mcsim::leasing {

/// Slots of one host of a lease.
struct LeasedSlots {
  LeasePartId part{};
  HostId host{};  ///< of the provider
  Slots slots{};
  HostAmounts amounts{};  ///< that the consumer has there, in all
};
/// An instance of a shared resource, by its place in the provider's settings, and how much of it
/// the consumer has.
struct LeasedInstance {
  std::uint32_t instance = 0;
  Amount amount = 0;
};

// From the consumer.

/// Jobs were submitted that may use hosts of the provider: asks for the leases that have them.
struct LeaseRequest {
  std::vector<HostId> exclusive{};  ///< of the provider: for exclusive leases
  std::vector<HostId> shared{};     ///< likewise for shared ones
};
/// The answer to a LeaseOffer.
struct LeaseAnswer {
  LeaseId lease{};
  IdleTo idle_to{};
  std::vector<LeasedSlots> given_up{};
};
struct LeaseAnswers {
  std::vector<LeaseAnswer> leases{};
};
/// Gives back what is no longer exported.
struct LeaseReturn {
  LeaseId lease{};
  std::vector<LeasedSlots> given_up{};
};
/// The answer to LentInstances: the consumer has these amounts now.
struct InstancesHeld {
  std::vector<LeasedInstance> instances{};
};

// From the provider.

/// Slots that are the consumer's from now on. The first grant establishes the lease. Hosts that the
/// consumer has not heard of are named in the order of the lease, with or without slots.
struct LeaseGrant {
  LeaseId lease{};
  std::uint32_t policy = 0;
  bool is_shared = false;
  bool ends_evaluation = false;
  std::vector<LeasedSlots> hosts{};
};
/// A shared lease is evaluated.
struct LeaseOffer {
  LeaseId lease{};
  LeaseSide provider{};
};
/// The offers to one consumer, all at once.
struct LeaseOffers {
  std::vector<LeaseOffer> leases{};
  bool keeps_one = false;  ///< `model.lease_keep_one_slot`
};
/// The export policies changed: a consumer that waits for hosts may ask again.
struct LeasesChange {};
/// Slots of a host that move from one lease to another of the same consumer. The other lease has
/// granted them just before.
struct StayingSlots {
  LeasePartId part{};  ///< of the lease that had them
  LeaseId lease{};     ///< that has granted them
  Slots slots{};
};
/// The terms of a granted lease changed.
struct LeaseTerms {
  LeaseId lease{};
  bool ends = false;
  std::vector<LeasedSlots> most{};      ///< that the consumer may keep there
  std::vector<StayingSlots> staying{};  ///< of the slots above that
};
/// The amounts of these lent instances of shared resources changed.
struct LentInstances {
  std::vector<LeasedInstance> instances{};
  bool are_reported = false;  ///< by an ELIM, not by a policy: jobs keep what they hold
};
/// A host that is lent, or its sbatchd, goes down or comes up.
struct LentHostTurns {
  HostId host{};  ///< of the provider
  bool is_down = false;
  std::optional<Time> sbatchd_back{};  ///< its sbatchd is down until then
};

}  // namespace mcsim::leasing
