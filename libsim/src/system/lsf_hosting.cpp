// Jobs that start, stop, go on and leave: the counts of hosts, queues and users.
#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/base/grown.hpp"
#include "mcsim/base/ordered_bits.hpp"
#include "mcsim/system/lsf_book.hpp"

namespace mcsim {
namespace {

void add(SlotCount& count, const SlotCount& change) {
  count.running += change.running;
  count.suspended += change.suspended;
  count.reserved += change.reserved;
  MCSIM_CHECK(count.running >= 0 && count.suspended >= 0 && count.reserved >= 0,
              "more slots were given back than taken");
}

/// A job that the system has suspended does not keep others from its hosts by being exclusive.
void count_ssusp(LsfHost& host, const LsfJob& job, std::int32_t change) {
  host.ssusp_jobs += change;
  if (job.exclusive) host.exclusive_jobs -= change;
}

/// Memory stays with a suspended job; what has RELEASE does not.
bool is_released(const ClusterSettings& settings, ResourceId id) {
  return index_of(id) >= builtin::count && settings.resources[index_of(id)].release;
}

}  // namespace

// Counts.

void LsfBook::count(JobSlotId id, SlotCount change) {
  const LsfJob& job = state_.jobs[id];
  LsfQueue& queue = state_.queues[job.queue];
  if (change.running != 0 && state_.settings.queues[index_of(job.queue)].pool != none<PoolId>)
    state_.decay.add(queue.accumulated, Slots(queue.count.running), now_);
  if (change.running + change.suspended + change.reserved < 0) queue.freed = true;
  add(queue.count, change);
  count_user(job.user, job.queue, change);
}

void LsfBook::count_user(NameId user, QueueId queue, SlotCount change) {
  if (!state_.queues[queue].by_user) return;
  const bool less = change.running + change.reserved < 0 || change.suspended < 0;
  add(grown(state_.queues[queue].of_user, user), change);
  for (const std::uint32_t limit : limits_of(user)) {
    UserLimitState& limited = state_.user_limits[limit];
    const bool together = state_.settings.user_limits[limit].together;
    add(together ? limited.together : grown(limited.of_user, user), change);
    if (less && together) limited.freed = true;
  }
  if (less && index_of(user) < state_.parked_of_user.size() &&
      !state_.parked_of_user[index_of(user)].empty())
    state_.users_freed.push_back(user);
}

std::vector<std::uint32_t> limit_rows(const ClusterSettings& settings, NameId user) {
  const std::vector<UserLimit>& rows = settings.user_limits;
  const auto names = [&](const UserLimit& row) {
    return std::ranges::binary_search(row.users, user);
  };
  const bool named = std::ranges::any_of(
      rows, [&](const UserLimit& row) { return !row.together && !row.is_default && names(row); });
  std::vector<std::uint32_t> mine;
  for (std::uint32_t at = 0; at < rows.size(); ++at)
    if (rows[at].is_default ? !named : names(rows[at])) mine.push_back(at);
  return mine;
}

const std::vector<std::uint32_t>& LsfBook::limits_of(NameId user) {
  auto& mine = grown(state_.limits_of_user, user);
  if (!mine) mine = limit_rows(state_.settings, user);
  return *mine;
}

// Hosts.

/// Free slots of a host as far as they make a job worth a look: reserved ones count, since some may
/// use them.
void LsfBook::count_free(HostId id) {
  LsfHost& host = state_.hosts[id];
  const std::int32_t used = host.running + (state_.counts_suspended ? host.suspended : 0);
  const std::int32_t free = host.takes_jobs() ? std::max(host.mxj - used, 0) : 0;
  state_.free_slots += free - host.counted_free;
  host.counted_free = free;
  state_.most_free.set(index_of(id), -free);
  state_.finder.measure(id, HostFinder::free_slots, free);
  for (std::uint32_t at = 0; at < state_.measured.size(); ++at)
    state_.finder.measure(id, at + 1,
                          std::max<Amount>(state_.hosts.available(id, state_.measured[at]), -1));
}

void LsfBook::show(HostId id) {
  count_free(id);
  for (HostList& stale : state_.stale_hosts) stale.add(id);
}

void LsfBook::refresh(std::uint32_t order) {
  HostList& stale = state_.stale_hosts[order];
  for (const HostId id : stale.hosts) place_in_order(id, order);
  stale.clear();
}

void LsfBook::place_in_order(HostId id, std::uint32_t order) {
  const LsfHost& host = state_.hosts[id];
  const auto& intervals = state_.finder.accept_intervals();
  std::vector<std::int64_t>& key = state_.key_scratch;
  key.clear();
  append_key(id, order, key);
  for (std::uint32_t kind = 0; kind < intervals.size(); ++kind) {
    const bool accepts = !host.accepted || now_ - *host.accepted >= intervals[kind];
    if (host.counted_free > 0 && accepts)
      state_.finder.show(id, order, kind, key);
    else
      state_.finder.hide(id, order, kind);
  }
}

void LsfBook::append_key(HostId id, std::uint32_t order, std::vector<std::int64_t>& key,
                         const HostRelief& relief) const {
  const HostValues values(state_.settings, state_.hosts, state_.counts_suspended, id, id, relief);
  for (const OrderKey& part : state_.orders[order]) {
    const auto value = values.number(part.resource);
    const bool less_first =
        state_.settings.resources[index_of(part.resource)].increasing != part.reversed;
    key.push_back(!value ? std::numeric_limits<std::int64_t>::max()
                         : ordered_bits(less_first ? *value : -*value));
  }
}

void LsfBook::freed(HostId id) {
  state_.freed.add(id);
  state_.any_freed = true;
}

/// Which hosts that is, is seen when a session asks.
void LsfBook::freed_instance(const LsfState::Instance& instance) {
  if (std::ranges::find(state_.freed_instances, instance) == state_.freed_instances.end())
    state_.freed_instances.push_back(instance);
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
  for (std::size_t at = 0; at < state_.hosts.size(); ++at)
    state_.freed.add(static_cast<HostId>(at));
  state_.any_freed = true;
  for (LsfQueue& queue : state_.queues) queue.freed = true;
  for (UserLimitState& limit : state_.user_limits) limit.freed = true;
  for (std::size_t user = 0; user < state_.parked_of_user.size(); ++user)
    if (!state_.parked_of_user[user].empty())
      state_.users_freed.push_back(static_cast<NameId>(user));
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
    const LsfHost& host = state_.hosts[gate.second];
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

// Starting and leaving.

void LsfBook::start(JobSlotId id, const std::vector<HostSlots>& hosts) {
  stop_reserving(id);
  leave(id, Stage::running);
  LsfJob& job = state_.jobs[id];
  job.dispatched = now_;
  job.ran = Duration{};
  state_.jobs.place(id, hosts);
  count(id, {.running = job.slots.count()});
  --state_.pending;
  ++state_.started;
  for (const HostSlots& part : hosts) {
    LsfHost& host = state_.hosts[part.host];
    state_.capacity -= host.capacity();
    host.running += part.slots.count();
    state_.capacity += host.capacity();
    ++host.started_jobs;
    host.exclusive_jobs += job.exclusive ? 1 : 0;
    host.accepted = now_;
    add_gates(part.host);
  }
  charge(id);
  take_all(id);
  for (const HostSlots& part : hosts) show(part.host);
}

void LsfBook::list_suspended(JobSlotId id) {
  LsfQueue& queue = state_.queues[state_.jobs[id].queue];
  queue.suspended.push_back(id);
  update_live(queue.turn);
}

void LsfBook::unlist_suspended(JobSlotId id) {
  LsfQueue& queue = state_.queues[state_.jobs[id].queue];
  std::erase(queue.suspended, id);
  update_live(queue.turn);
}

void LsfBook::suspend(JobSlotId id, Stage stage) {
  LsfJob& job = state_.jobs[id];
  const std::int32_t slots = job.slots.count();
  job.ran += now_ - job.since;
  job.since = now_;
  job.stage = stage;
  count(id, {.running = -slots, .suspended = slots});
  give_all(id, true);
  if (stage == Stage::ssusp) list_suspended(id);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    change_host(part.host, [&](LsfHost& host) {
      host.running -= part.slots.count();
      host.suspended += part.slots.count();
      if (stage == Stage::ssusp) count_ssusp(host, job, 1);
    });
  });
}

