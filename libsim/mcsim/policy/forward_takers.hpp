// Which receive queues can take a job, and why none can.
#pragma once

#include <cstdint>

#include "mcsim/policy/forwarding.hpp"

namespace mcsim::policy {

/// Whether slots are free for the job, by `model.forward_free_test`.
class FreeTest {
 public:
  explicit FreeTest(const ForwardView& view)
      : pending_mask_(view.free_test == ForwardFreeTest::available ? 0 : -1),
        least_(view.free_test == ForwardFreeTest::fits ? view.slots.count() : 1) {}

  bool has_free(const ForwardCandidate& queue) const { return passes(queue, queue.available); }
  /// The same after preemption.
  bool has_preemptable(const ForwardCandidate& queue) const {
    return passes(queue, queue.preemptable);
  }

 private:
  bool passes(const ForwardCandidate& queue, Slots slots) const {
    const std::int32_t free = slots.count() - (queue.pending.count() & pending_mask_);
    return (free & queue.known_mask()) >= least_;
  }

  std::int32_t pending_mask_;  ///< all bits, or none if pending slots do not count
  std::int32_t least_;
};

/// The queues that take the job: they accept it, have what it requires, and free slots or backlog
/// room.
class Takers {
 public:
  explicit Takers(const ForwardView& view) : test_(view) {}

  bool takes(const ForwardCandidate& queue) const {
    return queue.accepts & queue.satisfies & (test_.has_free(queue) | (queue.room > 0));
  }

 private:
  FreeTest test_;
};

/// Why no queue can be chosen; `no_room` if some queue lacks only free slots or room.
inline ForwardAnswer nothing_found(const ForwardView& view, bool requirements_count,
                                   ForwardRule no_room = ForwardRule::no_room) {
  bool accepted = false;
  bool satisfied = false;
  for (const ForwardCandidate& queue : view.candidates) {
    accepted |= queue.accepts;
    satisfied |= queue.accepts && (queue.satisfies || !requirements_count);
  }
  if (!accepted) return {.rule = ForwardRule::none_accepts};
  return {.rule = satisfied ? no_room : ForwardRule::none_satisfies};
}

}  // namespace mcsim::policy
