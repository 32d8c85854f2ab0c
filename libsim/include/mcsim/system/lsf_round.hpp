// One round of a cluster under LSF's scheduler: the handlers that change its state, and the session
// that decides.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/exit_codes.hpp"
#include "mcsim/system/facts.hpp"
#include "mcsim/system/lsf_book.hpp"
#include "mcsim/system/lsf_rules.hpp"
#include "mcsim/system/lsf_session.hpp"

namespace mcsim {

/// Plays rounds of `world` and tells `observer`.
template <Observer O>
class LsfRound {
 public:
  LsfRound(ClusterWorld& world, O& observer, EngineCounts& counts)
      : world_(world), state_(*world.lsf), observer_(observer), counts_(counts) {}

  void play(Time now, Round round) {
    world_.agenda.begin(now, round);
    if (round == 1) world_.ended_now = 0;
    take_events(Phase::change);
    take_events(Phase::end);
    requeue_exited();
    turn_due_windows();
    take_events(Phase::message);
    world_.take_arrivals(now, [&](JobIndex index) { arrive(index); });
    take_events(Phase::session);
    session();
  }

  // Ends.

  void operator()(const JobEnds& event) {
    ++counts_.ends;
    ++world_.ended_now;
    const LsfJob& job = state_.jobs[event.job];
    switch (job.cause) {
      case EndCause::run_limit:
        return end(event.job, JobStatus::exit, EndReason::term_runlimit, exit_by_run_limit);
      case EndCause::mem_limit:
        return end(event.job, JobStatus::exit, EndReason::term_memlimit, exit_by_kill);
      case EndCause::done:
        return exit_of_its_own(event.job);
    }
  }

  // What befalls the cluster.

  void operator()(const TimelineDue& event) {
    ++counts_.timeline;
    apply(world_.config.timeline[event.entry]);
  }
  void operator()(const HostBack& event) {
    ++counts_.timeline;
    if (state_.hosts[event.host].down_until > now()) return;  // another fault keeps it down
    change_host(event.host, [](LsfHost& host) { host.down = false; });
  }
  void operator()(const JobEligible& event) {
    const Time since = state_.jobs[event.job].since;
    book().wait(event.job);
    state_.jobs[event.job].since = since;
    wake();
  }
  void operator()(const UseChanges& event) {
    const LsfJob& job = state_.jobs[event.job];
    const bool same = job.index == event.index && job.executions == event.execution;
    if (!same || !job.is_started()) return;
    book().update_uses(event.job);
    expect_use_change(event.job);
    wake();
  }
  void operator()(const QueueWindowTurns& event) {
    --world_.recurring;
    if (event.settings == world_.settings) turning_queues_.push_back(event.queue);
  }
  void operator()(const HostWindowTurns& event) {
    --world_.recurring;
    if (event.settings == world_.settings) turning_hosts_.push_back(event.host);
  }
  void operator()(const ReservationTurns& event) {
    book().turn_reservation(event.reservation);
    wake();
  }
  void operator()(const LookAgain&) { wake(); }

 private:
  Time now() const { return world_.agenda.now(); }
  /// What a session does itself is not news: it says at its end whether another one is wanted.
  void wake() {
    if (!deciding_) world_.sessions.wake(now(), world_.agenda.round());
  }
  LsfBook book() { return LsfBook(world_.config, state_, now()); }
  const TraceJob& described(const LsfJob& job) const { return world_.config.trace[job.index]; }

  void take_events(Phase last) {
    while (world_.agenda.has_event(last)) world_.agenda.take().visit(*this);
  }

  // Arrivals.

  void arrive(JobIndex index) {
    ++counts_.arrivals;
    const TraceJob& asked = world_.config.trace[index];
    const LsfRules rules(world_.config, state_.settings);
    if (const EndReason reason = refusal(asked, asked.queue); reason != EndReason::none) {
      observer_.on(world_.id, JobRejected{now(), index, reason});
      return;
    }
    const JobSlotId id = state_.jobs.add(rules.job_in_flight(asked, index, now()));
    state_.jobs[id].position = ++state_.last_position;
    ++state_.pending;
    world_.named.arrived(asked.id, id);
    const Duration delay = state_.settings.queues[index_of(asked.queue)].new_job_sched_delay;
    observer_.on(world_.id, JobSubmitted{now(), index, asked.slots, delay});
    state_.jobs[id].eligible = now() + delay;
    wait(id);
    wake();
  }