void LsfBook::change_suspension(JobSlotId id, Stage stage) {
  LsfJob& job = state_.jobs[id];
  if (stage == Stage::ssusp)
    list_suspended(id);
  else
    unlist_suspended(id);
  job.stage = stage;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    change_host(part.host,
                [&](LsfHost& host) { count_ssusp(host, job, stage == Stage::ssusp ? 1 : -1); });
  });
}

void LsfBook::resume(JobSlotId id) {
  LsfJob& job = state_.jobs[id];
  MCSIM_CHECK(job.stage == Stage::ssusp, "a job resumed that the system had not suspended");
  const std::int32_t slots = job.slots.count();
  unlist_suspended(id);
  job.stage = Stage::running;
  job.since = now_;
  count(id, {.running = slots, .suspended = -slots});
  take_all(id);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    change_host(part.host, [&](LsfHost& host) {
      host.suspended -= part.slots.count();
      host.running += part.slots.count();
      count_ssusp(host, job, -1);
    });
  });
}

void LsfBook::release(JobSlotId id) {
  LsfJob& job = state_.jobs[id];
  const bool was_running = job.stage == Stage::running;
  const std::int32_t slots = job.slots.count();
  if (was_running) job.ran += now_ - job.since;
  if (job.stage == Stage::ssusp) unlist_suspended(id);
  count(id, was_running ? SlotCount{.running = -slots} : SlotCount{.suspended = -slots});
  give_all(id, false);
  uncharge(id);
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    change_host(part.host, [&](LsfHost& host) {
      (was_running ? host.running : host.suspended) -= part.slots.count();
      if (job.stage == Stage::ssusp) count_ssusp(host, job, -1);
      host.exclusive_jobs -= job.exclusive ? 1 : 0;
      if (--host.started_jobs == 0) host.accepted.reset();
    });
  });
  state_.jobs.unplace(id);
  --state_.started;
  ++state_.pending;
  job.stage = Stage::psusp;
  job.since = now_;
  job.dispatched = never;
  job.backfilled = false;
}

