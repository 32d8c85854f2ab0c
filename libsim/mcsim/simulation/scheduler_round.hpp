// One round of a cluster under LSF's scheduler: what is due at an instant, in its order, and the
// session that decides.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "mcsim/base/prefetch.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/decision_cost.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/cluster/phase.hpp"
#include "mcsim/handlers/forwarding/execution_side.hpp"
#include "mcsim/handlers/forwarding/start_failures.hpp"
#include "mcsim/handlers/forwarding/submission_side.hpp"
#include "mcsim/handlers/jobs/held_jobs.hpp"
#include "mcsim/handlers/jobs/job_conditions.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"
#include "mcsim/handlers/jobs/timeline.hpp"
#include "mcsim/handlers/leasing/lease_asking.hpp"
#include "mcsim/handlers/leasing/lease_consumer.hpp"
#include "mcsim/handlers/leasing/lease_provider.hpp"
#include "mcsim/handlers/load/host_silence.hpp"
#include "mcsim/handlers/load/lim_faults.hpp"
#include "mcsim/handlers/load/sbatchd_checks.hpp"
#include "mcsim/handlers/load/sbatchd_faults.hpp"
#include "mcsim/scheduler/advance_charges.hpp"
#include "mcsim/scheduler/policy_session.hpp"
#include "mcsim/scheduler/pool_shares.hpp"
#include "mcsim/scheduler/session.hpp"
#include "mcsim/simulation/cluster_rounds.hpp"

namespace mcsim::simulation {

/// Plays rounds of `world` and tells `observer`.
class SchedulerRound {
 public:
  SchedulerRound(ClusterWorld& world, Observer& observer, EngineCounts& counts)
      : world_(world),
        state_(*world.lsf),
        observer_(observer),
        counts_(counts),
        life_(world, observer),
        timeline_(world, observer, life_),
        submission_(world, observer, life_),
        execution_(world, observer, life_, timeline_),
        failures_(world, observer, life_, timeline_, execution_),
        provider_(world, life_),
        consumer_(world, observer, life_),
        asking_(world, observer, life_),
        load_looks_(world, observer, life_),
        lims_(world, observer, life_),
        sbatchds_(world, life_),
        silence_(world, life_, timeline_, sbatchds_) {}

  /// All that comes before the session. `grid`: all clusters.
  void apply(Time now, Round round, const std::vector<ClusterWorld>& grid) {
    Publisher& publisher = world_.forwarding.publisher;
    publisher.before_round(world_.counted(), now, round);
    world_.agenda.begin(now, round);
    if (state_.load) state_.load->begin(now, round);
    if (round == 1) world_.ended_now = 0;
    take_events(phase::change);
    if (silence_.has_turned())
      for (const HostId host : silence_.turn()) turned_hosts_.push_back(host);
    if (!turned_hosts_.empty() || !state_.sbatchds.turned.empty() || lims_.has_turned())
      turn_hosts();
    if (timeline_.was_reconfigured()) {
      execution_.time_out_all();
      provider_.reconfigure(grid);
    }
    take_events(phase::end);
    if (std::exchange(mbatchd_is_new_, false))
      for (const JobSlotId id : sbatchds_.take_held_ends()) (*this)(JobEnds{id});
    life_.requeue_exited();
    timeline_.turn_due_windows();
    if (state_.load) {
      state_.load->pass(now);
      take_events(phase::state);
      if (lims_.has_to_settle()) lims_.settle();
    }
    take_events(phase::message);
    deliver_leases();
    world_.take_arrivals(
        now, observer_,
        [&](JobIndex index) {
          arrive(index);
          start_at_once();
        },
        [&](JobIndex index) { arrive_in_order(index); });
    execution_.decide();
    consumer_.pause_inactive();
    load_looks_.look();
    if (world_.is_ordered()) [[unlikely]]
      settle_conditions();
    take_events(phase::publish);
    if (std::exchange(lims_turn_, false)) provider_.note_lims();
    provider_.hand_over();
    publisher.publish(world_.counted(), now, round);
    tell_news(observer_, world_);
    take_events(phase::session);
    if (world_.forwarding.is_linked()) submission_.decide_to_look();
    load_looks_.expect();
  }
  /// The session that the clock has taken, in phase `session`. `grid`: all clusters.
  void decide(std::vector<ClusterWorld>& grid) {
    if (state_.lacks_mbatchd()) return;  // the next mbatchd wakes the cluster
    world_.forwarding.publisher.before_session(world_.counted(), life_.now(),
                                               world_.agenda.round());
    session(grid);
    if (world_.is_ordered()) [[unlikely]]
      conditions().expect_settling();
    load_looks_.expect();
  }

