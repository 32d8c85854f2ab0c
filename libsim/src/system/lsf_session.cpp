// The turns of a session.
#include "mcsim/system/lsf_session.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/base/grown.hpp"
#include "mcsim/system/slot_spread.hpp"

namespace mcsim {
LsfSession::LsfSession(const ClusterConfig& config, LsfState& state, Time now)
    : config_(config),
      state_(state),
      now_(now),
      rules_(config, state, now),
      book_(config, state, now),
      steps_(state.steps),
      hosts_(state.hosts_scratch) {
  hosts_.clear();
  book_.open_gates();
  book_.drop_reservations();
  pass_over();
  reopen();
  if (!state_.settings.pools.empty()) {
    entitle();
    make_steps();
  }
}

LsfAction LsfSession::next() {
  while (true) {
    if (!planned_.empty()) {
      const LsfAction action = planned_.back();
      planned_.pop_back();
      acted_ = true;
      return action;
    }
    if (to_place_ != none<JobSlotId>) return start_of(std::exchange(to_place_, none<JobSlotId>));
    if (!entered_) skip_idle_steps();
    if (step_ == steps_.size() || starts_ == state_.settings.params.max_dispatch_per_session)
      return {};
    if (!entered_) enter_step();
    if (const LsfAction action = resume_next()) return action;
    if (const LsfAction action = look_at_next()) return action;
    if (planned_.empty() && to_place_ == none<JobSlotId>) {
      ++step_;
      entered_ = false;
    }
  }
}

LsfSession::Rest LsfSession::close() {
  for (const Aside& aside : aside_) {
    LsfJob& job = state_.jobs[aside.job];
    job.is_aside = false;
    if (job.stage != Stage::pending || job.shape != aside.shape || job.line != aside.line) continue;
    state_.shapes[aside.shape].lines[aside.line].jobs.add(order_key(job), aside.job);
    book_.update_head(aside.shape, aside.line);
  }
  Rest rest;
  const bool full = starts_ == state_.settings.params.max_dispatch_per_session;
  rest.next_round = full || acted_ || (started_ && state_.reacts_to_starts);
  // What can be reserved, and who may use it, changes with time.
  rest.next_point = held_back_ || passed_over_ || !state_.slot_reservations.empty();
  return rest;
}

Time LsfSession::next_gate() const {
  Time gate = book_.next_gate();
  for (const JobSlotId id : state_.reserving) {
    const LsfJob& job = state_.jobs[id];
    const Duration most = state_.settings.queues[index_of(job.queue)].max_reserve_time;
    if (most > 0ms) gate = std::min(gate, std::max(job.reserves_since + most, now_ + 1ms));
  }
  return gate;
}

/// From when on a job could not end in its run window any more; never: it always can.
Time LsfSession::latest_start(const LsfJob& job) const {
  const QueueConfig& queue = state_.settings.queues[index_of(job.queue)];
  if (!queue.run_window.is_set() || queue.ignore_deadline || job.estimate >= unlimited)
    return never;
  const Time closes = queue.run_window.next_change(now_, config_.clock);
  return closes == never ? never : closes - job.estimate;
}

/// Turns in their order; turns of one pool that follow each other take the pool's order, unless
/// `model.pool_turn` is strict.
void LsfSession::make_steps() {
  steps_.clear();
  for (std::uint32_t turn = 0; turn < state_.turns.size(); ++turn) steps_.push_back({turn});
  const bool strict = config_.model.pool_turn == PoolTurn::strict;
  for (auto first = steps_.begin(); first != steps_.end() && !strict;) {
    const PoolId pool = state_.turns[first->turn].pool;
    auto last = std::next(first);
    while (pool != none<PoolId> && last != steps_.end() && state_.turns[last->turn].pool == pool)
      ++last;
    if (pool != none<PoolId>)
      std::sort(first, last, [&](const SessionStep& a, const SessionStep& b) {
        const auto rank = [&](const SessionStep& step) {
          return state_.queues[state_.turns[step.turn].queues.front()].pool_rank;
        };
        return rank(a) < rank(b);
      });
    first = last;
  }
  for (std::size_t at = 0; at < state_.settings.pools.size(); ++at) {
    const auto pool = static_cast<PoolId>(at);
    if (!state_.settings.pools[at].use_priority) continue;
    const auto last = std::find_if(steps_.rbegin(), steps_.rend(), [&](const SessionStep& step) {
      return step.second_round == none<PoolId> && state_.turns[step.turn].pool == pool;
    });
    if (last != steps_.rend()) steps_.insert(last.base(), {0, pool});
  }
}

void LsfSession::skip_idle_steps() {
  if (state_.settings.pools.empty()) {  // steps are turns
    step_ = std::min(state_.turn_needs.first_at_most_from(step_, state_.free_slots), steps_.size());
    return;
  }
  const auto is_idle = [&](const SessionStep& step) {
    return step.second_round == none<PoolId> && state_.turn_needs.at(step.turn) > state_.free_slots;
  };
  while (step_ < steps_.size() && is_idle(steps_[step_])) ++step_;
}

void LsfSession::enter_step() {
  entered_ = true;
  to_resume_.clear();
  resumed_ = 0;
  const SessionStep& step = steps_[step_];
  if (step.second_round != none<PoolId>) {
    // What its own entitlement held back may have what is left of the pool.
    for (const QueueId queue : state_.settings.pools[index_of(step.second_round)].queues)
      reopen_queue(queue);
    reopen_volatile();
    return;
  }
  for (const QueueId queue : state_.turns[step.turn].queues)
    to_resume_.insert(to_resume_.end(), state_.queues[queue].suspended.begin(),
                      state_.queues[queue].suspended.end());
  const bool by_suspension = config_.model.resume_order == ResumeOrder::suspended;
  std::ranges::sort(to_resume_, {}, [&](JobSlotId id) {
    const LsfJob& job = state_.jobs[id];
    return std::pair(by_suspension ? job.since : job.dispatched, job.index);
  });
}

LsfAction LsfSession::resume_next() {
  while (resumed_ < to_resume_.size()) {
    const JobSlotId id = to_resume_[resumed_++];
    if (!can_resume(id)) continue;
    acted_ = true;
    return {LsfAction::Kind::resume, id, false};
  }
  return {};
}

bool LsfSession::can_resume(JobSlotId id) const {
  const LsfJob& job = state_.jobs[id];
  if (!state_.queues[job.queue].runs) return false;
  bool can = true;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    const LsfHost& host = state_.hosts[part.host];
    const std::int32_t slots = part.slots.count();
    const std::int32_t others =
        host.running + host.reserved + (state_.counts_suspended ? host.suspended - slots : 0);
    const bool alone =
        host.exclusive_jobs == 0 && (!job.exclusive || host.started_jobs == host.ssusp_jobs);
    can = can && !host.down && alone &&
          slots <= host.mxj - others - rules_.kept_from(job.user, part.host);
  });
  if (!can) return false;
  return book_.can_take_back(id);
}

