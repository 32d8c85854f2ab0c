// What sections Limit leave of the hosts that one job could have: docs/rules/limits.md, section 2.
#include <algorithm>
#include <utility>

#include "mcsim/cluster/host_answers.hpp"
#include "mcsim/policy/slot_spread.hpp"

namespace mcsim::cluster {

HostAnswer limit_answer(const LimitRoom& room, bool host) {
  HostAnswer answer;
  answer.limit = static_cast<LimitId>(room.row);
  answer.numbers = {
      .limit = room.limit, .used = room.used, .reserved = room.reserved, .wanted = room.wanted};
  switch (room.by) {
    case LimitOf::slots:
      answer.reason = host ? PendReason::host_limit_slots : PendReason::limit_slots;
      break;
    case LimitOf::jobs:
      answer.reason = host ? PendReason::host_limit_jobs : PendReason::limit_jobs;
      break;
    case LimitOf::amount:
      answer.reason = host ? PendReason::host_limit_amount : PendReason::limit_amount;
      answer.resource = room.resource;
      break;
  }
  return answer;
}

/// Sections Limit, as far as a host alone decides.
void HostAnswers::cut_by_limits(JobSlotId id, HostId host, HostAnswer& answer) const {
  if (!state_.features.has_limits) return;
  const LimitRoom room = limits_.cut(limits_.asker(id, asker(id).backfills), host, answer.offers);
  if (room.slots >= answer.offers) return;
  answer = limit_answer(room, true);
  answer.offers = static_cast<std::int32_t>(room.slots);
  if (room.by == LimitOf::slots) answer.numbers.wanted = -1;  // what the job asks for
}

HostAnswer HostAnswers::why_limited(JobSlotId id, const std::vector<HostSlots>& offers) const {
  if (!state_.features.has_limits) return {};
  const JobState& job = state_.jobs[id];
  const Requirement& requirement = requirement_of(job);
  std::vector<HostSlots> ordered;
  std::vector<HostId> hosts;
  for (const HostSlots& offer : offers) hosts.push_back(offer.host);
  for (const HostId host : in_order(job, std::move(hosts)))
    ordered.push_back(*std::ranges::find(offers, host, &HostSlots::host));
  std::vector<std::vector<HostSlots>> groups{ordered};
  if (requirement.is_grouped(job.slots.count()))
    groups = rules_.groups_of(requirement, job.slots.count(), ordered);
  HostAnswer first;
  for (const std::vector<HostSlots>& group : groups) {
    const auto answer = why_limited_on(id, group);
    if (!answer) return {};
    if (first.reason == PendReason::none) first = *answer;
  }
  return first;
}

/// The section that lets the job not have hosts in this order, one after the other; `none`: the
/// hosts do not have enough slots, limits apart. Nothing: the job can have them.
std::optional<HostAnswer> HostAnswers::why_limited_on(JobSlotId id,
                                                      const std::vector<HostSlots>& offers) const {
  const JobState& job = state_.jobs[id];
  const LimitAsker asked = limits_.asker(id, asker(id).backfills);
  LimitBudget budget;
  HostAnswer cut;
  const auto room_for = [&](HostId host, std::int32_t slots, std::int32_t wanted) {
    LimitRoom room = limits_.cut(asked, host, slots, budget);
    if (room.slots < std::min(slots, wanted) && cut.reason == PendReason::none) {
      if (room.wanted == 0) room.wanted = wanted;
      cut = limit_answer(room, false);
    }
    return static_cast<std::int32_t>(room.slots);
  };
  std::vector<HostSlots> parts;
  SlotSpread spread(job.slots.count(), requirement_of(job).asked, parts);
  const bool placed = std::ranges::any_of(offers, [&](const HostSlots& offered) {
    const std::int32_t slots = room_for(offered.host, offered.slots.count(), spread.left());
    const std::size_t before = parts.size();
    const bool done = spread.offer(offered.host, slots);
    for (std::size_t at = before; at < parts.size(); ++at) limits_.take(asked, parts[at], budget);
    return done;
  });
  if (!placed) return cut;
  budget = {};
  cut = {};
  for (const HostSlots& part : parts) {  // what is left over of a tile comes last
    room_for(part.host, part.slots.count(), part.slots.count());
    limits_.take(asked, part, budget);
  }
  if (cut.reason == PendReason::none) return std::nullopt;
  return cut;
}

}  // namespace mcsim::cluster
