// What the two sides of a lease say to each other.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/model/lease_config.hpp"
#include "mcsim/policy/lease_reclaim.hpp"

namespace mcsim::leasing {

/// Slots of one host of a lease.
struct LeasedSlots {
  std::uint32_t part = 0;  ///< its place among the hosts of the lease
  HostId host{};           ///< of the provider
  Slots slots{};
  HostAmounts amounts{};  ///< that the consumer has there, in all
};
/// An instance of a shared resource, by its place in the provider's settings, and how much of it
/// the consumer has.
struct LeasedInstance {
  std::uint32_t instance = 0;
  Amount amount = 0;
};

// From the consumer. `lease`: as the provider numbers them.

/// A job waits that could use hosts of the provider.
struct LeaseRequest {
  Slots slots{};  ///< that it wants
};
/// To an evaluation.
struct LeaseAnswer {
  std::uint32_t lease = 0;
  IdleTo idle_to{};
  std::vector<LeasedSlots> given_up{};
};
struct LeaseAnswers {
  std::vector<LeaseAnswer> leases{};
};
/// Of what is not exported any more.
struct LeaseReturn {
  std::uint32_t lease = 0;
  std::vector<LeasedSlots> given_up{};
};
/// To LentInstances: it is so now.
struct InstancesHeld {
  std::vector<LeasedInstance> instances{};
};

// From the provider.

/// Slots that are the consumer's from now on. The first one establishes the lease; hosts
/// that the consumer has not heard of are named in the order of the lease, with or without slots.
struct LeaseGrant {
  std::uint32_t lease = 0;
  std::uint32_t policy = 0;
  bool is_shared = false;
  bool ends_evaluation = false;
  std::vector<LeasedSlots> hosts{};
};
/// A shared lease is evaluated.
struct LeaseOffer {
  std::uint32_t lease = 0;
  LeaseSide provider{};
};
/// All that one consumer has, at once.
struct LeaseOffers {
  std::vector<LeaseOffer> leases{};
  bool keeps_one = false;  ///< `model.lease_keep_one_slot`
};
/// The export policies are other ones now. Who waits for hosts may ask again.
struct LeasesChange {};
/// Slots of a host that were granted by another lease just now, so that they stay.
struct StayingSlots {
  std::uint32_t part = 0;   ///< its place among the hosts of the lease that it had them by
  std::uint32_t lease = 0;  ///< the other one
  Slots slots{};
};
/// A granted lease is another one.
struct LeaseTerms {
  std::uint32_t lease = 0;
  bool ends = false;
  std::vector<LeasedSlots> most{};      ///< that the consumer may go on having there
  std::vector<StayingSlots> staying{};  ///< of what is above that
};
/// Shared resources are lent: these have another amount than before.
struct LentInstances {
  std::vector<LeasedInstance> instances{};
};
/// A host that is lent goes down, or comes up.
struct LentHostTurns {
  HostId host{};  ///< of the provider
  bool is_down = false;
};

}  // namespace mcsim::leasing