/// The shape whose first job is next in this step; none: nobody waits who could start.
ShapeId LsfSession::next_shape() const {
  const SessionStep& step = steps_[step_];
  if (step.second_round == none<PoolId>) return first_of(state_.turns[step.turn]).second;
  std::pair<std::int64_t, ShapeId> best{MinTree::nothing, none<ShapeId>};
  for (const QueueId queue : state_.settings.pools[index_of(step.second_round)].queues)
    best = std::min(best, first_of(state_.turns[state_.queues[queue].turn]));
  return best.second;
}

/// The shape of a turn whose first job comes first, of those that the free slots may suffice for.
std::pair<std::int64_t, ShapeId> LsfSession::first_of(const Turn& turn) const {
  const auto at_most = [](std::int64_t slots) {
    return Slots(static_cast<std::int32_t>(std::min<std::int64_t>(slots, most_slots)));
  };
  const FirstByKey one = turn.on_one_host.first_up_to(at_most(-state_.most_free.least()));
  const FirstByKey many = turn.on_many_hosts.first_up_to(at_most(state_.free_slots));
  if (!one && !many) return {MinTree::nothing, none<ShapeId>};
  if (one < many) return {one.key(), turn.on_one_host.shape_of(one)};
  return {many.key(), turn.on_many_hosts.shape_of(many)};
}

LsfAction LsfSession::look_at_next() {
  while (true) {
    if (state_.any_freed) reopen();  // by what resumed, and by what was preempted
    const ShapeId id = next_shape();
    if (id == none<ShapeId>) return {};
    Shape& shape = state_.shapes[id];
    const auto line = static_cast<std::uint32_t>(shape.heads.first_least());
    const JobSlotId job =
        shape.lines[line]
            .jobs
            .first([&](const JobLine::Entry& entry) { return book_.is_live(id, line, entry); })
            ->job;
    const Verdict verdict = look_at(job, id, line);
    if (verdict == Verdict::starts) return start_of(job);
    if (verdict == Verdict::preempts) return next();
  }
}

