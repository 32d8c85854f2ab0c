// One session: turn by turn, job by job.
#include "support/naive_lsf_session.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "support/naive_grid_guests.hpp"
#include "support/naive_lsf_hosts.hpp"
#include "support/naive_lsf_life.hpp"
#include "support/naive_lsf_limits.hpp"
#include "support/naive_lsf_pools.hpp"
#include "support/naive_lsf_preemption.hpp"
#include "support/naive_lsf_reservations.hpp"
#include "support/naive_lsf_resources.hpp"
#include "support/naive_lsf_shares.hpp"
#include "support/naive_policy_session.hpp"

namespace mcsim::testing::naive {
namespace {

/// Queues that are served together, as one queue.
using Turn = std::vector<QueueId>;

class Session {
 public:
  explicit Session(State& state) : state_(state) {}
  SessionResult play();
  void only_resume(QueueId last);

 private:
  enum class Answer : std::uint8_t { waits, started, made_room };
  /// Of the queues of a pool: up to their shares, up to their entitlements, with what is free, or
  /// by job priority.
  enum class Round : std::uint8_t { turn, leftover, free, priority };

  void begin();
  std::vector<Turn> turns() const;
  std::vector<Turn> by_priority() const;
  void bring_pools_together(std::vector<Turn>& turns) const;
  template <class OrderOf>
  void put_in_order(std::vector<Turn>& turns, OrderOf&& order_of) const;
  void take(const Turn& turn);
  void share_leftovers(PoolId pool);
  bool may_go_beyond() const { return round_ == Round::free || round_ == Round::priority; }
  bool is_over() const {
    return result_.starts >= state_.settings->params.max_dispatch_per_session;
  }

  void resume_jobs(const Turn& turn);
  bool can_resume(const Job& job) const;
  bool can_resume_on(const Job& job, const HostSlots& part) const;

  FairshareId tree_of(const Turn& turn) const;
  std::vector<std::size_t> line(const Turn& turn) const;
  std::size_t take_next(const Turn& turn, std::vector<std::size_t>& line);
  void look(const Turn& turn);
  Answer try_job(Job& job);
  bool has_hosts_but_for_jobs(const Job& job);
  std::optional<Preemption> victims_for(const Job& job);
  bool queue_allows(const Job& job) const;
  bool its_share_allows(const Job& job) const;
  std::int64_t used_of_pool(const PoolTurns& pool, const Job& job) const;
  std::int64_t room(const Job& job) const;
  std::optional<std::vector<HostSlots>> with_most_slots(const Job& job) const;
  std::optional<ShareCharge> charge_of(const Job& job) const;
  void start_job(Job& job, const std::vector<HostSlots>& hosts);
  std::vector<HostSlots> reservable_now(const Job& job);
  void reserve(Job& job, std::int64_t most);

  // Job forwarding.
  bool guests_allow(const Job& job) const;
  bool fails_to_start(Job& job);
  std::vector<LeftTurn> left(const std::vector<Turn>& turns) const;

