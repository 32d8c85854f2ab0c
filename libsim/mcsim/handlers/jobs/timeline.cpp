// How entries of the timeline and time windows change a cluster.
#include "mcsim/handlers/jobs/timeline.hpp"
#include "mcsim/cluster/phase.hpp"
#include "mcsim/handlers/jobs/held_jobs.hpp"
#include "mcsim/handlers/jobs/job_conditions.hpp"
#include "mcsim/handlers/jobs/line_order.hpp"
#include "mcsim/handlers/jobs/queue_switch.hpp"
#include "mcsim/scheduler/settings_in_force.hpp"

namespace mcsim::handlers {

void TimelinePlayer::apply(const TimelineEntry& entry) {
  using EntryKind = TimelineEntry::Kind;
  life_.move();
  switch (entry.kind) {
    case EntryKind::host_down:
      return take_down(entry);
    case EntryKind::hclose:
    case EntryKind::hopen:
      return close(entry);
    case EntryKind::qclose:
      state_.queues[entry.queue].open = false;
      return;
    case EntryKind::qopen:
      state_.queues[entry.queue].open = true;
      return;
    case EntryKind::qinact:
      state_.queues[entry.queue].active = false;
      return life_.wake();  // what its jobs had reserved is free
    case EntryKind::qact:
      state_.queues[entry.queue].active = true;
      state_.queues[entry.queue].freed = true;
      world_.forwarding.view_is_new = true;
      return life_.wake();
    case EntryKind::reconfigure:
      return reconfigure(*entry.settings);
    default:
      return act_on_job(entry);
  }
}

bool TimelinePlayer::come_back(HostId host) {
  if (state_.hosts[host].down_until > life_.now()) return false;  // another fault keeps it down
  life_.change_host(host, [](HostState& at) { at.down = false; });
  return true;
}

void TimelinePlayer::turn(HostId host, bool is_down) {
  life_.change_host(host, [&](HostState& at) { at.down = is_down; });
  if (is_down) lose_jobs_on({host});
}

void TimelinePlayer::turn_due_windows() {
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

bool TimelinePlayer::act_on(JobSlotId id, RemoteAction action) {
  if (state_.dispatch && action != RemoteAction::kill) return false;  // policies know no bstop
  switch (action) {
    case RemoteAction::kill:
      life_.terminate(id, EndReason::term_owner, exit_by_bkill);
      return true;
    case RemoteAction::stop:
      return stop(id);
    case RemoteAction::resume:
      return unstop(id);
  }
  return false;
}

void TimelinePlayer::turn_windows(QueueId id) {
  const QueueConfig& config = state_.settings.queues[index_of(id)];
  QueueState& queue = state_.queues[id];
  const bool dispatched = queue.dispatches;
  queue.dispatches = config.dispatch_window.open_at(life_.now(), world_.config.clock);
  const bool ran = queue.runs;
  queue.runs = config.run_window.open_at(life_.now(), world_.config.clock);
  queue.freed = true;
  world_.forwarding.view_is_new = true;
  if (ran && !queue.runs) close_run_window(id);
  world_.expect_windows(id, life_.now());
  const bool opened = (!dispatched && queue.dispatches) || (!ran && queue.runs);
  // What a queue of a pool leaves when its window closes is for the other queues.
  const bool shares = config.pool != none<PoolId>;
  if (opened || shares || world_.sessions.on_raster()) life_.wake();
}

void TimelinePlayer::close_run_window(QueueId queue) {
  const bool kills = state_.settings.queues[index_of(queue)].terminate_when_window_closes;
  for (const JobSlotId id : running_in(queue))
    if (kills)
      life_.terminate(id, EndReason::term_window, exit_by_kill);
    else
      life_.suspend(id, Stage::ssusp, SuspendReason::window);
}

void TimelinePlayer::turn_window(HostId id) {
  const TimeWindows& windows = state_.settings.hosts[index_of(id)].dispatch_window;
  const bool open = windows.open_at(life_.now(), world_.config.clock);
  const bool opened = open && !state_.hosts[id].in_window;
  life_.places().change(id, [&](HostState& host) { host.in_window = open; });
  world_.expect_windows(id, life_.now());
  if (opened || world_.sessions.on_raster()) life_.wake();
}

std::vector<JobSlotId> TimelinePlayer::running_in(QueueId queue) const {
  std::vector<JobSlotId> found;
  state_.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (job.queue == queue && job.stage == Stage::running) found.push_back(id);
  });
  return by_submission(std::move(found));
}