LsfAction LsfSession::start_of(JobSlotId id) {
  MCSIM_CHECK(!hosts_.empty(), "a job starts without hosts");
  ++starts_;
  started_ = true;
  return {LsfAction::Kind::start, id, backfilled_};
}

LsfSession::Verdict LsfSession::look_at(JobSlotId id, ShapeId shape, std::uint32_t line) {
  hosts_.clear();
  backfilled_ = false;
  const LsfJob& job = state_.jobs[id];
  if (const Parked reason = what_forbids(job); reason != Parked::no) {
    if (reason == Parked::user)
      park_line(shape, line, reason);
    else
      park(shape, reason);
    return Verdict::waits;
  }
  const HostRequest request = request_of(id);
  cut_for_user_ = false;
  if (place(request)) return Verdict::starts;
  if (preempt(request)) return Verdict::preempts;
  if (reserve(request))
    set_aside(id);
  else if (cut_for_user_)
    park_line(shape, line, Parked::hosts);
  else
    park(shape, Parked::hosts);
  return Verdict::waits;
}

Parked LsfSession::what_forbids(const LsfJob& job) {
  if (!queue_dispatches(job)) return Parked::closed;
  const LsfQueue& queue = state_.queues[job.queue];
  const QueueConfig& config = state_.settings.queues[index_of(job.queue)];
  const std::int64_t more = std::int64_t{queue.count.used()} + job.slots.count();
  if (more > config.qjob_limit && config.qjob_limit < no_limit) return Parked::queue;
  if (config.pool != none<PoolId>) {
    const bool second = steps_[step_].second_round != none<PoolId>;
    if (second
            ? used_of(config.pool) + job.slots.count() > state_.pool_totals[index_of(config.pool)]
            : more > queue.entitlement)
      return Parked::pool;
  }
  return within_user_limits(job.queue, job.user, job.slots) ? Parked::no : Parked::user;
}

bool LsfSession::queue_dispatches(const LsfJob& job) const {
  const LsfQueue& queue = state_.queues[job.queue];
  if (!queue.active || !queue.dispatches || !queue.runs) return false;
  return now_ <= latest_start(job);
}

bool LsfSession::within_user_limits(QueueId id, NameId user, Slots slots) {
  const LsfQueue& queue = state_.queues[id];
  if (!queue.by_user) return true;
  const auto used = [&](const std::vector<SlotCount>& of_user) {
    const std::size_t at = index_of(user);
    return std::int64_t{at < of_user.size() ? of_user[at].used(state_.counts_suspended) : 0};
  };
  const std::int32_t limit = state_.settings.queues[index_of(id)].ujob_limit;
  if (limit < no_limit && used(queue.of_user) + slots.count() > limit) return false;
  for (const std::uint32_t row : book_.limits_of(user)) {
    const UserLimit& config = state_.settings.user_limits[row];
    const UserLimitState& limited = state_.user_limits[row];
    const std::int64_t taken =
        config.together ? limited.together.used(state_.counts_suspended) : used(limited.of_user);
    if (config.max_jobs < no_limit && taken + slots.count() > config.max_jobs) return false;
  }
  return true;
}

// Who is not looked at for now.

void LsfSession::park(ShapeId id, Parked reason) {
  Shape& shape = state_.shapes[id];
  shape.parked = reason;
  held_back_ = held_back_ || reason == Parked::pool;
  const Requirement& requirement = state_.requirements[shape.requirement];
  if (reason != Parked::hosts)
    park_for_queue(shape.queue, id);
  else if (requirement.is_volatile)
    state_.parked_volatile.push_back(id);
  else
    grown(state_.parked_for_hosts, requirement.hosts).push_back(id);
  book_.update_turn(id);
}

void LsfSession::park_for_queue(QueueId id, ShapeId shape) {
  LsfQueue& queue = state_.queues[id];
  if (queue.parked.empty()) state_.queues_parked.push_back(id);
  queue.parked.push_back(shape);
}

void LsfSession::park_line(ShapeId id, std::uint32_t line, Parked reason) {
  Shape& shape = state_.shapes[id];
  const NameId user = shape.lines[line].user;
  shape.lines[line].parked = reason;
  const Requirement& requirement = state_.requirements[shape.requirement];
  if (reason == Parked::user)
    grown(state_.parked_of_user, user).emplace_back(id, line);
  else if (requirement.is_volatile)
    state_.parked_volatile.push_back(id);
  else
    grown(state_.parked_lines_for_hosts, requirement.hosts).emplace_back(id, line);
  book_.update_head(id, line);
}

