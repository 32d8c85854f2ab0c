// A scheduling session of a federated cluster whose dispatch is not LSF's.
#pragma once

#include <algorithm>
#include <vector>

#include "mcsim/scheduler/policy_jobs.hpp"

namespace mcsim::scheduler {

/// Asks the policy which jobs start. Each answer is carried out before the next question.
class PolicySession : Owner {
 public:
  PolicySession(const ClusterConfig& config, SchedulerState& state, Time now, bool on_raster)
      : Owner(config, state, now), on_raster_(on_raster) {
    the<PolicyJobs>().catch_up();
  }

  /// The next job to start, or none.
  DispatchDecision next() {
    const DispatchDecision decision = state_.dispatch->policy.next(view());
    if (decision) the<PolicyJobs>().begin_start(decision.job, state_.scratch_hosts);
    return decision;
  }
  /// Of the job that starts.
  const std::vector<HostSlots>& hosts() const { return state_.scratch_hosts; }
  /// When the policy may answer otherwise though nothing happens; never: it will not.
  Time next_gate() const {
    const PolicyDispatch& dispatch = *state_.dispatch;
    const Time gate = dispatch.has_gates ? dispatch.policy.next_gate(view()) : never;
    return dispatch.turns_on_raster ? std::min(gate, dispatch.lines.next_turn()) : gate;
  }

 private:
  DispatchView view() const {
    return state_.dispatch->view(now_, on_raster_, state_.places.free_slots,
                                 JobReader(config_, state_));
  }

  bool on_raster_;
};

}  // namespace mcsim::scheduler
