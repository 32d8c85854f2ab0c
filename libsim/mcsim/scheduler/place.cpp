// On which hosts a job starts.
#include <algorithm>
#include <utility>

#include "mcsim/policy/slot_spread.hpp"
#include "mcsim/scheduler/rules.hpp"
#include "mcsim/scheduler/session.hpp"
#include "mcsim/scheduler/without_victims.hpp"

namespace mcsim::scheduler {

HostRequest Session::request_of(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
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

bool Session::must_have_one_host(const HostRequest& request) {
  return SlotSpread::needs_one_host(request.slots, request.requirement.asked);
}

/// What a host offers, noted for what comes of a job that waits.
std::int32_t Session::slots_of(const HostRequest& request, HostId host,
                               const WithoutVictims* without) {
  visited_ = true;
  const Offer offered = offer(request, host, without);
  cut_for_user_ = cut_for_user_ || offered.cut_for_user;
  cut_by_limit_ = cut_by_limit_ || offered.cut_by_limit;
  return offered.slots;
}

/// Finds hosts for all slots of a job, into hosts_; false: there are none, and hosts_ is empty.
bool Session::place(const HostRequest& request) {
  const Requirement& requirement = request.requirement;
  hosts_.clear();
  if (request.slots > state_.free_slots_for(request.queue)) {
    visited_ = true;  // a job that reserves might do with one host
    return false;
  }
  bool placed = false;
  if (!requirement.is_grouped(request.slots)) {
    places_.refresh(requirement.order);
    placed = place_on(request, requirement.hosts);
  } else if (requirement.asked.same.empty()) {
    placed = place_apart(request);
  } else {
    placed = place_same(request, offers_in_order(request, nullptr));
  }
  if (!placed) hosts_.clear();
  backfilled_ = placed && request.backfills && was_backfilled(request);
  return placed;
}

/// Whether the hosts of a set hold all slots of a job; they are then in hosts_.
bool Session::place_on(const HostRequest& request, HostSetId hosts) {
  const Requirement& requirement = request.requirement;
  LimitedSpread spread(request.slots, requirement.asked, hosts_);
  const HostFinder::Needs needs{SlotSpread::least_offer(request.slots, requirement.asked),
                                requirement.needs};
  return state_.places.finder.find(hosts, requirement.order, requirement.accept, needs,
                                   [&](HostId host) {
                                     const std::int32_t slots = slots_of(request, host);
                                     return slots > 0 && spread_on(spread, {host, Slots(slots)});
                                   });
}

/// The same as place_same() where hosts are apart by their clusters only: it looks at no more hosts
/// than those groups need that have enough free slots.
bool Session::place_apart(const HostRequest& request) {
  const Requirement& requirement = request.requirement;
  visited_ = true;  // a job that reserves might do with one host
  auto left = state_.places.finder[requirement.hosts].spans;
  std::erase_if(left, [&](const auto& span) {
    return state_.places.free_in_span[span.first] < request.slots;
  });
  if (left.empty()) return false;
  places_.refresh(requirement.order);
  while (!left.empty()) {
    auto next = left.begin();
    const auto comes_first = [&](HostId host) {
      const std::uint32_t span = state_.settings.hosts[index_of(host)].span_group;
      next = std::ranges::find(left, span, &std::pair<std::uint32_t, HostSetId>::first);
      return next != left.end() && slots_of(request, host) > 0;
    };
    const HostFinder::Needs any{1, requirement.needs};
    if (left.size() > 1 && !state_.places.finder.find(requirement.hosts, requirement.order,
                                                      requirement.accept, any, comes_first))
      return false;
    if (place_on(request, next->second)) return true;
    left.erase(next);
  }
  return false;
}

/// bsub -n min,max: a job that can start has the most slots for which there are hosts, as for a job
/// of so many slots. `room`: what limits allow.
void Session::place_more(const HostRequest& request, std::int64_t room) {
  const JobState& job = state_.jobs[request.job];
  if (config_.profiles[index_of(job.profile)].most_slots == 0) return;
  std::int64_t most = MergedRules(config_, state_.settings).most_slots_of(job);
  most = std::min({most, room, state_.free_slots_for(request.queue)});
  HostRequest wider = request;
  const auto can_place = [&](std::int64_t slots) {
    wider.slots = static_cast<std::int32_t>(slots);
    if (job.is_guest() && !has_room_for_guest(state_, request.queue, Slots(wider.slots)))
      return false;
    return place(wider);
  };
  // Hosts for so many slots are hosts for fewer, but with tiles.
  const bool is_tiled = request.requirement.asked.ptile > 0;
  std::int64_t placed = request.slots;
  for (std::int64_t next = most; placed < most;
       next = is_tiled ? most : most - (most - placed) / 2) {
    if (can_place(next))
      placed = next;
    else
      most = next - 1;
  }
  if (wider.slots != placed) can_place(placed);
}

/// Puts hosts of the request's set into the order of section 5.
std::vector<HostId> Session::in_order(const HostRequest& request, const std::vector<HostId>& hosts,
                                      const WithoutVictims* without) const {
  const std::uint32_t order = request.requirement.order;
  const std::vector<std::int32_t>& levels = state_.places.finder[request.requirement.hosts].levels;
  struct Ranked {
    std::int32_t level;
    HostId host;
    std::int64_t first;  // of its keys, which decides nearly always
    std::size_t keys;    // where they are
  };
  std::vector<Ranked> places;
  std::vector<std::int64_t> keys;  // of all hosts
  const std::size_t width = state_.places.width_of(order);
  for (const HostId host : hosts) {
    const std::size_t at = keys.size();
    rules_.append_key(host, order, keys, relief_of(without, host));
    places.push_back({levels[index_of(host)], host, width == 0 ? 0 : keys[at], at});
  }
  std::ranges::sort(places, [&](const Ranked& a, const Ranked& b) {
    if (a.level != b.level) return a.level > b.level;
    if (a.first != b.first) return a.first < b.first;
    for (std::size_t at = 1; at < width; ++at)
      if (keys[a.keys + at] != keys[b.keys + at]) return keys[a.keys + at] < keys[b.keys + at];
    return a.host < b.host;
  });
  std::vector<HostId> sorted;
  for (const Ranked& place : places) sorted.push_back(place.host);
  return sorted;
}

/// The offers of all hosts that offer anything, in order.
std::vector<HostSlots> Session::offers_in_order(const HostRequest& request,
                                                const WithoutVictims* without) {
  std::vector<HostSlots> offers;
  const auto add = [&](HostId host) {
    const std::int32_t slots = slots_of(request, host, without);
    if (slots > 0) offers.push_back({host, Slots(slots)});
    return false;
  };
  if (without == nullptr) {
    places_.refresh(request.requirement.order);
    state_.places.finder.find(request.requirement.hosts, request.requirement.order,
                              request.requirement.accept, {1, request.requirement.needs}, add);
  } else {
    std::vector<HostId> hosts;  // the others offer nothing
    visit_set(request, [&](HostId host) {
      if (state_.hosts[host].counted_free > 0 || without->on(host).jobs > 0) hosts.push_back(host);
    });
    for (const HostId host : in_order(request, hosts, without)) add(host);
  }
  return offers;
}

bool Session::place_in(const HostRequest& request, const std::vector<HostSlots>& offers,
                       const WithoutVictims* without) {
  LimitedSpread spread(request.slots, request.requirement.asked, hosts_);
  return std::ranges::any_of(
      offers, [&](const HostSlots& offered) { return spread_on(spread, offered, without); });
}

/// Whether a host has values for all of same[].
bool Session::has_same_values(const HostRequest& request, HostId host) const {
  return request.requirement.asked.same.empty() ||
         !rules_.groups_of(request.requirement, request.slots, {{host, Slots{}}}).empty();
}

/// The first group that can hold the job gets it.
bool Session::place_same(const HostRequest& request, const std::vector<HostSlots>& offers,
                         const WithoutVictims* without) {
  return std::ranges::any_of(
      rules_.groups_of(request.requirement, request.slots, offers),
      [&](const std::vector<HostSlots>& group) { return place_in(request, group, without); });
}

/// Whether there are hosts for all slots of a job without the victims; they are then in hosts_.
bool Session::fits(const HostRequest& request, const WithoutVictims& without) {
  const std::vector<HostSlots> offers = offers_in_order(request, &without);
  const bool placed = request.requirement.is_grouped(request.slots)
                          ? place_same(request, offers, &without)
                          : place_in(request, offers, &without);
  if (!placed) hosts_.clear();
  return placed;
}

/// Whether the job gets more on some host than it would if it could not use reserved slots.
bool Session::was_backfilled(const HostRequest& request) const {
  HostRequest strict = request;
  strict.backfills = false;
  return std::ranges::any_of(hosts_, [&](const HostSlots& part) {
    return offer(strict, part.host).slots < part.slots.count();
  });
}

}  // namespace mcsim::scheduler