void LsfBook::move(JobSlotId id, QueueId queue) {
  LsfJob& job = state_.jobs[id];
  const std::int32_t slots = job.slots.count();
  const bool runs = job.stage == Stage::running;
  count(id, runs ? SlotCount{.running = -slots} : SlotCount{.suspended = -slots});
  if (job.stage == Stage::ssusp) unlist_suspended(id);
  job.queue = queue;
  if (job.stage == Stage::ssusp) list_suspended(id);
  count(id, runs ? SlotCount{.running = slots} : SlotCount{.suspended = slots});
  state_.jobs.visit_hosts(id, [&](HostSlots part) { freed(part.host); });
}

void LsfBook::reserve(const SlotReservation& reservation) {
  count(reservation.job, {.reserved = reservation.slots});
  state_.hosts[reservation.host].reserved += reservation.slots;
  state_.slot_reservations.push_back(reservation);
  show(reservation.host);
}

void LsfBook::drop(const SlotReservation& reservation) {
  count(reservation.job, {.reserved = -reservation.slots});
  state_.hosts[reservation.host].reserved -= reservation.slots;
  show(reservation.host);
  freed(reservation.host);
}

void LsfBook::drop_reservations() {
  for (const SlotReservation& reservation : state_.slot_reservations) drop(reservation);
  state_.slot_reservations.clear();
}

