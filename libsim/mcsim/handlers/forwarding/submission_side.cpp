// How a submission cluster sends jobs to others, and what it does when they come back.
#include "mcsim/handlers/forwarding/submission_side.hpp"

#include <numeric>
#include <utility>

#include "mcsim/cluster/decision_cost.hpp"
#include "mcsim/cluster/phase.hpp"
#include "mcsim/handlers/jobs/held_jobs.hpp"
#include "mcsim/scheduler/share_election.hpp"

namespace mcsim::handlers {

void SubmissionSide::receive(Neighbour& from, const Mailbox::Letter& letter) {
  if (const auto* returned = std::get_if<ForwardReturned>(&letter.message))
    come_back(from, *returned, letter.sent);
  else if (const auto* ended = std::get_if<ForwardEnded>(&letter.message))
    forget(from, *ended);
  else
    note_status(from, std::get<ForwardStatus>(letter.message));
}

void SubmissionSide::look_for_reports() {
  if (forwarding_.expected == life_.now()) forwarding_.expected = never;
  looks_for_reports_ = true;
}

void SubmissionSide::turn(JobSlotId id) {
  JobState& job = state_.jobs[id];
  if (job.stage != Stage::pending) return;
  if (!waits_for_hosts(state_, id) && job.record.hosts_from <= life_.now())
    life_.waiting().wait_for_hosts(id);
  if (job.forward_line == JobState::no_forward_line) life_.waiting().wait_to_be_forwarded(id);
  life_.wake();
}

void SubmissionSide::note_news(const Neighbour& from, ForwardNews::Kind kind,
                               const ForwardLedger::Entry& entry, ReturnReason reason) {
  if (!follows_jobs_) return;
  news_.push_back({.kind = kind,
                   .now = life_.now(),
                   .cluster = from.id,
                   .queue = entry.queue,
                   .job = world_.config.trace[state_.jobs[entry.job].index].id,
                   .slots = entry.slots,
                   .reason = reason});
}

void SubmissionSide::tell_policies() {
  if (news_.empty()) return;
  // Messages of one cluster keep their order. A job has one forward at a time.
  std::vector<std::uint32_t> order(news_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order, {}, [&](std::uint32_t at) { return std::pair(news_[at].cluster, at); });
  for (auto& [name, policy] : forwarding_.policies)
    if (policy.hears())
      for (const std::uint32_t at : order) policy.hear(news_[at]);
  news_.clear();
  forwarding_.hear_of_others();
}

void SubmissionSide::decide_to_look() {
  tell_policies();
  const bool looks = std::exchange(looks_for_reports_, false);
  const bool hears = std::exchange(forwarding_.hears_of_others, false);
  if ((!looks && !hears) || !life_.waiting().wants_to_forward()) return;
  if (hears || has_new_report(world_))
    world_.sessions.wake(life_.now(), world_.agenda.round());
  else
    expect_report(next_report(world_));
}

void SubmissionSide::decide(std::vector<ClusterWorld>& grid) {
  ForwardLines& lines = state_.forward_lines;
  const auto live = [&](auto line, const auto& entry) { return is_live(state_, line, entry); };
  if (!lines.any_closed() && !lines.any_first(live)) return;
  // A session that would have been skipped must not tell policies of reports.
  if (follows_jobs_ && !lines.any_first(live) && !life_.waiting().wants_to_forward()) return;
  QueueChooser chooser(world_, grid);
  const bool news = chooser.refresh();
  const bool asked = forwarding_.ask_again <= life_.now();
  if (asked) forwarding_.ask_again = never;
  if (std::exchange(forwarding_.view_is_new, false) || news || asked) lines.reopen(live);
  const bool is_full = !forward_all(chooser);
  ShareElection(world_.config, state_, life_.now()).forget();
  if (is_full) return look_again();
  if (life_.waiting().wants_to_forward()) {
    wait_for_news();
    wait_for_policy();
  }
}

bool SubmissionSide::forward_all(QueueChooser& chooser) {
  ForwardLines& lines = state_.forward_lines;
  const auto live = [&](auto line, const auto& entry) { return is_live(state_, line, entry); };
  std::int32_t left = state_.settings.params.forwarding.max_per_session;
  if (left == 0) return true;  // none ever
  bool is_first = true;
  for (const SessionStep& step : state_.groups.steps) {  // as the session has gone through them
    if (step.round != PoolRound::turn) continue;
    open_step(step.group);
    for (auto line = next_line(step.group); line != ForwardLines::no_line;
         line = next_line(step.group)) {
      const JobSlotId id = lines.job_of(line);
      const QueueState& queue = state_.queues[lines[line].queue];
      if (!queue.active || !queue.dispatches || !queue.runs) {
        lines.close(line);
        continue;
      }
      if (std::exchange(is_first, false) && observer_.wants_reports()) tell_held(chooser);
      begin_decision(world_, observer_, DecisionKind::forward);
      const ForwardAnswer answer = chooser.choose(line, state_.jobs[id]);
      const bool is_full = answer && left == 0;
      if (!is_full && observer_.wants_decisions())
        tell_decision(chooser, line, state_.jobs[id], answer);
      if (!answer) {
        if (chooser.asks_for_each_job())
          lines.set_aside(line, live);
        else
          lines.close(line);
        forwarding_.ask_again = std::min(forwarding_.ask_again, answer.again);
      } else if (!is_full) {
        lines.take(line, live);
        forward(id, answer);
        chooser.note_sent(state_.jobs[id], answer.position);
        --left;
      }
      end_decision(world_, observer_, DecisionKind::forward, chooser.setting());
      if (is_full) return false;
    }
  }
  return true;
}

/// In a group with a tree of accounts users are elected, as for hosts.
void SubmissionSide::open_step(std::uint32_t group) {
  if (state_.groups[group].tree != none<FairshareId>)
    ShareElection(world_.config, state_, life_.now()).open_forwards(group);
}

ForwardLines::LineId SubmissionSide::next_line(std::uint32_t group) {
  ForwardLines& lines = state_.forward_lines;
  const auto live = [&](auto line, const auto& entry) { return is_live(state_, line, entry); };
  if (state_.groups[group].tree == none<FairshareId>) return lines.first(group, live);
  ShareElection election(world_.config, state_, life_.now());
  while (true) {
    const auto [line, account] = election.next_forward();
    if (line == ForwardLines::no_line) return line;
    if (!lines.settle(line, live)) continue;
    state_.shares.elected = lines.job_of(line);
    state_.shares.elected_account = account;
    return line;
  }
}

void SubmissionSide::tell_held(QueueChooser& chooser) {
  const std::vector<HeldQueue> queues = chooser.held_queues();
  observer_.on(world_.id, QueuesHeld{life_.now(), queues});
}

void SubmissionSide::tell_decision(QueueChooser& chooser, ForwardLines::LineId line,
                                   const JobState& job, const ForwardAnswer& answer) {
  const std::vector<SeenCandidate> candidates = chooser.candidates_for(job);
  observer_.on(world_.id, ForwardDecided{.at = life_.now(),
                                         .job = job.index,
                                         .line = line,
                                         .queue = job.queue,
                                         .slots = job.slots,
                                         .setting = chooser.setting(),
                                         .answer = answer,
                                         .last = forwarding_.send_queues[index_of(job.queue)].last,
                                         .decision = decision_number(job),
                                         .candidates = candidates,
                                         .history = chooser.history(),
                                         .about = chooser.about()});
}

void SubmissionSide::forward(JobSlotId id, const ForwardAnswer& answer) {
  JobState& job = state_.jobs[id];
  const QueueForwarding& queue = state_.settings.queues[index_of(job.queue)].forwarding;
  const SendTarget& target = queue.targets[answer.position];
  Neighbour& to = forwarding_.neighbour(target.cluster);
  forwarding_.send_queues[index_of(job.queue)].last = answer.position;
  life_.note_waiting(job);
  life_.reserved().stop(id);
  life_.waiting().leave(id, Stage::away);
  life_.charges().add_forwarded(id);
  if (world_.is_ordered()) [[unlikely]]
    follow_element(world_, id);
  ++job.record.forwards;
  job.record.came_back = ReturnReason::none;
  job.record.neighbour = forwarding_.neighbour_of[target.cluster];
  ForwardJob message;
  job.record.remote_queue = target.queue;
  message.forward = to.ledger.add(id, target.queue, job.slots, life_.now());
  const ForwardId message_id = message.forward;
  forwarding_.held[job.record.neighbour].may_lack_some = true;
  message.job = job.index;
  message.queue = target.queue;
  message.asked = life_.described(job);
  message.asked.submit = world_.submitted(job.index);
  message.asked.profile = job.profile;  // it may have been modified
  message.max_resched_time = queue.max_resched_time;
  message.priority = job.priority;
  message.most_priority = state_.settings.params.max_user_priority;
  if (const JobHistory* history = life_.known_history(job)) message.history = *history;
  forwarding_.outbox.push_back({job.record.neighbour, std::move(message)});
  observer_.on(world_.id,
               JobForwarded{life_.now(), job.index, target.cluster, target.queue, answer.rule});
  if (!follows_jobs_) return;
  note_news(to, ForwardNews::Kind::forwarded, to.ledger[message_id]);
  tell_policies();
}

void SubmissionSide::look_again() {
  if (world_.sessions.on_raster())
    world_.sessions.wake_by(life_.now(), life_.now() + 1ms);
  else
    world_.agenda.schedule(life_.now(), phase::session, LookAgain{});
}

void SubmissionSide::wait_for_news() {
  if (world_.config.model.counters == CounterMode::instant) {
    if (world_.sessions.on_raster()) look_again();
    return;  // without a raster the simulation wakes the cluster
  }
  const Time next = forwarding_.next_report;
  if (!world_.sessions.on_raster())
    expect_report(next);
  else if (next > life_.now())
    world_.sessions.wake_by(life_.now(), next);
}

/// A policy has asked to be asked again, or what it looks at has changed by its own choices.
void SubmissionSide::wait_for_policy() {
  if (!forwarding_.view_is_new) {
    world_.sessions.wake_by(life_.now(), forwarding_.ask_again);
  } else if (world_.sessions.on_raster()) {
    look_again();
  } else {
    world_.agenda.schedule(life_.now(), phase::session, LookAgain{});
  }
}

void SubmissionSide::expect_report(Time at) {
  if (at > latest_time || forwarding_.expected <= at) return;
  forwarding_.expected = at;
  world_.agenda.schedule(at, phase::message, ReportComes{});
}

void SubmissionSide::come_back(Neighbour& from, const ForwardReturned& message, Time sent) {
  const ForwardLedger::Entry entry = from.ledger[message.forward];
  const JobSlotId id = entry.job;
  JobState& job = state_.jobs[id];
  if (message.reason == ReturnReason::cluster_not_accepted) {
    from.rejects.resize(std::max(from.rejects.size(), index_of(entry.queue) + 1));
    from.rejects[index_of(entry.queue)] = true;
  }
  if (message.number == ReturnId{}) {
    from.ledger.close(message.forward);
  } else {
    from.ledger.come_back(message.forward, message.number);
    forwarding_.held_of(from.id).may_lack_some = true;
  }
  forwarding_.view_is_new = true;
  job.record.came_back = message.reason;
  life_.charges().drop_forwarded(id);
  state_.jobs.become(id, Stage::psusp);
  job.since = life_.now();
  if (message.history) {
    JobHistory& history = state_.histories[job.index] = *message.history;
    history.pending += life_.now() - sent;
  }
  observer_.on(world_.id, JobReturned{life_.now(), job.index, message.reason});
  note_news(from, ForwardNews::Kind::returned, entry, message.reason);
  if (entry.is_killed) return life_.kill(id, EndReason::term_owner, exit_by_bkill);
  if (!world_.sessions.on_raster()) hold(id);
  if (entry.is_stopped)
    stay_stopped(id);
  else
    wait_again(id);
  life_.wake();
}

void SubmissionSide::wait_again(JobSlotId id) {
  life_.wait(id);
  if (world_.is_ordered()) [[unlikely]] {
    world_.conditions.wait(state_.jobs[id].index, false);
    follow_condition(world_, id);
  }
}

void SubmissionSide::hold(JobSlotId id) {
  JobState& job = state_.jobs[id];
  job.record.forward_from = life_.now() + state_.settings.params.mbd_sleep_time;
  world_.agenda.schedule(job.record.forward_from, phase::change, HoldIsOver{id, job.index, true});
}

void SubmissionSide::stay_stopped(JobSlotId id) {
  JobState& job = state_.jobs[id];
  life_.history_of(job);
  if (world_.is_ordered()) [[unlikely]] {
    world_.conditions.wait(job.index, true);
    follow_element(world_, id);
  }
  observer_.on(world_.id, JobSuspended{life_.now(), job.index, Slots{}, JobStatus::psusp,
                                       SuspendReason::asked});
}

void SubmissionSide::note_status(Neighbour& from, const ForwardStatus& message) {
  using Kind = ForwardNews::Kind;
  const ForwardLedger::Entry before = from.ledger[message.forward];
  from.ledger.hear(message.forward, message.status);
  tell_heard(from, message.forward, message.status);
  const bool pends = message.status == JobStatus::pend || message.status == JobStatus::psusp;
  if (!before.is_heard && pends) note_news(from, Kind::accepted, before);
  if (before.pends == pends) return;
  state_.jobs.hear_of_away(before.job, !pends);
  from.ledger.set_pending(message.forward, pends);
  if (!pends) from.ledger.note_start(message.forward, life_.now());
  note_news(from, pends ? Kind::accepted : Kind::started, before);
  forwarding_.hear_of_others();
}

void SubmissionSide::tell_heard(const Neighbour& from, ForwardId forward, JobStatus status) {
  const JobIndex job = state_.jobs[from.ledger[forward].job].index;
  observer_.on(world_.id, ForwardHeard{life_.now(), job, status});
  if (!world_.is_ordered()) [[likely]]
    return;
  if (status == JobStatus::run)
    world_.conditions.start(job);
  else if (status == JobStatus::pend || status == JobStatus::psusp)
    world_.conditions.wait(job, status == JobStatus::psusp);
}

void SubmissionSide::forget(Neighbour& from, const ForwardEnded& message) {
  const JobSlotId id = from.ledger[message.forward].job;
  tell_heard(from, message.forward, message.status);
  note_news(from, ForwardNews::Kind::ended, from.ledger[message.forward]);
  from.ledger.note_end(message.forward, life_.now());
  from.ledger.close(message.forward);
  life_.charges().drop_forwarded(id);
  state_.jobs.become(id, Stage::psusp);
  const JobIndex job = state_.jobs[id].index;
  life_.forget(id);
  if (world_.is_ordered()) [[unlikely]] {
    world_.note_end(job, message.status, message.exit_code);
    if (forget_element(world_, job)) life_.wake();
  }
  forwarding_.hear_of_others();
}

}  // namespace mcsim::handlers
