// One round of a cluster under a baseline: the handlers that change its state, and the session that
// decides.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/policy_mistake.hpp"
#include "mcsim/base/prefetch.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/decision_cost.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/cluster/phase.hpp"
#include "mcsim/handlers/jobs/exit_codes.hpp"

namespace mcsim::simulation {

/// Plays rounds of `world` and tells `observer`. Handlers change state and wake the session; only
/// the session decides.
class BaselineRound {
 public:
  BaselineRound(ClusterWorld& world, Observer& observer, EngineCounts& counts)
      : world_(world), state_(*world.baseline), observer_(observer), counts_(counts) {}

  void play(Time now, Round round) {
    world_.agenda.begin(now, round);
    if (round == 1) world_.ended_now = 0;
    if (state_.prepares) [[unlikely]]
      prepare();
    take_events(state_.arrivals_first ? phase::change : phase::message);
    const auto come = [&](JobIndex index) {
      arrive(index);
      if (state_.per_event) session();
    };
    world_.take_arrivals(now, observer_, come, come);
    take_events(phase::session);
    session();
  }

  void operator()(const JobEnds& event) {
    ++counts_.ends;
    ++world_.ended_now;
    const JobInFlight& job = state_.jobs[event.job];
    if (job.over_limit)
      end(event.job, JobStatus::exit, EndReason::term_runlimit, exit_by_run_limit);
    else
      end(event.job, JobStatus::done, EndReason::none, 0);
  }

  void operator()(const HostBack& event) {
    ++counts_.timeline;
    if (state_.hosts[event.host].down_until > now()) return;  // another fault keeps it down
    change_host(event.host, [](Host& host) { host.down = false; });
  }

  void operator()(const DependentComes& event) { world_.dependents.come(event.job, now()); }

  template <OnlyUnderLsf Event>
  void operator()(const Event&) {
    MCSIM_CHECK(false, "an event of LSF's scheduler came to a baseline");
  }

  void operator()(const HostFails& event) {
    ++counts_.timeline;
    TimelineEntry entry{.at = now(), .kind = TimelineEntry::Kind::host_down};
    entry.host = world_.config.random_faults[event.row].host;
    entry.down_for = world_.down_time(event);
    apply(entry);
    world_.expect_fault(event.row, event.number + 1);
  }

  void operator()(const TimelineDue& event) {
    ++counts_.timeline;
    apply(world_.config.timeline[event.entry]);
  }

 private:
  Time now() const { return world_.agenda.now(); }
  /// `news()` is made only for a policy that hears of it.
  template <class News>
  void tell(News&& news) {
    if (state_.hears) state_.policy.hear(news());
  }
  void wake() { world_.sessions.wake(now(), world_.agenda.round()); }

  /// What few runs need.
  [[gnu::noinline]] void prepare() {
    if (state_.is_changing) state_.lines.advance(now());
    if (state_.frees_at_estimate) free_at_estimates();
  }

  /// Frees the slots of jobs that end now, as expected, before anything else happens.
  void free_at_estimates() {
    if (!state_.predicts_ends || state_.ends.first_after(Time{-1ms}) > now()) return;
    std::vector<JobSlotId> over;
    state_.jobs.visit([&](JobSlotId id, const JobInFlight& job) {
      const bool ends_now = job.start != never && job.start + job.occupies == now();
      if (ends_now && state_.jobs.expected_end(id) <= now()) over.push_back(id);
    });
    for (const JobSlotId id : over) end(id, only_its_slots, EndReason::none, 0);
  }

  void take_events(Phase last) {
    while (world_.agenda.has_event(last)) take_event();
  }
  void take_event() {
    world_.agenda.take().visit(*this);
    if (state_.per_event) session();
  }

  // Arrivals.

  void arrive(JobIndex index) {
    ++counts_.arrivals;
    const auto rank = static_cast<JobIndex>(state_.arrivals++);
    const TraceJob& job = world_.config.trace[index];
    const Queue& queue = state_.queues[job.queue];
    if (const EndReason reason = refusal(job, queue); reason != EndReason::none) {
      observer_.on(world_.id, JobRejected{now(), index, reason});
      world_.note_end(index);
      return;
    }
    const JobSlotId id = state_.jobs.add(in_flight(index, rank, job, queue));
    if (index_of(id) == state_.places.size()) state_.places.add({});
    world_.named.arrived(job.id, id);
    if (world_.dependents.any()) state_.jobs.note_submitted(id, now());
    wait(id);
    observer_.on(world_.id, JobSubmitted{now(), index, job.slots});
    wake();
  }