  /// The job is pending, at once or when it is eligible.
  void wait(JobSlotId id) {
    LsfJob& job = state_.jobs[id];
    if (job.eligible <= now()) return book().wait(id);
    job.stage = Stage::delayed;
    job.since = now();
    job.end = world_.agenda.schedule(job.eligible, Phase::change, JobEligible{id});
  }

  EndReason refusal(const TraceJob& asked, QueueId queue) const {
    if (!state_.queues[queue].open) return EndReason::queue_closed;
    return LsfRules(world_.config, state_.settings).refusal(asked, queue);
  }

  // Starts and ends.

  void start(JobSlotId id, const std::vector<HostSlots>& hosts, bool backfilled) {
    LsfJob& job = state_.jobs[id];
    note_waiting(job);
    if (JobHistory* history = known_history(job); history != nullptr)
      history->first_start = std::min(history->first_start, now());
    book().start(id, hosts);
    job.backfilled = backfilled;
    ++job.executions;
    LsfRules(world_.config, state_.settings).begin_execution(job, hosts.front().host);
    job.end = world_.agenda.schedule(now() + job.occupies, Phase::end, JobEnds{id});
    expect_use_change(id);
    world_.last_start = now();
    observer_.on(world_.id,
                 JobStarted{now(), job.index, job.slots,
                            backfilled ? StartReason::backfilled : StartReason::passed_by, hosts});
  }

  void expect_use_change(JobSlotId id) {
    const LsfJob& job = state_.jobs[id];
    const Time next = book().next_use_change(id);
    if (next != never)
      world_.agenda.schedule(next, Phase::state, UseChanges{id, job.index, job.executions});
  }

  void exit_of_its_own(JobSlotId id) {
    LsfJob& job = state_.jobs[id];
    const LsfRules rules(world_.config, state_.settings);
    const std::int32_t code = rules.exit_code(job);
    const RequeueExitValue* requeue = rules.requeue_of(job, code);
    if (requeue == nullptr)
      return end(id, code == 0 ? JobStatus::done : JobStatus::exit, EndReason::none, code);
    if (requeue->exclude && job.slots == Slots{1}) exclude_host(id);
    ++job.exit_requeues;
    exited_.push_back(id);
  }

  /// Who comes to stand first in the queue must not hang on the order of events that are equal.
  void requeue_exited() {
    std::ranges::sort(exited_, {}, [&](JobSlotId id) { return state_.jobs[id].index; });
    for (const JobSlotId id : exited_) requeue(id, RequeueReason::exit_value);
    exited_.clear();
  }

  void exclude_host(JobSlotId id) {
    LsfJob& job = state_.jobs[id];
    std::vector<HostId> hosts = state_.exclusions[job.excluded];
    state_.jobs.visit_hosts(id, [&](HostSlots part) { hosts.push_back(part.host); });
    std::ranges::sort(hosts);
    hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
    const auto found = std::ranges::find(state_.exclusions, hosts);
    job.excluded = static_cast<std::uint32_t>(found - state_.exclusions.begin());
    if (found == state_.exclusions.end()) state_.exclusions.push_back(std::move(hosts));
  }

  /// Ends a job in any stage. A running job's end must not be pending any more.
  void end(JobSlotId id, JobStatus status, EndReason reason, std::int32_t exit_code) {
    const std::int64_t capacity_before = state_.capacity;
    const LsfJob before = state_.jobs[id];
    const Time started = before.dispatched;
    const Slots held = before.stage == Stage::running ? before.slots : Slots{};
    if (before.is_started()) {
      note_suspension(state_.jobs[id]);
      book().release(id);
      if (JobHistory* history = known_history(before); history != nullptr)
        history->ran = state_.jobs[id].ran;
    } else {
      note_waiting(before);
      book().stop_reserving(id);
      if (before.stage == Stage::pending) book().leave(id, Stage::psusp);
      if (before.stage == Stage::delayed) world_.agenda.cancel(before.end);
    }
    state_.jobs.remove(id);
    --state_.pending;
    observer_.on(world_.id,
                 JobEnded{now(), before.index, held, started, status, reason, exit_code});
    announce_capacity(capacity_before);
    wake();
  }

  /// Ends a job from outside, before its own end.
  void kill(JobSlotId id, EndReason reason, std::int32_t exit_code) {
    if (state_.jobs[id].stage == Stage::running) world_.agenda.cancel(state_.jobs[id].end);
    end(id, JobStatus::exit, reason, exit_code);
  }

