// A dispatch policy that makes a mistake.
#pragma once

#include "mcsim/baseline/dispatch.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Starts the first waiting job, whether it fits or not.
struct Reckless {
  static constexpr std::string_view name = "reckless";
  static constexpr bool predicts_ends = false;

  std::int32_t line_key(const QueueConfig&) const { return 0; }
  bool per_event() const { return false; }
  DispatchDecision next(const DispatchView& view) const { return {view.lines()[0].first()}; }
  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::new_job;
  }
};

}  // namespace mcsim::testing