std::vector<JobSlotId> TimelinePlayer::by_submission(std::vector<JobSlotId> jobs) const {
  std::ranges::sort(jobs, {}, [&](JobSlotId id) { return state_.jobs[id].index; });
  return jobs;
}

void TimelinePlayer::act_on_job(const TimelineEntry& entry) {
  if (entry.array != none<ArrayId>)
    act_on_array(entry);
  else
    act_on_single(entry);
  const std::vector<JobSlotId> movers = std::exchange(movers_, {});
  if (!movers.empty()) follow_elements(world_, move_in_line(state_, life_, movers, entry));
}

void TimelinePlayer::act_on_single(const TimelineEntry& entry) {
  const JobSlotId id = world_.named.slot_of(entry.job);
  if (!is_in_flight(id, entry.job)) return ignore(entry, NoEffect::not_there);
  if (!act(entry, id)) ignore(entry, why_not(entry, id));
}

/// Of elements that are named one by one each is told that the action does nothing to; of an array
/// as a whole, only if it does nothing to all.
void TimelinePlayer::act_on_array(const TimelineEntry& entry) {
  const JobArray& array = world_.config.arrays[entry.array];
  std::vector<std::uint32_t> places;
  const ArrayIndices& named = entry.elements ? *entry.elements : array.spec.indices;
  for (std::uint32_t at = 0; at < named.size(); ++at)
    if (const auto place = array.spec.indices.find(named[at])) places.push_back(*place);
  // Each goes to the top, so that the last one to go is the first one then.
  if (entry.kind == TimelineEntry::Kind::btop) std::ranges::reverse(places);
  std::optional<NoEffect> why;
  bool acted = false;
  for (const std::uint32_t place : places) {
    const auto failed = act_on_element(entry, place);
    acted = acted || !failed;
    if (failed && entry.elements) ignore(entry, *failed, array.spec.indices[place]);
    if (failed && (!why || *why == NoEffect::not_there)) why = failed;
  }
  if (acted && entry.array_limit >= 0) {
    limit_array(world_, entry.array, entry.array_limit);
    life_.wake();
  }
  if (!acted && !entry.elements) ignore(entry, why.value_or(NoEffect::not_there));
}

/// Why it does nothing to the element; none: it does something.
std::optional<NoEffect> TimelinePlayer::act_on_element(const TimelineEntry& entry,
                                                       std::uint32_t place) {
  const JobSlotId id = world_.arrays.slot(entry.array, place);
  if (id == none<JobSlotId>) return NoEffect::not_there;
  const bool is_limit_only = entry.array_limit >= 0 && entry.profile == none<ProfileId> &&
                             entry.condition == none<ConditionId> && entry.begin < Time{};
  if (is_limit_only) return std::nullopt;
  TimelineEntry of_element = entry;
  of_element.array_limit = -1;
  if (entry.condition != none<ConditionId>)
    of_element.condition = static_cast<ConditionId>(
        index_of(entry.condition) +
        (entry.elements ? *entry.elements->find(index_at(entry, place)) : place));
  if (act(of_element, id)) return std::nullopt;
  return why_not(of_element, id);
}

std::uint32_t TimelinePlayer::index_at(const TimelineEntry& entry, std::uint32_t place) const {
  return world_.config.arrays[entry.array].spec.indices[place];
}