  /// The run ends, or pauses, after `end`: takes over the loads that LIMs have reported by then.
  void hear_last_loads(Time end) {
    state_.load->pass(end);
    life_.places().hear_of_load();
  }

  void operator()(const JobEnds& event) {
    if (sbatchds_.holds_back(event.job)) return;
    ++counts_.ends;
    ++world_.ended_now;
    expect_ends();
    life_.ends(event.job);
  }
  void operator()(const DependentComes& event) { world_.dependents.come(event.job, life_.now()); }
  void operator()(const TasksHaveStarted& event) {
    if (life_.run(event.job)) ++counts_.launches;
  }
  void operator()(const TimelineDue& event) {
    ++counts_.timeline;
    const TimelineEntry& entry = world_.config.timeline[event.entry];
    if (entry.kind == TimelineEntry::Kind::lim_down) {
      lims_turn_ = true;
      return lims_.take_down(entry);
    }
    if (entry.kind == TimelineEntry::Kind::sbatchd_down) {
      state_.sbatchds.turned.push_back(entry.host);
      return sbatchds_.take_down(entry);
    }
    if (entry.kind == TimelineEntry::Kind::host_down) return take_down(entry);
    timeline_.apply(entry);
  }
  void operator()(const HostBack& event) {
    ++counts_.timeline;
    if (state_.sbatchds.silent.contains(event.host)) return silence_.end(event.host);
    if (timeline_.come_back(event.host)) turned_hosts_.push_back(event.host);
  }
  void operator()(const HostIsMissed& event) { silence_.miss(event.host); }
  void operator()(const HostFails& event) {
    ++counts_.timeline;
    TimelineEntry entry{.at = life_.now(), .kind = TimelineEntry::Kind::host_down};
    entry.host = world_.config.random_faults[event.row].host;
    entry.down_for = world_.down_time(event);
    take_down(entry);
    world_.expect_fault(event.row, event.number + 1);
  }
  void operator()(const SbatchdBack& event) {
    if (sbatchds_.come_back(event.host)) state_.sbatchds.turned.push_back(event.host);
  }
  void operator()(const LimBack& event) {
    lims_turn_ = true;
    lims_.come_back(event.host);
  }
  void operator()(const LimIsMissed& event) {
    lims_turn_ = true;
    lims_.miss(event);
  }
  void operator()(const HostsAreHeard&) {
    lims_turn_ = true;
    lims_.hear();
  }
  void operator()(const MasterIsClaimed&) {
    lims_turn_ = true;
    lims_.claim();
  }
  void operator()(const LimMayWait& event) {
    lims_turn_ = true;
    lims_.look_at_wait(event.host);
  }
  void operator()(const MbatchdStarts&) {
    lims_turn_ = true;
    if (!lims_.has_mbatchd_started()) return;
    mbatchd_is_new_ = true;
    silence_.miss_late();
  }
  void operator()(const JobEligible& event) {
    world_.leasing.call(state_.jobs[event.job].queue);
    life_.waiting().wait(event.job, state_.jobs[event.job].since);
    if (world_.is_ordered()) [[unlikely]]
      follow_condition(world_, event.job);
    life_.wake();
  }
  void operator()(const BeginTimeComes& event) {
    if (state_.jobs[event.job].index != event.index) return;
    follow_condition(world_, event.job);
    life_.wake();
  }
  void operator()(const OrphanExpires& event) { conditions().expire(event); }
  void operator()(const UseChanges& event) {
    const JobState& job = state_.jobs[event.job];
    const bool same = job.index == event.index && job.record.executions == event.execution;
    if (!same || !job.is_started()) return;
    life_.rusage().update(event.job);
    life_.expect_use_change(event.job);
    life_.wake();
  }
  void operator()(const QueueWindowTurns& event) {
    if (event.settings == world_.settings) timeline_.expect_turn(event.queue);
  }
  void operator()(const HostWindowTurns& event) {
    if (event.settings == world_.settings) timeline_.expect_turn(event.host);
  }
  void operator()(const ReservationTurns& event) {
    AdvanceCharges(world_.config, state_, life_.now()).turn(event.reservation);
    life_.wake();
  }
  void operator()(const LookAgain&) { world_.sessions.wake(life_.now(), world_.agenda.round()); }
  void operator()(const MailArrives& event) {
    ++counts_.messages;
    Neighbour& from = world_.forwarding.neighbours[event.neighbour];
    Mailbox::Letter letter = from.inbox.take();
    if (subject_of(letter.message).is_lease) {
      const auto order = static_cast<std::uint32_t>(lease_letters_.size());
      lease_letters_.push_back({event.neighbour, order, std::move(letter.message)});
      return;
    }
    const bool is_forward = std::holds_alternative<ForwardJob>(letter.message) ||
                            std::holds_alternative<ActOnForward>(letter.message);
    if (is_forward)
      execution_.collect(event.neighbour, std::move(letter));
    else
      submission_.receive(from, letter);
  }
  void operator()(const NeighbourTurns&) {
    world_.forwarding.next_report = life_.now();
    world_.forwarding.hear_of_others();
    consumer_.note_links();
  }
  void operator()(const ReportComes&) { submission_.look_for_reports(); }
  void operator()(const LeasesBegin&) { provider_.open(); }
  void operator()(const LeasesAreDue&) { provider_.evaluate(); }
  void operator()(const ReportsAreHeard&) { provider_.hear_reports(); }
  void operator()(const LeaseIsActive& event) { consumer_.end_inactivity(event.lease); }
  void operator()(const SbatchdsCheck&) { load_looks_.comes(); }
  void operator()(const HoldIsOver& event) {
    if (state_.jobs[event.job].index == event.index) submission_.turn(event.job);
  }
  void operator()(const GuestTimesOut& event) { execution_.time_out(event.guest); }
  void operator()(const ReportIsMade&) {
    ++counts_.reports;
    const Time next = world_.forwarding.publisher.next_made(life_.now());
    if (next != never) world_.agenda.schedule(next, phase::publish, ReportIsMade{});
  }