  State& state_;
  SessionResult result_;
  std::vector<PoolTurns> pools_;
  Round round_ = Round::turn;
  std::optional<ShareCharge> elected_;  ///< for whom a job is looked at
};

bool is_in(const Turn& turn, QueueId queue) { return std::ranges::find(turn, queue) != turn.end(); }

/// Reservations are made again in each session. A job whose MAX_RESERVE_TIME is over is passed over
/// for one session.
void Session::begin() {
  for (Job& job : state_.jobs) {
    job.reserved.clear();
    job.predicted_start = never;
    if (state_.is_pending(job) && !state_.is_in_line(job)) job.reserves_since = never;
    const Duration most = state_.queue_of(job).max_reserve_time;
    job.passed_over = state_.is_pending(job) && most > 0ms && job.reserves_since != never &&
                      state_.now > job.reserves_since + most;
    if (job.passed_over) job.reserves_since = never;
  }
  for (const PoolConfig& pool : state_.settings->pools) pools_.push_back(share_out(state_, pool));
}

std::vector<Turn> Session::by_priority() const {
  const std::vector<QueueConfig>& queues = state_.settings->queues;
  std::vector<QueueId> order;
  for (std::size_t at = 0; at < queues.size(); ++at) order.push_back(static_cast<QueueId>(at));
  const auto config = [&](QueueId id) -> const QueueConfig& { return queues[index_of(id)]; };
  std::ranges::sort(order, {}, [&](QueueId id) { return std::pair(-config(id).priority, id); });

  std::vector<Turn> turns;
  for (const QueueId id : order) {
    // Who shares a tree of users is served together, unless each queue has its own turn.
    const auto same = std::ranges::find_if(turns, [&](const Turn& turn) {
      const QueueConfig& first = config(turn[0]);
      const FairshareId tree = config(id).fairshare;
      const bool as_one =
          tree != none<FairshareId> && !state_.settings->fairshares[index_of(tree)].by_queue;
      return config(id).pool == none<PoolId> && first.pool == none<PoolId> &&
             first.fairshare == tree && (as_one || first.priority == config(id).priority);
    });
    if (same == turns.end())
      turns.push_back({id});
    else
      same->push_back(id);
  }
  return turns;
}

std::vector<Turn> Session::turns() const {
  std::vector<Turn> turns = by_priority();
  const PoolTurn rule = state_.config.model.pool_turn;
  if (rule == PoolTurn::highest) bring_pools_together(turns);
  if (rule != PoolTurn::strict)
    put_in_order(turns, [&](PoolId pool) { return pools_[index_of(pool)].order; });
  return turns;
}

/// All queues of a pool are served one after another, at the place of its first queue of the
/// highest PRIORITY.
void Session::bring_pools_together(std::vector<Turn>& turns) const {
  std::vector<Turn> together;
  const auto pool = [&](const Turn& turn) {
    return state_.settings->queues[index_of(turn[0])].pool;
  };
  for (const Turn& turn : turns) {
    if (std::ranges::find(together, turn) != together.end()) continue;
    together.push_back(turn);
    if (pool(turn) == none<PoolId>) continue;
    for (const Turn& other : turns)
      if (other != turn && pool(other) == pool(turn)) together.push_back(other);
  }
  turns = together;
}

/// Neighbouring queues of one pool are served in an order of the pool's queues.
template <class OrderOf>
void Session::put_in_order(std::vector<Turn>& turns, OrderOf&& order_of) const {
  const auto pool = [&](const Turn& turn) {
    return state_.settings->queues[index_of(turn[0])].pool;
  };
  for (auto first = turns.begin(); first != turns.end();) {
    auto last = first + 1;
    while (last != turns.end() && pool(*first) != none<PoolId> && pool(*last) == pool(*first))
      ++last;
    if (pool(*first) != none<PoolId>) {
      const std::vector<QueueId> order = order_of(pool(*first));
      std::sort(first, last, [&](const Turn& a, const Turn& b) {
        return std::ranges::find(order, a[0]) < std::ranges::find(order, b[0]);
      });
    }
    first = last;
  }
}

SessionResult Session::play() {
  begin();
  const std::vector<Turn> all = turns();
  for (std::size_t at = 0; at < all.size() && !is_over(); ++at) {
    take(all[at]);
    const PoolId pool = state_.settings->queues[index_of(all[at][0])].pool;
    if (pool == none<PoolId>) continue;
    const bool is_last = std::none_of(
        all.begin() + static_cast<std::ptrdiff_t>(at) + 1, all.end(),
        [&](const Turn& turn) { return state_.settings->queues[index_of(turn[0])].pool == pool; });
    if (is_last) share_leftovers(pool);
  }
  result_.reached_most_starts = is_over();
  result_.left = left(all);
  return result_;
}

void Session::only_resume(QueueId last) {
  std::vector<Turn> turns = by_priority();
  if (state_.config.model.pool_turn == PoolTurn::highest) {
    bring_pools_together(turns);
    put_in_order(turns, [&](PoolId pool) { return state_.settings->pools[index_of(pool)].queues; });
  }
  for (const Turn& turn : turns) {
    resume_jobs(turn);
    if (is_in(turn, last)) return;
  }
}

void Session::take(const Turn& turn) {
  resume_jobs(turn);
  look(turn);
}

/// All queues of a pool have had their turns.
void Session::share_leftovers(PoolId id) {
  const PoolConfig& config = state_.settings->pools[index_of(id)];
  const PoolTurns& pool = pools_[index_of(id)];
  if (config.use_priority) {
    round_ = Round::priority;
    look(config.queues);
  } else {
    round_ = Round::leftover;
    for (std::size_t at = 0; at < pool.order.size(); ++at)
      if (pool.entitlements[at] > pool.shares[at]) look({pool.order[at]});
    round_ = Round::free;
    if (state_.config.model.pool_limit == PoolLimit::soft)
      for (const QueueId queue : pool.order) look({queue});
  }
  round_ = Round::turn;
}

// Resuming.

void Session::resume_jobs(const Turn& turn) {
  std::vector<std::size_t> suspended;
  for (std::size_t at = 0; at < state_.jobs.size(); ++at)
    if (state_.jobs[at].status == JobStatus::ssusp && is_in(turn, state_.jobs[at].queue))
      suspended.push_back(at);
  std::ranges::sort(suspended, {}, [&](std::size_t at) {
    const Job& job = state_.jobs[at];
    const bool by_stop = state_.config.model.resume_order == ResumeOrder::suspended;
    return std::pair(by_stop ? job.stopped : job.start, at);
  });
  for (const std::size_t at : suspended)
    if (can_resume(state_.jobs[at])) {
      resume(state_, state_.jobs[at]);
      result_.resumed = true;
    }
}

bool Session::can_resume(const Job& job) const {
  return state_.queue_of(job).run_window.open_at(state_.now, state_.config.clock) &&
         std::ranges::all_of(job.hosts,
                             [&](const HostSlots& part) { return can_resume_on(job, part); }) &&
         limits_let_resume(state_, job);
}

bool Session::can_resume_on(const Job& job, const HostSlots& part) const {
  if (state_.hosts[index_of(part.host)].down) return false;
  const std::int64_t used =
      state_.used({.host = part.host, .suspended_too = false, .except = &job});
  const std::int64_t free =
      state_.host(part.host).mxj.count() - used - kept_from(state_, job, part.host);
  const bool is_disturbed = std::ranges::any_of(state_.jobs, [&](const Job& other) {
    const bool is_there = other.status == JobStatus::run || other.status == JobStatus::ususp;
    return &other != &job && is_there && other.slots_on(part.host) > 0 &&
           (job.profile->exclusive || other.profile->exclusive);
  });
  return free >= part.slots.count() && !is_disturbed && reservations_let_go_on(state_, job, part) &&
         has_resources(state_, job, part.host, given_back(state_, job));
}

// Pending jobs.

/// The tree by which the jobs of the turn are elected. Where a pool's queues are looked at
/// together, by job priority, shares do not matter.
FairshareId Session::tree_of(const Turn& turn) const {
  if (round_ == Round::priority) return none<FairshareId>;
  return state_.settings->queues[index_of(turn[0])].fairshare;
}

std::vector<std::size_t> Session::line(const Turn& turn) const {
  std::vector<std::size_t> found;
  for (std::size_t at = 0; at < state_.jobs.size(); ++at)
    if (state_.is_in_line(state_.jobs[at]) && is_in(turn, state_.jobs[at].queue))
      found.push_back(at);
  const bool by_queue =
      tree_of(turn) != none<FairshareId> && state_.config.model.fairshare.crossqueue_job_order ==
                                                FairshareOptions::JobOrder::queue_priority;
  std::ranges::sort(found, {}, [&](std::size_t at) {
    const Job& job = state_.jobs[at];
    return std::tuple(by_queue ? -state_.queue_of(job).priority : 0, -job.priority, job.position);
  });
  return found;
}

/// The next job: the first one, or the one that shares elect. Who has no account comes last.
std::size_t Session::take_next(const Turn& turn, std::vector<std::size_t>& line) {
  std::size_t next = line.front();
  elected_.reset();
  if (const FairshareId tree = tree_of(turn); tree != none<FairshareId>)
    if (const auto elected = elect(state_, tree, line)) {
      next = elected->job;
      elected_ = elected->charge;
    }
  std::erase(line, next);
  return next;
}

/// Tries each job once. After a preemption it begins again, without the jobs that have reserved
/// slots.
void Session::look(const Turn& turn) {
  bool again = true;
  while (again && !is_over()) {
    again = false;
    std::set<std::size_t> tried;
    // Elements of job arrays come into line, and leave it, as others start.
    const auto jobs_left = [&] {
      std::vector<std::size_t> jobs = line(turn);
      std::erase_if(jobs, [&](std::size_t at) {
        return !state_.jobs[at].reserved.empty() || tried.contains(at);
      });
      return jobs;
    };
    std::vector<std::size_t> jobs = jobs_left();
    while (!jobs.empty() && !is_over() && !again) {
      const std::size_t next = take_next(turn, jobs);
      tried.insert(next);
      again = try_job(state_.jobs[next]) == Answer::made_room;
      if (!state_.config.arrays.empty()) jobs = jobs_left();
    }
  }
  elected_.reset();
}

/// Where shares have not elected the job, it is charged as if they had.
std::optional<ShareCharge> Session::charge_of(const Job& job) const {
  return elected_ ? elected_ : own_charge(state_, job);
}

Session::Answer Session::try_job(Job& job) {
  if (job.passed_over || state_.is_kept_for_others(job) || !guests_allow(job)) return Answer::waits;
  if (!queue_allows(job) || !its_share_allows(job)) return Answer::waits;
  const std::int64_t most = room(job);
  if (most < job.slots()) {
    if (round_ != Round::free) reserve(job, most);
    return Answer::waits;
  }
  if (const auto hosts = place(state_, job, host_order(state_, job))) {
    if (fails_to_start(job)) return Answer::waits;
    start_job(job, with_most_slots(job).value_or(*hosts));
    return Answer::started;
  }
  if (round_ == Round::free) return Answer::waits;
  if (const auto room = has_hosts_but_for_jobs(job) ? std::nullopt : victims_for(job)) {
    for (const std::size_t victim : room->victims) preempt(state_, state_.jobs[victim]);
    result_.preempted = true;
    if (fails_to_start(job)) return Answer::made_room;
    start_job(job, room->hosts);
    return Answer::made_room;
  }
  reserve(job, most);
  return Answer::waits;
}

/// Whether nothing but JOBS of section Limit keeps the job from starting: it has nobody preempted.
bool Session::has_hosts_but_for_jobs(const Job& job) {
  if (state_.settings->limits.empty()) return false;
  state_.passes_jobs = true;
  const bool has_hosts = place(state_, job, host_order(state_, job)).has_value();
  state_.passes_jobs = false;
  return has_hosts;
}

/// Who preempts may go beyond JOBS: its victims still count.
std::optional<Preemption> Session::victims_for(const Job& job) {
  state_.passes_jobs = true;
  auto room = make_room(state_, job);
  state_.passes_jobs = false;
  return room;
}

/// bsub -n min,max: the hosts that the job would have if it asked for more slots, as many as limits
/// and hosts allow; none: it has those that it needs.
std::optional<std::vector<HostSlots>> Session::with_most_slots(const Job& job) const {
  Job wider = job;
  const std::int64_t limit = std::min(state_.queue_of(job).rules.proc_limit.most,
                                      state_.application_of(job).proc_limit.most);
  for (std::int64_t slots = std::min<std::int64_t>(job.profile->most_slots, limit);
       slots > job.slots(); --slots) {
    wider.asked.slots = Slots(static_cast<std::int32_t>(slots));
    if (room(wider) < slots || !guests_allow(wider) || !its_share_allows(wider)) continue;
    if (auto hosts = place(state_, wider, host_order(state_, wider))) return hosts;
  }
  return std::nullopt;
}

/// A job with a run limit must end by the time at which its run window closes.
bool Session::queue_allows(const Job& job) const {
  const QueueConfig& queue = state_.queue_of(job);
  const WeekClock& clock = state_.config.clock;
  if (!state_.queues[index_of(job.queue)].active ||
      !queue.dispatch_window.open_at(state_.now, clock) ||
      !queue.run_window.open_at(state_.now, clock))
    return false;
  if (!queue.run_window.is_set() || queue.ignore_deadline || job.limit >= unlimited) return true;
  return state_.now + job.limit <= queue.run_window.next_change(state_.now, clock);
}

/// With a soft limit the last job that a queue starts may take it beyond what it is entitled to.
/// With a hard one the pool's own limit has no room for a part of a job either.
bool Session::its_share_allows(const Job& job) const {
  const PoolId id = state_.queue_of(job).pool;
  if (id == none<PoolId>) return true;
  const std::int64_t used = state_.used({.queue = job.queue, .except = &job});
  const PoolTurns& pool = pools_[index_of(id)];
  const auto at =
      static_cast<std::size_t>(std::ranges::find(pool.order, job.queue) - pool.order.begin());
  const std::int64_t limit = round_ == Round::turn ? pool.shares[at] : pool.entitlements[at];
  const bool is_soft = state_.config.model.pool_limit == PoolLimit::soft;
  const bool is_within = is_soft ? used < limit : used + job.slots() <= limit;
  if (!may_go_beyond() && !is_within) return false;
  return is_soft || used_of_pool(pool, job) + job.slots() <= pool.most;
}

std::int64_t Session::used_of_pool(const PoolTurns& pool, const Job& job) const {
  std::int64_t used = 0;
  for (const QueueId queue : pool.order) used += state_.used({.queue = queue, .except = &job});
  return used;
}

/// How many slots the limits of its queue, pool and user have room for; none, if one of them never
/// lets so large a job start.
std::int64_t Session::room(const Job& job) const {
  const QueueConfig& queue = state_.queue_of(job);
  std::int64_t least = job.slots();
  const auto hold_to = [&](std::int64_t limit, std::int64_t used) {
    least = std::min(least, limit < job.slots() ? 0 : limit - used);
  };
  hold_to(queue.qjob_limit, state_.used({.queue = job.queue, .except = &job}));
  if (queue.pool != none<PoolId>) {
    const PoolTurns& pool = pools_[index_of(queue.pool)];
    hold_to(pool.most, used_of_pool(pool, job));
  }
  const bool suspended_too = !state_.has_preemption();
  const std::vector<NameId> user{job.asked.user};
  hold_to(
      queue.ujob_limit,
      state_.used(
          {.queue = job.queue, .users = &user, .suspended_too = suspended_too, .except = &job}));
  for (const HeldLimit& held : limits_of(state_, job.asked.user))
    hold_to(held.limit->max_jobs,
            state_.used({.users = &held.users, .suspended_too = suspended_too, .except = &job}));
  return std::min(least, room_in_limits(state_, job));
}

void Session::start_job(Job& job, const std::vector<HostSlots>& hosts) {
  Job as_placed = job;
  as_placed.asked.slots = Slots{};
  for (const HostSlots& part : hosts) as_placed.asked.slots += part.slots;
  state_.passes_jobs = true;  // who preempts may be beyond JOBS by now
  const bool backfilled = needs_backfill(state_, as_placed, hosts);
  state_.passes_jobs = false;
  start(state_, job, hosts, backfilled, charge_of(job));
  ++result_.starts;
}

/// What the job could reserve now; JOBS of section Limit does not matter to that.
std::vector<HostSlots> Session::reservable_now(const Job& job) {
  state_.passes_jobs = true;
  std::vector<HostSlots> parts;
  if (could_ever_hold(state_, job)) parts = reservable(state_, job);
  state_.passes_jobs = false;
  return parts;
}

/// At most `most` slots, host by host.
void Session::reserve(Job& job, std::int64_t most) {
  if (most <= 0 || job.slots() < 2 || state_.queue_of(job).max_reserve_time <= 0ms) return;
  std::vector<HostSlots> parts;
  for (const HostSlots& part : reservable_now(job)) {
    const auto slots = static_cast<std::int32_t>(std::min<std::int64_t>(part.slots.count(), most));
    if (slots > 0) parts.push_back({part.host, Slots(slots)});
    most -= slots;
  }
  if (parts.empty()) return;
  if (job.reserves_since == never) job.reserves_since = state_.now;
  job.predicted_start = predicted_start(state_, job);
  job.share = charge_of(job);
  job.reserved = parts;
}

// Job forwarding.

/// IMPT_JOBLIMIT and IMPT_TASKLIMIT.
bool Session::guests_allow(const Job& job) const {
  if (!job.guest) return true;
  const QueueForwarding& forwarding = state_.queue_of(job).forwarding;
  std::int64_t jobs = 0;
  std::int64_t slots = 0;
  for (const Job& other : state_.jobs) {
    if (!other.guest || other.queue != job.queue || state_.is_gone(other)) continue;
    ++jobs;
    slots += other.slots();
  }
  return jobs < forwarding.job_limit && slots + job.slots() <= forwarding.task_limit;
}

/// The start of a guest, or a pre-execution command, may fail; the job is tried again in the next
/// session.
bool Session::fails_to_start(Job& job) {
  if (job.guest && job.failed.init < job.profile->init_failures) {
    ++job.failed.init;
    if (++job.guest->failed.init > state_.settings->params.forwarding.init_fail_retry)
      stop_pending(state_, job);
  } else if (job.failed.preexec < job.profile->preexec_failures) {
    ++job.failed.preexec;
    const std::int32_t failed = job.guest ? ++job.guest->failed.preexec : ++job.failed_here;
    if (failed >= most_preexec_failures(state_, job)) {
      if (job.guest)
        send_back(state_, job, ReturnReason::preexec_retry);
      else
        stop_pending(state_, job);
    }
  } else {
    return false;
  }
  job.passed_over = true;
  ++result_.starts;
  result_.failed.push_back(static_cast<std::size_t>(&job - state_.jobs.data()));
  return true;
}

std::vector<LeftTurn> Session::left(const std::vector<Turn>& turns) const {
  std::vector<LeftTurn> left;
  for (const Turn& turn : turns) left.push_back({tree_of(turn), line(turn)});
  return left;
}

}  // namespace

SessionResult play_session(State& state) {
  return state.config.model.dispatch == "lsf" ? Session(state).play() : play_policy_session(state);
}

State after_resumes(const State& state, QueueId queue) {
  State then = state;
  Session(then).only_resume(queue);
  return then;
}

}  // namespace mcsim::testing::naive
