// On which hosts a job starts.
#include <algorithm>
#include <optional>
#include <utility>

#include "mcsim/system/lsf_session.hpp"
#include "mcsim/system/slot_spread.hpp"

namespace mcsim {

HostRequest LsfSession::request_of(JobSlotId id) const {
  const LsfJob& job = state_.jobs[id];
  const QueueConfig& queue = state_.settings.queues[index_of(job.queue)];
  return {.requirement = state_.requirements[job.requirement],
          .job = id,
          .queue = job.queue,
          .user = job.user,
          .slots = job.slots.count(),
          .estimate = job.estimate,
          .excluded = job.excluded,
          .backfills = queue.backfill && job.estimate < unlimited};
}

bool LsfSession::must_have_one_host(const HostRequest& request) {
  return SlotSpread::needs_one_host(request.slots, request.requirement.asked);
}

/// Finds hosts for all slots of a job, into hosts_; false: there are none, and hosts_ is empty.
bool LsfSession::place(const HostRequest& request) {
  const Requirement& requirement = request.requirement;
  hosts_.clear();
  bool placed = false;
  if (request.slots > state_.free_slots_for(request.queue)) {
    visited_ = true;  // one that reserves might be content with a host
    return false;
  }
  if (requirement.asked.same.empty()) {
    book_.refresh(requirement.order);
    SlotSpread spread(request.slots, requirement.asked, hosts_);
    const HostFinder::Needs needs{SlotSpread::least_offer(request.slots, requirement.asked),
                                  requirement.needs};
    placed = state_.finder.find(requirement.hosts, requirement.order, requirement.accept, needs,
                                [&](HostId host) {
                                  visited_ = true;
                                  const Offer offered = offer(request, host);
                                  cut_for_user_ = cut_for_user_ || offered.cut_for_user;
                                  return offered.slots > 0 && spread.offer(host, offered.slots);
                                });
  } else {
    placed = place_same(request, offers_in_order(request, nullptr));
  }
  if (!placed) hosts_.clear();
  backfilled_ = placed && request.backfills && was_backfilled(request);
  return placed;
}

/// Every host of the request's set, full ones too, in the order of section 5.
std::vector<HostId> LsfSession::hosts_in_order(const HostRequest& request,
                                               const Harvest* harvest) const {
  const Requirement& requirement = request.requirement;
  std::vector<std::pair<std::vector<std::int64_t>, HostId>> keyed;
  for (const HostFinder::Tier& tier : state_.finder[requirement.hosts].tiers)
    for (const std::uint32_t host_class : tier.classes)
      for (const HostId host : state_.finder.members(host_class)) {
        std::vector<std::int64_t> key{-std::int64_t{tier.level}};
        rules_.append_key(host, requirement.order, key, relief_of(harvest, host));
        keyed.emplace_back(std::move(key), host);
      }
  std::ranges::sort(keyed);
  std::vector<HostId> hosts;
  for (const auto& one : keyed) hosts.push_back(one.second);
  return hosts;
}

/// All hosts that offer anything, in their order.
std::vector<HostSlots> LsfSession::offers_in_order(const HostRequest& request,
                                                   const Harvest* harvest) {
  std::vector<HostSlots> offers;
  const auto add = [&](HostId host) {
    visited_ = true;
    const Offer offered = offer(request, host, harvest);
    cut_for_user_ = cut_for_user_ || offered.cut_for_user;
    if (offered.slots > 0) offers.push_back({host, Slots(offered.slots)});
    return false;
  };
  if (harvest == nullptr) {
    book_.refresh(request.requirement.order);
    state_.finder.find(request.requirement.hosts, request.requirement.order,
                       request.requirement.accept, {1, request.requirement.needs}, add);
  } else {
    for (const HostId host : hosts_in_order(request, harvest)) add(host);
  }
  return offers;
}

bool LsfSession::place_in(const HostRequest& request, const std::vector<HostSlots>& offers) {
  SlotSpread spread(request.slots, request.requirement.asked, hosts_);
  return std::ranges::any_of(offers, [&](const HostSlots& offered) {
    return spread.offer(offered.host, offered.slots.count());
  });
}

/// Whether a host is in any group.
bool LsfSession::has_same_values(const HostRequest& request, HostId host) const {
  return request.requirement.asked.same.empty() ||
         !rules_.groups_of(request.requirement, {{host, Slots{}}}).empty();
}

/// The first group that can hold the job gets it.
bool LsfSession::place_same(const HostRequest& request, const std::vector<HostSlots>& offers) {
  return std::ranges::any_of(
      rules_.groups_of(request.requirement, offers),
      [&](const std::vector<HostSlots>& group) { return place_in(request, group); });
}

/// Whether there are hosts for all slots of a job without the victims; they are then in hosts_.
bool LsfSession::fits(const HostRequest& request, const Harvest& harvest) {
  const std::vector<HostSlots> offers = offers_in_order(request, &harvest);
  const bool placed = request.requirement.asked.same.empty() ? place_in(request, offers)
                                                             : place_same(request, offers);
  if (!placed) hosts_.clear();
  return placed;
}

/// Whether the job gets more on some host than it would if it could not use reserved slots.
bool LsfSession::was_backfilled(const HostRequest& request) const {
  HostRequest strict = request;
  strict.backfills = false;
  return std::ranges::any_of(hosts_, [&](const HostSlots& part) {
    return offer(strict, part.host).slots < part.slots.count();
  });
}

}  // namespace mcsim