 private:
  /// The job that ends after so many other events, as far as is known; none: nobody knows.
  JobSlotId expected_end(std::size_t others) const {
    const auto* const event = world_.agenda.expected(others);
    return event != nullptr && event->is<JobEnds>() ? event->as<JobEnds>().job : none<JobSlotId>;
  }
  /// The jobs that end next have mostly started long ago, and their rows are in no cache any more:
  /// they are asked for, those that others lead to some events later.
  void expect_ends() const {
    if (const JobSlotId third = expected_end(2); third != none<JobSlotId>) {
      prefetch(state_.jobs[third]);
      state_.shares.charges.prefetch_row(third);
    }
    if (const JobSlotId second = expected_end(1); second != none<JobSlotId>) {
      state_.jobs.prefetch_part(second);
      state_.shares.charges.prefetch_charge(second);
    }
    if (const JobSlotId next = expected_end(0); next != none<JobSlotId>)
      if (const HostId host = state_.jobs.first_host_or_none(next); host != none<HostId>)
        prefetch(state_.hosts[host]);
  }
  /// A message about leases.
  struct LeaseLetter {
    NeighbourId neighbour{};
    std::uint32_t order = 0;  ///< of arrival
    Message message;
  };

  void take_events(Phase last) {
    while (world_.agenda.has_event(last)) {
      world_.agenda.take().visit(*this);
      start_at_once();
    }
  }

