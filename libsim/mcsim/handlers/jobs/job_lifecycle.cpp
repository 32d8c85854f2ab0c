// How jobs start, stop and end, with the facts of each step.
#include "mcsim/handlers/jobs/job_lifecycle.hpp"
#include "mcsim/cluster/phase.hpp"
#include "mcsim/handlers/jobs/held_jobs.hpp"
#include "mcsim/model/refusal.hpp"
#include "mcsim/scheduler/stage_times.hpp"

namespace mcsim::handlers {

const TraceJob& JobLifecycle::described(const JobState& job) const {
  return job.is_guest() ? world_.forwarding.guests[job.guest].asked
                        : world_.config.trace[job.index];
}

void JobLifecycle::wake() {
  if (!deciding_ && is_worth_a_session()) world_.sessions.wake(now(), world_.agenda.round());
}

void JobLifecycle::wait(JobSlotId id) {
  JobState& job = state_.jobs[id];
  world_.leasing.call(job.queue);
  if (job.record.eligible <= now()) return waiting().wait(id);
  state_.jobs.become(id, Stage::delayed);
  job.since = now();
  job.record.end = world_.agenda.schedule(job.record.eligible, phase::change, JobEligible{id});
}

EndReason JobLifecycle::refusal(const TraceJob& asked, QueueId queue) const {
  if (!state_.queues[queue].open) return EndReason::queue_closed;
  if (asks_for_unknown_host(asked.profile)) return EndReason::host_unknown;
  return MergedRules(world_.config, state_.settings).refusal(asked, queue);
}

EndReason JobLifecycle::refusal_of_new(const TraceJob& asked) const {
  const bool is_over =
      is_over_priority(state_.settings, world_.config.profiles[index_of(asked.profile)]);
  return is_over ? EndReason::priority_over_maximum : refusal(asked, asked.queue);
}

EndReason JobLifecycle::refusal_as_pending(const TraceJob& asked, std::int64_t jobs) const {
  const bool is_over = state_.jobs.exceeds_pending(asked.user, {jobs, jobs * asked.slots.count()});
  return is_over ? EndReason::pending_over_maximum : EndReason::none;
}

bool JobLifecycle::asks_for_unknown_host(ProfileId profile) const {
  const auto& hosts = world_.config.profiles[index_of(profile)].hosts;
  const auto is_unknown = [&](const HostPreferences::Entry& entry) {
    return entry.host == none<HostId> || state_.hosts[entry.host].known_by == 0;
  };
  return hosts && std::ranges::any_of(hosts->list, is_unknown);
}

void JobLifecycle::start(JobSlotId id, const std::vector<HostSlots>& hosts, StartReason reason) {
  JobState& job = state_.jobs[id];
  note_waiting(job);
  if (JobHistory* history = known_history(job); history != nullptr) {
    history->first_start = std::min(history->first_start, now());
    history->launch = Duration{-1};
  }
  started().start(id, hosts);
  tell_home(job, JobStatus::run);
  job.backfilled = reason == StartReason::backfilled;
  ++job.record.executions;
  if (state_.dispatch)
    rules().begin_as_submitted(job);
  else
    rules().begin_execution(job, hosts.front().host);
  started().update_charge(id);
  expect_use_change(id);
  world_.last_start = now();
  if (rules().profile_of(job.profile).most_slots > 0)
    observer_.on(world_.id, SlotsChosen{now(), job.index, job.slots});
  observer_.on(world_.id, JobStarted{now(), job.index, job.slots, reason, hosts});
  if (world_.is_ordered()) [[unlikely]] {
    world_.conditions.start(job.index);
    follow_element(world_, id);
  }
  if (launches_.begin(id))
    history_of(job).launch = unlimited;
  else
    job.record.end = world_.agenda.schedule(now() + job.record.occupies, phase::end, JobEnds{id});
}

bool JobLifecycle::run(JobSlotId id) {
  const HostId first = state_.jobs.first_host(id);
  if (state_.sbatchds.silent.contains(first)) {  // until it is back, and the job ends
    state_.jobs[id].record.end =
        world_.agenda.schedule(state_.hosts[first].down_until, phase::end, TasksHaveStarted{id});
    return false;
  }
  launches_.run(id);
  history_of(state_.jobs[id]).launch = *launches_.time_of(id);
  return true;
}

void JobLifecycle::cancel_end(JobSlotId id) {
  state_.sbatchds.held_ends.erase(id);
  const JobState& job = state_.jobs[id];
  if (is_launched(job))
    launches_.cancel(id);
  else if (job.stage == Stage::running)
    world_.agenda.cancel(job.record.end);
}

void JobLifecycle::expect_use_change(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  const Time next = rusage_rules().next_change(id);
  if (next != never)
    world_.agenda.schedule(next, phase::state, UseChanges{id, job.index, job.record.executions});
}

void JobLifecycle::ends(JobSlotId id) {
  if (is_launched(state_.jobs[id])) launches_.take_event(id);
  switch (state_.jobs[id].record.cause) {
    case EndCause::run_limit:
      return end(id, JobStatus::exit, EndReason::term_runlimit, exit_by_run_limit);
    case EndCause::mem_limit:
      return end(id, JobStatus::exit, EndReason::term_memlimit, exit_by_kill);
    case EndCause::cpu_limit:
      return end(id, JobStatus::exit, EndReason::term_cpulimit, exit_by_cpu_limit);
    case EndCause::done:
      return exit_of_its_own(id);
  }
}

void JobLifecycle::goes_unheard(JobSlotId id) {
  history_of(state_.jobs[id]);
  started().goes_unheard(id);
  wake();  // the session schedules the next look
}

void JobLifecycle::requeue_exited() {
  std::ranges::sort(exited_, {}, [&](JobSlotId id) { return state_.jobs[id].index; });
  for (const JobSlotId id : exited_) requeue(id, RequeueReason::exit_value);
  exited_.clear();
}

void JobLifecycle::end(JobSlotId id, JobStatus status, EndReason reason, std::int32_t exit_code,
                       bool by_control) {
  const std::int64_t capacity_before = state_.places.capacity;
  const JobState before = state_.jobs[id];
  const Time started = before.dispatched;
  move();
  const Slots held = before.stage == Stage::running ? before.slots : Slots{};
  if (before.is_started()) {
    note_suspension(state_.jobs[id]);
    note_unheard(id);
    if (is_launched(before)) launches_.close(id);
    this->started().release(id);
    if (JobHistory* history = known_history(before); history != nullptr)
      add_execution(*history, state_.jobs[id]);
  } else {
    note_waiting(before);
  }
  if (before.is_guest())
    send_home(before, ForwardEnded{forward_of(before), status, own_exit_code(reason, exit_code)});
  forget(id);
  if (world_.is_ordered() && !before.is_guest()) [[unlikely]] {
    world_.note_end(before.index, status, own_exit_code(reason, exit_code));
    forget_element(world_, before.index);
  }
  observer_.on(world_.id,
               JobEnded{now(), before.index, held, started, status, reason, exit_code, by_control});
  announce_capacity(capacity_before);
  wake();
}

void JobLifecycle::forget(JobSlotId id) {
  const JobState job = state_.jobs[id];
  if (job.dispatched == never) reserved().stop(id);
  if (job.stage == Stage::pending) waiting().leave(id, Stage::psusp);
  if (job.stage == Stage::delayed) world_.agenda.cancel(job.record.end);
  if (job.is_guest()) {
    count_guest(job, -1);
    cancel_timeout(job);
    world_.forwarding.guests.remove(job.guest);
  }
  state_.exclusions.leave(job.excluded);
  state_.jobs.remove(id);
}

void JobLifecycle::kill(JobSlotId id, EndReason reason, std::int32_t exit_code) {
  cancel_end(id);
  end(id, JobStatus::exit, reason, exit_code);
}

void JobLifecycle::terminate(JobSlotId id, EndReason reason, std::int32_t exit_code) {
  const JobState& job = state_.jobs[id];
  const auto kind = job.is_started() ? rules().control(job, &JobRules::terminate_control).kind
                                     : JobControl::Kind::usual;
  const bool is_kept = kind == JobControl::Kind::checkpoint && reason == EndReason::term_window;
  if (kind == JobControl::Kind::requeue || is_kept)
    return requeue_by_control(id, RequeueReason::control, is_kept);
  kill(id, reason, exit_code);
}

void JobLifecycle::preempt_for_good(JobSlotId id) {
  const JobControl control = rules().control(state_.jobs[id], &JobRules::terminate_control);
  requeue_by_control(id, RequeueReason::preempted, control.kind == JobControl::Kind::checkpoint);
}

void JobLifecycle::requeue_by_control(JobSlotId id, RequeueReason reason, bool keeps_work) {
  cancel_end(id);
  requeue(id, reason, keeps_work);
}

void JobLifecycle::kill_by_control(JobSlotId id, const JobControl& control) {
  cancel_end(id);
  if (control.exit_code == 0)
    return end(id, JobStatus::exit, EndReason::term_owner, exit_by_bkill, true);
  end(id, JobStatus::exit, EndReason::none, control.exit_code, true);
}

void JobLifecycle::requeue(JobSlotId id, RequeueReason reason, bool keeps_work) {
  const std::int64_t capacity_before = state_.places.capacity;
  JobState& job = state_.jobs[id];
  const Slots held = job.stage == Stage::running ? job.slots : Slots{};
  JobHistory& history = history_of(job);
  note_suspension(job);
  note_unheard(id);
  keeps_work = keeps_work && !is_launched(job);
  if (is_launched(job)) launches_.close(id);
  const HostId first = state_.jobs.first_host(id);
  started().release(id);
  const Duration ran = job.ran - std::exchange(job.record.overrun, Duration{});
  (keeps_work ? history.kept : history.lost) += ran;
  history.ran = history.kept;
  history.launch = Duration{-1};
  if (keeps_work) rules().keep_work(job, ran, first);
  ++history.requeues;
  if (reason == RequeueReason::preempted) ++history.preemptions;
  tell_home(job, JobStatus::pend);
  job.ran = Duration{};
  job.position = state_.settings.params.requeue_to_bottom ? state_.jobs.next_position()
                                                          : state_.jobs.position_before_all();
  world_.leasing.call(job.queue);
  waiting().wait(id);
  if (world_.is_ordered()) [[unlikely]] {
    world_.conditions.wait(job.index, false);
    follow_condition(world_, id);
  }
  observer_.on(world_.id, JobRequeued{now(), job.index, held, reason});
  announce_capacity(capacity_before);
  wake();
}

void JobLifecycle::suspend(JobSlotId id, Stage stage, SuspendReason reason,
                           ResourceId stopped_for) {
  JobState& job = state_.jobs[id];
  const JobControl control = rules().control(job, &JobRules::suspend_control);
  if (control.kind == JobControl::Kind::requeue)
    return requeue_by_control(
        id, reason == SuspendReason::preempted ? RequeueReason::preempted : RequeueReason::control);
  JobHistory& history = history_of(job);
  if (reason == SuspendReason::preempted) ++history.preemptions;
  if (control.kind == JobControl::Kind::kill) return kill_by_control(id, control);
  if (reason == SuspendReason::load) ++history.load_suspensions;
  cancel_end(id);
  note_unheard(id);
  started().suspend(id, stage, stopped_for);
  if (is_launched(job)) launches_.suspend(id);
  tell_home(job, stage == Stage::ssusp ? JobStatus::ssusp : JobStatus::ususp);
  observer_.on(world_.id,
               JobSuspended{now(), job.index, job.slots,
                            stage == Stage::ssusp ? JobStatus::ssusp : JobStatus::ususp, reason});
  wake();
}

void JobLifecycle::resume(JobSlotId id) {
  JobState& job = state_.jobs[id];
  const JobControl control = rules().control(job, &JobRules::resume_control);
  if (control.kind == JobControl::Kind::requeue)
    return requeue_by_control(id, RequeueReason::control);
  if (control.kind == JobControl::Kind::kill) return kill_by_control(id, control);
  note_suspension(job);
  cancel_end(id);
  started().resume(id);
  // A job that ended while its sbatchd was down has run for longer.
  const Duration left = std::max(job.record.occupies - job.ran, Duration{});
  if (is_launched(job))
    launches_.resume(id);
  else
    job.record.end = world_.agenda.schedule(now() + left, phase::end, JobEnds{id});
  tell_home(job, JobStatus::run);
  observer_.on(world_.id, JobResumed{now(), job.index, job.slots, JobStatus::run});
}

void JobLifecycle::tell_home(const JobState& job, JobStatus status) {
  if (!job.is_guest()) return;
  const bool started = job.is_started();
  Guest& guest = world_.forwarding.guests[job.guest];
  if (started != guest.is_started) {
    count_guest(job, -1);
    guest.is_started = started;
    count_guest(job, 1);
  }
  if (started) cancel_timeout(job);
  send_home(job, ForwardStatus{guest.forward, status});
}

void JobLifecycle::count_guest(const JobState& job, std::int32_t sign) {
  ReceivedJobs& received = state_.queues[job.queue].received;
  Guest& guest = world_.forwarding.guests[job.guest];
  if (sign > 0) guest.slots = job.slots;
  (guest.is_started ? received.started_jobs : received.pending_jobs) += sign;
  (guest.is_started ? received.started_slots : received.pending_slots) +=
      std::int64_t{sign} * guest.slots.count();
}

void JobLifecycle::set_leased(HostId id, std::int32_t slots) {
  HostState& host = state_.hosts[id];
  host.is_watched = is_watched(id);
  if (host.leased != slots)
    change_host(id, [&](HostState& at) {
      at.leased = slots;
      at.mxj = std::max(state_.settings.hosts[index_of(id)].mxj.count() + slots, 0);
    });
  world_.leasing.holdings.update(id, host);
}

void JobLifecycle::set_total(HostId id, ResourceId resource, Amount total) {
  if (state_.hosts.total(id, resource) == total) return;
  change_host(id, [&](HostState&) { state_.hosts.set_total(id, resource, total); });
}

void JobLifecycle::set_instance_total(std::uint32_t place, Amount total) {
  const SharedResource& shared = state_.settings.shared_resources[place];
  if (shared.hosts.empty()) return;
  const auto first = static_cast<HostId>(shared.hosts.front());
  if (state_.hosts.total(first, shared.resource) == total) return;
  const std::uint32_t instance = state_.hosts.instance(first, shared.resource);
  if (state_.settings.resources[index_of(shared.resource)].is_external())
    state_.hosts.tell_instance(shared.resource, instance,
                               static_cast<double>(total) / static_cast<double>(amount_unit));
  else
    state_.hosts.set_instance_total(shared.resource, instance, total);
  note_instance(shared, instance);
}

void JobLifecycle::set_instance_lent(std::uint32_t place, Amount lent) {
  const SharedResource& shared = state_.settings.shared_resources[place];
  if (shared.hosts.empty()) return;
  const std::uint32_t instance =
      state_.hosts.instance(static_cast<HostId>(shared.hosts.front()), shared.resource);
  state_.hosts.set_lent(shared.resource, instance, lent);
  note_instance(shared, instance);
}

/// Jobs look anew at the hosts that share an instance.
void JobLifecycle::note_instance(const SharedResource& shared, std::uint32_t instance) {
  places().freed_instance({shared.resource, instance});
  for (const std::uint32_t host : shared.hosts)
    change_host(static_cast<HostId>(host), [](HostState&) {});
}

void JobLifecycle::settle_leases() {
  LeasingState& leasing = world_.leasing;
  for (const HostId id : state_.news.lease_changed.hosts) {
    leasing.holdings.update(id, state_.hosts[id]);
    if (leasing.inactive > 0) leasing.to_pause.push_back(id);
    if (leasing.may_export) leasing.to_hand_over.push_back(id);
  }
  state_.news.lease_changed.clear();
}

void JobLifecycle::announce_capacity(std::int64_t before) {
  if (state_.places.capacity != before)
    observer_.on(world_.id,
                 CapacityChanged{now(), Slots(static_cast<std::int32_t>(state_.places.capacity))});
}

JobHistory& JobLifecycle::history_of(const JobState& job) {
  const auto [found, is_new] = state_.histories.try_emplace(job.index);
  if (is_new) {
    const Time until = job.is_started() ? job.dispatched : now();
    found->second.first_start = job.dispatched;
    found->second.pending =
        until - (job.is_guest() ? described(job).submit : world_.submitted(job.index));
  }
  return found->second;
}

JobHistory* JobLifecycle::known_history(const JobState& job) {
  const auto found = state_.histories.find(job.index);
  return found == state_.histories.end() ? nullptr : &found->second;
}

JobHistory& JobLifecycle::history_of_waiting(JobSlotId id) {
  JobState& job = state_.jobs[id];
  const bool is_new = known_history(job) == nullptr;
  JobHistory& history = history_of(job);
  if (is_new) job.since = now();
  return history;
}

void JobLifecycle::note_waiting(const JobState& job) {
  if (JobHistory* history = known_history(job); history != nullptr)
    add_waiting(*history, job, now());
}

void JobLifecycle::note_suspension(const JobState& job) {
  if (job.stage == Stage::ssusp || job.stage == Stage::ususp)
    history_of(job).suspended += now() - job.since;
}

void JobLifecycle::note_unheard(JobSlotId id) {
  const Duration unheard = state_.unheard(id, now());
  if (unheard == Duration{}) return;
  history_of(state_.jobs[id]).unreachable += unheard;
  state_.jobs[id].record.overrun += unheard;
}

bool JobLifecycle::is_watched(HostId id) const {
  const LeasingState& leasing = world_.leasing;
  return leasing.holdings.is_on(id) ||
         (index_of(id) < leasing.lent_on.size() && !leasing.lent_on[index_of(id)].empty());
}

void JobLifecycle::exit_of_its_own(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  const std::int32_t code = MergedRules(world_.config, state_.settings).exit_code(job);
  if (is_launched(job)) return exit_of_launch(id, code);
  exit_by(id, code, EndReason::none);
}

void JobLifecycle::exit_of_launch(JobSlotId id, std::int32_t own_code) {
  const std::int32_t code = launches_.exit(id, own_code);
  exit_by(id, code, launches_.end_reason(id));
}

void JobLifecycle::exit_by(JobSlotId id, std::int32_t code, EndReason reason) {
  JobState& job = state_.jobs[id];
  const JobStatus status = code == 0 ? JobStatus::done : JobStatus::exit;
  const RequeueExitValue* const requeue = rules().requeue_value(job, code);
  if (requeue == nullptr) return end(id, status, reason, code);
  const std::optional<std::int32_t> most = rules().max_job_requeue(job);
  if (job.record.exit_requeues >= most.value_or(world_.config.model.max_requeues)) {
    if (!most && reason == EndReason::none) reason = EndReason::requeue_limit;
    return end(id, status, reason, code);
  }
  // Not of a parallel job: docs/rules/scheduling.md, section 11.
  if (requeue->exclude && job.slots == Slots{1}) exclude_host(id);
  ++job.record.exit_requeues;
  if (world_.is_ordered() && world_.config.model.dep_requeued == DepRequeued::last_run)
    world_.conditions.requeue(job.index, code);
  exited_.push_back(id);
}

ForwardId JobLifecycle::forward_of(const JobState& guest) const {
  return world_.forwarding.guests[guest.guest].forward;
}

void JobLifecycle::send_home(const JobState& guest, Message message) {
  const NeighbourId home = world_.forwarding.guests[guest.guest].neighbour;
  world_.forwarding.outbox.push_back({home, std::move(message)});
}

void JobLifecycle::cancel_timeout(const JobState& job) {
  Guest& guest = world_.forwarding.guests[job.guest];
  if (!std::exchange(guest.has_timeout, false)) return;
  world_.agenda.cancel(guest.timeout, GuestTimesOut::importance());
}

void JobLifecycle::exclude_host(JobSlotId id) {
  JobState& job = state_.jobs[id];
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    job.excluded = state_.exclusions.extended(job.excluded, part.host);
  });
}

}  // namespace mcsim::handlers