  /// Takes a started job, whose end must not be pending any more, back into its queue.
  void requeue(JobSlotId id, RequeueReason reason) {
    const std::int64_t capacity_before = state_.capacity;
    LsfJob& job = state_.jobs[id];
    const Slots held = job.stage == Stage::running ? job.slots : Slots{};
    JobHistory& history = history_of(job);
    note_suspension(job);
    book().release(id);
    history.lost += job.ran;
    ++history.requeues;
    if (reason == RequeueReason::preempted) ++history.preemptions;
    job.ran = Duration{};
    job.position =
        state_.settings.params.requeue_to_bottom ? ++state_.last_position : --state_.first_position;
    book().wait(id);
    observer_.on(world_.id, JobRequeued{now(), job.index, held, reason});
    announce_capacity(capacity_before);
    wake();
  }

  // Histories of the jobs that have one.

  JobHistory& history_of(const LsfJob& job) {
    const auto [found, is_new] = state_.histories.try_emplace(job.index);
    if (is_new) {
      const Time until = job.is_started() ? job.dispatched : now();
      found->second.first_start = job.dispatched;
      found->second.pending = until - described(job).submit;
    }
    return found->second;
  }
  JobHistory* known_history(const LsfJob& job) {
    const auto found = state_.histories.find(job.index);
    return found == state_.histories.end() ? nullptr : &found->second;
  }
  /// A job that waited does not, from now on.
  void note_waiting(const LsfJob& job) {
    JobHistory* history = known_history(job);
    if (history != nullptr && (job.stage == Stage::pending || job.stage == Stage::delayed))
      history->pending += now() - job.since;
  }
  void note_suspension(const LsfJob& job) {
    if (job.stage == Stage::ssusp || job.stage == Stage::ususp)
      history_of(job).suspended += now() - job.since;
  }

  // Suspension.

  void suspend(JobSlotId id, Stage stage, bool preempted) {
    LsfJob& job = state_.jobs[id];
    JobHistory& history = history_of(job);
    if (preempted) ++history.preemptions;
    world_.agenda.cancel(job.end);
    book().suspend(id, stage);
    observer_.on(
        world_.id,
        JobSuspended{now(), job.index, job.slots,
                     stage == Stage::ssusp ? JobStatus::ssusp : JobStatus::ususp, preempted});
    wake();
  }

  void resume(JobSlotId id) {
    LsfJob& job = state_.jobs[id];
    note_suspension(job);
    book().resume(id);
    job.end = world_.agenda.schedule(now() + (job.occupies - job.ran), Phase::end, JobEnds{id});
    observer_.on(world_.id, JobResumed{now(), job.index, job.slots, JobStatus::run});
  }

  // Windows.

  void turn_windows(QueueId id) {
    const QueueConfig& config = state_.settings.queues[index_of(id)];
    LsfQueue& queue = state_.queues[id];
    const bool dispatched = queue.dispatches;
    queue.dispatches = config.dispatch_window.open_at(now(), world_.config.clock);
    const bool ran = queue.runs;
    queue.runs = config.run_window.open_at(now(), world_.config.clock);
    queue.freed = true;
    if (ran && !queue.runs) close_run_window(id);
    world_.expect_windows(id, now());
    const bool opened = (!dispatched && queue.dispatches) || (!ran && queue.runs);
    // What a pool's queue leaves when its window closes is for the others.
    const bool shares = config.pool != none<PoolId>;
    if (opened || shares || world_.sessions.on_grid()) wake();
  }

  /// Windows turn after all that befalls the cluster at an instant and all ends, together: a job
  /// may end when its run window closes.
  void turn_due_windows() {
    if (std::exchange(windows_are_new_, false)) {
      turning_queues_.clear();
      turning_hosts_.clear();
      for (std::size_t at = 0; at < state_.queues.size(); ++at)
        turning_queues_.push_back(static_cast<QueueId>(at));
      for (std::size_t at = 0; at < state_.hosts.size(); ++at)
        turning_hosts_.push_back(static_cast<HostId>(at));
    }
    std::ranges::sort(turning_queues_);
    for (const QueueId queue : std::exchange(turning_queues_, {})) turn_windows(queue);
    for (const HostId host : std::exchange(turning_hosts_, {})) turn_window(host);
  }

  void close_run_window(QueueId queue) {
    const bool kills = state_.settings.queues[index_of(queue)].terminate_when_window_closes;
    for (const JobSlotId id : running_in(queue))
      if (kills)
        kill(id, EndReason::term_window, exit_by_kill);
      else
        suspend(id, Stage::ssusp, false);
  }

