// What really happened, once more: each job starts at its recorded start.
#pragma once

#include "mcsim/baseline/dispatch.hpp"

namespace mcsim::baseline {

/// Starts every job in line that fits, in the order of the line. With the scenario's begin times
/// (config/scenario/scenario_begins.hpp), which are the recorded starts, that is the recorded
/// schedule, as far as the slots are there.
struct RecordedStarts {
  static constexpr std::string_view name = "recorded";
  static constexpr bool predicts_ends = false;

  std::int32_t line_key(const QueueConfig&) const { return 0; }
  bool per_event() const { return false; }

  DispatchDecision next(const DispatchView& view) const {
    const WaitingLine& line = view.lines()[0];
    const WaitingJob first = line.first();
    if (!first) return {};
    if (first.slots <= view.free()) return {first, StartReason::next_in_line};
    const WaitingJob other = line.first_fitting(view.free());
    if (!other) return {};
    return {other, StartReason::passed_by};
  }

  PendReason why_waiting(const DispatchView&, const WaitingJob&) const {
    return PendReason::new_job;  // one that fits has started
  }
};

}  // namespace mcsim::baseline
