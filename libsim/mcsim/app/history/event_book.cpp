// Keeps what lsb.events says of jobs.
#include "mcsim/app/history/event_book.hpp"

#include <algorithm>

namespace mcsim::app {
namespace {

using Event = trace::LsbEvent;

// Job status bits. Source: lsbatch.h.
constexpr std::int64_t pend = 1;
constexpr std::int64_t suspended = 8 | 16;  // by the system, by its user
constexpr std::int64_t ended = 32 | 64;
/// A job comes back to where it was submitted. Source: docs/rules/forwarding.md.
constexpr std::int64_t returned = 2903;

}  // namespace

JobEvents& EventBook::of(const Event& event) {
  const RecordedJob key{event.job, event.element};
  const auto found = jobs_.find(key);
  if (found != jobs_.end()) return found->second;
  JobEvents& made = jobs_[key];
  const auto array = jobs_.find({event.job, 0});
  if (event.element != 0 && array != jobs_.end()) {
    made = array->second;
    made.started = made.suspended = made.suspended_since = 0;
  }
  return made;
}

void EventBook::act(const Event& event, RecordedAction::Kind kind, std::string_view name) {
  const JobEvents* const job = find({event.job, event.element});
  actions_.push_back({.at = event.at,
                      .kind = kind,
                      .job = {event.job, event.element},
                      .name = trace::without_doubled_quotes(name),
                      .position = event.position,
                      .by_admin = job != nullptr && event.user != job->user});
}

void EventBook::take_status(const Event& event) {
  JobEvents& job = of(event);
  if (job.suspended_since != 0)
    job.suspended += std::max<std::int64_t>(0, event.at - job.suspended_since);
  job.suspended_since = (event.status & suspended) != 0 && job.started != 0 ? event.at : 0;
  if ((event.status & ended) != 0) job.has_ended = true;
  if (event.status == pend) job.started = 0;
  if (event.status == pend && event.reason == returned) {
    ++job.returns;
    ++returns_;
  }
}

void EventBook::take_signal(const Event& event) {
  if (event.signal == "STOP") act(event, RecordedAction::Kind::bstop);
  if (event.signal == "CONT" || event.signal == "RESUME") act(event, RecordedAction::Kind::bresume);
}

void EventBook::take(const Event& event) {
  using Kind = Event::Kind;
  using Did = RecordedAction::Kind;
  switch (event.kind) {
    case Kind::job_new: {
      JobEvents& job = of(event);
      job = {};
      job.user = trace::without_doubled_quotes(event.user);
      job.group = trace::without_doubled_quotes(event.group);
      job.queue = trace::without_doubled_quotes(event.queue);
      job.name = trace::without_doubled_quotes(event.name);
      job.submitted = event.submitted;
      job.run_limit = event.run_limit;
      job.user_priority = event.user_priority;
      ++submitted_;
      return;
    }
    case Kind::job_start: {
      JobEvents& job = of(event);
      job.started = event.at;
      job.suspended = job.suspended_since = 0;
      ++job.starts;
      ++starts_;
      return;
    }
    case Kind::job_status:
      return take_status(event);
    case Kind::job_switch:
      return act(event, Did::bswitch, event.queue);
    case Kind::job_move:
      return act(event, event.to_top ? Did::btop : Did::bbot);
    case Kind::job_signal:
      return take_signal(event);
    case Kind::job_forward:
      ++of(event).forwards;
      ++forwards_;
      return;
    case Kind::job_acceptack:
      ++accepted_;
      return;
    case Kind::queue_ctrl: {
      constexpr Did did[] = {Did::qopen, Did::qclose, Did::qact, Did::qinact};
      if (event.operation >= 1 && event.operation <= 4)
        act(event, did[event.operation - 1], event.queue);
      return;
    }
    case Kind::host_ctrl:
      if (event.operation == 1 || event.operation == 2)
        act(event, event.operation == 1 ? Did::hopen : Did::hclose, event.host);
      return;
    case Kind::mbd_start:
      cluster_ = trace::without_doubled_quotes(event.cluster);
      return;
    case Kind::job_requeue:
    case Kind::job_accept:
    case Kind::other:
      return;
  }
}

const JobEvents* EventBook::find(RecordedJob job) const {
  auto found = jobs_.find(job);
  if (found == jobs_.end()) found = jobs_.find({job.job, 0});
  return found == jobs_.end() ? nullptr : &found->second;
}

void EventBook::note_record(RecordedJob job) {
  for (const RecordedJob known : {job, RecordedJob{job.job, 0}}) {
    const auto found = jobs_.find(known);
    if (found != jobs_.end()) found->second.has_record = true;
  }
}

EventBook::Missing EventBook::missing() const {
  Missing missing;
  for (const auto& [id, job] : jobs_) {
    if (job.has_record) continue;
    ++(job.has_ended ? missing.ended : job.started != 0 ? missing.running : missing.waiting);
  }
  return missing;
}

}  // namespace mcsim::app