void LsfBook::drop_reservations_of(JobSlotId id) {
  std::erase_if(state_.slot_reservations, [&](const SlotReservation& reservation) {
    if (reservation.job != id) return false;
    drop(reservation);
    return true;
  });
}

void LsfBook::start_reserving(JobSlotId id) {
  if (state_.jobs[id].reserves_since != never) return;
  state_.jobs[id].reserves_since = now_;
  state_.reserving.push_back(id);
}

void LsfBook::stop_reserving(JobSlotId id) {
  if (state_.jobs[id].reserves_since == never) return;
  state_.jobs[id].reserves_since = never;
  std::erase(state_.reserving, id);
}

// Advance reservations.

std::int32_t LsfState::held(std::uint32_t row) const {
  std::int32_t slots = 0;
  for (const ReservationCharge& charged : charges)
    if (charged.part == row && (counts_suspended || jobs[charged.job].stage == Stage::running))
      slots += charged.slots;
  return slots;
}

void LsfBook::charge(JobSlotId id) {
  if (!state_.has_reservations) return;
  const LsfJob& job = state_.jobs[id];
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    std::int32_t left = part.slots.count();
    for (const std::uint32_t row : state_.parts_on[index_of(part.host)]) {
      const ReservedPart& reserved = state_.reserved_parts[row];
      const ReservationConfig& config = config_.reservations[reserved.reservation];
      const bool active = config.start <= now_ && now_ < config.end;
      const std::int32_t slots = std::min(left, reserved.slots - state_.held(row));
      if (!active || slots <= 0 || !std::ranges::binary_search(config.users, job.user)) continue;
      left -= slots;
      state_.charges.push_back({id, row, slots});
    }
  });
}

void LsfBook::uncharge(JobSlotId id) {
  std::erase_if(state_.charges,
                [&](const ReservationCharge& charged) { return charged.job == id; });
}

void LsfBook::turn_reservation(std::uint32_t reservation) {
  const bool over = config_.reservations[reservation].end <= now_;
  for (std::uint32_t row = 0; row < state_.reserved_parts.size(); ++row) {
    const ReservedPart& part = state_.reserved_parts[row];
    if (part.reservation != reservation) continue;
    freed(part.host);
    if (!over) continue;
    std::erase_if(state_.charges,
                  [&](const ReservationCharge& charged) { return charged.part == row; });
  }
}

// Resources that jobs reserve.

Duration LsfBook::decay_step() const {
  return config_.model.rusage_decay_step.value_or(state_.settings.params.mbd_sleep_time);
}

Amount LsfBook::use_at(const LsfJob& job, const ResourceUse& use, Time time) const {
  const Duration since = time - job.dispatched;
  if (use.duration >= unlimited) return use.amount;
  if (since >= use.duration) return 0;
  if (!use.decay) return use.amount;
  const Duration step = decay_step();
  const std::int64_t left = (use.duration - since / step * step).count();
  const std::int64_t whole = use.duration.count();
  return static_cast<Amount>((static_cast<Int128>(use.amount) * left + whole - 1) / whole);
}

Time LsfBook::next_use_change(JobSlotId id) const {
  const LsfJob& job = state_.jobs[id];
  const Duration step = decay_step();
  const Duration since = now_ - job.dispatched;
  Time next = never;
  for (const ResourceUse& use : state_.requirements[job.requirement].asked.rusage) {
    if (use.duration >= unlimited || since >= use.duration) continue;
    next = std::min(next, job.dispatched + use.duration);
    if (use.decay) next = std::min(next, job.dispatched + (since / step + 1) * step);
  }
  return next;
}