  EndReason refusal(const TraceJob& job, const Queue& queue) const {
    if (!queue.open) return EndReason::queue_closed;
    if (job.requested >= 0ms && job.limit > queue.config.rules.run_limit && job.limit < unlimited)
      return EndReason::run_limit_over_queue;
    return EndReason::none;
  }

  JobInFlight in_flight(JobIndex index, JobIndex rank, const TraceJob& job,
                        const Queue& queue) const {
    const ModelConfig& model = world_.config.model;
    Duration limit = job.limit;
    if (limit == queues_default) limit = queue.config.rules.default_run_limit.value_or(unlimited);
    limit = std::min(limit, queue.config.rules.run_limit);

    JobInFlight flight;
    flight.index = index;
    flight.rank = rank;
    flight.slots = job.slots;
    flight.occupies = job.run;
    if (model.enforce_runlimit && job.run > limit) {
      // What the job asks for is no more than an estimate, if the job may run longer.
      const bool overuses = world_.config.profiles[index_of(job.profile)].overuse;
      const Duration enforced = overuses ? queue.config.rules.run_limit : limit;
      flight.over_limit = job.run > enforced;
      flight.occupies = std::min(job.run, enforced);
    }
    flight.requested = limit;
    return flight;
  }

  void wait(JobSlotId id) {
    JobInFlight& job = state_.jobs[id];
    const TraceJob& described = world_.config.trace[job.index];
    job.line = state_.queues[described.queue].line;
    const WaitingJob waiting = state_.jobs.as_waiting(id);
    if (state_.order) [[unlikely]]
      add_to_line(world_, job.line, waiting);
    else
      state_.lines.add(job.line, waiting, state_.places);
    tell([&] {
      return DispatchNews{.kind = DispatchNews::Kind::arrived, .now = now(), .job = waiting};
    });
    ++state_.waiting;
  }

  // Starts and ends: the only places where slots change hands.

  /// A start in two steps: the first one changes all that policies see.
  void begin_start(const WaitingJob& chosen) {
    const bool can_be = index_of(chosen.job) < state_.jobs.capacity() &&
                        index_of(chosen.rank) < world_.config.trace.size();
    if (!can_be) [[unlikely]]
      stop_at_start("does not wait");
    expect_start(chosen);
    if (chosen.slots > state_.hosts.free()) [[unlikely]]
      stop_at_start("does not fit: it wants " + std::to_string(chosen.slots.count()) +
                    " slots, and " + std::to_string(state_.hosts.free().count()) + " are free");
    if (!leave_line(chosen)) [[unlikely]]
      stop_at_start(what_is_wrong_with(chosen));
    state_.hosts.take(chosen.slots, state_.taken);
    if (state_.predicts_ends) state_.ends.add(end_of(now(), run_of(chosen)), chosen.slots);
    ++state_.version;
    ++state_.running;
    world_.last_start = now();
  }

  /// How long a job that starts is expected to run. Mostly its row is not needed for that, yet.
  Duration run_of(const WaitingJob& chosen) const {
    return state_.jobs.expects_alike() ? chosen.estimate : state_.jobs.expected_run(chosen.job);
  }

  /// The second step, when the policy has answered once more. Where many jobs wait, most of their
  /// rows are in no cache, and are fetched in the meantime.
  [[gnu::always_inline]] void finish_start(const DispatchDecision& decision) {
    const JobSlotId id = decision.job.job;
    state_.jobs.place(id, state_.taken);
    JobInFlight& job = state_.jobs[id];
    job.start = now();
    job.end = world_.agenda.schedule(now() + job.occupies, phase::end, JobEnds{id});
    job.gives_back = job.slots;  // it runs on open hosts that are not overfull
    observer_.on(world_.id, JobStarted{now(), job.index, job.slots, decision.reason, state_.taken});
  }

  [[noreturn, gnu::cold]] void stop_at_start(const std::string& what_the_job_does) const {
    throw PolicyMistake(state_.policy.name(), "started a job that " + what_the_job_does);
  }
  /// What is wrong with a job that is not in its line, or not with these values.
  const char* what_is_wrong_with(const WaitingJob& chosen) const {
    const JobInFlight& job = state_.jobs[chosen.job];
    const bool waits = job.index != none<JobIndex> && job.start == never;
    return waits ? "is not as its line has it" : "does not wait";
  }

  /// Prefetches all rows that a start needs.
  void expect_start(const WaitingJob& chosen) const {
    if (chosen.position == WaitingJob::unknown) prefetch(state_.places[chosen.job]);
    prefetch(state_.jobs[chosen.job]);
    observer_.prefetch(world_.id, chosen.rank);
  }