void TimelinePlayer::ignore(const TimelineEntry& entry, NoEffect why, std::uint32_t element) {
  observer_.on(world_.id,
               ActionIgnored{life_.now(), entry.kind, entry.job, entry.host, why, element});
}

NoEffect TimelinePlayer::why_not(const TimelineEntry& entry, JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  if (entry.kind == TimelineEntry::Kind::bswitch && job.stage != Stage::away)
    return what_forbids(id, entry.queue).value_or(NoEffect::wrong_state);
  const bool may_be_modified = job.stage != Stage::away && !job.is_started();
  if (entry.kind != TimelineEntry::Kind::bmod || !may_be_modified) return NoEffect::wrong_state;
  return names_unknown_host(entry) ? NoEffect::unknown_host : NoEffect::unknown_parent;
}

bool TimelinePlayer::is_in_flight(JobSlotId slot, JobId id) const {
  if (slot == none<JobSlotId>) return false;
  const JobState& job = state_.jobs[slot];
  return job.index != none<JobIndex> && !job.is_guest() && world_.config.trace[job.index].id == id;
}

bool TimelinePlayer::act(const TimelineEntry& entry, JobSlotId id) {
  using EntryKind = TimelineEntry::Kind;
  if (state_.jobs[id].stage == Stage::away) return act_away(entry.kind, id);
  if (entry.kind == EntryKind::bkill) return act_on(id, RemoteAction::kill);
  if (entry.kind == EntryKind::bstop) return act_on(id, RemoteAction::stop);
  if (entry.kind == EntryKind::bresume) return act_on(id, RemoteAction::resume);
  if (entry.kind == EntryKind::bswitch) return switch_queue(id, entry.queue);
  if (entry.kind == EntryKind::bmod) return modify(id, entry);
  return move(id);
}

bool TimelinePlayer::act_away(TimelineEntry::Kind kind, JobSlotId id) {
  using EntryKind = TimelineEntry::Kind;
  if (kind == EntryKind::bkill) return tell_away(id, RemoteAction::kill);
  if (kind == EntryKind::bstop) return tell_away(id, RemoteAction::stop);
  return kind == EntryKind::bresume && tell_away(id, RemoteAction::resume);
}

bool TimelinePlayer::tell_away(JobSlotId id, RemoteAction action) {
  const NeighbourId to = state_.jobs[id].record.neighbour;
  ForwardLedger& ledger = world_.forwarding.neighbours[to].ledger;
  const ForwardId forward = ledger.of(id);
  ledger.note_action(forward, action);
  world_.forwarding.outbox.push_back({to, ActOnForward{forward, action}});
  return true;
}

bool TimelinePlayer::stop(JobSlotId id) {
  JobState& job = state_.jobs[id];
  if (job.stage == Stage::running) {
    life_.suspend(id, Stage::ususp, SuspendReason::asked);
    return true;
  }
  if (job.stage == Stage::ssusp) {
    life_.started().change_suspension(id, Stage::ususp);
    observer_.on(world_.id, JobSuspended{life_.now(), job.index, Slots{}, JobStatus::ususp,
                                         SuspendReason::asked});
    life_.tell_home(job, JobStatus::ususp);
    life_.wake();
    return true;
  }
  if (job.stage < Stage::delayed || job.stage > Stage::pending) return false;
  if (life_.known_history(job) != nullptr)
    life_.note_waiting(job);
  else
    life_.history_of(job);
  life_.reserved().stop(id);
  if (job.stage == Stage::pending) {
    life_.waiting().leave(id, Stage::psusp);
  } else {
    if (job.stage == Stage::delayed) world_.agenda.cancel(job.record.end);
    state_.jobs.become(id, Stage::psusp);
    job.since = life_.now();
  }
  if (world_.is_ordered()) [[unlikely]] {
    world_.conditions.wait(job.index, true);
    follow_element(world_, id);
  }
  observer_.on(world_.id, JobSuspended{life_.now(), job.index, Slots{}, JobStatus::psusp,
                                       SuspendReason::asked});
  life_.tell_home(job, JobStatus::psusp);
  life_.wake();
  return true;
}

