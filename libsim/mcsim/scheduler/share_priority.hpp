// The priority of an account of user fairshare, as it is now: docs/rules/fairshare.md, 2.
#pragma once

#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// In how many parts of one CPU factors count.
inline constexpr double cpu_factor_unit = 1000;

/// The numbers by which an account's priority is reckoned.
UserShareView share_view_of(const ClusterConfig& config, const SchedulerState& state,
                            FairshareId tree, AccountId account, Time now);

struct PriorityNow {
  double priority = 0;
  bool decays = false;  ///< something that was used falls with time, and the priority rises
};
/// The same, and what the policy makes of them.
PriorityNow priority_now(const ClusterConfig& config, const SchedulerState& state, FairshareId tree,
                         AccountId account, Time now);

}  // namespace mcsim::scheduler
