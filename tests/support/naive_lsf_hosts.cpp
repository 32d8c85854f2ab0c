// What hosts offer jobs: the conditions of docs/rules/scheduling.md, section 5.
#include "support/naive_lsf_hosts.hpp"

#include <algorithm>

#include "support/naive_lsf_limits.hpp"
#include "support/naive_lsf_reservations.hpp"
#include "support/naive_lsf_resources.hpp"
#include "support/naive_lsf_timeline.hpp"

namespace mcsim::testing::naive {
namespace {

bool is_named(const State& state, const Job& job, HostId host) {
  return level_of(state.queue_of(job).hosts, host).has_value() &&
         (!job.profile->hosts || level_of(*job.profile->hosts, host).has_value());
}

/// An exclusive job must be alone on a host; jobs in SSUSP and victims that are taken for the
/// moment do not count.
bool exclusiveness_allows(const State& state, const Job& job, HostId host) {
  return std::ranges::none_of(state.jobs, [&](const Job& other) {
    const bool is_there =
        (state.runs_now(other) || other.status == JobStatus::ususp) && other.slots_on(host) > 0;
    return is_there && (job.profile->exclusive || other.profile->exclusive);
  });
}

/// The slots that suspended jobs on the host leave.
std::int64_t most_beside_suspended(const State& state, const Job& job, HostId host) {
  std::vector<NameId> users;
  for (const Job& other : state.jobs)
    if (other.status == JobStatus::ssusp && other.slots_on(host) > 0 &&
        state.queue_of(other).priority >= state.queue_of(job).priority)
      users.push_back(other.asked.user);
  return users.empty() ? state.host(host).mxj.count() : kept_for(state, job, host, users);
}

bool accept_interval_allows(const State& state, const Job& job, HostId host) {
  const Time last = state.hosts[index_of(host)].last_start;
  if (last == never || state.now >= last + state.queue_of(job).job_accept_interval) return true;
  return std::ranges::none_of(
      state.jobs, [&](const Job& other) { return other.is_started() && other.slots_on(host) > 0; });
}

std::int64_t most_by_limits(const State& state, const Job& job, HostId id, Time backfill_end) {
  const QueueConfig& queue = state.queue_of(job);
  const HostConfig& host = state.host(id);
  const bool suspended_too = !state.has_preemption();
  const std::vector<NameId> user{job.asked.user};
  const Scope here{
      .host = id, .suspended_too = suspended_too, .except = &job, .backfill_end = backfill_end};
  Scope of_queue = here;
  of_queue.queue = job.queue;
  of_queue.suspended_too = true;
  Scope of_user = here;
  of_user.users = &user;

  std::int64_t most = host.mxj.count() - state.used(here);
  const std::int64_t queue_limit = std::min(queue.hjob_limit, queue.pjob_limit.on(host.ncpus));
  if (queue_limit < no_limit) most = std::min(most, queue_limit - state.used(of_queue));
  if (host.user_limit < no_limit) most = std::min(most, host.user_limit - state.used(of_user));
  for (const HeldLimit& held : limits_of(state, job.asked.user)) {
    Scope of_users = here;
    of_users.users = &held.users;
    const std::int64_t limit = held.limit->per_processor.on(host.ncpus);
    if (limit < no_limit) most = std::min(most, limit - state.used(of_users));
  }
  return std::min(most, LimitedParts(state, job, backfill_end).most_on(id, job.slots()));
}

/// Whether the host is up and the job may use it: no more counts for a predicted start.
bool is_candidate(const State& state, const Job& job, HostId id) {
  const Host& host = state.hosts[index_of(id)];
  return !host.down && !host.closed && is_named(state, job, id) &&
         state.host(id).dispatch_window.open_at(state.now, state.config.clock) &&
         select_host(job.wants.select, HostView(state, id, job.profile->from_host));
}

/// The conditions of section 5 that are not limits.
bool is_free_for(const State& state, const Job& job, HostId id) {
  return is_candidate(state, job, id) && !state.hosts[index_of(id)].silent &&
         std::ranges::find(job.excluded, id) == job.excluded.end() &&
         exclusiveness_allows(state, job, id) && slots_for_resources(state, job, id) > 0 &&
         accept_interval_allows(state, job, id);
}
/// All who have jobs, but for some.
std::vector<NameId> others_than(const State& state, const std::vector<NameId>& some) {
  std::vector<NameId> users;
  for (const Job& job : state.jobs)
    if (!contains(some, job.asked.user) && !contains(users, job.asked.user))
      users.push_back(job.asked.user);
  return users;
}

}  // namespace

Time backfill_end_of(const State& state, const Job& job, Relief relief) {
  const bool may = relief == Relief::backfill && state.queue_of(job).backfill;
  return may && job.limit < unlimited ? state.now + job.limit : never;
}

std::optional<std::int32_t> level_of(const HostPreferences& hosts, HostId host) {
  if (hosts.all) return 0;
  for (const HostPreferences::Entry& entry : hosts.list)
    if (entry.host == host) return entry.level;
  return std::nullopt;
}

std::vector<HeldLimit> limits_of(const State& state, NameId user) {
  std::vector<HeldLimit> held;
  bool is_named = false;
  for (const UserLimit& limit : state.settings->user_limits) {
    if (limit.is_default) continue;
    const std::vector<NameId> users = limit.all_but ? others_than(state, limit.users) : limit.users;
    if (!contains(users, user)) continue;
    is_named = is_named || !limit.together;
    held.push_back({&limit, limit.together ? users : std::vector<NameId>{user}});
  }
  for (const UserLimit& limit : state.settings->user_limits)
    if (limit.is_default && !is_named) held.push_back({&limit, {user}});
  return held;
}

std::int64_t offer(const State& state, const Job& job, HostId id, Relief relief) {
  if (!is_free_for(state, job, id)) return 0;
  const Time backfill_end = backfill_end_of(state, job, relief);
  const std::int64_t most =
      std::min({most_by_limits(state, job, id, backfill_end), most_beside_suspended(state, job, id),
                slots_for_resources(state, job, id)});
  if (most <= 0) return 0;
  return std::max<std::int64_t>(0,
                                std::min(most, most_by_reservations(state, job, id, backfill_end)));
}

bool needs_one_host(const Job& job) {
  return job.slots() == 1 || job.wants.one_host || job.wants.ptile >= job.slots();
}

bool needs_backfill(const State& state, const Job& job, const std::vector<HostSlots>& parts) {
  return std::ranges::any_of(parts, [&](const HostSlots& part) {
    return part.slots.count() > offer(state, job, part.host, Relief::none);
  });
}

/// Whether the host shares an instance of the resource, or no host does: each has its own.
static bool has(const State& state, HostId id, ResourceId resource) {
  bool is_shared = false;
  for (const SharedResource& shared : state.settings->shared_resources) {
    if (shared.resource != resource) continue;
    is_shared = true;
    if (std::ranges::find(shared.hosts, index_of(id)) != shared.hosts.end()) return true;
  }
  return !is_shared;
}

std::int64_t most_when_idle(const State& state, const Job& job, HostId id) {
  const SelectParts select = split_select(job.wants.select, resources_in_use(state));
  if (!is_named(state, job, id) || std::ranges::find(job.excluded, id) != job.excluded.end() ||
      !select_host(select.fixed, HostView(state, id, job.profile->from_host)))
    return 0;
  State idle = state;
  idle.jobs = {job};
  idle.jobs[0].reserved.clear();
  // What an ELIM reports of the host, or of an instance that the host shares, may be any amount.
  std::erase_if(idle.jobs[0].wants.rusage, [&](const ResourceUse& use) {
    const ResourceConfig& resource = state.settings->resources[index_of(use.resource)];
    return (resource.is_external() || resource.overridden) && has(state, id, use.resource);
  });
  return std::min(most_by_limits(idle, idle.jobs[0], id, never),
                  slots_for_resources(idle, idle.jobs[0], id));
}

Time predicted_start(const State& state, const Job& job) {
  const auto free_at = [&](Time time) {
    std::int64_t sum = 0;
    for (std::size_t at = 0; at < state.hosts.size(); ++at) {
      const HostId id = state.host_id(at);
      if (!is_candidate(state, job, id)) continue;
      std::int64_t free = state.host(id).mxj.count();
      for (const Job& other : state.jobs)
        if (!state.is_gone(other) && (state.runs_now(other) || !state.has_preemption()) &&
            state.predicted_end(other) > time)
          free -= other.slots_on(id);
      sum += std::max<std::int64_t>(0, free);
    }
    return sum;
  };
  std::vector<Time> times{state.now};
  for (const Job& other : state.jobs)
    if (other.is_started()) times.push_back(state.predicted_end(other));
  std::ranges::sort(times);
  for (const Time time : times)
    if (time != never && free_at(time) >= job.slots()) return time;
  return never;
}

}  // namespace mcsim::testing::naive
