// Which shapes and lines are parked, that is, not looked at for now, and what reopens them.
#include <algorithm>
#include <utility>

#include "mcsim/scheduler/session.hpp"
#include "mcsim/scheduler/slot_spread.hpp"

namespace mcsim::scheduler {
void Session::park(ShapeId id, Parked reason) {
  Shape& shape = state_.shapes[id];
  shape.parked = reason;
  held_back_ = held_back_ || reason == Parked::pool;
  if (reason != Parked::hosts)
    park_for_queue(shape.queue, id);
  else if (shape.demand == none<DemandId>)
    park_volatile(id);
  else
    park_for_demand(shape.demand, id);
  book_.update_turn(id);
}

/// Parks a shape, or lines of it, until the next look at all volatile ones.
void Session::park_volatile(ShapeId id) {
  if (std::exchange(state_.shapes[id].in_volatile, true)) return;
  state_.parked_volatile.push_back(id);
}

void Session::park_for_demand(DemandId id, ShapeId shape) {
  Demand& demand = state_.demands[id];
  demand.parked.push_back(shape);
  wait_for(demand.ask);
}

void Session::wait_for(AskId id) {
  if (std::exchange(state_.asks[id].is_waiting, true)) return;
  state_.waiting_asks.push_back(id);
}

/// No host was worth a visit for a job of this shape. Then none is for jobs of the same demand,
/// whatever their queue and user.
void Session::note_barren(ShapeId id) {
  const Shape& shape = state_.shapes[id];
  if (shape.demand == none<DemandId>) return;
  const auto& asked = state_.requirements[shape.requirement].asked;
  Demand& demand = state_.demands[shape.demand];
  if (demand.slots < SlotSpread::least_offer(shape.slots.count(), asked)) return;  // it reserves
  demand.is_barren = true;
  wait_for(demand.ask);
}

bool Session::is_barren(ShapeId id) const {
  const DemandId demand = state_.shapes[id].demand;
  return demand != none<DemandId> && state_.demands[demand].is_barren;
}

void Session::park_for_queue(QueueId id, ShapeId shape) {
  LsfQueue& queue = state_.queues[id];
  if (queue.parked.empty()) state_.queues_parked.push_back(id);
  queue.parked.push_back(shape);
}

void Session::park_line(ShapeId id, std::uint32_t line, Parked reason) {
  Shape& shape = state_.shapes[id];
  const NameId user = shape.lines[line].user;
  shape.lines[line].parked = reason;
  if (reason == Parked::user) {
    state_.parked_of_user[user].push_back({id, line, shape.queue, shape.slots.count()});
  } else if (shape.demand == none<DemandId>) {
    park_volatile(id);
  } else {
    Demand& demand = state_.demands[shape.demand];
    demand.parked_lines.emplace_back(id, line);
    wait_for(demand.ask);
  }
  book_.update_head(id, line);
}

/// A job that is not looked at any more in this session.
void Session::set_aside(JobSlotId id) {
  LsfJob& job = state_.jobs[id];
  job.is_aside = true;
  aside_.push_back({id, job.shape, job.line});
  book_.update_head(job.shape, job.line);
}

/// Reopens all that may be helped by what was freed since, or by what other jobs start.
void Session::reopen() {
  reopen_users();
  if (state_.any_freed) reopen_hosts();
  reopen_volatile();
  std::erase_if(state_.queues_parked, [&](QueueId id) {
    reopen_queue(id);
    state_.queues[id].freed = false;
    return state_.queues[id].parked.empty();
  });
  state_.freed.clear();
  state_.any_freed = false;
}

void Session::reopen_users() {
  std::vector<NameId> users = std::exchange(state_.users_freed, {});
  for (std::size_t row = 0; row < state_.user_limits.size(); ++row)
    if (std::exchange(state_.user_limits[row].freed, false))
      users.insert(users.end(), state_.settings.user_limits[row].users.begin(),
                   state_.settings.user_limits[row].users.end());
  std::ranges::sort(users);
  users.erase(std::unique(users.begin(), users.end()), users.end());
  for (const NameId user : users) {
    // Lines of one queue often follow each other.
    QueueId queue = none<QueueId>;
    std::int64_t room = 0;  // of the user in that queue
    std::erase_if(state_.parked_of_user[user], [&](const LineOfUser& parked) {
      if (std::exchange(queue, parked.queue) != parked.queue) room = user_room(queue, user);
      if (parked.slots > room) return false;
      reopen_line(parked.shape, parked.line, Parked::user);
      return true;
    });
  }
}

/// Reopens demands that a host on which something was freed may satisfy.
void Session::reopen_hosts() {
  book_.mark_freed_instances();
  if (state_.waiting_asks.empty()) return;
  const HostFinder::Offers freed = state_.finder.offers_of(state_.freed.hosts);
  const auto set_of = [&](AskId id) { return state_.asks[id].hosts; };
  std::ranges::sort(state_.waiting_asks, {}, set_of);
  std::vector<std::uint32_t> rows;
  HostSetId set = none<HostSetId>;  // whose rows they are
  std::erase_if(state_.waiting_asks, [&](AskId id) {
    Ask& ask = state_.asks[id];
    if (std::exchange(set, ask.hosts) != ask.hosts) state_.finder.rows_in(set, freed, rows);
    ask.is_waiting = reopen_ask(ask, state_.finder.most_slots(freed, rows, ask.needs));
    return !ask.is_waiting;
  });
}

/// Reopens the demands for at most `most` slots, which some freed host has. Returns whether others
/// wait.
bool Session::reopen_ask(const Ask& ask, std::int64_t most) {
  bool waits = false;
  for (const DemandId id : ask.demands) {
    Demand& demand = state_.demands[id];
    if (demand.slots > most) {
      waits = waits || demand.is_barren || !demand.parked.empty() || !demand.parked_lines.empty();
      continue;
    }
    demand.is_barren = false;
    for (const ShapeId shape : demand.parked) {
      const std::uint32_t group = state_.queues[state_.shapes[shape].queue].group;
      state_.groups[group].to_open.push_back(shape);
      book_.mark_stale(group);
    }
    demand.parked.clear();
    for (const auto& [shape, line] : demand.parked_lines) reopen_line(shape, line, Parked::hosts);
    demand.parked_lines.clear();
  }
  return waits;
}

/// Reopens the shapes of the present step that may start by now, unless no host has enough for
/// them.
void Session::open_step() {
  const SessionStep& step = steps_[step_];
  if (step.second_round == none<PoolId>) return open_group(step.group);
  for (const QueueId queue : state_.settings.pools[index_of(step.second_round)].queues)
    open_group(state_.queues[queue].group);
}

void Session::open_group(std::uint32_t id) {
  std::vector<ShapeId>& to_open = state_.groups[id].to_open;
  if (to_open.empty()) return;
  for (const ShapeId shape : to_open) {
    if (state_.shapes[shape].parked != Parked::hosts) continue;
    if (is_barren(shape))
      park_for_demand(state_.shapes[shape].demand, shape);
    else
      reopen_shape(shape, Parked::hosts);
  }
  to_open.clear();
  book_.mark_stale(id);
}

void Session::reopen_volatile() {
  for (const ShapeId id : std::exchange(state_.parked_volatile, {})) {
    state_.shapes[id].in_volatile = false;
    reopen_shape(id, Parked::hosts);
    for (std::uint32_t line = 0; line < state_.shapes[id].lines.size(); ++line)
      reopen_line(id, line, Parked::hosts);
  }
}

/// Reopens shapes that an entitlement holds back in each session, and others when the queue uses
/// less or may start jobs again.
void Session::reopen_queue(QueueId id_of_queue) {
  LsfQueue& queue = state_.queues[id_of_queue];
  const QueueConfig& config = state_.settings.queues[index_of(id_of_queue)];
  if (!queue.freed && config.pool == none<PoolId>) return;
  std::erase_if(queue.parked, [&](ShapeId id) {
    const Shape& shape = state_.shapes[id];
    const bool is_full = std::int64_t{queue.count.used()} + shape.slots.count() > config.qjob_limit;
    if (shape.parked == Parked::queue && (is_full || !queue.freed)) return false;
    if (shape.parked == Parked::closed && !queue.freed) return false;
    if (shape.parked != Parked::hosts) reopen_shape(id, shape.parked);
    return true;
  });
}

void Session::reopen_shape(ShapeId id, Parked reason) {
  Shape& shape = state_.shapes[id];
  if (shape.parked != reason || shape.jobs == 0 || reason == Parked::no) return;
  shape.parked = Parked::no;
  book_.update_turn(id);
}

void Session::reopen_line(ShapeId id, std::uint32_t line, Parked reason) {
  Shape& shape = state_.shapes[id];
  if (line >= shape.lines.size() || shape.lines[line].parked != reason) return;
  shape.lines[line].parked = Parked::no;
  book_.update_head(id, line);
}

}  // namespace mcsim::scheduler
