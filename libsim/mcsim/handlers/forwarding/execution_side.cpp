// How an execution cluster accepts, refuses and sends back jobs of other clusters.
#include "mcsim/handlers/forwarding/execution_side.hpp"
#include "mcsim/cluster/phase.hpp"

namespace mcsim::handlers {

void ExecutionSide::collect(NeighbourId neighbour, Mailbox::Letter letter) {
  const auto order = static_cast<std::uint32_t>(forwarding_.received_now.size());
  forwarding_.received_now.push_back({letter.sent, neighbour, std::move(letter.message), order});
}

void ExecutionSide::decide() {
  if (forwarding_.received_now.empty()) return;
  std::vector<ReceivedForward> imports = std::exchange(forwarding_.received_now, {});
  std::ranges::sort(imports, {}, [](const ReceivedForward& import) {
    return std::tuple(import.sent, import.neighbour, import.order);
  });
  for (const ReceivedForward& import : imports)
    if (const auto* job = std::get_if<ForwardJob>(&import.message))
      take_in(import, *job);
    else
      act(import.neighbour, std::get<ActOnForward>(import.message));
}

void ExecutionSide::end_trials() {
  std::vector<JobSlotId> jobs;
  for (const GuestId row : std::exchange(forwarding_.on_trial, {})) {
    Guest& guest = forwarding_.guests[row];
    if (guest.job == none<JobSlotId> || !std::exchange(guest.on_trial, false)) continue;
    if (has_never_started(state_.jobs[guest.job])) jobs.push_back(guest.job);
  }
  // Rows are recycled: their order is not that in which the guests came.
  std::ranges::sort(jobs, {}, [&](JobSlotId id) { return state_.jobs[id].index; });
  for (const JobSlotId id : jobs) send_back(id, ReturnReason::import_limit);
}

void ExecutionSide::time_out(GuestId row) {
  Guest& guest = forwarding_.guests[row];
  guest.has_timeout = false;
  const JobState& job = state_.jobs[guest.job];
  if (!has_never_started(job) || may_use_reservation(world_, job.user, life_.now())) return;
  send_back(guest.job, ReturnReason::resched_time);
}

void ExecutionSide::time_out_all() {
  std::vector<JobSlotId> jobs;
  forwarding_.guests.visit([&](const Guest& guest) {
    if (has_never_started(state_.jobs[guest.job])) jobs.push_back(guest.job);
  });
  std::ranges::sort(jobs, {}, [&](JobSlotId id) { return state_.jobs[id].index; });
  for (const JobSlotId id : jobs) send_back(id, ReturnReason::resched_time);
  forwarding_.most_slots_of.clear();
}

void ExecutionSide::send_back(JobSlotId id, ReturnReason reason) {
  const JobState job = state_.jobs[id];
  const Guest guest = forwarding_.guests[job.guest];
  std::optional<JobHistory> history;
  life_.note_waiting(job);
  if (const auto known = state_.histories.find(job.index); known != state_.histories.end()) {
    history = known->second;
    state_.histories.erase(known);
  }
  observer_.on(world_.id, GuestReturned{life_.now(), job.index, reason});
  life_.forget(id);
  SentReturns& sent_back = forwarding_.neighbours[guest.neighbour].sent_back;
  const ReturnId number = sent_back.next();
  sent_back.add(number, life_.now(), world_.agenda.round() + (life_.is_deciding() ? 1 : 0));
  reply(guest.neighbour, ForwardReturned{guest.forward, reason, number, history});
  life_.wake();
}

bool ExecutionSide::has_never_started(const JobState& job) {
  return !job.is_started() && job.record.executions == 0;
}

void ExecutionSide::take_in(const ReceivedForward& import, const ForwardJob& forward) {
  Neighbour& from = forwarding_.neighbours[import.neighbour];
  from.received.add(forward.forward, life_.now(), world_.agenda.round());
  const TranslatedJob job = translated(world_, from.id, forward);
  if (job.refusal != ReturnReason::none) {
    observer_.on(world_.id,
                 ForwardRefused{life_.now(), from.id, forward.job, forward.queue, job.refusal});
    std::optional<JobHistory> history = forward.history;
    if (history) history->pending += life_.now() - import.sent;
    reply(import.neighbour, ForwardReturned{forward.forward, job.refusal, ReturnId{}, history});
    return;
  }
  Guest guest;
  guest.neighbour = import.neighbour;
  guest.forward = forward.forward;
  guest.home_job = forward.job;
  guest.asked = job.asked;
  guest.on_trial = !has_room(world_, job.asked);
  const GuestId row = forwarding_.guests.add(guest);
  admit(row, forward, import.sent);
}

void ExecutionSide::admit(GuestId row, const ForwardJob& forward, Time sent) {
  Guest& guest = forwarding_.guests[row];
  const auto index = static_cast<JobIndex>(forwarding_.next_index++);
  forwarding_.last_id = static_cast<JobId>(static_cast<std::int64_t>(forwarding_.last_id) + 1);
  guest.asked.id = forwarding_.last_id;
  const MergedRules rules(world_.config, state_.settings);
  JobState job = rules.job_in_flight(guest.asked, index, life_.now());
  job.priority = rules.priority_of_guest(job.profile, forward.priority, forward.most_priority);
  job.guest = row;
  job.position = state_.jobs.next_position();
  const Duration delay = state_.settings.queues[index_of(job.queue)].new_job_sched_delay;
  job.record.eligible = life_.now() + delay;
  const JobSlotId id = state_.jobs.add(job);
  guest.job = id;
  if (forward.history) {
    JobHistory& history = state_.histories[index] = *forward.history;
    history.pending += life_.now() - sent;
  }
  life_.count_guest(job, 1);
  if (guest.on_trial) forwarding_.on_trial.push_back(row);
  if (const Time due = end_of(life_.now(), forward.max_resched_time); due != never) {
    guest.timeout = world_.agenda.schedule(due, phase::change, GuestTimesOut{row});
    guest.has_timeout = true;
  }
  observer_.on(world_.id, GuestAccepted{life_.now(), index, guest.asked.id,
                                        forwarding_.neighbours[guest.neighbour].id, guest.home_job,
                                        job.queue, job.slots});
  reply(guest.neighbour, ForwardStatus{guest.forward, JobStatus::pend});
  life_.wait(id);
  life_.wake();
}

void ExecutionSide::act(NeighbourId neighbour, const ActOnForward& message) {
  const Guest* found = nullptr;
  forwarding_.guests.visit([&](const Guest& guest) {
    if (guest.neighbour == neighbour && guest.forward == message.forward) found = &guest;
  });
  if (found == nullptr) return;
  const JobId id = found->asked.id;
  if (timeline_.act_on(found->job, message.action) || message.action == RemoteAction::kill) return;
  using Kind = TimelineEntry::Kind;
  if (state_.dispatch)
    observer_.on(world_.id,
                 ActionIgnored{life_.now(),
                               message.action == RemoteAction::stop ? Kind::bstop : Kind::bresume,
                               id, HostId{}, NoEffect::of_policy});
}

void ExecutionSide::reply(NeighbourId neighbour, Message message) {
  forwarding_.outbox.push_back({neighbour, std::move(message)});
}

}  // namespace mcsim::handlers
