// Keeps what lsb.events says of jobs.
#include "mcsim/app/history/event_book.hpp"

#include <algorithm>

#include "mcsim/app/history/submission_fields.hpp"
#include "mcsim/config/values/array_text.hpp"

namespace mcsim::app {
namespace {

using Event = trace::LsbEvent;
using Did = RecordedAction::Kind;
using Option = trace::SubmitOption;

// Job status bits. Source: lsbatch.h.
constexpr std::int64_t pend = 1;
constexpr std::int64_t suspended = 8 | 16;  // by the system, by its user
constexpr std::int64_t stopped = 2 | 16;    // by its user or an administrator
constexpr std::int64_t done = 64;
constexpr std::int64_t ended = 32 | done;
/// A job comes back to where it was submitted. Source: docs/rules/forwarding.md.
constexpr std::int64_t returned = 2903;

std::string joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words)
    text += (text.empty() ? "" : " ") + trace::without_doubled_quotes(word);
  return text;
}

/// %3 of name[1-10]%3, %0 where there is no limit; empty: it is no array.
std::string limit_of_array(std::string_view name) {
  const auto array = config::parse_array(trace::without_doubled_quotes(name));
  if (array) return array->ranges.empty() ? "" : "%" + std::to_string(array->limit);
  const bool is_limit = name.starts_with('%') && config::parse_array_limit(name).has_value();
  return is_limit ? std::string(name) : "";
}

}  // namespace

RecordedJob EventBook::key_of(std::int64_t job, std::int64_t element) const {
  const auto again = lives_.find(job);
  return {job, element, again == lives_.end() ? 0 : again->second};
}

/// An element has what its array has, but its life is its own.
JobEvents& EventBook::element_of(RecordedJob key, std::int64_t at) {
  const auto array = jobs_.find({key.job, 0, key.life});
  JobEvents& made = jobs_[key];
  if (key.element != 0 && array != jobs_.end()) {
    made = array->second;
    made.started = made.suspended = made.suspended_since = made.ended = 0;
    made.has_record = made.is_brequeued = made.is_ended_late = false;
    made.is_stopped = made.is_seen_stopped = false;
    made.hosts = made.exit_codes = none<NameId>;
  }
  made.first_at = at;
  return made;
}

JobEvents& EventBook::of(const Event& event) {
  const RecordedJob key = key_of(event.job, event.element);
  const auto found = jobs_.find(key);
  return found != jobs_.end() ? found->second : element_of(key, event.at);
}

void EventBook::note_cluster(std::string name) {
  if (name.empty()) return;
  std::erase(clusters_, name);
  clusters_.push_back(std::move(name));
}

NameId EventBook::id(std::string_view text) {
  return text.empty() ? none<NameId> : names_.id(trace::without_doubled_quotes(text));
}

NameId EventBook::id_of(const std::vector<std::string_view>& words) {
  return words.empty() ? none<NameId> : names_.id(joined(words));
}

RecordedAction& EventBook::act(const Event& event, Did kind, std::string_view name) {
  const RecordedJob job = key_of(event.job, event.element);
  const JobEvents* const known = find(job);
  actions_.push_back({.at = event.at,
                      .kind = kind,
                      .job = job,
                      .name = trace::without_doubled_quotes(name),
                      .position = event.position,
                      .by_admin = known != nullptr && trace::without_doubled_quotes(event.user) !=
                                                          names_.name(known->user),
                      .elements = std::string(event.elements)});
  return actions_.back();
}

void EventBook::take_new(const Event& event) {
  RecordedJob key = key_of(event.job, event.element);
  // The first one of this number that is known now, the job or one of its elements.
  const auto before = jobs_.lower_bound({key.job, 0, key.life});
  const bool comes_again = before != jobs_.end() && before->first.job == key.job &&
                           before->first.life == key.life &&
                           before->second.submitted != event.submitted;
  if (comes_again) key.life = ++lives_[key.job];
  JobEvents& job = jobs_[key];
  job = {};
  copy_submission(event, job, [this](std::string_view text) { return id(text); });
  job.asked_hosts = id_of(event.asked_hosts);
  job.first_at = event.at;
  job.is_submitted_late = event.is_lava && has_start_;
  if (job.is_submitted_late) came_.push_back(key);
  ++submitted_;
}

