// Jobs of a submission cluster that go to others: who is sent where, and what is heard of them.
#pragma once

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/facts.hpp"
#include "mcsim/system/forward_desk.hpp"
#include "mcsim/system/lsf_life.hpp"

namespace mcsim {

/// Source: docs/forwarding.md, "Who is forwarded" and "Coming back".
template <Observer O>
class LsfExport {
 public:
  LsfExport(ClusterWorld& world, O& observer, LsfLife<O>& life)
      : world_(world),
        state_(*world.lsf),
        forwarding_(world.forwarding),
        observer_(observer),
        life_(life) {}

  // What execution clusters say.

  void receive(Neighbour& from, const Mailbox::Letter& letter) {
    if (const auto* returned = std::get_if<ForwardReturned>(&letter.message))
      come_back(from, *returned, letter.sent);
    else if (const auto* ended = std::get_if<ForwardEnded>(&letter.message))
      forget(from, *ended);
    else
      note_status(from, std::get<ForwardStatus>(letter.message));
  }
  /// A report may have come that has not been seen.
  void look_for_reports() {
    --world_.recurring;
    if (forwarding_.expected == life_.now()) forwarding_.expected = never;
    looks_for_reports_ = true;
  }
  /// The time is over for which a job waited for other clusters only, or for its own.
  void turn(JobSlotId id) {
    LsfJob& job = state_.jobs[id];
    if (job.stage != Stage::pending) return;
    if (job.shape == none<ShapeId> && job.hosts_from <= life_.now())
      life_.book().wait_for_hosts(id);
    if (job.forward_line == LsfJob::no_forward_line) life_.book().wait_to_be_forwarded(id);
    life_.wake();
  }

  // Phase 8, before the session.

  /// What was heard of others is a reason for a session if some job waits for it now.
  void decide_to_look() {
    const bool looks = std::exchange(looks_for_reports_, false);
    const bool hears = std::exchange(forwarding_.hears_of_others, false);
    if ((!looks && !hears) || !life_.book().wants_to_forward()) return;
    if (hears || has_new_report(world_))
      world_.sessions.wake(life_.now(), world_.agenda.round());
    else
      expect_report(next_report(world_));
  }

  // Phase 8, after the session's last turn.

  /// Forwards jobs that still wait. When the cluster must look again: see SessionClock.
  void decide(std::vector<ClusterWorld>& grid) {
    ForwardLines& lines = state_.forward_lines;
    const auto live = [&](auto line, const auto& entry) { return is_live(line, entry); };
    if (!lines.any_closed() && !lines.any_first(live)) return;
    ForwardDesk desk(world_, grid);
    const bool news = desk.refresh();
    if (std::exchange(forwarding_.view_is_new, false) || news) lines.reopen(live);
    const bool is_full = !forward_all(desk);
    if (is_full) return look_again();
    if (life_.book().wants_to_forward()) wait_for_news();
  }

 private:
  bool is_live(ForwardLines::LineId line, const JobLine::Entry& entry) {
    return life_.book().is_live(line, entry);
  }

  /// False: there is one more than may be forwarded in one session.
  bool forward_all(ForwardDesk& desk) {
    ForwardLines& lines = state_.forward_lines;
    const auto live = [&](auto line, const auto& entry) { return is_live(line, entry); };
    std::int32_t left = state_.settings.params.forwarding.max_per_session;
    if (left == 0) return true;  // none ever
    bool is_first = true;
    for (const SessionStep& step : state_.steps) {  // as the session has gone through them
      if (step.second_round != none<PoolId>) continue;
      for (auto line = lines.first(step.turn, live); line != ForwardLines::no_line;
           line = lines.first(step.turn, live)) {
        const JobSlotId id = lines.job_of(line);
        const LsfQueue& queue = state_.queues[lines[line].queue];
        if (!queue.active || !queue.dispatches || !queue.runs) {
          lines.close(line);
          continue;
        }
        if (std::exchange(is_first, false) && wants_reports(observer_)) tell_held(desk);
        const ForwardAnswer answer = desk.choose(line, state_.jobs[id]);
        if (answer && left == 0) return false;
        if (wants_decisions(observer_)) tell_decision(desk, line, state_.jobs[id], answer);
        if (!answer) {
          lines.close(line);
          continue;
        }
        lines.take(line, live);
        forward(id, answer);
        desk.note_sent(state_.jobs[id], answer.position);
        --left;
      }
    }
    return true;
  }

  /// What this session decides by. Sessions that decide nothing tell nothing: whether there are
  /// any must not matter.
  void tell_held(ForwardDesk& desk) {
    const std::vector<HeldQueue> queues = desk.held_queues();
    tell(observer_, world_.id, QueuesHeld{life_.now(), queues});
  }
  void tell_decision(ForwardDesk& desk, ForwardLines::LineId line, const LsfJob& job,
                     const ForwardAnswer& answer) {
    const std::vector<SeenCandidate> candidates = desk.candidates_for(job);
    tell(observer_, world_.id,
         ForwardDecided{.at = life_.now(),
                        .job = job.index,
                        .line = line,
                        .queue = job.queue,
                        .slots = job.slots,
                        .setting = desk.setting(),
                        .answer = answer,
                        .last = forwarding_.send_queues[index_of(job.queue)].last,
                        .decision = decision_number(job),
                        .candidates = candidates});
  }