  /// False if no job that waits is equal to that one.
  bool leave_line(const WaitingJob& waiting) {
    // With one line the job's row is not needed yet.
    const std::uint32_t line = state_.lines.size() == 1 ? 0 : line_of(waiting);
    if (line == none_of_lines || !state_.lines.remove(line, waiting, state_.places)) return false;
    --state_.waiting;
    return true;
  }
  static constexpr std::uint32_t none_of_lines = UINT32_MAX;
  /// In which a job is that waits; none_of_lines: it does not, or is another one. Not inlined, so
  /// that leave_line() can be.
  [[gnu::noinline]] std::uint32_t line_of(const WaitingJob& waiting) const {
    const JobInFlight& job = state_.jobs[waiting.job];
    const bool waits =
        job.index != none<JobIndex> && job.rank == waiting.rank && job.start == never;
    return waits ? job.line : none_of_lines;
  }

  /// As a status: the job's slots are free in this instant, in which it ends later.
  static constexpr JobStatus only_its_slots = JobStatus::run;

  void end(JobSlotId id, JobStatus status, EndReason reason, std::int32_t exit_code) {
    const JobInFlight job = state_.jobs[id];
    const Slots capacity_before = state_.hosts.capacity();
    if (job.start == never) {
      MCSIM_CHECK(leave_line(state_.jobs.as_waiting(id)), "a job left the line twice");
      tell([&] {
        return DispatchNews{
            .kind = DispatchNews::Kind::left, .now = now(), .job = state_.jobs.as_waiting(id)};
      });
    } else {
      const Time expected = state_.jobs.expected_end(job);
      if (!job.has_left) {
        free_hosts(id);
        if (state_.predicts_ends) state_.ends.remove(expected, job.gives_back);
      }
      if (status == only_its_slots) [[unlikely]] {
        state_.jobs[id].has_left = true;
        ++state_.version;
        return;
      }
      tell([&] {
        return DispatchNews{.kind = DispatchNews::Kind::ended,
                            .now = now(),
                            .start = job.start,
                            .end = expected,
                            .slots = job.gives_back};
      });
      --state_.running;
    }
    ++state_.version;
    world_.note_end(job.index);
    state_.jobs.remove(id);
    observer_.on(world_.id, JobEnded{now(), job.index, job.start == never ? Slots{} : job.slots,
                                     job.start, status, reason, exit_code});
    announce_capacity(capacity_before);
    wake();
  }

  /// On an overfull host, which job leaves first changes what the ends of the others free.
  void free_hosts(JobSlotId id) {
    state_.jobs.visit_hosts(id, [&](HostSlots part) {
      if (state_.hosts[part.host].is_overfull()) state_.ends_are_stale = true;
      state_.hosts.give_back(part);
    });
    state_.jobs.unplace(id);
  }

  void announce_capacity(Slots before) {
    if (state_.hosts.capacity() != before)
      observer_.on(world_.id, CapacityChanged{now(), state_.hosts.capacity()});
  }

  /// Ends a job from outside, before its own end.
  void kill(JobSlotId id, EndReason reason, std::int32_t exit_code) {
    if (state_.jobs[id].start != never) world_.agenda.cancel(state_.jobs[id].end);
    end(id, JobStatus::exit, reason, exit_code);
  }

  // The timeline.

  void apply(const TimelineEntry& entry) {
    switch (entry.kind) {
      case TimelineEntry::Kind::host_down:
        return take_down(entry);
      case TimelineEntry::Kind::bkill:
        return bkill(entry.job);
      case TimelineEntry::Kind::hclose:
        return change_host(entry.host, [](Host& host) { host.closed = true; });
      case TimelineEntry::Kind::hopen:
        return change_host(entry.host, [](Host& host) { host.closed = false; });
      case TimelineEntry::Kind::qclose:
        state_.queues[entry.queue].open = false;
        return;
      case TimelineEntry::Kind::qopen:
        state_.queues[entry.queue].open = true;
        return;
      case TimelineEntry::Kind::reconfigure:
        return reconfigure(*entry.settings);
      default:  // what no baseline has
        return;
    }
  }