bool TimelinePlayer::unstop(JobSlotId id) {
  JobState& job = state_.jobs[id];
  if (job.stage == Stage::ususp) {
    life_.started().change_suspension(id, Stage::ssusp);
    observer_.on(world_.id, JobResumed{life_.now(), job.index, Slots{}, JobStatus::ssusp});
    life_.tell_home(job, JobStatus::ssusp);
  } else if (job.stage == Stage::psusp) {
    life_.note_waiting(job);
    life_.wait(id);
    if (world_.is_ordered()) [[unlikely]] {
      world_.conditions.wait(job.index, false);
      follow_condition(world_, id);
    }
    observer_.on(world_.id, JobResumed{life_.now(), job.index, Slots{}, JobStatus::pend});
    life_.tell_home(job, JobStatus::pend);
  } else {
    return false;
  }
  life_.wake();
  return true;
}

TraceJob TimelinePlayer::asked_now(const JobState& job) const {
  TraceJob asked = life_.described(job);
  asked.profile = job.profile;  // it may have been modified
  return asked;
}

std::optional<NoEffect> TimelinePlayer::what_forbids(JobSlotId id, QueueId queue) const {
  const JobState& job = state_.jobs[id];
  if (job.queue == queue || life_.refusal(asked_now(job), queue) != EndReason::none)
    return NoEffect::wrong_state;
  return job.is_started() ? what_forbids_switch(world_, id, queue) : std::nullopt;
}

bool TimelinePlayer::switch_queue(JobSlotId id, QueueId queue) {
  if (what_forbids(id, queue)) return false;
  JobState& job = state_.jobs[id];
  const TraceJob asked = asked_now(job);
  job.estimate = MergedRules(world_.config, state_.settings).limit_in(asked, queue);
  const Time since = job.since;
  life_.reserved().stop(id);
  if (job.is_started()) {
    life_.started().move(id, queue);
  } else if (job.stage == Stage::pending) {
    life_.waiting().leave(id, Stage::psusp);
    job.queue = queue;
    world_.leasing.call(queue);
    life_.waiting().wait(id, since);
  } else {
    job.queue = queue;
  }
  if (world_.is_ordered()) [[unlikely]]
    follow_element(world_, id);
  observer_.on(world_.id, JobSwitched{life_.now(), job.index, queue});
  life_.wake();
  return true;
}

bool TimelinePlayer::names_unknown_host(const TimelineEntry& bmod) const {
  return bmod.profile != none<ProfileId> && life_.asks_for_unknown_host(bmod.profile);
}

/// All of it, or nothing.
bool TimelinePlayer::modify(JobSlotId id, const TimelineEntry& bmod) {
  if (state_.jobs[id].is_started() || names_unknown_host(bmod)) return false;
  if (bmod.condition != none<ConditionId>) {
    JobConditions conditions(world_, observer_, life_);
    if (!conditions.modify(id, bmod.condition)) return false;
    if (state_.jobs[id].index == none<JobIndex>) return true;  // an orphan has ended
  }
  if (bmod.profile != none<ProfileId>) set_profile(id, bmod.profile);
  if (bmod.begin >= Time{}) set_begin(id, bmod.begin);
  life_.wake();
  return true;
}

void TimelinePlayer::set_begin(JobSlotId id, Time begin) {
  const JobIndex job = state_.jobs[id].index;
  world_.begins[job] = begin;
  if (begin > life_.now()) world_.agenda.schedule(begin, phase::change, BeginTimeComes{id, job});
  follow_condition(world_, id);
}