  void forward(JobSlotId id, const ForwardAnswer& answer) {
    LsfJob& job = state_.jobs[id];
    const QueueForwarding& queue = state_.settings.queues[index_of(job.queue)].forwarding;
    const SendTarget& target = queue.targets[answer.position];
    Neighbour& to = forwarding_.neighbour(target.cluster);
    forwarding_.send_queues[index_of(job.queue)].last = answer.position;
    life_.note_waiting(job);
    life_.book().stop_reserving(id);
    life_.book().leave(id, Stage::away);
    --state_.pending;
    ++forwarding_.away;
    ++job.forwards;
    job.came_back = ReturnReason::none;
    job.neighbour = static_cast<std::uint16_t>(forwarding_.neighbour_of[index_of(target.cluster)]);
    ForwardJob message;
    message.forward = to.ledger.add(id, target.queue, job.slots);
    forwarding_.held[job.neighbour].may_lack_some = true;
    message.job = job.index;
    message.queue = target.queue;
    message.asked = life_.described(job);
    message.asked.profile = job.profile;  // it may have been modified
    message.max_resched_time = queue.max_resched_time;
    if (const JobHistory* history = life_.known_history(job)) message.history = *history;
    forwarding_.outbox.push_back({job.neighbour, std::move(message)});
    observer_.on(world_.id,
                 JobForwarded{life_.now(), job.index, target.cluster, target.queue, answer.rule});
  }

  // What it waits for.

  void look_again() {
    if (world_.sessions.on_grid())
      world_.sessions.wake_by(life_.now(), life_.now() + 1ms);
    else
      world_.agenda.schedule(life_.now(), Phase::session, LookAgain{});
  }
  void wait_for_news() {
    if (world_.config.model.counters == CounterMode::instant) {
      if (world_.sessions.on_grid()) look_again();
      return;  // without a grid the simulation wakes it
    }
    const Time next = forwarding_.next_report;
    if (!world_.sessions.on_grid())
      expect_report(next);
    else if (next > life_.now())
      world_.sessions.wake_by(life_.now(), next);
  }
  void expect_report(Time at) {
    if (at > latest_time || forwarding_.expected <= at) return;
    forwarding_.expected = at;
    world_.agenda.schedule(at, Phase::message, ReportComes{});
    ++world_.recurring;
  }

  // Coming back.

  void come_back(Neighbour& from, const ForwardReturned& message, Time sent) {
    const ForwardLedger::Entry entry = from.ledger[message.forward];
    const JobSlotId id = entry.job;
    LsfJob& job = state_.jobs[id];
    from.ledger.close(message.forward);
    --forwarding_.away;
    ++state_.pending;
    forwarding_.view_is_new = true;
    job.came_back = message.reason;
    job.stage = Stage::psusp;
    job.since = life_.now();
    if (message.history) {
      JobHistory& history = state_.histories[job.index] = *message.history;
      history.pending += life_.now() - sent;
    }
    observer_.on(world_.id, JobReturned{life_.now(), job.index, message.reason});
    if (entry.is_killed) return life_.kill(id, EndReason::term_owner, exit_by_bkill);
    if (!world_.sessions.on_grid()) hold(id);
    if (entry.is_stopped)
      stay_stopped(id);
    else
      life_.wait(id);
    life_.wake();
  }

  /// Without a grid there is no next session that it could wait for: it would come and go at one
  /// instant for ever.
  void hold(JobSlotId id) {
    LsfJob& job = state_.jobs[id];
    job.forward_from = life_.now() + state_.settings.params.mbd_sleep_time;
    world_.agenda.schedule(job.forward_from, Phase::change, HoldIsOver{id, job.index, true});
    ++forwarding_.idle_events;
  }
  void stay_stopped(JobSlotId id) {
    LsfJob& job = state_.jobs[id];
    life_.history_of(job);
    observer_.on(world_.id, JobSuspended{life_.now(), job.index, Slots{}, JobStatus::psusp,
                                         SuspendReason::asked});
  }

  void note_status(Neighbour& from, const ForwardStatus& message) {
    from.ledger.hear(message.forward, message.status);
    tell_heard(from, message.forward, message.status);
    const bool pends = message.status == JobStatus::pend || message.status == JobStatus::psusp;
    if (from.ledger[message.forward].pends == pends) return;
    from.ledger.set_pending(message.forward, pends);
    forwarding_.hear_of_others();
  }

  void tell_heard(const Neighbour& from, ForwardId forward, JobStatus status) {
    const JobIndex job = state_.jobs[from.ledger[forward].job].index;
    tell(observer_, world_.id, ForwardHeard{life_.now(), job, status});
  }

  void forget(Neighbour& from, const ForwardEnded& message) {
    const JobSlotId id = from.ledger[message.forward].job;
    tell_heard(from, message.forward, message.status);
    from.ledger.close(message.forward);
    --forwarding_.away;
    ++state_.pending;
    state_.jobs[id].stage = Stage::psusp;
    life_.forget(id);
    forwarding_.hear_of_others();
  }

  ClusterWorld& world_;
  LsfState& state_;
  ForwardingState& forwarding_;
  O& observer_;
  LsfLife<O>& life_;
  bool looks_for_reports_ = false;  ///< in this round
};

}  // namespace mcsim
