#include "mcsim/scheduler/idle_room.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "mcsim/model/idle_offer.hpp"
#include "mcsim/policy/slot_spread.hpp"
#include "mcsim/scheduler/host_rules.hpp"
#include "mcsim/scheduler/limit_rules.hpp"
#include "mcsim/scheduler/limited_spread.hpp"

namespace mcsim::scheduler {

bool IdleRoom::could_hold(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  if (job.excluded != ExclusionId{}) return counted(id);  // few jobs have the same hosts
  const bool users_matter = state_.features.has_user_hosts || state_.features.has_limits;
  const NameId user = users_matter ? job.user : none<NameId>;
  const auto [known, is_new] =
      state_.requirements.could_hold.try_emplace({job.requirement, user, job.slots.count()}, false);
  if (is_new) known->second = counted(id);
  return known->second;
}

bool IdleRoom::counted(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  const ResourceRequirement& asked = state_.requirements[job.requirement].asked;
  return std::ranges::any_of(groups(id, offers(id)), [&](const std::vector<HostSlots>& group) {
    if (state_.features.has_limits) return fits_limits(id, group);
    std::int64_t sum = 0;
    for (const HostSlots& part : most_of(job.slots.count(), asked, group))
      sum += part.slots.count();
    return sum >= job.slots.count();
  });
}

/// Whether the job could have its slots on these hosts, and sections Limit would let it have them
/// together, if no other job had anything.
bool IdleRoom::fits_limits(JobSlotId id, const std::vector<HostSlots>& offers) const {
  const LimitRules limits(config_, state_, now_);
  LimitAsker asker = limits.asker(id, false);
  asker.is_idle = true;
  const JobState& job = state_.jobs[id];
  std::vector<HostSlots> parts;
  LimitedSpread spread(job.slots.count(), state_.requirements[job.requirement].asked, parts);
  const auto room_for = [&](HostId host, std::int32_t slots) {
    return static_cast<std::int32_t>(limits.cut(asker, host, slots, spread.budget()).slots);
  };
  return std::ranges::any_of(offers, [&](const HostSlots& offered) {
    return spread.offer(limits, asker, offered, room_for);
  });
}

std::vector<HostSlots> IdleRoom::offers(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  const Requirement& requirement = state_.requirements[job.requirement];
  const ClusterSettings& settings = state_.settings;
  IdleAsker asker{.queue = settings.queues[index_of(job.queue)],
                  .asked = requirement.asked,
                  .slots = job.slots.count()};
  if (!settings.user_limits.empty()) asker.limit_rows = state_.users.limits_of(job.user);
  const LimitRules limits(config_, state_, now_);
  std::optional<LimitAsker> limit_asker;
  if (state_.features.has_limits) {
    limit_asker = limits.asker(id, false);
    limit_asker->is_idle = true;
  }
  const std::vector<std::int32_t>& levels = state_.places.finder[requirement.hosts].levels;
  std::vector<HostSlots> offers;
  for (std::size_t at = 0; at < levels.size(); ++at) {
    const auto host = static_cast<HostId>(at);
    if (levels[at] == HostFinder::not_in_set) continue;
    if (job.excluded != ExclusionId{} &&
        std::ranges::binary_search(state_.exclusions[job.excluded], host))
      continue;
    const IdleHost idle(settings, host, std::nullopt);
    IdleOffer offer = idle_offer(settings, idle, idle.slots(), asker);
    if (limit_asker && offer.slots > 0)
      offer.slots = static_cast<std::int32_t>(limits.cut(*limit_asker, host, offer.slots).slots);
    if (offer.slots > 0) offers.push_back({host, Slots(offer.slots)});
  }
  return offers;
}

std::vector<std::vector<HostSlots>> IdleRoom::groups(JobSlotId id,
                                                     std::vector<HostSlots> offers) const {
  const JobState& job = state_.jobs[id];
  Requirement lasting = state_.requirements[job.requirement];
  std::erase_if(lasting.asked.same, [&](ResourceId resource) {
    return state_.settings.resources[index_of(resource)].dynamic;
  });
  const std::int32_t slots = job.slots.count();
  if (!lasting.is_grouped(slots)) return {std::move(offers)};
  return HostRules(config_, state_, now_).groups_of(lasting, slots, offers);
}

}  // namespace mcsim::scheduler