void TimelinePlayer::set_profile(JobSlotId id, ProfileId profile) {
  JobState& job = state_.jobs[id];
  const Time since = job.since;
  const bool pending = job.stage == Stage::pending;
  life_.reserved().stop(id);
  if (pending) life_.waiting().leave(id, Stage::psusp);
  job.profile = profile;
  if (pending) life_.waiting().wait(id, since);
  if (world_.is_ordered()) [[unlikely]]
    follow_element(world_, id);
}

bool TimelinePlayer::move(JobSlotId id) {
  if (state_.jobs[id].is_started()) return false;
  movers_.push_back(id);
  life_.wake();
  return true;
}

void TimelinePlayer::close(const TimelineEntry& entry) {
  if (state_.hosts[entry.host].known_by == 0) return ignore(entry, NoEffect::unknown_host);
  life_.change_host(entry.host,
                    [&](HostState& at) { at.closed = entry.kind == TimelineEntry::Kind::hclose; });
}

void TimelinePlayer::take_down(const TimelineEntry& entry) {
  const Time back = end_of(life_.now(), entry.down_for);
  life_.change_host(entry.host, [&](HostState& host) {
    host.down = true;
    host.down_until = std::max(host.down_until, back);
  });
  if (back != never) world_.agenda.schedule(back, phase::change, HostBack{entry.host});
  lose_jobs_on({entry.host});
}

void TimelinePlayer::lose_jobs_on(const std::vector<HostId>& hosts, HostLoss loss) {
  const MergedRules rules(world_.config, state_.settings);
  std::vector<JobSlotId> jobs;
  for (const HostId host : hosts)
    state_.jobs.visit_on(host, [&](JobSlotId id, Slots) {
      if (std::ranges::find(jobs, id) == jobs.end()) jobs.push_back(id);
    });
  for (const JobSlotId id : by_submission(std::move(jobs))) {
    const JobState& job = state_.jobs[id];
    bool is_first = false;
    bool is_other = false;
    state_.jobs.visit_hosts(id, [&](HostSlots part) {
      if (std::ranges::find(hosts, part.host) == hosts.end()) return;
      (part.host == state_.jobs.first_host(id) ? is_first : is_other) = true;
    });
    // PAM and the sbatchd that looks after the job are on its first host.
    if (life_.is_launched(job) && !is_first) {
      if (loss <= HostLoss::begins)
        for (const HostId host : hosts) life_.lose_host(id, host);
      continue;
    }
    if (loss == HostLoss::begins) continue;
    if (!rules.is_rerunnable(job)) {
      if (loss == HostLoss::missed && !is_other) continue;
      life_.kill(id, EndReason::term_host_down, exit_by_kill);
      continue;
    }
    life_.cancel_end(id);
    life_.requeue(id, RequeueReason::host_down);
  }
}

/// A job is held to the run limit that its queue and its application have when it starts.
void TimelinePlayer::set_run_limits(const ClusterSettings& settings) {
  const MergedRules rules(world_.config, settings);
  state_.jobs.visit([&](JobSlotId id, const JobState& job) {
    TraceJob asked = life_.described(job);
    asked.profile = job.profile;  // it may have been modified
    state_.jobs[id].estimate = rules.limit_in(asked, job.queue);
  });
}

void TimelinePlayer::reconfigure(const ClusterSettings& settings) {
  const std::int64_t capacity_before = state_.places.capacity;
  ++world_.settings;
  if (settings.params.job_scheduling_interval != state_.settings.params.job_scheduling_interval)
    world_.sessions.set_raster(life_.now(), world_.agenda.round(),
                               settings.params.job_scheduling_interval, world_.config.model.elide);
  if (!state_.dispatch) set_run_limits(settings);
  SettingsInForce(world_.config, state_, life_.now()).reconfigure(settings);
  world_.leasing.call_again();  // HOSTS of queues may have changed
  windows_are_new_ = true;
  reconfigured_ = true;
  world_.forwarding.view_is_new = true;
  world_.forwarding.next_report = life_.now();
  life_.announce_capacity(capacity_before);
  life_.wake();
}

}  // namespace mcsim::handlers