void LsfBook::take_all(JobSlotId id) {
  const LsfJob& job = state_.jobs[id];
  const auto& uses = state_.requirements[job.requirement].asked.rusage;
  if (uses.empty()) return;
  if (index_of(id) >= state_.takings.size()) state_.takings.resize(index_of(id) + 1);
  state_.takings[index_of(id)].resize(uses.size());
  for (std::size_t at = 0; at < uses.size(); ++at) set_use(id, at, use_at(job, uses[at], now_));
}

void LsfBook::give_all(JobSlotId id, bool only_released) {
  const auto& uses = state_.requirements[state_.jobs[id].requirement].asked.rusage;
  for (std::size_t at = 0; at < uses.size(); ++at)
    if (!only_released || is_released(state_.settings, uses[at].resource)) set_use(id, at, 0);
}

bool LsfBook::can_take_back(JobSlotId id) const {
  const LsfJob& job = state_.jobs[id];
  bool can = true;
  for (const ResourceUse& use : state_.requirements[job.requirement].asked.rusage) {
    const Amount amount = use_at(job, use, now_);
    if (amount == 0 || !is_released(state_.settings, use.resource)) continue;
    state_.jobs.visit_hosts(id, [&](HostSlots part) {
      can = can && state_.hosts.available(part.host, use.resource) >= amount;
    });
  }
  return can;
}

Amount LsfBook::gives_back(JobSlotId id, ResourceId resource, bool killed) const {
  const auto& uses = state_.requirements[state_.jobs[id].requirement].asked.rusage;
  if (!killed && !is_released(state_.settings, resource)) return 0;
  Amount sum = 0;
  for (std::size_t at = 0; at < uses.size(); ++at)
    if (uses[at].resource == resource) sum += state_.takings[index_of(id)][at];
  return sum;
}

void LsfBook::update_uses(JobSlotId id) {
  const LsfJob& job = state_.jobs[id];
  const auto& uses = state_.requirements[job.requirement].asked.rusage;
  for (std::size_t at = 0; at < uses.size(); ++at)
    if (job.stage == Stage::running || !is_released(state_.settings, uses[at].resource))
      set_use(id, at, use_at(job, uses[at], now_));
  state_.jobs.visit_hosts(id, [&](HostSlots part) { show(part.host); });
}

/// Calls visitor(HostId) for each of a job's hosts; of those that share an instance of the resource
/// for the first one only.
template <class Visitor>
void LsfBook::visit_sources(JobSlotId id, ResourceId resource, Visitor&& visitor) const {
  std::vector<std::uint32_t> instances;  // seen so far
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    const std::uint32_t instance = state_.hosts.instance(part.host, resource);
    if (instance != LsfHosts::nowhere) {
      if (std::ranges::find(instances, instance) != instances.end()) return;
      instances.push_back(instance);
    }
    visitor(part.host);
  });
}

/// What started jobs hold is taken from what there is by the present settings: from other places,
/// it may be, than it was.
void LsfBook::take_again() {
  state_.jobs.visit([&](JobSlotId id, const LsfJob& job) {
    if (!job.is_started()) return;
    const auto& uses = state_.requirements[job.requirement].asked.rusage;
    for (std::size_t at = 0; at < uses.size(); ++at)
      visit_sources(id, uses[at].resource, [&](HostId host) {
        state_.hosts.take(host, uses[at].resource, state_.takings[index_of(id)][at]);
      });
  });
}

void LsfBook::set_use(JobSlotId id, std::size_t use, Amount amount) {
  const ResourceId resource =
      state_.requirements[state_.jobs[id].requirement].asked.rusage[use].resource;
  const Amount more = amount - std::exchange(state_.takings[index_of(id)][use], amount);
  if (more == 0) return;
  visit_sources(id, resource, [&](HostId source) {
    state_.hosts.take(source, resource, more);
    if (more > 0) return;
    freed(source);
    const std::uint32_t instance = state_.hosts.instance(source, resource);
    if (instance != LsfHosts::nowhere) freed_instance({resource, instance});
  });
}

}  // namespace mcsim
