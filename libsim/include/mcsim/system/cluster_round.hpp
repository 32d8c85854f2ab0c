// One round of one cluster: the handlers that change its state, and the session that decides.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/facts.hpp"

namespace mcsim {

/// Exit codes as LSF reports them: 128 + the signal that ended the job.
inline constexpr std::int32_t exit_by_run_limit = 140;  ///< SIGUSR2
inline constexpr std::int32_t exit_by_bkill = 130;      ///< SIGINT
inline constexpr std::int32_t exit_by_host_down = 137;  ///< SIGKILL

/// Plays rounds of `world` and tells `observer`. Handlers change state and wake the session; only
/// the session decides.
template <Observer O>
class ClusterRound {
 public:
  ClusterRound(ClusterWorld& world, O& observer, EngineCounts& counts)
      : world_(world), observer_(observer), counts_(counts) {}

  void play(Time now, Round round) {
    world_.agenda.begin(now, round);
    if (round == 1) world_.ended_now = 0;
    take_events(Phase::message);
    while (world_.arrivals.time() == now) {
      arrive(static_cast<JobIndex>(world_.arrivals.row()));
      world_.arrivals.advance([&](std::uint32_t row) {
        return world_.config.trace[static_cast<JobIndex>(row)].submit;
      });
      if (world_.per_event) session();
    }
    take_events(Phase::session);
    session();
  }

  void operator()(const JobEnds& event) {
    ++counts_.ends;
    ++world_.ended_now;
    const JobInFlight& job = world_.jobs[event.job];
    if (job.over_limit)
      end(event.job, JobStatus::exit, EndReason::term_runlimit, exit_by_run_limit);
    else
      end(event.job, JobStatus::done, EndReason::none, 0);
  }

  void operator()(const HostBack& event) {
    ++counts_.timeline;
    if (world_.hosts[event.host].down_until > now()) return;  // another fault keeps it down
    change_host(event.host, [](Host& host) { host.down = false; });
  }

  void operator()(const TimelineDue& event) {
    ++counts_.timeline;
    apply(world_.config.timeline[event.entry]);
  }

 private:
  Time now() const { return world_.agenda.now(); }
  void wake() { world_.sessions.wake(now(), world_.agenda.round()); }

  void take_events(Phase last) {
    while (world_.agenda.has_event(last)) {
      world_.agenda.take().visit(*this);
      if (world_.per_event) session();
    }
  }

  // Arrivals.

  void arrive(JobIndex index) {
    ++counts_.arrivals;
    const TraceJob& job = world_.config.trace[index];
    const Queue& queue = world_.queues[job.queue];
    if (const EndReason reason = refusal(job, queue); reason != EndReason::none) {
      observer_.on(world_.id, JobRejected{now(), index, reason});
      return;
    }
    const JobSlotId id = world_.jobs.add(in_flight(index, job, queue));
    if (index_of(id) == world_.places.size()) world_.places.add({});
    world_.named.arrived(job.id, id);
    wait(id);
    observer_.on(world_.id, JobSubmitted{now(), index, job.slots});
    wake();
  }

  EndReason refusal(const TraceJob& job, const Queue& queue) const {
    if (!queue.open) return EndReason::queue_closed;
    if (job.requested >= 0ms && job.limit > queue.config.run_limit && job.limit < unlimited)
      return EndReason::run_limit_over_queue;
    return EndReason::none;
  }

  JobInFlight in_flight(JobIndex index, const TraceJob& job, const Queue& queue) const {
    const ModelConfig& model = world_.config.model;
    Duration limit = job.limit;
    if (limit == queues_default) limit = queue.config.default_run_limit.value_or(unlimited);
    limit = std::min(limit, queue.config.run_limit);

    JobInFlight flight;
    flight.index = index;
    flight.slots = job.slots;
    flight.over_limit = model.enforce_runlimit && job.run > limit;
    flight.occupies = flight.over_limit ? limit : job.run;
    flight.estimate = model.easy.runtime == EasyOptions::Runtime::actual ? flight.occupies : limit;
    return flight;
  }

  void wait(JobSlotId id) {
    JobInFlight& job = world_.jobs[id];
    const TraceJob& described = world_.config.trace[job.index];
    job.line = world_.queues[described.queue].line;
    world_.lines.add(job.line, {id, job.index, job.slots, job.estimate}, world_.places);
    ++world_.waiting;
  }

  // Starts and ends: the only places where slots change hands.

  void start(const DispatchDecision& decision) {
    check(decision);
    JobInFlight& job = world_.jobs[decision.job];
    world_.lines.remove(job.line, world_.places[decision.job]);
    world_.hosts.take(job.slots, world_.taken);
    world_.jobs.place(decision.job, world_.taken);
    job.start = now();
    job.end = world_.agenda.schedule(now() + job.occupies, Phase::end, JobEnds{decision.job});
    job.gives_back = job.slots;  // it runs on open hosts that are not overfull
    if (world_.predicts_ends) world_.ends.add(end_of(now(), job.estimate), job.gives_back);
    ++world_.version;
    --world_.waiting;
    ++world_.running;
    world_.last_start = now();
    observer_.on(world_.id, JobStarted{now(), job.index, job.slots, decision.reason, world_.taken});
  }

