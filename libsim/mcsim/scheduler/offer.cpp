// What one host offers one job: section 5 of docs/rules/scheduling.md, and what reservations leave
// of it.
#include <algorithm>

#include "mcsim/model/idle_offer.hpp"
#include "mcsim/model/select.hpp"
#include "mcsim/scheduler/session.hpp"
#include "mcsim/scheduler/without_victims.hpp"

namespace mcsim::scheduler {
namespace {

/// A predicate: whether a job is not a victim.
auto stays_in(const WithoutVictims* without) {
  return [without](JobSlotId id) { return without == nullptr || !without->has(id); };
}

}  // namespace

bool Session::allows(const HostRequest& request, HostId host, const WithoutVictims* without) const {
  const HostState& at = state_.hosts[host];
  if (!at.is_open() || (at.is_serial && request.slots > 1)) return false;
  const QueueConfig& queue = state_.settings.queues[index_of(request.queue)];
  if (at.accepted && now_ - *at.accepted < queue.job_accept_interval) return false;

  const WithoutVictims::OnHost victims =
      without == nullptr ? WithoutVictims::OnHost{} : without->on(host);
  const std::int32_t others = at.started_jobs - at.ssusp_jobs - victims.jobs;
  if (at.exclusive_jobs > victims.exclusive_jobs || (request.requirement.exclusive && others > 0))
    return false;

  if (request.excluded != ExclusionId{} &&
      std::ranges::binary_search(state_.exclusions[request.excluded], host))
    return false;
  if (!rules_.starts_jobs_of(request.queue, host)) return false;
  const SelectExpression& select = request.requirement.dynamic_select;
  return select.empty() ||
         select_host(select,
                     HostValues(state_.settings, state_.hosts, state_.features.counts_suspended,
                                host, request.requirement.from_host, relief_of(without, host)));
}

/// For how many slots a host has all resources that a job takes there.
std::int32_t Session::slots_for_resources(const HostRequest& request, HostId host,
                                          const WithoutVictims* without) const {
  std::int32_t slots = most_slots;
  for (const ResourceUse& use : request.requirement.asked.rusage) {
    Amount available = state_.hosts.available(host, use.resource);
    if (available == ClusterHosts::undefined) return 0;
    if (without != nullptr) available += without->given_back(host, use.resource);
    const bool shares = state_.hosts.instance(host, use.resource) != ClusterHosts::nowhere;
    slots = std::min(slots, slots_for(use, available, shares, request.slots));
  }
  return slots;
}

/// How much more would be free on a host without the victims.
HostRelief Session::relief_of(const WithoutVictims* without, HostId host) const {
  return without == nullptr ? HostRelief{} : without->relief(host);
}

Session::Offer Session::offer(const HostRequest& request, HostId host,
                              const WithoutVictims* without) const {
  tally(state_.work.hosts);
  const std::int32_t left = rules_.left_by_suspended(asker(request), host, stays_in(without));
  // Another user might be offered slots of a reservation that is not for this user.
  if (left == 0) return {.cut_for_user = state_.features.has_reservations};
  if (!allows(request, host, without)) return {};
  const std::int32_t enough = slots_for_resources(request, host, without);
  if (enough == 0) return {};
  const HostState& at = state_.hosts[host];
  const QueueConfig& queue = state_.settings.queues[index_of(request.queue)];
  const bool suspended_count = state_.features.counts_suspended;

  HostRules::Reserved reserved;
  if (at.reserved > 0) reserved = rules_.reserved_from(asker(request), host);
  const std::int32_t used = at.running + reserved.all + (suspended_count ? at.suspended : 0) -
                            (without == nullptr ? 0 : without->on(host).slots);
  Offer offered{.slots = std::min({at.mxj - used, left, enough})};
  if (offered.slots <= 0) return {};

  if (queue.hjob_limit < no_limit || queue.pjob_limit.thousandths >= 0) {
    const std::int32_t mine = reserved.of_queue + rules_.held_by_queue(host, request.queue);
    offered.slots =
        std::min(offered.slots, std::min(queue.hjob_limit, queue.pjob_limit.on(at.ncpus)) - mine);
  }
  if (state_.features.has_user_hosts)
    cut_by_user(request, host, without, reserved.of_user, offered);
  if (state_.features.has_reservations) {
    const std::int32_t room = reservation_room(request, host, used, without, offered.cut_for_user);
    offered.slots = std::min(offered.slots, room);
  }
  if (state_.features.has_limits && offered.slots > 0)
    cut_by_limits(request, host, without, offered);
  offered.slots = std::max(offered.slots, 0);
  return offered;
}

/// JL/U of the host, and JL/P of lsb.users.
void Session::cut_by_user(const HostRequest& request, HostId host, const WithoutVictims* without,
                          std::int32_t reserved, Offer& offered) const {
  const auto held_by = [&](auto&& counts) {
    return rules_.held_by_users(host, stays_in(without), counts);
  };
  const auto cut = [&](std::int32_t limit, std::int32_t taken) {
    if (limit >= no_limit || limit - taken >= offered.slots) return;
    offered.slots = limit - taken;
    offered.cut_for_user = true;
  };
  const std::int32_t of_user =
      held_by([&](NameId user) { return user == request.user; }) + reserved;
  cut(state_.settings.hosts[index_of(host)].user_limit, of_user);
  for (const std::uint32_t row : state_.users.limits_of(request.user)) {
    const UserLimit& limit = state_.settings.user_limits[row];
    if (limit.per_processor.thousandths < 0) continue;
    const std::int32_t on_host = limit.per_processor.on(state_.hosts[host].ncpus);
    if (!limit.together) {
      cut(on_host, of_user);
      continue;
    }
    const std::int32_t of_group = held_by([&](NameId user) { return limit.names(user); }) +
                                  rules_.reserved_by_group(asker(request), host, limit);
    cut(on_host, of_group);
  }
}

SlotAsker Session::asker(const HostRequest& request) const {
  return {.queue = request.queue,
          .user = request.user,
          .end = end_of(now_, request.estimate),
          .backfills = request.backfills,
          .exclusive = request.requirement.exclusive};
}

/// What advance reservations leave: section 10.
std::int32_t Session::reservation_room(const HostRequest& request, HostId host, std::int32_t used,
                                       const WithoutVictims* without, bool& cut_for_user) const {
  const std::int32_t mxj = state_.hosts[host].mxj;
  const ReservedLevels& levels = state_.advance.levels[index_of(host)];
  cut_for_user = cut_for_user || !state_.advance.current[index_of(host)].empty() ||
                 levels.from(now_) < levels.spans().size();
  const SlotAsker job = asker(request);
  if (rules_.would_close(job, host)) return 0;
  std::int32_t room = mxj - used - rules_.kept_from(request.user, host);
  const auto stays = stays_in(without);
  rules_.visit_starts(job, host, stays, [&](Time start, const HostRules::Taken& then) {
    room = std::min(room, rules_.room_at(start, then, job, host, stays));
  });
  return room;
}

}  // namespace mcsim::scheduler