  void reconfigure(const ClusterSettings& settings) {
    for (std::size_t at = 0; at < settings.queues.size(); ++at) {
      Queue& queue = state_.queues[static_cast<QueueId>(at)];
      if (state_.policy.line_key(settings.queues[at]) != state_.policy.line_key(queue.config) ||
          (state_.order && settings.queues[at].priority != queue.config.priority))
        state_.lines_are_stale = true;
      queue.config = settings.queues[at];
    }
    for (std::size_t at = 0; at < settings.hosts.size(); ++at) {
      const auto host = static_cast<HostId>(at);
      const Slots mxj = settings.hosts[at].mxj;
      if (state_.hosts[host].mxj != mxj) change_host(host, [&](Host& one) { one.mxj = mxj; });
    }
    wake();
  }

  template <class Change>
  void change_host(HostId id, Change&& change) {
    const Slots capacity_before = state_.hosts.capacity();
    state_.hosts.change(id, change);
    state_.ends_are_stale = true;
    ++state_.version;
    announce_capacity(capacity_before);
    wake();
  }

  void take_down(const TimelineEntry& entry) {
    const Time back = end_of(now(), entry.down_for);
    change_host(entry.host, [&](Host& host) {
      host.down = true;
      host.down_until = std::max(host.down_until, back);
    });
    if (back != never) world_.agenda.schedule(back, phase::change, HostBack{entry.host});
    for (const JobSlotId id : jobs_on(entry.host))
      kill(id, EndReason::term_host_down, exit_by_kill);
  }

  /// Running jobs with slots on a host, in order of submission.
  std::vector<JobSlotId> jobs_on(HostId host) const {
    std::vector<JobSlotId> found;
    state_.jobs.visit([&](JobSlotId id, const JobInFlight&) {
      bool here = false;
      state_.jobs.visit_hosts(id, [&](HostSlots part) { here = here || part.host == host; });
      if (here) found.push_back(id);
    });
    std::ranges::sort(found, {}, [&](JobSlotId id) { return state_.jobs[id].rank; });
    return found;
  }

  void bkill(JobId id) {
    const JobSlotId slot = world_.named.slot_of(id);
    if (is_in_flight(slot, id))
      kill(slot, EndReason::term_owner, exit_by_bkill);
    else
      observer_.on(world_.id, ActionIgnored{now(), TimelineEntry::Kind::bkill, id, HostId{},
                                            NoEffect::not_there});
  }

  /// Whether the slot still has that job.
  bool is_in_flight(JobSlotId slot, JobId id) const {
    if (slot == none<JobSlotId>) return false;
    const JobIndex index = state_.jobs[slot].index;
    return index != none<JobIndex> && world_.config.trace[index].id == id;
  }

  // Deciding.

  void session() {
    if (!world_.sessions.take(now())) return;
    ++counts_.sessions;
    if (state_.lines_are_stale | state_.ends_are_stale) [[unlikely]]
      catch_up();
    if (state_.wakes_itself | world_.tells_work) [[unlikely]]
      return told_session();
    start_jobs();
  }
  /// With what most sessions have no use for; apart, so that they do not pay for it.
  [[gnu::noinline]] void told_session() {
    begin_decision(world_, observer_, DecisionKind::session);
    start_jobs();
    end_decision(world_, observer_, DecisionKind::session, world_.config.model.dispatch);
    if (state_.turns_on_raster) world_.sessions.wake_by(now(), state_.lines.next_turn());
    if (!state_.has_gates) return;
    const Time gate = state_.policy.next_gate(world_.view());
    if (gate <= now()) [[unlikely]]
      throw PolicyMistake(state_.policy.name(),
                          "asked to be asked again at a time that has passed");
    world_.sessions.wake_by(now(), gate);
  }

  /// A start is finished when the policy has answered once more, or not at all if that throws: then
  /// the run is over.
  void start_jobs() {
    DispatchView view(now(), world_.sessions.on_raster(), state_.hosts.free(), state_.version,
                      state_.lines, state_.ends, JobReader(world_.config, state_));
    DispatchDecision begun;
    while (true) {
      const DispatchDecision decision = state_.policy.next(view);
      if (begun) finish_start(begun);
      if (!decision) return;
      begin_start(decision.job);
      view.update(state_.hosts.free(), state_.version);
      begun = decision;
    }
  }

  /// Does what several changes have left to do, once for all of them.
  [[gnu::noinline]] void catch_up() {
    if (state_.lines_are_stale) {
      arrange_lines(world_);
      ++state_.version;
    }
    if (!state_.ends_are_stale || !state_.predicts_ends) return;
    count_ends(state_);
    tell([&] { return DispatchNews{.kind = DispatchNews::Kind::hosts_changed, .now = now()}; });
  }

  ClusterWorld& world_;
  BaselineState& state_;
  Observer& observer_;
  EngineCounts& counts_;
};

}  // namespace mcsim::simulation
