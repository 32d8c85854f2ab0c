// What the simulation announces of leases: what their consumer says. `policy`: of the provider, its
// place among HostExport. Only those are told who have an on() for it.
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
  Slots slots;  ///< that the job wants which asks for the fewest
};
/// The consumer has other slots of one host of a lease, or has heard of the host. Told before the
/// fact that says why.
struct LeasedSlotsChanged {
  Time at;
  ClusterId provider;
  std::uint32_t lease;  ///< as the provider numbers them: policies may have several, in time
  std::uint32_t policy;
  bool is_shared;
  HostId host;            ///< the borrowed one, of the consumer
  Slots slots;            ///< that the consumer has now
  std::int32_t more = 0;  ///< than before
};
/// Slots of a host that the consumer gives back by one lease are its own by another one, which was
/// granted them just before: they stay where they are, and so do jobs. Told behind both changes.
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
  Slots slots;       ///< with those that stay
  bool establishes;  ///< the lease
};
/// A shared lease was evaluated: where all idle slots go. Those that go to the provider have been
/// given up.
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
  Slots slots;        ///< that are given back, with those that stay
  std::int32_t jobs;  ///< that were killed and requeued
  bool ends;          ///< the lease
};

}  // namespace mcsim::cluster