void EventBook::take_start(const Event& event) {
  has_start_ = true;
  for (const RecordedJob ended_before : ended_) jobs_.at(ended_before).is_ended_late = false;
  for (const RecordedJob came_before : came_) jobs_.at(came_before).is_submitted_late = false;
  ended_.clear();
  came_.clear();
  JobEvents& job = of(event);
  job.started = event.at;
  job.ended = job.suspended = job.suspended_since = 0;
  job.is_brequeued = job.is_ended_late = false;
  job.hosts = id_of(event.hosts);
  ++starts_;
}

void EventBook::take_status(const Event& event) {
  JobEvents& job = of(event);
  if (job.suspended_since != 0)
    job.suspended += std::max<std::int64_t>(0, event.at - job.suspended_since);
  job.suspended_since = (event.status & suspended) != 0 && job.started != 0 ? event.at : 0;
  if ((event.status & ended) != 0 && job.ended == 0) {
    job.ended = event.at;
    job.exit_status = event.exit_status;
    job.is_done = (event.status & done) != 0;
    job.is_ended_late = event.is_lava;
    ended_.push_back(key_of(event.job, event.element));
  }
  note_stop(event, job);
  if (event.status != pend) return;
  const std::int64_t code = event.exit_status >> 8;
  const bool was_ended_by_code = (event.exit_status & 0xFF) == 0 && code > 0 && code < 256;
  if (job.started != 0 && job.is_brequeued) {
    ++brequeued_;
  } else if (job.started != 0 && event.reason != returned && was_ended_by_code) {
    std::string codes(names_.name(job.exit_codes));
    codes += (codes.empty() ? "" : " ") + std::to_string(code);
    job.exit_codes = names_.id(codes);
  }
  job.started = job.ended = 0;
  if (event.reason == returned) {
    job.cluster = none<NameId>;
    ++returns_;
  }
}

/// Of an array: all of its elements, too.
void EventBook::note_modified(RecordedJob job, std::uint32_t bits) {
  for (auto at = jobs_.lower_bound(job); at != jobs_.end(); ++at) {
    const bool is_of_it = at->first.job == job.job && at->first.life == job.life &&
                          (job.element == 0 || at->first.element == job.element);
    if (!is_of_it) return;
    at->second.modified |= bits;
  }
}

/// What an action of a scenario can say becomes one; the rest the job has from the beginning on,
/// as its record in lsb.acct has it.
void EventBook::take_modify(const Event& event) {
  JobEvents& job = of(event);
  const std::int64_t bits = event.options | event.deleted;
  if ((event.options & Option::queue) != 0 && !event.queue.empty())
    act(event, Did::bswitch, event.queue);
  RecordedAction change;
  if ((bits & Option::hosts) != 0) change.hosts = joined(event.asked_hosts);
  if ((bits & Option::depends) != 0) change.depends = trace::without_doubled_quotes(event.depends);
  if (event.begin != 0) change.begin = std::max<std::int64_t>(0, event.begin);
  // The limit of an array is one of the whole array.
  const bool is_array = names_.name(job.name).find('[') != std::string_view::npos;
  if ((event.options & Option::name) != 0 && is_array) change.array = limit_of_array(event.name);
  if (!change.array.empty()) {
    RecordedAction& action = act(event, Did::bmod);
    action.array = std::move(change.array);
    action.job.element = 0;
    action.elements.clear();
  }
  if (change.hosts || change.depends || change.begin) {
    RecordedAction& action = act(event, Did::bmod);
    action.hosts = std::move(change.hosts);
    action.depends = std::move(change.depends);
    action.begin = change.begin;
  }
  auto modified = static_cast<std::uint32_t>(bits & (Option::hosts | Option::depends));
  if (event.begin != 0) modified |= JobEvents::begin_modified;
  note_modified(key_of(event.job, event.element), modified);
  bool has_other = false;
  const auto set = [&](std::int64_t& value, std::int64_t to, bool is_set) {
    if (is_set) value = to;
    has_other = has_other || is_set;
  };
  set(job.run_limit, event.run_limit, event.run_limit != -1);
  set(job.user_priority, event.user_priority, event.user_priority >= 0);
  set(job.processors, event.processors, event.processors > 0);
  if ((bits & Option::res_req) != 0) {
    job.res_req = id(event.res_req);
    has_other = true;
  }
  if (has_other) ++other_changes_;
}

