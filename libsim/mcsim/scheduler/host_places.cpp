// Where hosts stand in the orders that jobs look at: free slots, keys, accept intervals, and what
// was freed on them.
#include "mcsim/scheduler/host_places.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "mcsim/scheduler/host_rules.hpp"
#include "mcsim/scheduler/policy_jobs.hpp"
#include "mcsim/scheduler/pool_hosts.hpp"

namespace mcsim::scheduler {
/// A host was opened or closed, came up or went down.
void HostPlaces::turned(HostId id) {
  ++state_.places.host_turns;
  the<PoolHosts>().turned(id);
}

/// Counts the free slots of a host that make a job worth a look. Reserved ones count, since some
/// jobs may use them.
void HostPlaces::count_free(HostId id) {
  HostState& host = state_.hosts[id];
  const std::int32_t used = host.running + (state_.features.counts_suspended ? host.suspended : 0);
  const std::int32_t free = host.takes_jobs() ? std::max(host.mxj - used, 0) : 0;
  state_.places.free_slots += free - host.counted_free;
  if (state_.features.reserves_slots) {
    const std::int32_t unreserved = std::max(free - host.reserved, 0);
    state_.places.unreserved += unreserved - std::exchange(host.counted_unreserved, unreserved);
  }
  if (state_.features.has_spans)
    state_.places.free_in_span[state_.settings.hosts[index_of(id)].span_group] +=
        free - host.counted_free;
  const OpenSlots open = host.open_slots(state_.features.counts_suspended);
  if (host.suspended_of != none<QueueId>)
    add_behind(host.suspended_of, -host.counted_free, -host.counted_open.idle);
  host.suspended_of = suspended_on(id);
  if (host.suspended_of != none<QueueId>) add_behind(host.suspended_of, free, open.idle);
  host.counted_free = free;
  state_.places.open_slots -= host.counted_open;
  state_.places.open_slots += host.counted_open = open;
  state_.places.most_free.set(index_of(id), -free);
  state_.places.finder.measure(id, HostFinder::free_slots, free);
  for (std::uint32_t at = 0; at < state_.places.measured.size(); ++at)
    state_.places.finder.measure(id, at + 1, measured_on(id, state_.places.measured[at]));
  if (state_.dispatch) the<PolicyJobs>().show(id);
}

/// Counts slots of a host on which a queue has suspended jobs.
void HostPlaces::add_behind(QueueId id, std::int64_t free, std::int64_t idle) {
  QueueState& queue = state_.queues[id];
  queue.free_behind += free;
  queue.idle_behind += idle;
  state_.places.queues_behind.set_to(index_of(id),
                                     queue.free_behind != 0 || queue.idle_behind != 0);
}

/// The queue of the largest PRIORITY that has jobs suspended on a host; none: there is none.
QueueId HostPlaces::suspended_on(HostId id) const {
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

/// Slots that processes run on: those of jobs that have ended do not count.
std::int32_t HostPlaces::busy_slots(HostId id) const {
  std::int32_t slots = state_.hosts[id].running;
  state_.jobs.visit_on(id, [&](JobSlotId job, Slots part) {
    if (state_.sbatchds.unheard_ends.contains(job)) slots -= part.count();
  });
  return slots;
}

/// Jobs that are suspended on a host keep jobs of no larger PRIORITY away. So that more is better,
/// the measure is `above_all_priorities` minus the largest PRIORITY of suspended jobs; a full host
/// has -1.
std::int64_t HostPlaces::measured_on(HostId host, ResourceId measured) const {
  if (measured != none<ResourceId>)
    return std::max<Amount>(state_.hosts.available(host, measured), -1);
  if (state_.hosts[host].counted_free == 0) return -1;
  const QueueId queue = state_.hosts[host].suspended_of;
  return queue == none<QueueId>
             ? 2 * above_all_priorities
             : above_all_priorities - state_.settings.queues[index_of(queue)].priority;
}

void HostPlaces::show(HostId id) {
  if (state_.load)
    state_.load->run(
        id, state_.sbatchds.unheard_ends.empty() ? state_.hosts[id].running : busy_slots(id));
  if (state_.features.has_load_stops) state_.news.to_check.add(id);
  count_free(id);
  show_load(id);
}

void HostPlaces::show_all() {
  state_.places.capacity = 0;
  if (state_.places.most_free.capacity() < state_.hosts.size())
    state_.places.most_free.clear(state_.hosts.size());
  for (const HostState& host : state_.hosts) state_.places.capacity += host.capacity();
  for (std::size_t at = 0; at < state_.hosts.size(); ++at) show(static_cast<HostId>(at));
}

/// Only the load of a host changed.
void HostPlaces::show_load(HostId id) {
  for (HostList& stale : state_.places.stale) stale.add(id);
  if (state_.hosts[id].is_watched) state_.news.lease_changed.add(id);
}

void HostPlaces::refresh(std::uint32_t order) {
  HostList& stale = state_.places.stale[order];
  for (const HostId id : stale.hosts) place_in_order(id, order);
  stale.clear();
}

void HostPlaces::place_in_order(HostId id, std::uint32_t order) {
  const HostState& host = state_.hosts[id];
  const auto& intervals = state_.places.finder.accept_intervals();
  std::vector<std::int64_t>& key = state_.scratch_keys;
  key.clear();
  if (host.counted_free > 0) HostRules(config_, state_, now_).append_key(id, order, key);
  for (std::uint32_t kind = 0; kind < intervals.size(); ++kind) {
    const bool accepts = !host.accepted || now_ - *host.accepted >= intervals[kind];
    if (host.counted_free > 0 && accepts)
      state_.places.finder.show(id, order, kind, key);
    else
      state_.places.finder.hide(id, order, kind);
  }
}

void HostPlaces::hear_of_load() {
  if (!state_.load) return;
  state_.load->shorten_log();
  if (!state_.load->may_have_news()) return;
  for (const HostId id : state_.load->news()) {
    state_.hosts.set_load(id, state_.load->told(id));
    const bool passes_level = state_.load->take_passing(id);
    if (passes_level && state_.features.has_load_stops) state_.news.to_check.add(id);
    show_load(id);
    freed(id);
  }
  // Half a word and the beginning of the next report make a word that the scenario does not have.
  state_.hosts.note_texts(state_.load->elims().texts());
  for (const ClusterElims::Told& told : state_.load->take_amounts()) {
    if (told.host == none<HostId>) {
      state_.hosts.tell_instance(told.resource, told.instance, told.value);
      freed_instance({told.resource, told.instance});
      show_sharers({told.resource, told.instance});
    } else {
      change(told.host,
             [&](HostState&) { state_.hosts.tell(told.host, told.resource, told.value); });
    }
  }
}

void HostPlaces::show_sharers(const News::Instance& instance) {
  if (!state_.features.ranks_by_told) return;
  for (std::size_t at = 0; at < state_.hosts.size(); ++at) {
    const auto host = static_cast<HostId>(at);
    if (state_.hosts.instance(host, instance.first) == instance.second) show(host);
  }
}

void HostPlaces::freed(HostId id) {
  state_.news.freed.add(id);
  state_.news.any_freed = true;
  if (state_.hosts[id].ssusp_jobs > 0) list_stuck_on(id);
}

void HostPlaces::list_stuck_on(HostId host) {
  state_.jobs.visit_on(host, [&](JobSlotId id, Slots) {
    JobState& job = state_.jobs[id];
    if (job.stuck_on != host) return;
    job.stuck_on = none<HostId>;
    QueueState& queue = state_.queues[job.queue];
    queue.suspended.push_back(id);
    state_.groups.mark_stale(queue.group);
  });
}

/// mark_freed_instances() finds the hosts when a session asks.
void HostPlaces::freed_instance(const News::Instance& instance) {
  if (std::ranges::find(state_.news.freed_instances, instance) == state_.news.freed_instances.end())
    state_.news.freed_instances.push_back(instance);
  state_.news.any_freed = true;
}

void HostPlaces::mark_freed_instances() {
  for (const auto& [resource, instance] : state_.news.freed_instances)
    for (std::size_t at = 0; at < state_.hosts.size(); ++at)
      if (const auto host = static_cast<HostId>(at);
          state_.hosts.instance(host, resource) == instance)
        freed(host);
  state_.news.freed_instances.clear();
}

void HostPlaces::freed_everywhere() {
  for (std::size_t at = 0; at < state_.hosts.size(); ++at) freed(static_cast<HostId>(at));
  for (QueueState& queue : state_.queues) queue.freed = true;
  for (UserLimitState& limit : state_.users.limits) limit.freed = true;
  state_.buckets.parked_of_user.visit([&](NameId user, const auto& lines) {
    if (!lines.empty()) state_.news.users_freed.push_back(user);
  });
}

void HostPlaces::close_gates(HostId id) {
  if (!state_.hosts[id].accepted) return;
  for (const Duration interval : state_.places.finder.accept_intervals()) {
    const Time over = *state_.hosts[id].accepted + interval;
    if (over <= now_) continue;
    state_.places.accept_gates.emplace_back(over, id);
    std::ranges::push_heap(state_.places.accept_gates, std::greater{});
  }
}

void HostPlaces::open_gates() {
  auto& gates = state_.places.accept_gates;
  while (!gates.empty() && gates.front().first <= now_) {
    const HostId host = gates.front().second;
    std::ranges::pop_heap(gates, std::greater{});
    gates.pop_back();
    show(host);
    freed(host);
  }
}

Time HostPlaces::next_gate() {
  auto& gates = state_.places.accept_gates;
  const auto is_stale = [&](const std::pair<Time, HostId>& gate) {
    const HostState& host = state_.hosts[gate.second];
    return !host.accepted ||
           std::ranges::none_of(state_.places.finder.accept_intervals(), [&](Duration interval) {
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
