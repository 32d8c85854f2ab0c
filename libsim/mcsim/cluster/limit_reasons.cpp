// Why jobs wait for sections Limit: docs/rules/limits.md, section 5.
#include "mcsim/cluster/reasons.hpp"

namespace mcsim::cluster {
namespace {

GivenReason reason_of_limit(const HostAnswer& of_limit) {
  GivenReason answer;
  answer.reason = of_limit.reason;
  answer.numbers = of_limit.numbers;
  answer.resource = of_limit.resource;
  answer.limit = of_limit.limit;
  return answer;
}

}  // namespace

/// Sections Limit that count on all hosts.
GivenReason SchedulerReasons::of_sections(JobSlotId id) const {
  if (!state_.features.has_limits) return {};
  const LimitRules limits(world_.config, state_, now_);
  const LimitAsker asker = limits.asker(id, false);
  const LimitRoom room = limits.room(asker);
  if (room.starts && room.slots >= asker.slots) return {};
  return reason_of_limit(limit_answer(room, false));
}

/// The section Limit that does not let a job have all that hosts offer together.
GivenReason SchedulerReasons::why_limited(JobSlotId id,
                                          const std::vector<HostSlots>& offers) const {
  if (!state_.features.has_limits) return {};
  return reason_of_limit(answers_.why_limited(id, offers));
}

}  // namespace mcsim::cluster
