// One round of a cluster under LSF's scheduler: what is due at an instant, in its order, and the
// session that decides.
#pragma once

#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/facts.hpp"
#include "mcsim/system/lsf_life.hpp"
#include "mcsim/system/lsf_session.hpp"
#include "mcsim/system/lsf_timeline.hpp"

namespace mcsim {

/// Plays rounds of `world` and tells `observer`.
template <Observer O>
class LsfRound {
 public:
  LsfRound(ClusterWorld& world, O& observer, EngineCounts& counts)
      : world_(world),
        state_(*world.lsf),
        observer_(observer),
        counts_(counts),
        life_(world, observer),
        timeline_(world, observer, life_) {}

  void play(Time now, Round round) {
    world_.agenda.begin(now, round);
    if (round == 1) world_.ended_now = 0;
    take_events(Phase::change);
    take_events(Phase::end);
    life_.requeue_exited();
    timeline_.turn_due_windows();
    take_events(Phase::message);
    world_.take_arrivals(now, [&](JobIndex index) { arrive(index); });
    take_events(Phase::session);
    session();
  }

  void operator()(const JobEnds& event) {
    ++counts_.ends;
    ++world_.ended_now;
    life_.ends(event.job);
  }
  void operator()(const TimelineDue& event) {
    ++counts_.timeline;
    timeline_.apply(world_.config.timeline[event.entry]);
  }
  void operator()(const HostBack& event) {
    ++counts_.timeline;
    timeline_.come_back(event.host);
  }
  void operator()(const JobEligible& event) {
    const Time since = state_.jobs[event.job].since;
    life_.book().wait(event.job);
    state_.jobs[event.job].since = since;
    life_.wake();
  }
  void operator()(const UseChanges& event) {
    const LsfJob& job = state_.jobs[event.job];
    const bool same = job.index == event.index && job.executions == event.execution;
    if (!same || !job.is_started()) return;
    life_.book().update_uses(event.job);
    life_.expect_use_change(event.job);
    life_.wake();
  }
  void operator()(const QueueWindowTurns& event) {
    --world_.recurring;
    if (event.settings == world_.settings) timeline_.expect_turn(event.queue);
  }
  void operator()(const HostWindowTurns& event) {
    --world_.recurring;
    if (event.settings == world_.settings) timeline_.expect_turn(event.host);
  }
  void operator()(const ReservationTurns& event) {
    life_.book().turn_reservation(event.reservation);
    life_.wake();
  }
  void operator()(const LookAgain&) { life_.wake(); }

 private:
  void take_events(Phase last) {
    while (world_.agenda.has_event(last)) world_.agenda.take().visit(*this);
  }

  // Arrivals.

  void arrive(JobIndex index) {
    ++counts_.arrivals;
    const TraceJob& asked = world_.config.trace[index];
    const LsfRules rules(world_.config, state_.settings);
    if (const EndReason reason = life_.refusal(asked, asked.queue); reason != EndReason::none) {
      observer_.on(world_.id, JobRejected{life_.now(), index, reason});
      return;
    }
    const JobSlotId id = state_.jobs.add(rules.job_in_flight(asked, index, life_.now()));
    state_.jobs[id].position = ++state_.last_position;
    ++state_.pending;
    world_.named.arrived(asked.id, id);
    const Duration delay = state_.settings.queues[index_of(asked.queue)].new_job_sched_delay;
    observer_.on(world_.id, JobSubmitted{life_.now(), index, asked.slots, delay});
    state_.jobs[id].eligible = life_.now() + delay;
    life_.wait(id);
    life_.wake();
  }

  // Deciding.

  void session() {
    if (!world_.sessions.take(life_.now())) return;
    ++counts_.sessions;
    LsfSession session(world_.config, state_, life_.now());
    life_.set_deciding(true);
    while (const LsfAction action = session.next()) carry_out(action, session);
    life_.set_deciding(false);
    const LsfSession::Rest rest = session.close();
    const bool on_grid = world_.sessions.on_grid();
    if (on_grid && (rest.next_round || rest.next_point))
      world_.sessions.wake_by(life_.now(), life_.now() + 1ms);
    if (!on_grid && rest.next_round)
      world_.agenda.schedule(life_.now(), Phase::session, LookAgain{});
    if (state_.pending > 0) world_.sessions.wake_by(life_.now(), session.next_gate());
  }

  void carry_out(const LsfAction& action, const LsfSession& session) {
    switch (action.kind) {
      case LsfAction::Kind::start:
        return life_.start(action.job, session.hosts(), action.backfilled);
      case LsfAction::Kind::resume:
        return life_.resume(action.job);
      case LsfAction::Kind::suspend:
        return life_.suspend(action.job, Stage::ssusp, true);
      case LsfAction::Kind::requeue:
        world_.agenda.cancel(state_.jobs[action.job].end);
        return life_.requeue(action.job, RequeueReason::preempted);
      case LsfAction::Kind::none:
        return;
    }
  }

  ClusterWorld& world_;
  LsfState& state_;
  O& observer_;
  EngineCounts& counts_;
  LsfLife<O> life_;
  LsfTimeline<O> timeline_;
};

}  // namespace mcsim