  void turn_window(HostId id) {
    const TimeWindows& windows = state_.settings.hosts[index_of(id)].dispatch_window;
    const bool open = windows.open_at(now(), world_.config.clock);
    const bool opened = open && !state_.hosts[id].in_window;
    book().change_host(id, [&](LsfHost& host) { host.in_window = open; });
    world_.expect_windows(id, now());
    if (opened || world_.sessions.on_grid()) wake();
  }

  std::vector<JobSlotId> running_in(QueueId queue) const {
    std::vector<JobSlotId> found;
    state_.jobs.visit([&](JobSlotId id, const LsfJob& job) {
      if (job.queue == queue && job.stage == Stage::running) found.push_back(id);
    });
    return by_submission(std::move(found));
  }
  std::vector<JobSlotId> jobs_on(HostId host) const {
    std::vector<JobSlotId> found;
    state_.jobs.visit_on(host, [&](JobSlotId id, Slots) { found.push_back(id); });
    return by_submission(std::move(found));
  }
  std::vector<JobSlotId> by_submission(std::vector<JobSlotId> jobs) const {
    std::ranges::sort(jobs, {}, [&](JobSlotId id) { return state_.jobs[id].index; });
    return jobs;
  }

  // The timeline.

  void apply(const TimelineEntry& entry) {
    using Kind = TimelineEntry::Kind;
    switch (entry.kind) {
      case Kind::host_down:
        return take_down(entry);
      case Kind::hclose:
        return change_host(entry.host, [](LsfHost& host) { host.closed = true; });
      case Kind::hopen:
        return change_host(entry.host, [](LsfHost& host) { host.closed = false; });
      case Kind::qclose:
        state_.queues[entry.queue].open = false;
        return;
      case Kind::qopen:
        state_.queues[entry.queue].open = true;
        return;
      case Kind::qinact:
        state_.queues[entry.queue].active = false;
        return wake();  // what its jobs had reserved is free
      case Kind::qact:
        state_.queues[entry.queue].active = true;
        state_.queues[entry.queue].freed = true;
        return wake();
      case Kind::reconfigure:
        return reconfigure(*entry.settings);
      default:
        return act_on_job(entry);
    }
  }

  void act_on_job(const TimelineEntry& entry) {
    const JobSlotId id = world_.named.slot_of(entry.job);
    if (!is_in_flight(id, entry.job) || !act(entry, id))
      observer_.on(world_.id, ActionIgnored{now()});
  }
  bool is_in_flight(JobSlotId slot, JobId id) const {
    if (slot == none<JobSlotId>) return false;
    const JobIndex index = state_.jobs[slot].index;
    return index != none<JobIndex> && world_.config.trace[index].id == id;
  }

  /// False: the action has no effect on a job in its stage.
  bool act(const TimelineEntry& entry, JobSlotId id) {
    using Kind = TimelineEntry::Kind;
    if (entry.kind == Kind::bkill) {
      kill(id, EndReason::term_owner, exit_by_bkill);
      return true;
    }
    if (entry.kind == Kind::bstop) return stop(id);
    if (entry.kind == Kind::bresume) return unstop(id);
    if (entry.kind == Kind::bswitch) return switch_queue(id, entry.queue);
    return to_top(id);
  }

  bool stop(JobSlotId id) {
    LsfJob& job = state_.jobs[id];
    if (job.stage == Stage::running) {
      suspend(id, Stage::ususp, false);
      return true;
    }
    if (job.stage == Stage::ssusp) {
      book().change_suspension(id, Stage::ususp);
      observer_.on(world_.id, JobSuspended{now(), job.index, Slots{}, JobStatus::ususp, false});
      wake();
      return true;
    }
    if (job.stage != Stage::pending && job.stage != Stage::delayed) return false;
    if (known_history(job) != nullptr)
      note_waiting(job);
    else
      history_of(job);
    book().stop_reserving(id);
    if (job.stage == Stage::pending) {
      book().leave(id, Stage::psusp);
    } else {
      world_.agenda.cancel(job.end);
      job.stage = Stage::psusp;
      job.since = now();
    }
    observer_.on(world_.id, JobSuspended{now(), job.index, Slots{}, JobStatus::psusp, false});
    wake();
    return true;
  }