  void turn_hosts() {
    lims_turn_ = lims_turn_ || !turned_hosts_.empty();
    lims_.note_hosts(turned_hosts_);
    lims_.turn();
    for (const HostId host : state_.sbatchds.turned) turned_hosts_.push_back(host);
    state_.sbatchds.turned.clear();
    provider_.note_hosts(std::exchange(turned_hosts_, {}));
  }

  /// The order in which messages of several clusters come must not matter.
  void deliver_leases() {
    if (lease_letters_.empty()) return;
    std::ranges::sort(lease_letters_, {}, [](const LeaseLetter& letter) {
      return std::pair(letter.neighbour, letter.order);
    });
    for (const LeaseLetter& letter : std::exchange(lease_letters_, {}))
      deliver_lease(letter.neighbour, letter.message);
  }
  void deliver_lease(NeighbourId neighbour, const Message& message) {
    std::visit(
        [&]<class About>(const About& about) {
          if constexpr (requires { provider_.receive(neighbour, about); })
            provider_.receive(neighbour, about);
          else if constexpr (requires { consumer_.receive(neighbour, about); })
            consumer_.receive(neighbour, about);
          else if constexpr (std::same_as<About, LentHostTurns>)
            turn(consumer_.host_of(neighbour, about), about);
        },
        message);
  }

  void turn(HostId host, const LentHostTurns& turn) {
    sbatchds_.hear(host, turn.sbatchd_back);
    timeline_.turn(host, turn.is_down);
  }
  void take_down(const TimelineEntry& host_down) {
    if (world_.config.model.host_down == HostDown::at_once) {
      timeline_.apply(host_down);
      turned_hosts_.push_back(host_down.host);
    } else {
      life_.move();
      silence_.begin(host_down);
      lims_.note_hosts({host_down.host});
    }
  }

  // Arrivals, and jobs that wait for others.

  JobConditions conditions() { return {world_, observer_, life_}; }
  /// Where some jobs come after others.
  void arrive_in_order(JobIndex index);
  EndReason refusal_in_order(JobIndex index, ArrayId array);
  void settle_conditions();
  /// None: it is refused.
  JobSlotId arrive(JobIndex index) {
    ++counts_.arrivals;
    life_.move();
    const TraceJob& asked = world_.config.trace[index];
    const MergedRules rules(world_.config, state_.settings);
    EndReason reason = life_.refusal_of_new(asked);
    if (reason == EndReason::none) reason = life_.refusal_as_pending(asked, 1);
    if (reason != EndReason::none) {
      observer_.on(world_.id, JobRejected{life_.now(), index, reason});
      world_.note_end(index);
      return none<JobSlotId>;
    }
    const JobSlotId id = state_.jobs.add(rules.job_in_flight(asked, index, life_.now()));
    state_.jobs[id].position = state_.jobs.next_position();
    world_.named.arrived(asked.id, id);
    const QueueConfig& queue = state_.settings.queues[index_of(asked.queue)];
    const Duration delay = queue.new_job_sched_delay;
    observer_.on(world_.id, JobSubmitted{life_.now(), index, asked.slots, delay});
    state_.jobs[id].record.eligible = life_.now() + delay;
    if (queue.forwarding.forward_delay != 0ms) hold(id, queue.forwarding.forward_delay);
    life_.wait(id);
    life_.wake();
    return id;
  }
  /// MC_FORWARD_DELAY. Until it is over the job waits for its own cluster only; negative: for other
  /// clusters only.
  void hold(JobSlotId id, Duration delay);

  // Deciding.

