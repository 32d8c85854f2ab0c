// LSF's order in its simplest form: queues by PRIORITY, first come first served, what does not fit
// is passed by.
#pragma once

#include "mcsim/policy/dispatch.hpp"

namespace mcsim {

/// Larger PRIORITY first; queues of equal PRIORITY behave as one. A job that does not fit does not
/// hold up the ones behind it.
/// Source: IBM Spectrum LSF 10.1, administration, "Dispatch order"; spec 7.1.
struct PriorityOrder {
  static constexpr std::string_view name = "lsf";
  static constexpr bool predicts_ends = false;

  std::int32_t line_key(const QueueConfig& queue) const { return queue.priority; }
  bool per_event() const { return false; }

  DispatchDecision next(const DispatchView& view) const {
    return {view.lines().first_fitting(view.free()).job, StartReason::passed_by};
  }

  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::new_job;
  }
};

static_assert(DispatchPolicy<PriorityOrder>);

}  // namespace mcsim
