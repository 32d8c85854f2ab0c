// Actions, faults and changes, and the times at which something changes by itself.
#include "support/naive_lsf_timeline.hpp"

#include <algorithm>

#include "mcsim/model/select.hpp"
#include "support/naive_conditions.hpp"
#include "support/naive_lsf_life.hpp"
#include "support/naive_lsf_resources.hpp"
#include "support/naive_lsf_shares.hpp"

namespace mcsim::testing::naive {
namespace {

using Kind = TimelineEntry::Kind;

/// More than HOST_INACTIVITY_LIMIT + RETRY_LIMIT exchanges, at multiples of EXINTERVAL, come
/// without the host.
Time missed_from(const State& state) {
  const LimParameters& lim = state.config.lim;
  Time exchange{};
  while (exchange < state.now) exchange += lim.exchange_interval;
  for (int missed = 0; missed < lim.host_inactivity_limit + lim.retry_limit; ++missed)
    exchange += lim.exchange_interval;
  return exchange;
}

void fall_silent(State& state, const TimelineEntry& entry) {
  Host& host = state.hosts[index_of(entry.host)];
  const Time back = end_of(state.now, entry.down_for);
  host.down_until = host.silent ? std::max(host.down_until, back) : back;
  if (!host.silent) host.missed = missed_from(state);
  if (!host.silent) host.silent_since = state.now;
  host.silent = true;
}

void take_down(State& state, const TimelineEntry& entry) {
  if (state.config.model.host_down == HostDown::silence) return fall_silent(state, entry);
  Host& host = state.hosts[index_of(entry.host)];
  const Time back = end_of(state.now, entry.down_for);
  host.down_until = host.down ? std::max(host.down_until, back) : back;
  host.down = true;
  for (Job& job : state.jobs)
    if (job.is_started() && job.slots_on(entry.host) > 0) host_went_down(state, job);
}

// Actions return whether they have an effect.

bool bstop(State& state, Job& job) {
  if (job.status == JobStatus::pend) {
    stop_pending(state, job);
    return true;
  }
  if (job.status != JobStatus::run && job.status != JobStatus::ssusp) return false;
  suspend(state, job, JobStatus::ususp);
  return true;
}

bool bresume(State& state, Job& job) {
  if (job.status == JobStatus::psusp) {
    note_stop(state, job);
    job.waits_since = state.now;
    job.status = JobStatus::pend;
    state.tell(job, News::resumed);
    return true;
  }
  if (job.status != JobStatus::ususp) return false;
  job.status = JobStatus::ssusp;
  state.tell(job, News::resumed);
  return true;
}

bool bkill(State& state, Job& job) {
  terminate(state, job, EndReason::term_owner, 130);
  return true;
}

/// btop and bbot. An administrator puts a job before or behind all; else it is moved among those of
/// its queue and priority, a user's among the user's own, which share out the positions they had.
bool move(State& state, Job& job, const TimelineEntry& entry) {
  if (!waits(job)) return false;
  const bool to_top = entry.kind == Kind::btop;
  if (entry.by_admin && entry.place == 1) {
    job.position = to_top ? --state.top : ++state.bottom;
    return true;
  }
  std::vector<Job*> line;
  for (Job& other : state.jobs)
    if (&other != &job && waits(other) && other.queue == job.queue &&
        other.priority == job.priority && (entry.by_admin || other.asked.user == job.asked.user))
      line.push_back(&other);
  std::ranges::sort(line, {}, &Job::position);
  std::vector<std::int64_t> positions{job.position};
  for (const Job* other : line) positions.push_back(other->position);
  std::ranges::sort(positions);
  if (!to_top) std::ranges::reverse(line);
  const auto before = std::min<std::ptrdiff_t>(entry.place - 1, std::ssize(line));
  line.insert(line.begin() + before, &job);
  if (!to_top) std::ranges::reverse(line);
  for (std::size_t at = 0; at < line.size(); ++at) line[at]->position = positions[at];
  return true;
}

bool do_action(State& state, Job& job, const TimelineEntry& entry) {
  if (entry.kind == Kind::bkill) return bkill(state, job);
  if (entry.kind == Kind::bstop) return bstop(state, job);
  if (entry.kind == Kind::bresume) return bresume(state, job);
  if (entry.kind == Kind::bswitch) return bswitch(state, job, entry.queue);
  if (entry.kind == Kind::bmod)
    return waits(job) && wait_for_others_now(state, job, entry.condition);
  return move(state, job, entry);
}

void reconfigure(State& state, const TimelineEntry& entry) {
  const double hours = pool_hours(state);
  for (std::size_t at = 0; at < state.settings->resources.size(); ++at)
    if (const auto id = resource(static_cast<std::uint16_t>(at)); is_reserved(state, id))
      state.reserved_before.push_back(id);
  const bool has_other_shares = changes_shares(state, *entry.settings);
  if (has_other_shares) settle_shares(state);
  state.settings = entry.settings.get();
  if (pool_hours(state) != hours) change_decay(state);
  for (Job& job : state.jobs) {
    if (waits(job) || job.is_started()) set_requirement(state, job);
    if (job.status != JobStatus::unsubmitted) set_limit(state, job);  // an execution keeps its own
    job.reserved.clear();
  }
  if (has_other_shares) renew_shares(state);
}

/// These times matter only while jobs wait that others do not hold back.
void add_accept_times(const State& state, const QueueConfig& queue,
                      std::vector<ComingTime>& times) {
  const bool matters = std::ranges::any_of(state.jobs, [&](const Job& job) {
    return waits(job) && (!job.awaited || job.awaited->value == Truth::yes) &&
           state.begin_of(job) <= state.now;
  });
  for (std::size_t at = 0; at < state.hosts.size(); ++at) {
    const bool is_busy = std::ranges::any_of(state.jobs, [&](const Job& job) {
      return job.is_started() && job.slots_on(state.host_id(at)) > 0;
    });
    if (is_busy && queue.job_accept_interval > 0ms)
      times.push_back({state.hosts[at].last_start + queue.job_accept_interval, matters});
  }
}

void add_pending_times(const State& state, const Job& job, std::vector<ComingTime>& times) {
  const QueueConfig& queue = state.queue_of(job);
  times.push_back({job.pending_from});
  times.push_back({state.begin_of(job)});
  if (job.reserves_since != never && queue.max_reserve_time > 0ms)
    times.push_back({job.reserves_since + queue.max_reserve_time + 1ms});
}

/// The times at which a job comes to hold less of its resources.
void add_resource_times(const State& state, const Job& job, std::vector<ComingTime>& times,
                        Time after) {
  const Duration step = decay_step(state);
  for (const ResourceUse& use : job.uses) {
    if (use.duration >= unlimited) continue;
    times.push_back({job.start + use.duration});
    const Time next_step = job.start + ((after - job.start) / step + 1) * step;
    if (use.decay && after >= job.start && next_step < job.start + use.duration)
      times.push_back({next_step});
  }
}

/// Of a queue, an application or a job.
template <class Is>
bool any_asks(const State& state, Is&& is) {
  const ClusterSettings& now = *state.settings;
  return std::ranges::any_of(now.queues, [&](const auto& q) { return is(q.rules.res_req); }) ||
         std::ranges::any_of(now.applications,
                             [&](const auto& a) { return is(a.rules.res_req); }) ||
         std::ranges::any_of(state.config.profiles,
                             [&](const auto& profile) { return is(profile.res_req); });
}

}  // namespace

bool waits(const Job& job) {
  return job.status == JobStatus::pend || job.status == JobStatus::psusp;
}

bool act(State& state, Job& job, const TimelineEntry& entry) {
  if (!waits(job) && !job.is_started()) return false;
  const bool acted = do_action(state, job, entry);
  if (acted) state.news = true;
  return acted;
}

bool is_of_job(const TimelineEntry& entry) {
  return entry.kind == Kind::bkill || entry.kind == Kind::bstop || entry.kind == Kind::bresume ||
         entry.kind == Kind::bswitch || entry.kind == Kind::btop || entry.kind == Kind::bbot ||
         entry.kind == Kind::bmod;
}

/// On the named elements, or on all, one after the other. docs/rules/arrays.md, section 4.
void act_on_array(State& state, const TimelineEntry& entry) {
  const JobArray& array = state.config.arrays[entry.array];
  std::vector<Job*> elements;
  for (std::uint32_t at = 0; at < array.spec.indices.size(); ++at)
    if (!entry.elements || entry.elements->find(array.spec.indices[at]))
      elements.push_back(&state.jobs[index_of(array.first) + at]);
  if (entry.kind == Kind::btop) std::ranges::reverse(elements);
  bool acted = false;
  for (std::size_t at = 0; at < elements.size(); ++at) {
    Job& job = *elements[at];
    const bool is_here = waits(job) || job.is_started();
    if (entry.kind == Kind::bmod && entry.condition == none<ConditionId>) {
      acted = acted || is_here || job.forwarded_at != never;
      continue;
    }
    TimelineEntry of_element = entry;
    if (entry.condition != none<ConditionId>)
      of_element.condition = static_cast<ConditionId>(index_of(entry.condition) + at);
    acted = (is_here && act(state, job, of_element)) || acted;
  }
  if (entry.array_limit >= 0 && acted) {
    state.array_limits[index_of(entry.array)] = entry.array_limit;
    state.news = true;
  }
}

void apply(State& state, const TimelineEntry& entry) {
  if (entry.kind == Kind::host_down) take_down(state, entry);
  if (entry.kind == Kind::hclose) state.hosts[index_of(entry.host)].closed = true;
  if (entry.kind == Kind::hopen) state.hosts[index_of(entry.host)].closed = false;
  if (entry.kind == Kind::qclose) state.queues[index_of(entry.queue)].open = false;
  if (entry.kind == Kind::qopen) state.queues[index_of(entry.queue)].open = true;
  if (entry.kind == Kind::qinact) state.queues[index_of(entry.queue)].active = false;
  if (entry.kind == Kind::qact) state.queues[index_of(entry.queue)].active = true;
  if (entry.kind == Kind::reconfigure) reconfigure(state, entry);
  const bool on_job = is_of_job(entry);
  if (entry.array != none<ArrayId>) return act_on_array(state, entry);
  for (Job& job : state.jobs)
    if (on_job && !job.guest && job.asked.id == entry.job) act(state, job, entry);
  const bool is_seen = entry.kind != Kind::qclose && entry.kind != Kind::qopen;
  if (is_seen && !on_job) state.news = true;
}

bool is_reserved(const State& state, ResourceId id) {
  return std::ranges::count(state.reserved_before, id) > 0 ||
         any_asks(state, [&](const ResourceRequirement& requirement) {
           return std::ranges::count(requirement.rusage, id, &ResourceUse::resource) > 0;
         });
}

std::vector<ResourceConfig> resources_in_use(const State& state) {
  std::vector<ResourceConfig> resources = state.settings->resources;
  for (std::size_t at = builtin::count; at < resources.size(); ++at)
    if (resources[at].kind == ResourceKind::numeric && !resources[at].is_external())
      resources[at].dynamic = is_reserved(state, resource(static_cast<std::uint16_t>(at)));
  return resources;
}

bool names_load(const State& state) {
  const ClusterSettings& now = *state.settings;
  return any_asks(state, [&](const ResourceRequirement& requirement) {
    using Op = SelectExpression::Op;
    return is_dynamic(requirement.select, now.resources) ||
           std::ranges::any_of(requirement.select.nodes, [&](const SelectExpression::Node& node) {
             const bool is_name = node.op == Op::resource || node.op == Op::defined;
             return is_name && index_of(node.resource) >= builtin::count &&
                    is_reserved(state, node.resource);
           });
  });
}

std::vector<ComingTime> coming_times(const State& state, Time after) {
  std::vector<ComingTime> times;
  const WeekClock& clock = state.config.clock;
  const auto add_windows = [&](const TimeWindows& windows, bool in_pool = false) {
    const Time change = windows.next_change(std::max(after, Time{}), clock);
    if (change != never) times.push_back({change, in_pool || windows.open_at(change, clock)});
  };
  for (const QueueConfig& queue : state.settings->queues) {
    add_windows(queue.dispatch_window, queue.pool != none<PoolId>);
    add_windows(queue.run_window, queue.pool != none<PoolId>);
    add_accept_times(state, queue, times);
  }
  for (const HostConfig& host : state.settings->hosts) add_windows(host.dispatch_window);
  for (const ReservationConfig& reservation : state.config.reservations) {
    times.push_back({reservation.start});
    times.push_back({reservation.end});
  }
  if (const Duration interval = state.config.params.load_update_interval;
      !state.config.elims.empty())
    times.push_back({Time{} + ((after - Time{}) / interval + 1) * interval});
  for (const Job& job : state.jobs) {
    if (job.status == JobStatus::pend) add_pending_times(state, job, times);
    if (job.is_started()) add_resource_times(state, job, times, after);
  }
  return times;
}

}  // namespace mcsim::testing::naive