  void session(std::vector<ClusterWorld>& grid) {
    ++counts_.sessions;
    if (state_.dispatch) return session_of_policy(grid);
    life_.places().hear_of_load();
    begin_decision(world_, observer_, DecisionKind::session);
    Session session(world_.config, state_, life_.now());
    if (!state_.settings.pools.empty() && observer_.wants_pools()) tell_pools();
    life_.set_deciding(true);
    while (const SessionAction action = session.next()) carry_out(action, session);
    const Session::Rest rest = session.close();
    if (world_.forwarding.is_linked()) execution_.end_trials();
    end_decision(world_, observer_, DecisionKind::session, world_.config.model.dispatch);
    if (world_.forwarding.is_linked()) {
      if (!rest.is_full) submission_.decide(grid);
      asking_.ask();
    }
    life_.set_deciding(false);
    const bool on_raster = world_.sessions.on_raster();
    // What victims leave is handed over to consumers in the next round.
    if (on_raster && rest.next_round && world_.leasing.waits_for_slots)
      world_.agenda.schedule(life_.now(), phase::session, LookAgain{});
    if (!life_.is_worth_a_session()) return;
    if (on_raster && rest.next_point) world_.sessions.wake_by(life_.now(), life_.now() + 1ms);
    if (!on_raster && rest.next_round)
      world_.agenda.schedule(life_.now(), phase::session, LookAgain{});
    if (!state_.anybody_waits()) return;
    if (state_.jobs.pending() > 0) world_.sessions.wake_by(life_.now(), session.next_gate());
    if (state_.load && state_.features.judges_load())
      world_.sessions.wake_by(life_.now(),
                              state_.load->next_news(life_.now(), state_.features.selects_on_load));
  }

  /// What jobs that leave the lines by the way let start is seen to in the next round, or at the
  /// next point of the raster.
  void session_of_policy(std::vector<ClusterWorld>& grid);
  /// Starts what the policy names; returns when to ask it again.
  Time start_by_policy();
  /// For a policy that decides after each event. The session at the end of the round forwards.
  void start_at_once() {
    if (!state_.dispatch || !state_.dispatch->per_event) return;
    if (!world_.sessions.take(life_.now())) return;
    ++counts_.sessions;
    life_.set_deciding(true);
    world_.sessions.wake_by(life_.now(), start_by_policy());
    life_.set_deciding(false);
    world_.sessions.wake(life_.now(), world_.agenda.round());
  }

  void tell_pools();

  void carry_out(const SessionAction& action, const Session& session) {
    switch (action.kind) {
      case SessionAction::Kind::start:
        if (failures_.fails(action.job)) return;
        return life_.start(action.job, session.hosts(),
                           action.backfilled ? StartReason::backfilled : StartReason::passed_by);
      case SessionAction::Kind::resume:
        return life_.resume(action.job);
      case SessionAction::Kind::suspend:
        return life_.suspend(action.job, Stage::ssusp, SuspendReason::preempted);
      case SessionAction::Kind::terminate:
        return life_.preempt_for_good(action.job);
      case SessionAction::Kind::none:
        return;
    }
  }

  ClusterWorld& world_;
  SchedulerState& state_;
  Observer& observer_;
  EngineCounts& counts_;
  JobLifecycle life_;
  TimelinePlayer timeline_;
  SubmissionSide submission_;
  ExecutionSide execution_;
  StartFailures failures_;
  LeaseProvider provider_;
  LeaseConsumer consumer_;
  LeaseAsking asking_;
  SbatchdChecks load_looks_;
  LimFaults lims_;
  SbatchdFaults sbatchds_;
  HostSilence silence_;
  bool lims_turn_ = false;                  ///< in this round: other hosts may report
  bool mbatchd_is_new_ = false;             ///< at this instant
  std::vector<HostId> turned_hosts_;        ///< down or up, at this instant
  std::vector<LeaseLetter> lease_letters_;  ///< in this round
};

}  // namespace mcsim::simulation
