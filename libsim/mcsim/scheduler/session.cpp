// The course of a session: queue groups in their order, and the jobs of each.
#include "mcsim/scheduler/session.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/scheduler/latest_start.hpp"
#include "mcsim/scheduler/limit_charges.hpp"
#include "mcsim/scheduler/resumes.hpp"
#include "mcsim/scheduler/rusage.hpp"
#include "mcsim/scheduler/started_jobs.hpp"

namespace mcsim::scheduler {
Session::Session(const ClusterConfig& config, SchedulerState& state, Time now)
    : config_(config),
      state_(state),
      now_(now),
      rules_(config, state, now),
      places_(config, state, now),
      waiting_(config, state, now),
      election_(config, state, now),
      reserved_(config, state, now),
      limits_(config, state, now),
      steps_(state.groups.steps),
      hosts_(state.scratch_hosts) {
  hosts_.clear();
  election_.forget();
  places_.open_gates();
  reserved_.drop_all();
  pass_over();
  LimitCharges(config, state, now).settle();
  reopen();
  if (!state_.settings.pools.empty()) {
    entitle();
    make_steps();
  }
}

SessionAction Session::next() {
  while (true) {
    if (!planned_.empty()) {
      const SessionAction action = planned_.back();
      planned_.pop_back();
      acted_ = true;
      return action;
    }
    if (to_place_ != none<JobSlotId>) return start_of(std::exchange(to_place_, none<JobSlotId>));
    if (!entered_) skip_idle_steps();
    if (step_ == steps_.size() || starts_ == state_.settings.params.max_dispatch_per_session)
      return {};
    if (!entered_) enter_step();
    if (resumed_ < to_resume_.size())  // asked here: most steps have none, and there are many
      if (const SessionAction action = resume_next()) return action;
    if (const SessionAction action = look_at_next()) return action;
    if (planned_.empty() && to_place_ == none<JobSlotId>) {
      ++step_;
      entered_ = false;
    }
  }
}

Session::Rest Session::close() {
  bring_back_tried();
  for (const Aside& aside : aside_) bring_back(aside);
  election_.forget();
  Rest rest;
  rest.is_full = starts_ == state_.settings.params.max_dispatch_per_session;
  const bool acted = rest.is_full || acted_;
  rest.next_round = acted || (started_ && state_.features.reacts_to_starts);
  // What can be reserved, and who may use it, changes with time; so do the hosts that come first,
  // and with them what limits leave of hosts that share them.
  rest.next_point = acted || (started_ && somebody_reacts()) || held_back_ || waits_for_order_ ||
                    !state_.slot_reservations.passed_over.empty() ||
                    !state_.slot_reservations.empty();
  return rest;
}

/// Whether starts may let a job start that still waits.
bool Session::somebody_reacts() const {
  return state_.features.selects_on_load ||
         std::ranges::any_of(state_.features.preempting,
                             [&](QueueId id) { return state_.queues[id].pending_slots > 0; });
}

Time Session::next_gate() {
  Time gate = places_.next_gate();
  for (const JobSlotId id : state_.slot_reservations.reserving) {
    const JobState& job = state_.jobs[id];
    const Duration most = state_.settings.queues[index_of(job.queue)].max_reserve_time;
    if (most > 0ms) gate = std::min(gate, std::max(job.reserves_since + most, now_) + 1ms);
  }
  return std::min(gate, hosts_go_);
}

/// Queue groups in their order; groups of one pool that follow each other take the pool's order,
/// unless `model.pool_turn` is strict.
void Session::make_steps() {
  steps_.clear();
  for (std::uint32_t group = 0; group < state_.groups.size(); ++group) steps_.push_back({group});
  const bool strict = config_.model.pool_turn == PoolTurn::strict;
  for (auto first = steps_.begin(); first != steps_.end() && !strict;) {
    const PoolId pool = state_.groups[first->group].pool;
    auto last = std::next(first);
    while (pool != none<PoolId> && last != steps_.end() && state_.groups[last->group].pool == pool)
      ++last;
    if (pool != none<PoolId>)
      std::sort(first, last, [&](const SessionStep& a, const SessionStep& b) {
        const auto rank = [&](const SessionStep& step) {
          return state_.queues[state_.groups[step.group].queues.front()].pool_rank;
        };
        return rank(a) < rank(b);
      });
    first = last;
  }
  for (std::size_t at = 0; at < state_.settings.pools.size(); ++at)
    add_pool_rounds(static_cast<PoolId>(at));
}

/// Behind the turn of a pool's last queue: what the shares of all its queues have left.
void Session::add_pool_rounds(PoolId id) {
  const PoolConfig& pool = state_.settings.pools[index_of(id)];
  std::vector<QueueId> order = pool.queues;
  std::ranges::sort(order, {}, [&](QueueId queue) { return state_.queues[queue].pool_rank; });
  std::vector<SessionStep> rounds;
  const auto add = [&](PoolRound round, auto&& takes_part) {
    for (const QueueId queue : order)
      if (takes_part(state_.queues[queue])) rounds.push_back({state_.queues[queue].group, round});
  };
  if (pool.use_priority) {
    rounds.push_back({0, PoolRound::priority, id});
  } else {
    add(PoolRound::leftover,
        [](const QueueState& queue) { return queue.entitlement > queue.pool_share; });
    if (config_.model.pool_limit == PoolLimit::soft)
      add(PoolRound::free, [](const QueueState&) { return true; });
  }
  const auto last = std::find_if(steps_.rbegin(), steps_.rend(), [&](const SessionStep& step) {
    return step.round == PoolRound::turn && state_.groups[step.group].pool == id;
  });
  steps_.insert(last.base(), rounds.begin(), rounds.end());
}

void Session::skip_idle_steps() {
  waiting_.refresh_turns();
  if (state_.settings.pools.empty()) {  // steps are queue groups
    step_ = std::min(state_.groups.needs.first_at_most_from(step_, state_.places.free_slots),
                     steps_.size());
    return;
  }
  const auto is_idle = [&](const SessionStep& step) {
    if (step.round == PoolRound::free) return state_.places.free_slots == 0;
    return step.round == PoolRound::turn &&
           state_.groups.needs.at(step.group) > state_.places.free_slots;
  };
  while (step_ < steps_.size() && is_idle(steps_[step_])) ++step_;
}

void Session::enter_step() {
  entered_ = true;
  to_resume_.clear();
  resumed_ = 0;
  const SessionStep& step = steps_[step_];
  open_step();
  if (step.round != PoolRound::turn) {
    // Jobs that their queue's share held back may have what is left of the pool; the others have
    // another try.
    bring_back_tried();
    reopen_limited(LimitedAtHosts::By::session);
    for (const QueueId queue : queues_of(step)) reopen_queue(queue);
    reopen_volatile();
    return;
  }
  list_resumable(config_, state_, state_.groups[step.group].queues, to_resume_);
}

SessionAction Session::resume_next() {
  while (resumed_ < to_resume_.size()) {
    const JobSlotId id = to_resume_[resumed_++];
    if (const HostId host = rules_.keeps_suspended(id); host != none<HostId>) {
      if (!state_.features.has_reservations)
        StartedJobs(config_, state_, now_).note_stuck(id, host);  // else time may help
      continue;
    }
    if (!RusageRules(config_, state_, now_).can_take_back(id)) continue;
    if (state_.features.has_limits) {
      LimitCharges(config_, state_, now_).settle();
      if (limits_.keeps_suspended(id)) continue;
    }
    acted_ = true;
    return {SessionAction::Kind::resume, id, false};
  }
  return {};
}

/// The line whose first job is next in this step; none: no job that could start waits.
Session::Choice Session::next_choice() {
  const SessionStep& step = steps_[step_];
  if (step.round != PoolRound::priority) return next_of(step.group);
  // By priority of jobs: shares of users do not matter.
  std::pair<std::int64_t, BucketId> best{MinTree::nothing, none<BucketId>};
  for (const QueueId queue : queues_of(step))
    best = std::min(best, first_of(state_.groups[state_.queues[queue].group]));
  return first_line(best.second);
}

/// The same of one queue group. Nobody is elected where no job could start whoever has it.
Session::Choice Session::next_of(std::uint32_t id) {
  const QueueGroup& group = state_.groups[id];
  const BucketId first = first_of(group).second;
  if (group.tree == none<FairshareId> || first == none<BucketId>) return first_line(first);
  return election_.next(id);
}

/// The first line of a bucket, whoever has it.
Session::Choice Session::first_line(BucketId id) const {
  if (id == none<BucketId>) return {};
  return {id, static_cast<std::uint32_t>(state_.buckets[id].heads.first_least())};
}

/// The bucket of a queue group whose first job comes first, among those for which the free slots,
/// and the slots that the queue may still use, may suffice.
std::pair<std::int64_t, BucketId> Session::first_of(const QueueGroup& group) {
  std::pair<std::int64_t, BucketId> best{MinTree::nothing, none<BucketId>};
  for (const QueueId id : group.queues)
    best = std::min(best, first_in(id, std::min(limit_room(id), pool_room(id))));
  return best;
}

std::pair<std::int64_t, BucketId> Session::first_in(QueueId id, std::int64_t room) {
  std::pair<std::int64_t, BucketId> best{MinTree::nothing, none<BucketId>};
  if (room < 1) return best;
  const auto look = [&](const BucketsBySize& buckets, std::int64_t free) {
    const auto most = static_cast<std::int32_t>(std::min(free, room));
    if (const FirstByKey first = buckets.first_up_to(Slots(most)); first.key() < best.first)
      best = {first.key(), buckets.bucket_of(first)};
  };
  const QueueState& queue = state_.queues[id];
  std::int64_t free = state_.free_slots_for(id);
  if (queue.backfills) best = first_short_in(id, free, room);
  // The others may use what nobody has reserved.
  if (!state_.slot_reservations.empty()) free = std::min(free, state_.places.unreserved);
  look(queue.on_one_host.by_size, std::min(-state_.places.most_free.least(), free));
  look(queue.on_many_hosts.by_size, free);
  return best;
}

/// The same of a queue with BACKFILL, whose jobs may use reserved slots if they are short enough.
/// As long as any slot is not reserved, a job may reserve it.
std::pair<std::int64_t, BucketId> Session::first_short_in(QueueId id, std::int64_t free,
                                                          std::int64_t room) {
  const QueueState& queue = state_.queues[id];
  const bool is_any_reserved = !state_.slot_reservations.empty();
  const std::int64_t unreserved = is_any_reserved ? state_.places.unreserved : free;
  const bool reserves = state_.settings.queues[index_of(id)].reserves_slots() && unreserved > 0;
  if (is_any_reserved) backfill_.count(state_.slot_reservations);
  const auto first = [&](const BucketsByEstimate& buckets, std::int64_t most, bool one_host) {
    return buckets.first(most, [&](std::int32_t slots) {
      if (reserves || slots <= unreserved) return Duration::max();
      const bool on_one = one_host && unreserved == 0;  // else the host's own may add to them
      const Time end = backfill_.latest_end(slots - unreserved, on_one);
      return end < now_ ? -1ms : end - now_;
    });
  };
  const auto most_of = [&](std::int64_t most) {
    return reserves ? std::int64_t{most_slots} : std::min(most, room);
  };
  return std::min(first(queue.on_one_host.by_estimate,
                        most_of(std::min(-state_.places.most_free.least(), free)), true),
                  first(queue.on_many_hosts.by_estimate, most_of(free), false));
}

/// How many more slots QJOB_LIMIT lets a queue use.
std::int64_t Session::limit_room(QueueId id) const {
  const std::int32_t limit = state_.settings.queues[index_of(id)].qjob_limit;
  return limit < no_limit ? limit - state_.queues[id].count.used() : std::int64_t{most_slots};
}

/// How many more slots the queues of a pool may use together.
std::int64_t Session::room_of_all(PoolId pool) const {
  return state_.pools.most[index_of(pool)] - state_.used_of(pool);
}

/// What the queues of its pool may use together; 0: none of it may be reserved in part. A hard
/// limit is a share, which changes with what others ask for.
std::int64_t Session::pool_limit(QueueId id) const {
  const PoolId pool = state_.settings.queues[index_of(id)].pool;
  if (pool == none<PoolId>) return no_limit;
  return config_.model.pool_limit == PoolLimit::soft ? state_.pools.most[index_of(pool)] : 0;
}

/// How many more slots its pool lets a job of a queue use in this step. A soft limit lets the last
/// job that starts go beyond it.
std::int64_t Session::pool_room(QueueId id) const {
  const PoolId pool = state_.settings.queues[index_of(id)].pool;
  if (pool == none<PoolId>) return most_slots;
  const std::int64_t of_pool = room_of_all(pool);
  const PoolRound round = steps_[step_].round;
  if (round == PoolRound::free || round == PoolRound::priority) return of_pool;
  const QueueState& queue = state_.queues[id];
  const std::int64_t limit = round == PoolRound::turn ? queue.pool_share : queue.entitlement;
  const std::int64_t own = limit - queue.count.used();
  if (config_.model.pool_limit == PoolLimit::soft) return own > 0 ? of_pool : 0;
  return std::min(of_pool, own);
}

/// Whether only the shares of its pool, which change with time, have kept a job of a queue from
/// being looked at. Buckets that could not start anyway are parked on the way.
bool Session::is_held_back(QueueId id) {
  const PoolId pool = state_.settings.queues[index_of(id)].pool;
  while (true) {
    const BucketId bucket = first_in(id, std::min(limit_room(id), room_of_all(pool))).second;
    if (bucket == none<BucketId>) return false;
    const Parked reason = what_forbids(id, state_.buckets[bucket]);
    if (reason == Parked::no) return true;
    park(bucket, reason);
  }
}

/// At the end of a step: notes whether the pool holds back jobs, which then are looked at in the
/// next session.
void Session::note_held_back() {
  const SessionStep& step = steps_[step_];
  if (step.round != PoolRound::priority && state_.groups[step.group].pool == none<PoolId>) return;
  for (const QueueId id : queues_of(step)) held_back_ = is_held_back(id) || held_back_;
}

/// The queues whose jobs a step looks at.
std::span<const QueueId> Session::queues_of(const SessionStep& step) const {
  return step.round == PoolRound::priority ? state_.settings.pools[index_of(step.pool)].queues
                                           : state_.groups[step.group].queues;
}

JobSlotId Session::first_job(const Choice& choice) {
  const auto is_live_here = [&](const JobLine::Entry& entry) {
    return is_live(state_, choice.bucket, choice.line, entry);
  };
  JobLine& jobs = state_.buckets[choice.bucket].lines[choice.line].jobs;
  if (choice.probably.job == none<JobSlotId> || !is_live_here(choice.probably))
    return jobs.first(is_live_here)->job;
  jobs.prefetch_front();  // for when the job leaves
  return choice.probably.job;
}

SessionAction Session::look_at_next() {
  while (true) {
    if (state_.news.any_freed) {  // by what resumed, and by what was preempted
      bring_back_tried();
      reopen();
      open_step();
    }
    if (std::exchange(order_changes_, false)) reopen_limited(LimitedAtHosts::By::order);
    const Choice choice = next_choice();
    if (choice.bucket == none<BucketId>) {
      note_held_back();
      return {};
    }
    const JobSlotId job = first_job(choice);
    state_.shares.elected = choice.account == none<AccountId> ? none<JobSlotId> : job;
    state_.shares.elected_account = choice.account;
    const Verdict verdict = look_at(job, choice.bucket, choice.line);
    if (verdict == Verdict::starts) return start_of(job);
    if (verdict == Verdict::preempts) return next();
  }
}

SessionAction Session::start_of(JobSlotId id) {
  MCSIM_CHECK(!hosts_.empty(), "a job starts without hosts");
  ++starts_;
  started_ = true;
  order_changes_ = !state_.limits.at_hosts.empty();
  return {SessionAction::Kind::start, id, backfilled_};
}

Session::Verdict Session::look_at(JobSlotId id, BucketId bucket, std::uint32_t line) {
  tally(state_.work.buckets);
  tally(state_.work.jobs);
  hosts_.clear();
  backfilled_ = false;
  const JobState& job = state_.jobs[id];
  if (const Parked reason = what_forbids(job.queue, state_.buckets[bucket]); reason != Parked::no) {
    park(bucket, reason);
    return Verdict::waits;
  }
  const std::int64_t of_pool = pool_room(job.queue);
  if (of_pool < least_room(job.queue, job.slots, pool_limit(job.queue))) {
    park(bucket, Parked::pool);
    return Verdict::waits;
  }
  const std::int64_t of_user = user_room(job.queue, job.user, job.slots);
  if (of_user < least_room(job.queue, job.slots, no_limit)) {
    park_line(bucket, line, Parked::user);
    return Verdict::waits;
  }
  const LimitRoom of_limits = limits_room(job, id);
  const bool reserves = state_.settings.queues[index_of(job.queue)].reserves_slots();
  if (of_limits.slots < least_room(job.queue, job.slots, no_limit) ||
      (!of_limits.starts && !reserves && !state_.requirements[job.requirement].preempts)) {
    const bool for_slots = of_limits.slots < least_room(job.queue, job.slots, no_limit);
    park_for_limit(bucket, line, for_slots ? of_limits.row_of_slots : of_limits.row);
    return Verdict::waits;
  }
  if (is_barren(bucket)) {
    park(bucket, Parked::hosts);
    return Verdict::waits;
  }
  const HostRequest request = request_of(id);
  cut_for_user_ = of_user < job.slots.count();
  cut_by_limit_ = of_limits.slots < job.slots.count() || !of_limits.starts;
  cut_together_ = false;
  visited_ = false;
  const std::int64_t room = std::min({limit_room(job.queue), of_pool, of_user, of_limits.slots});
  const bool is_allowed = room >= job.slots.count();  // else it may reserve a part
  if (is_allowed && of_limits.starts && place(request)) {
    place_more(request, room);
    return Verdict::starts;
  }
  if (is_allowed && of_limits.starts && !visited_) note_barren(bucket);
  // What is free is all that a queue gets beyond its entitlement.
  const bool takes_free_only = steps_[step_].round == PoolRound::free;
  if (is_allowed && !takes_free_only && preempt_beyond_jobs(request)) return Verdict::preempts;
  if (takes_free_only && reserves)
    park_for_turn(bucket, line);
  else if (!takes_free_only && reserve(request, room))
    set_aside(id);
  else if (cut_together_)
    wait_for_order(id);
  else if (cut_by_limit_)
    park_at_hosts(bucket, line, of_limits.starts ? nullptr : &job);
  else if (cut_for_user_)
    park_line(bucket, line, Parked::hosts);
  else
    park(bucket, Parked::hosts);
  return Verdict::waits;
}

/// Why its queue lets no job of a bucket start, its pool left aside.
Parked Session::what_forbids(QueueId id, const Bucket& bucket) const {
  if (!queue_dispatches(id, bucket.estimate)) return Parked::closed;
  if (bucket.of_guests && !has_room_for_guest(state_, id, bucket.slots)) return Parked::queue;
  const std::int32_t limit = state_.settings.queues[index_of(id)].qjob_limit;
  return limit_room(id) < least_room(id, bucket.slots, limit) ? Parked::queue : Parked::no;
}

/// For how many slots of a job a limit must have room before the job is looked at: one, where it
/// may reserve a part of its slots and the limit is not for fewer than it asks for; else all.
std::int64_t Session::least_room(QueueId id, Slots slots, std::int64_t limit) const {
  const bool reserves = state_.settings.queues[index_of(id)].reserves_slots();
  return reserves && slots.count() <= limit ? 1 : slots.count();
}

bool Session::queue_dispatches(QueueId id, Duration estimate) const {
  const QueueState& queue = state_.queues[id];
  if (!queue.active || !queue.dispatches || !queue.runs) return false;
  const QueueConfig& config = state_.settings.queues[index_of(id)];
  return now_ <= latest_start(config, estimate, now_, config_.clock);
}

/// How many more slots a user may use in a queue, by UJOB_LIMIT, and MAX_JOBS of lsb.users, for a
/// job of so many slots: none, if one of these never lets the job start.
std::int64_t Session::user_room(QueueId id, NameId user, Slots slots) const {
  const QueueState& queue = state_.queues[id];
  std::int64_t room = no_limit;
  if (!queue.by_user) return room;
  const auto cut = [&](std::int32_t limit, const SlotCount& used) {
    const std::int32_t left = limit - used.used(state_.features.counts_suspended);
    if (limit < no_limit) room = std::min(room, std::int64_t{slots.count() > limit ? 0 : left});
  };
  cut(state_.settings.queues[index_of(id)].ujob_limit, queue.of_user.value(user));
  for (const std::uint32_t row : state_.users.limits_of(user)) {
    const UserLimit& config = state_.settings.user_limits[row];
    const UserLimitState& limited = state_.users.limits[row];
    cut(config.max_jobs, config.together ? limited.together : limited.of_user.value(user));
  }
  return room;
}

}  // namespace mcsim::scheduler
