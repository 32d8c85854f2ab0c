// What all owners of parts of the scheduler's state begin with.
#pragma once

#include "mcsim/model/config.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// Changes its part of `state` at one instant of one cluster, and keeps it consistent; not to be
/// kept. SchedulerState says which owner changes what.
class Owner {
 public:
  Owner(const ClusterConfig& config, SchedulerState& state, Time now)
      : config_(config), state_(state), now_(now) {}

 protected:
  /// Another owner, at the same instant.
  template <class Other>
  Other the() const {
    return Other(config_, state_, now_);
  }

  const ClusterConfig& config_;
  SchedulerState& state_;
  Time now_;
};

}  // namespace mcsim::scheduler
