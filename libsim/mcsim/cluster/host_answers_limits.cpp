// What sections Limit leave of the hosts that one job could have: docs/rules/limits.md, section 2.
#include <algorithm>
#include <cstddef>
#include <utility>

#include "mcsim/cluster/host_answers.hpp"
#include "mcsim/scheduler/limited_spread.hpp"

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

/// Of a host that is full: MXJ may be what a section Limit has made of it.
void HostAnswers::name_limit_in_mxj(HostId host, HostAnswer& answer) const {
  const bool is_full =
      answer.reason == PendReason::host_full || answer.reason == PendReason::host_reserved;
  if (!is_full) return;
  const std::vector<LimitSection>& rows = state_.settings.limits;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const bool is_in_mxj = rows[row].in_mxj && rows[row].takes(host) &&
                           rows[row].slots_on(state_.hosts[host].ncpus) == answer.numbers.limit;
    if (!is_in_mxj) continue;
    answer.reason = PendReason::host_limit_slots;
    answer.limit = static_cast<LimitId>(row);
    return;
  }
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
  std::vector<HostSlots> parts;
  LimitedSpread spread(job.slots.count(), requirement_of(job).asked, parts);
  HostAnswer cut;
  const auto room_for = [&](HostId host, std::int32_t slots) {
    LimitRoom room = limits_.cut(asked, host, slots, spread.budget());
    const std::int32_t wanted = std::min(slots, spread.left());
    if (room.slots < wanted && cut.reason == PendReason::none) {
      if (room.wanted == 0) room.wanted = spread.left();
      cut = limit_answer(room, false);
    }
    return static_cast<std::int32_t>(room.slots);
  };
  const bool placed = std::ranges::any_of(offers, [&](const HostSlots& offered) {
    return spread.offer(limits_, asked, offered, room_for);
  });
  if (placed) return std::nullopt;
  return cut;
}

}  // namespace mcsim::cluster
