// Facts about leases, as their consumer sees them. `policy`: the place of the provider's export
// policy in ClusterSettings::exports.
#pragma once

#include <cstdint>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/policy/lease_reclaim.hpp"

namespace mcsim::cluster {

/// The consumer asks for hosts of the provider.
struct LeaseAsked {
  Time at;
  ClusterId provider;
  bool is_shared;       ///< for the shared leases that have them, or for the exclusive ones
  std::uint32_t hosts;  ///< how many
};
/// The consumer's slots of one host of a lease changed, or it hears of the host (`more` is 0).
/// Reported before the fact that says why.
struct LeasedSlotsChanged {
  Time at;
  ClusterId provider;
  LeaseId lease;  ///< a policy may have several, one after another
  std::uint32_t policy;
  bool is_shared;
  HostId host;            ///< the borrowed one, of the consumer
  Slots slots;            ///< that the consumer has now
  std::int32_t more = 0;  ///< than before; negative: fewer
};
/// Slots of a host that the consumer gives back by one lease are its own by another lease, granted
/// just before: the slots stay with it, and so do the jobs. Reported after both changes.
struct LeasedSlotsStay {
  Time at;
  ClusterId provider;
  std::uint32_t policy;  ///< by which it had them
  std::uint32_t to;      ///< the policy by which it has them now
  bool was_shared;
  bool is_shared;  ///< now
  HostId host;     ///< the borrowed one, of the consumer
  Slots slots;
};
/// Slots of a lease are the consumer's.
struct LeaseGranted {
  Time at;
  ClusterId provider;
  std::uint32_t policy;
  Slots slots;       ///< those that stay included
  bool establishes;  ///< the lease
};
/// A shared lease was evaluated, which decides where all its idle slots go. The consumer has given
/// up those that go to the provider.
struct LeaseEvaluated {
  Time at;
  ClusterId provider;
  std::uint32_t policy;
  ReclaimView view;
  IdleTo idle_to;
};
/// The provider exports less than before.
struct LeaseCut {
  Time at;
  ClusterId provider;
  std::uint32_t policy;
  Slots slots;        ///< that are given back, those that stay included
  std::int32_t jobs;  ///< that were killed and requeued
  bool ends;          ///< the lease
};

}  // namespace mcsim::cluster