void EventBook::take_signal(const Event& event) {
  if (event.signal.starts_with("REQUEUE")) of(event).is_brequeued = true;
  const bool stops = event.signal == "STOP";
  if (!stops && event.signal != "CONT" && event.signal != "RESUME") return;
  const auto found = jobs_.find(key_of(event.job, event.element));
  const bool is_known = found != jobs_.end();
  if (!stops || !is_known || !found->second.is_stopped)
    act(event, stops ? Did::bstop : Did::bresume);
  if (!is_known) return;
  found->second.is_stopped = stops;
  if (!stops) found->second.is_seen_stopped = false;
}

/// Some mbatchds write how bstop and bresume change the status of a job, and not the signals.
void EventBook::note_stop(const Event& event, JobEvents& job) {
  if ((event.status & stopped) != 0) {
    if (!job.is_stopped) act(event, Did::bstop);
    job.is_stopped = job.is_seen_stopped = true;
  } else if (job.is_seen_stopped) {
    if ((event.status & ended) == 0) act(event, Did::bresume);
    job.is_stopped = job.is_seen_stopped = false;
  }
}

void EventBook::note_second(const Event& event) {
  if (event.at == second_) return;
  second_ = event.at;
  has_start_ = false;
  ended_.clear();
  came_.clear();
}

void EventBook::take(const Event& event) {
  using Kind = Event::Kind;
  last_at_ = std::max(last_at_, event.at);
  note_second(event);
  switch (event.kind) {
    case Kind::job_new:
      return take_new(event);
    case Kind::job_modify:
      return take_modify(event);
    case Kind::job_start:
      return take_start(event);
    case Kind::job_status:
      return take_status(event);
    case Kind::job_switch:
      act(event, Did::bswitch, event.queue);
      return;
    case Kind::job_move:
      act(event, event.to_top ? Did::btop : Did::bbot);
      return;
    case Kind::job_signal:
      return take_signal(event);
    case Kind::job_requeue: {
      JobEvents& job = of(event);
      if (job.started != 0) ++brequeued_;
      job.started = job.ended = 0;
      return;
    }
    case Kind::job_forward:
      of(event).cluster = id(event.cluster);
      ++forwards_;
      return;
    case Kind::job_acceptack:
      return;
    case Kind::job_clean:
      if (JobEvents& job = of(event); job.ended == 0) job.ended = event.at;
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
      note_cluster(trace::without_doubled_quotes(event.cluster));
      return;
    case Kind::job_accept:
    case Kind::other:
      return;
  }
}

std::optional<std::uint32_t> EventBook::life_of(std::int64_t job, std::int64_t submitted,
                                                std::int64_t ended_at) const {
  for (std::uint32_t life = key_of(job, 0).life;; --life) {
    const auto first = jobs_.lower_bound({job, 0, life});
    if (first != jobs_.end() && first->first.job == job && first->first.life == life) {
      const JobEvents& known = first->second;
      const bool may_be_it = known.submitted == 0 && known.first_at <= ended_at;
      if (known.submitted == submitted || may_be_it) return life;
    }
    if (life == 0) return std::nullopt;
  }
}

const JobEvents* EventBook::find(RecordedJob job) const {
  auto found = jobs_.find(job);
  if (found == jobs_.end()) found = jobs_.find({job.job, 0, job.life});
  return found == jobs_.end() ? nullptr : &found->second;
}

void EventBook::note_record(RecordedJob job) {
  if (const auto found = jobs_.find(job); found != jobs_.end())
    found->second.has_record = true;
  else if (jobs_.contains({job.job, 0, job.life}))
    element_of(job, 0).has_record = true;
}

void EventBook::visit_missing(
    const std::function<void(RecordedJob, const JobEvents&)>& visit) const {
  for (const auto& [key, job] : jobs_)
    if (!job.has_record) visit(key, job);
}

}  // namespace mcsim::app
