// Which hosts' slots the queues of a pool share out, and what limits on hosts let each queue have.
#pragma once

#include <cstdint>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps PoolState::slots, and of the queues of pools what limits on hosts come to.
/// Source: docs/rules/scheduling.md, section 9.
class PoolHosts : Owner {
 public:
  using Owner::Owner;

  /// Counts anew, by the settings as they are now.
  void arrange();
  /// A host has been opened or closed, has come up or gone down.
  void turned(HostId host);

 private:
  bool is_shared_out(HostId host) const;
  void find_hosts(PoolId pool);
  void count(PoolId pool, HostId host, std::int64_t sign);
};

}  // namespace mcsim::scheduler