/// A job that is not looked at any more in this session.
void LsfSession::set_aside(JobSlotId id) {
  LsfJob& job = state_.jobs[id];
  job.is_aside = true;
  aside_.push_back({id, job.shape, job.line});
  book_.update_head(job.shape, job.line);
}

/// Looks again at all whom something could help that has happened since, or that others start.
void LsfSession::reopen() {
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

void LsfSession::reopen_users() {
  std::vector<NameId> users = std::exchange(state_.users_freed, {});
  for (std::size_t row = 0; row < state_.user_limits.size(); ++row)
    if (std::exchange(state_.user_limits[row].freed, false))
      users.insert(users.end(), state_.settings.user_limits[row].users.begin(),
                   state_.settings.user_limits[row].users.end());
  std::ranges::sort(users);
  users.erase(std::unique(users.begin(), users.end()), users.end());
  for (const NameId user : users) {
    if (index_of(user) >= state_.parked_of_user.size()) continue;
    std::erase_if(state_.parked_of_user[index_of(user)], [&](const auto& parked) {
      const Shape& shape = state_.shapes[parked.first];
      if (!within_user_limits(shape.queue, user, shape.slots)) return false;
      reopen_line(parked.first, parked.second, Parked::user);
      return true;
    });
  }
}

/// Those whom one of the hosts on which something was freed may have enough for.
void LsfSession::reopen_hosts() {
  book_.mark_freed_instances();
  const std::vector<std::int64_t> freed = state_.finder.most_of(state_.freed.hosts);
  std::vector<std::int64_t> most;
  const auto helps = [&](const Shape& shape) {
    const Requirement& requirement = state_.requirements[shape.requirement];
    const bool reserves = state_.settings.queues[index_of(shape.queue)].max_reserve_time > 0ms;
    const std::int32_t slots =
        reserves ? 1 : SlotSpread::least_offer(shape.slots.count(), requirement.asked);
    return HostFinder::suffices(most, {slots, requirement.needs});
  };
  for (std::size_t set = 0; set < state_.parked_for_hosts.size(); ++set) {
    auto& shapes = state_.parked_for_hosts[set];
    if (shapes.empty()) continue;
    state_.finder.most_in(static_cast<HostSetId>(set), freed, most);
    std::erase_if(shapes, [&](ShapeId id) {
      const Shape& shape = state_.shapes[id];
      if (shape.parked == Parked::hosts && !helps(shape)) return false;
      reopen_shape(id, Parked::hosts);
      return true;
    });
  }
  for (std::size_t set = 0; set < state_.parked_lines_for_hosts.size(); ++set) {
    auto& lines = state_.parked_lines_for_hosts[set];
    if (lines.empty()) continue;
    state_.finder.most_in(static_cast<HostSetId>(set), freed, most);
    std::erase_if(lines, [&](const auto& parked) {
      const Shape& shape = state_.shapes[parked.first];
      const bool waits =
          parked.second < shape.lines.size() && shape.lines[parked.second].parked == Parked::hosts;
      if (waits && !helps(shape)) return false;
      reopen_line(parked.first, parked.second, Parked::hosts);
      return true;
    });
  }
}

void LsfSession::reopen_volatile() {
  for (const ShapeId id : std::exchange(state_.parked_volatile, {})) {
    reopen_shape(id, Parked::hosts);
    for (std::uint32_t line = 0; line < state_.shapes[id].lines.size(); ++line)
      reopen_line(id, line, Parked::hosts);
  }
}

/// Those that an entitlement holds back get another look in each session, the others when the queue
/// uses less, or may start jobs again.
void LsfSession::reopen_queue(QueueId id_of_queue) {
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

void LsfSession::reopen_shape(ShapeId id, Parked reason) {
  Shape& shape = state_.shapes[id];
  if (shape.parked != reason || shape.jobs == 0 || reason == Parked::no) return;
  shape.parked = Parked::no;
  book_.update_turn(id);
}

void LsfSession::reopen_line(ShapeId id, std::uint32_t line, Parked reason) {
  Shape& shape = state_.shapes[id];
  if (line >= shape.lines.size() || shape.lines[line].parked != reason) return;
  shape.lines[line].parked = Parked::no;
  book_.update_head(id, line);
}

}  // namespace mcsim