  void check(const DispatchDecision& decision) const {
    const auto valid = [&](JobSlotId id) {
      return index_of(id) < world_.jobs.capacity() && world_.jobs[id].index != none<JobIndex> &&
             world_.jobs[id].start == never;
    };
    MCSIM_CHECK(valid(decision.job), "policy " + std::string(world_.policy.name()) +
                                         " started a job that does not wait");
    MCSIM_CHECK(world_.jobs[decision.job].slots <= world_.hosts.free(),
                "policy " + std::string(world_.policy.name()) + " started a job that does not fit");
  }

  void end(JobSlotId id, JobStatus status, EndReason reason, std::int32_t exit_code) {
    const JobInFlight job = world_.jobs[id];
    const Slots capacity_before = world_.hosts.capacity();
    if (job.start == never) {
      world_.lines.remove(job.line, world_.places[id]);
      --world_.waiting;
    } else {
      free_hosts(id);
      if (world_.predicts_ends) world_.ends.remove(end_of(job.start, job.estimate), job.gives_back);
      --world_.running;
    }
    ++world_.version;
    world_.jobs.remove(id);
    observer_.on(world_.id,
                 JobEnded{now(), job.index, job.slots, job.start, status, reason, exit_code});
    announce_capacity(capacity_before);
    wake();
  }

  /// Where a host is overfull, it matters to the jobs that stay which one goes first.
  void free_hosts(JobSlotId id) {
    world_.jobs.visit_hosts(id, [&](HostSlots part) {
      if (world_.hosts[part.host].is_overfull()) world_.ends_are_stale = true;
      world_.hosts.give_back(part);
    });
    world_.jobs.unplace(id);
  }

  void announce_capacity(Slots before) {
    if (world_.hosts.capacity() != before)
      observer_.on(world_.id, CapacityChanged{now(), world_.hosts.capacity()});
  }

  /// Ends a job from outside, before its own end.
  void kill(JobSlotId id, EndReason reason, std::int32_t exit_code) {
    if (world_.jobs[id].start != never) world_.agenda.cancel(world_.jobs[id].end);
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
        world_.queues[entry.queue].open = false;
        return;
      case TimelineEntry::Kind::qopen:
        world_.queues[entry.queue].open = true;
        return;
      case TimelineEntry::Kind::change_queue:
        return change_queue(world_.queues[entry.queue], entry.queue_config);
      case TimelineEntry::Kind::change_host:
        return change_host(entry.host, [&](Host& host) { host.mxj = entry.mxj; });
    }
  }

  void change_queue(Queue& queue, const QueueConfig& config) {
    if (world_.policy.line_key(config) != world_.policy.line_key(queue.config))
      world_.lines_are_stale = true;
    queue.config = config;
    wake();
  }

  template <class Change>
  void change_host(HostId id, Change&& change) {
    const Slots capacity_before = world_.hosts.capacity();
    world_.hosts.change(id, change);
    world_.ends_are_stale = true;
    ++world_.version;
    announce_capacity(capacity_before);
    wake();
  }

  void take_down(const TimelineEntry& entry) {
    const Time back = end_of(now(), entry.down_for);
    change_host(entry.host, [&](Host& host) {
      host.down = true;
      host.down_until = std::max(host.down_until, back);
    });
    if (back != never) world_.agenda.schedule(back, Phase::change, HostBack{entry.host});
    for (const JobSlotId id : jobs_on(entry.host))
      kill(id, EndReason::term_host_down, exit_by_host_down);
  }

  /// Running jobs with slots on a host, in order of submission.
  std::vector<JobSlotId> jobs_on(HostId host) const {
    std::vector<JobSlotId> found;
    world_.jobs.visit([&](JobSlotId id, const JobInFlight&) {
      bool here = false;
      world_.jobs.visit_hosts(id, [&](HostSlots part) { here = here || part.host == host; });
      if (here) found.push_back(id);
    });
    std::ranges::sort(found, {}, [&](JobSlotId id) { return world_.jobs[id].index; });
    return found;
  }

  void bkill(JobId id) {
    const JobSlotId slot = world_.named.slot_of(id);
    if (is_in_flight(slot, id))
      kill(slot, EndReason::term_owner, exit_by_bkill);
    else
      observer_.on(world_.id, ActionIgnored{now()});
  }

  /// Whether the slot still has that job.
  bool is_in_flight(JobSlotId slot, JobId id) const {
    if (slot == none<JobSlotId>) return false;
    const JobIndex index = world_.jobs[slot].index;
    return index != none<JobIndex> && world_.config.trace[index].id == id;
  }

  // Deciding.

  void session() {
    if (!world_.sessions.take(now())) return;
    ++counts_.sessions;
    catch_up();
    while (const DispatchDecision decision = world_.policy.next(world_.view())) start(decision);
    if (world_.has_gates) world_.sessions.wake_by(now(), world_.policy.next_gate(world_.view()));
  }

  /// What changes have left to be done, once for all of them.
  void catch_up() {
    if (world_.lines_are_stale) arrange_lines(world_);
    if (world_.ends_are_stale && world_.predicts_ends) count_ends(world_);
  }

  ClusterWorld& world_;
  O& observer_;
  EngineCounts& counts_;
};

}  // namespace mcsim