  bool unstop(JobSlotId id) {
    LsfJob& job = state_.jobs[id];
    if (job.stage == Stage::ususp) {
      book().change_suspension(id, Stage::ssusp);
      observer_.on(world_.id, JobResumed{now(), job.index, Slots{}, JobStatus::ssusp});
    } else if (job.stage == Stage::psusp) {
      wait(id);
      observer_.on(world_.id, JobResumed{now(), job.index, Slots{}, JobStatus::pend});
    } else {
      return false;
    }
    wake();
    return true;
  }

  bool switch_queue(JobSlotId id, QueueId queue) {
    LsfJob& job = state_.jobs[id];
    if (job.queue == queue || refusal(described(job), queue) != EndReason::none) return false;
    job.estimate = LsfRules(world_.config, state_.settings).limit_in(described(job), queue);
    const Time since = job.since;
    book().stop_reserving(id);
    if (job.is_started()) {
      book().move(id, queue);
    } else if (job.stage == Stage::pending) {
      book().leave(id, Stage::psusp);
      job.queue = queue;
      book().wait(id);
      job.since = since;
    } else {
      job.queue = queue;
    }
    wake();
    return true;
  }

  bool to_top(JobSlotId id) {
    LsfJob& job = state_.jobs[id];
    if (job.is_started()) return false;
    const Time since = job.since;
    const bool pending = job.stage == Stage::pending;
    if (pending) book().leave(id, Stage::psusp);
    job.position = --state_.first_position;
    if (pending) {
      book().wait(id);
      job.since = since;
    }
    wake();
    return true;
  }

  void take_down(const TimelineEntry& entry) {
    const Time back = end_of(now(), entry.down_for);
    change_host(entry.host, [&](LsfHost& host) {
      host.down = true;
      host.down_until = std::max(host.down_until, back);
    });
    if (back != never) world_.agenda.schedule(back, Phase::change, HostBack{entry.host});
    const LsfRules rules(world_.config, state_.settings);
    for (const JobSlotId id : jobs_on(entry.host)) {
      const LsfJob& job = state_.jobs[id];
      if (!rules.is_rerunnable(job)) {
        kill(id, EndReason::term_host_down, exit_by_kill);
        continue;
      }
      if (job.stage == Stage::running) world_.agenda.cancel(job.end);
      requeue(id, RequeueReason::host_down);
    }
  }

  void reconfigure(const ClusterSettings& settings) {
    const std::int64_t capacity_before = state_.capacity;
    ++world_.settings;
    book().reconfigure(settings);
    windows_are_new_ = true;
    announce_capacity(capacity_before);
    wake();
  }

  template <class Change>
  void change_host(HostId id, Change&& change) {
    const std::int64_t capacity_before = state_.capacity;
    book().change_host(id, change);
    announce_capacity(capacity_before);
    wake();
  }

  void announce_capacity(std::int64_t before) {
    if (state_.capacity != before)
      observer_.on(world_.id,
                   CapacityChanged{now(), Slots(static_cast<std::int32_t>(state_.capacity))});
  }

  // Deciding.

  void session() {
    if (!world_.sessions.take(now())) return;
    ++counts_.sessions;
    LsfSession session(world_.config, state_, now());
    deciding_ = true;
    while (const LsfAction action = session.next()) carry_out(action, session);
    deciding_ = false;
    const LsfSession::Rest rest = session.close();
    const bool on_grid = world_.sessions.on_grid();
    if (on_grid && (rest.next_round || rest.next_point))
      world_.sessions.wake_by(now(), now() + 1ms);
    if (!on_grid && rest.next_round) world_.agenda.schedule(now(), Phase::session, LookAgain{});
    if (state_.pending > 0) world_.sessions.wake_by(now(), session.next_gate());
  }

  void carry_out(const LsfAction& action, const LsfSession& session) {
    switch (action.kind) {
      case LsfAction::Kind::start:
        return start(action.job, session.hosts(), action.backfilled);
      case LsfAction::Kind::resume:
        return resume(action.job);
      case LsfAction::Kind::suspend:
        return suspend(action.job, Stage::ssusp, true);
      case LsfAction::Kind::requeue:
        world_.agenda.cancel(state_.jobs[action.job].end);
        return requeue(action.job, RequeueReason::preempted);
      case LsfAction::Kind::none:
        return;
    }
  }

  ClusterWorld& world_;
  LsfState& state_;
  O& observer_;
  EngineCounts& counts_;
  std::vector<JobSlotId> exited_;  ///< with a value that sends them back into their queue
  bool deciding_ = false;
  std::vector<QueueId> turning_queues_;
  std::vector<HostId> turning_hosts_;
  bool windows_are_new_ = false;  ///< by a reconfiguration
};

}  // namespace mcsim
