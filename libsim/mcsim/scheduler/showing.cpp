// Where hosts stand in the orders that jobs look at: free slots, keys, accept intervals, and what
// was freed on them.
#include <algorithm>
#include <functional>
#include <utility>

#include "mcsim/scheduler/book.hpp"
#include "mcsim/scheduler/host_rules.hpp"

namespace mcsim::scheduler {
/// Counts the free slots of a host that make a job worth a look. Reserved ones count, since some
/// jobs may use them.
void LsfBook::count_free(HostId id) {
  HostState& host = state_.hosts[id];
  const std::int32_t used = host.running + (state_.counts_suspended ? host.suspended : 0);
  const std::int32_t free = host.takes_jobs() ? std::max(host.mxj - used, 0) : 0;
  state_.free_slots += free - host.counted_free;
  if (host.suspended_of != none<QueueId>)
    state_.queues[host.suspended_of].free_behind -= host.counted_free;
  host.suspended_of = suspended_on(id);
  if (host.suspended_of != none<QueueId>) state_.queues[host.suspended_of].free_behind += free;
  host.counted_free = free;
  state_.open_slots -= host.counted_open;
  state_.open_slots += host.counted_open = host.open_slots();
  state_.most_free.set(index_of(id), -free);
  state_.finder.measure(id, HostFinder::free_slots, free);
  for (std::uint32_t at = 0; at < state_.measured.size(); ++at)
    state_.finder.measure(id, at + 1, measured_on(id, state_.measured[at]));
}

/// The queue of the largest PRIORITY that has jobs suspended on a host; none: there is none.
QueueId LsfBook::suspended_on(HostId id) const {
  QueueId first = none<QueueId>;
  if (state_.hosts[id].ssusp_jobs == 0) return first;
  const auto priority = [&](QueueId queue) {
    return state_.settings.queues[index_of(queue)].priority;
  };
  state_.jobs.visit_on(id, [&](JobSlotId on, Slots) {
    const JobState& job = state_.jobs[on];
    if (job.stage != Stage::ssusp) return;
    if (first == none<QueueId> || priority(job.queue) > priority(first)) first = job.queue;
  });
  return first;
}

std::int64_t SchedulerState::free_slots_for(QueueId id) const {
  if (ssusp == 0 || has_reservations) return free_slots;
  const auto priority = [&](QueueId queue) { return settings.queues[index_of(queue)].priority; };
  std::int64_t free = free_slots;
  for (std::size_t at = 0; at < queues.size(); ++at)
    if (const auto other = static_cast<QueueId>(at); priority(other) >= priority(id))
      free -= queues[other].free_behind;
  return free;
}

/// Slots that processes run on: those of jobs that have ended do not count.
std::int32_t LsfBook::busy_slots(HostId id) const {
  std::int32_t slots = state_.hosts[id].running;
  state_.jobs.visit_on(id, [&](JobSlotId job, Slots part) {
    if (state_.unheard_ends.contains(job)) slots -= part.count();
  });
  return slots;
}

void LsfBook::show(HostId id) {
  if (state_.load)
    state_.load->run(id, state_.unheard_ends.empty() ? state_.hosts[id].running : busy_slots(id));
  if (state_.has_load_stops) state_.to_look_at.add(id);
  count_free(id);
  show_load(id);
}

/// Only the load of a host changed.
void LsfBook::show_load(HostId id) {
  for (HostList& stale : state_.stale_hosts) stale.add(id);
  if (state_.hosts[id].is_watched) state_.lease_changed.add(id);
}

void LsfBook::refresh(std::uint32_t order) {
  HostList& stale = state_.stale_hosts[order];
  for (const HostId id : stale.hosts) place_in_order(id, order);
  stale.clear();
}

void LsfBook::place_in_order(HostId id, std::uint32_t order) {
  const HostState& host = state_.hosts[id];
  const auto& intervals = state_.finder.accept_intervals();
  std::vector<std::int64_t>& key = state_.key_scratch;
  key.clear();
  if (host.counted_free > 0) HostRules(config_, state_, now_).append_key(id, order, key);
  for (std::uint32_t kind = 0; kind < intervals.size(); ++kind) {
    const bool accepts = !host.accepted || now_ - *host.accepted >= intervals[kind];
    if (host.counted_free > 0 && accepts)
      state_.finder.show(id, order, kind, key);
    else
      state_.finder.hide(id, order, kind);
  }
}

void LsfBook::hear_of_load() {
  if (!state_.load) return;
  state_.load->shorten_log();
  if (!state_.load->may_have_news()) return;
  for (const HostId id : state_.load->news()) {
    state_.hosts.set_load(id, state_.load->told(id));
    const bool passes_level = state_.load->take_passing(id);
    if (passes_level && state_.has_load_stops) state_.to_look_at.add(id);
    show_load(id);
    freed(id);
  }
  for (const ClusterElims::Told& told : state_.load->take_amounts()) {
    if (told.host == none<HostId>) {
      state_.hosts.tell_instance(told.resource, told.instance, told.value);
      show_sharers({told.resource, told.instance});
    } else {
      state_.hosts.tell(told.host, told.resource, told.value);
      show(told.host);
      freed(told.host);
    }
  }
}

void LsfBook::show_sharers(const SchedulerState::Instance& instance) {
  freed_instance(instance);
  if (!state_.ranks_by_told) return;
  for (std::size_t at = 0; at < state_.hosts.size(); ++at) {
    const auto host = static_cast<HostId>(at);
    if (state_.hosts.instance(host, instance.first) == instance.second) show(host);
  }
}

void LsfBook::freed(HostId id) {
  state_.freed.add(id);
  state_.any_freed = true;
  if (state_.hosts[id].ssusp_jobs > 0) list_stuck_on(id);
}

/// mark_freed_instances() finds the hosts when a session asks.
void LsfBook::freed_instance(const SchedulerState::Instance& instance) {
  if (std::ranges::find(state_.freed_instances, instance) == state_.freed_instances.end())
    state_.freed_instances.push_back(instance);
  state_.any_freed = true;
}

void LsfBook::mark_freed_instances() {
  for (const auto& [resource, instance] : state_.freed_instances)
    for (std::size_t at = 0; at < state_.hosts.size(); ++at)
      if (const auto host = static_cast<HostId>(at);
          state_.hosts.instance(host, resource) == instance)
        freed(host);
  state_.freed_instances.clear();
}

void LsfBook::freed_everywhere() {
  for (std::size_t at = 0; at < state_.hosts.size(); ++at) freed(static_cast<HostId>(at));
  for (QueueState& queue : state_.queues) queue.freed = true;
  for (UserLimitState& limit : state_.user_limits) limit.freed = true;
  state_.parked_of_user.visit([&](NameId user, const auto& lines) {
    if (!lines.empty()) state_.users_freed.push_back(user);
  });
}

void LsfBook::add_gates(HostId id) {
  if (!state_.hosts[id].accepted) return;
  for (const Duration interval : state_.finder.accept_intervals()) {
    const Time over = *state_.hosts[id].accepted + interval;
    if (over <= now_) continue;
    state_.accept_gates.emplace_back(over, id);
    std::ranges::push_heap(state_.accept_gates, std::greater{});
  }
}

void LsfBook::open_gates() {
  auto& gates = state_.accept_gates;
  while (!gates.empty() && gates.front().first <= now_) {
    const HostId host = gates.front().second;
    std::ranges::pop_heap(gates, std::greater{});
    gates.pop_back();
    show(host);
    freed(host);
  }
}

Time LsfBook::next_gate() {
  auto& gates = state_.accept_gates;
  const auto is_stale = [&](const std::pair<Time, HostId>& gate) {
    const HostState& host = state_.hosts[gate.second];
    return !host.accepted ||
           std::ranges::none_of(state_.finder.accept_intervals(), [&](Duration interval) {
             return *host.accepted + interval == gate.first;
           });
  };
  while (!gates.empty() && is_stale(gates.front())) {
    std::ranges::pop_heap(gates, std::greater{});
    gates.pop_back();
  }
  return gates.empty() ? never : gates.front().first;
}

}  // namespace mcsim::scheduler
