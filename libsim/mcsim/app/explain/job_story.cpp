// One job: what it asked for, why it waited, where it ran, how it ended.
#include "mcsim/app/explain/job_story.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "mcsim/model/job_number.hpp"
#include "mcsim/results/job_times.hpp"
#include "mcsim/scheduler/rules.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/views/reason_text.hpp"

namespace mcsim::app {
namespace {

std::string free_and_wanted(std::int64_t free, Slots wanted) {
  return " (" + std::to_string(free) + " free, " + std::to_string(wanted.count()) + " wanted)";
}

const char* requeue_text(RequeueReason reason) {
  switch (reason) {
    case RequeueReason::exit_value:
      return "its exit value is in REQUEUE_EXIT_VALUES";
    case RequeueReason::preempted:
      return "killed by preemption (TERMINATE_WHEN)";
    case RequeueReason::host_down:
      return "a host that it ran on went down, and it is rerunnable";
    case RequeueReason::lease:
      return "killed: what it uses is not exported any more";
    case RequeueReason::control:
      return "JOB_CONTROLS has it requeued";
  }
  return "";
}

/// JOB_CONTROLS has a command like bkill, or a signal.
std::string ending_by_control(const JobEnded& fact) {
  if (fact.reason == EndReason::term_owner) return "exit: JOB_CONTROLS has it killed (TERM_OWNER)";
  return "exit: JOB_CONTROLS has ended it by a signal, exit code " + std::to_string(fact.exit_code);
}

std::string ending_text(const JobEnded& fact) {
  if (fact.by_control) return ending_by_control(fact);
  switch (fact.reason) {
    case EndReason::none:
      return fact.status == JobStatus::done
                 ? "done: it has run its run time"
                 : "exit: it has run its run time, exit code " + std::to_string(fact.exit_code);
    case EndReason::term_runlimit:
      return "exit: it reached its run limit (TERM_RUNLIMIT)";
    case EndReason::term_cpulimit:
      return "exit: it used as much CPU time as its limit allows (TERM_CPULIMIT)";
    case EndReason::term_owner:
      return "exit: killed by bkill (TERM_OWNER)";
    case EndReason::term_host_down:
      return "exit: a host that it ran on went down";
    case EndReason::term_memlimit:
      return "exit: it used more memory than its limit (TERM_MEMLIMIT)";
    case EndReason::requeue_limit:
      return "exit: it has gone back into its queue as often as model.max_requeues allows "
             "(REQUEUE_LIMIT)";
    case EndReason::term_orphan:
      return "exit: its condition could never hold (TERM_ORPHAN_SYSTEM)";
    case EndReason::term_window:
      return "exit: the run window of its queue closed (TERM_WINDOW)";
    case EndReason::pjl_not_started:
    case EndReason::tasks_not_registered:
    case EndReason::tasks_not_started:
    case EndReason::pjl_exited:
    case EndReason::pjl_not_exited:
      return std::string(fact.status == JobStatus::done ? "done" : "exit") + ": PAM exits with " +
             std::to_string(fact.exit_code) + " (" + std::string(name_of(fact.reason)) + ")";
    default:
      return "exit: " + std::string(name_of(fact.reason));
  }
}

}  // namespace

JobStory::JobStory(const GridConfig& grid, const Calendar& calendar, ClusterId cluster,
                   JobIndex job, bool has_stalled, Asking asking)
    : grid_(grid),
      config_(grid.clusters[index_of(cluster)]),
      cluster_(cluster),
      job_(job),
      has_stalled_(has_stalled),
      asking_(asking),
      place_(cluster),
      index_(job),
      names_(grid),
      story_{.calendar = calendar} {
  story_.subject = "job " + names_.name(cluster, job);
  queue_ = described().queue;
  profile_ = described().profile;
}

// After each instant.

void JobStory::before(const Simulation& simulation, Time now) {
  simulation_ = &simulation;
  if (played_) {
    look_at_held(now);
    look_at_actions(looked_);
    look_at_reach(looked_);
    look_at_end();
    // If the news has not reached a session yet, the reasons are not those of a session.
    if (!world().sessions.has_news() && !has_answer()) look(looked_);
    if (!world().sessions.has_news()) look_at_limit(looked_);
  }
  note_due(now);
  looked_ = now;
  played_ = true;
}

void JobStory::find_slot() {
  const auto take = [&](JobSlotId id, const auto& job) {
    if (job.index == index_) slot_ = id;
  };
  if (world().lsf) world().lsf->jobs.visit(take);
  if (world().baseline) world().baseline->jobs.visit(take);
  if (!world().lsf) return;
  position_ = world().lsf->jobs[slot_].position;
  queue_ = world().lsf->jobs[slot_].queue;
}

void JobStory::look(Time now) {
  if (status_ != JobStatus::pend || slot_ == none<JobSlotId>) return;
  std::string kind;
  std::string text = reasons(now, kind);
  stretch(now, std::move(text));
  if (open_) open_->kind = std::move(kind);
  note_asked(now);
}

std::string JobStory::reasons(Time now, std::string& kind) const {
  if (!world().lsf) return reasons_of_baseline(kind);
  const SchedulerReasons answers(world(), now);
  const auto given = answers.of(slot_);
  for (const GivenReason& reason : given)
    kind += (kind.empty() ? "" : "; ") + reason_words(reason, world().lsf->settings);
  std::string text =
      reasons_with_numbers(given, world().lsf->settings, story_.calendar) + held_back_text();
  const std::string forwarding = is_at_home() ? not_forwarded(answers, text) : "";
  std::vector<HostSlots> reserved;
  std::int64_t slots = 0;
  world().lsf->slot_reservations.visit_of(slot_, [&](const SlotReservation& reservation) {
    reserved.push_back({reservation.host, Slots(reservation.slots)});
    slots += reservation.slots;
  });
  if (slots > 0)
    text += "; it has reserved " + std::to_string(slots) + " of " +
            counted(described().slots.count(), "slot") + " on " + allocation_text(reserved, here());
  const SchedulerState& state = *world().lsf;
  if (state.dispatch && waits_for_hosts(state, slot_))
    text += free_and_wanted(state.places.free_slots, state.jobs[slot_].slots);
  if (!forwarding.empty()) text += "; not forwarded: " + forwarding;
  const JobState& job = world().lsf->jobs[slot_];
  const Duration delay = world().lsf->settings.queues[index_of(job.queue)].forwarding.forward_delay;
  if (is_at_home() && delay < 0ms && !waits_for_hosts(*world().lsf, slot_) &&
      job.record.hosts_from > now)
    text += "; no hosts of its own cluster before " +
            story_.calendar.instant(job.record.hosts_from) + " (MC_FORWARD_DELAY)";
  return text;
}

/// Says why nothing will ever start a pending job, where another reason comes first just now.
void JobStory::tell_what_decides(Time end) {
  if (status_ != JobStatus::pend || !world().lsf || slot_ == none<JobSlotId>) return;
  SchedulerReasons deciding(world(), end, Windows::open);
  if (is_trivial(deciding.main_of(slot_))) return;
  const auto reasons = deciding.of(slot_);
  if (reasons == SchedulerReasons(world(), end).of(slot_)) return;
  story_.add(end, "stalled",
             "with all windows open: " +
                 reasons_with_numbers(reasons, world().lsf->settings, story_.calendar));
}

/// Why the job is not forwarded; empty: the reason is in `said` already.
std::string JobStory::not_forwarded(const SchedulerReasons& answers,
                                    const std::string& said) const {
  const JobState& job = world().lsf->jobs[slot_];
  const ClusterSettings& settings = world().lsf->settings;
  // A job that its condition or its array holds back is in no line that may be forwarded.
  const bool may_be = settings.queues[index_of(job.queue)].forwarding.sends();
  if (!may_be || job.stage == Stage::held) return "";
  const GivenReason reason = answers.why_not_forwarded(job);
  const bool is_rule =
      reason.reason == PendReason::no_receive_queue || reason.reason == PendReason::came_back ||
      reason.reason == PendReason::new_job || reason.reason == PendReason::requeued;
  if (is_rule) return not_forwarded_;
  const std::string text = reason_with_numbers(reason, settings, story_.calendar);
  return text == said ? "" : text;
}

std::string JobStory::reasons_of_baseline(std::string& kind) const {
  const BaselineState& state = *world().baseline;
  const JobInFlight& job = state.jobs[slot_];
  const PendReason reason = PendReasons(world()).of(state.jobs.as_waiting(slot_));
  kind = text_of(reason);
  const bool is_behind =
      reason == PendReason::behind_earlier || reason == PendReason::reserved_for_first;
  return kind + free_and_wanted(state.hosts.free().count(), job.slots) +
         (is_behind ? first_in_line() : "");
}

/// The job that waits first in a baseline, and in which order.
std::string JobStory::first_in_line() const {
  const BaselineState& state = *world().baseline;
  const auto line =
      std::ranges::find_if(state.lines, [](const WaitingLine& one) { return one.size() > 0; });
  if (line == state.lines.end()) return "";
  const JobSlotId first = line->first().job;
  if (first == slot_) return "";
  return "; job " + names_.name(place_, state.jobs[first].index) + " is first by " +
         here().model.baseline.order;
}

JsonNode JobStory::as_data(const std::string& decision) {
  auto tree = parse_json(decision, "decision");
  return json_member("decision", tree ? std::move(tree->root) : JsonNode{});
}

void JobStory::stretch(Time now, std::string text, const char* event) {
  if (open_ && open_->text == text) return;
  close_stretch(now);
  open_ = StoryLine{.from = now, .event = event, .text = std::move(text)};
  if (!not_forwarded_.empty() && open_->text.find(not_forwarded_) != std::string::npos)
    open_->data = {as_data(not_forwarded_line_)};
  open_is_of_session_ =
      status_ == JobStatus::pend && (!world().lsf || !world().lsf->lacks_mbatchd());
}

void JobStory::close_stretch(Time to) {
  if (!open_) return;
  open_->to = to;
  const Duration interval = here().params.job_scheduling_interval;
  if (open_is_of_session_ && interval > 0ms)
    open_->sessions = (to - open_->from + interval - 1ms) / interval;
  if (to > open_->from) story_.lines.push_back(*std::move(open_));
  open_.reset();
}

void JobStory::become(JobStatus status, Time now) {
  close_stretch(now);
  status_ = status;
  if (status != JobStatus::pend) return;
  gone_ = Unheard::Kind::no;
  is_unknown_ = false;
  open_stretch(now, "no scheduling session has looked at it yet");
}

/// Opens a stretch of pending for which no session has given a reason yet.
void JobStory::open_stretch(Time now, std::string text) {
  open_ = StoryLine{.from = now, .event = "pending", .text = std::move(text)};
  open_is_of_session_ = false;
}

// Facts.

void JobStory::on(ClusterId cluster, const JobSubmitted& fact) {
  if (!is_mine(cluster, fact.job)) return;
  find_slot();
  const std::string user(grid_.users.name(described().user));
  story_.add(fact.at, "submitted",
             "submitted" + (user.empty() ? "" : " by " + user) + " to queue " +
                 config_.queues[index_of(queue_)].name + dependency_text() + ": " + request_text() +
                 begin_text(begin_ = world().begin_of(fact.job)));
  become(JobStatus::pend, fact.at);
}

void JobStory::on(ClusterId cluster, const JobRejected& fact) {
  if (!is_mine(cluster, fact.job)) return;
  story_.add(fact.at, "rejected",
             "refused at submission to queue " + config_.queues[index_of(queue_)].name + ": " +
                 refusal_text(fact.reason) + " (" + request_text() + ")");
  become(JobStatus::rejected, fact.at);
}

void JobStory::on(ClusterId cluster, const JobStarted& fact) {
  note_touched(cluster);
  if (cluster != place_) return;
  if (preempted_) {
    story_.lines[*preempted_].text += " by job " + names_.name(place_, fact.job);
    preempted_.reset();
  }
  const std::string victims = taken_victims();
  if (fact.job != index_) return;
  // Of this instant: they may be why it starts.
  if (world().lsf) look_at_wishes(world().lsf->jobs[slot_], fact.at);
  become(JobStatus::run, fact.at);
  const auto offers = has_lsf_dispatch() ? offered(fact.at) : std::vector<Offered>{};
  tell_shares(fact.at);
  story_.add(fact.at, "started", "started on " + placement_text(fact, offers) + victims).data =
      placement_data(fact, offers);
}

void JobStory::on(ClusterId cluster, const JobEnded& fact) {
  note_touched(cluster);
  if (!is_mine(cluster, fact.job)) return;
  become(fact.status, fact.at);
  story_.add(fact.at, "ended", ending_text(fact));
  slot_ = none<JobSlotId>;
}

void JobStory::on(ClusterId cluster, const JobRequeued& fact) {
  note_touched(cluster);
  if (cluster == place_ && fact.reason == RequeueReason::preempted) victims_.push_back(fact.job);
  if (!is_mine(cluster, fact.job)) return;
  become(JobStatus::pend, fact.at);
  const JobHistory& history = world().lsf->histories.at(index_);
  const Duration lost = history.lost - std::exchange(lost_, history.lost);
  const Duration kept = history.kept - std::exchange(kept_, history.kept);
  if (fact.reason == RequeueReason::preempted) preempted_ = story_.lines.size();
  story_.add(
      fact.at, "requeued",
      "requeued, " +
          (kept > 0ms ? readable(kept) + " of work kept" : readable(lost) + " of work lost") +
          ": " + requeue_text(fact.reason));
}

// The end.

Story JobStory::finish(const Simulation& simulation, Time end) {
  simulation_ = &simulation;
  look_at_held(end + 1ms);
  if (is_held() && !open_) {
    SchedulerState state = *world().lsf;
    stretch(end, held_text(state, end), "held");
  }
  look_at_actions(looked_);
  look_at_reach(looked_);
  look_at_end();
  if (!world().sessions.has_news()) look(looked_);
  if (!world().sessions.has_news()) look_at_limit(looked_);
  look(end);
  const bool is_over =
      status_ == JobStatus::done || status_ == JobStatus::exit || status_ == JobStatus::rejected;
  const std::optional<StoryLine> fresh = open_ && open_->from == end ? open_ : std::nullopt;
  if (!is_over) become(status_, end);
  if (status_ == JobStatus::unsubmitted) {
    story_.numbers.clear();
    story_.summary = "not submitted by " + story_.calendar.instant(end) + dependency_text();
    return std::move(story_);
  }
  const bool waits = status_ == JobStatus::pend || status_ == JobStatus::ssusp;
  if (waits && fresh) story_.add(end, fresh->event, fresh->text);
  if (has_stalled_) tell_what_decides(end);
  if (const std::string launch = launch_text(end); !launch.empty())
    story_.add(end, "launching", launch);
  put_in_order();
  if (!is_over)
    story_.summary =
        (is_unknown_ ? "UNKWN" : std::string(name_of(status_))) + " at " +
        story_.calendar.instant(end) +
        (has_stalled_ && status_ == JobStatus::pend ? ", and nothing will ever start it: " : ": ") +
        story_.summary;
  return std::move(story_);
}

/// Sorts the lines by time: facts heard during a stretch come after the stretch's beginning.
void JobStory::put_in_order() {
  std::multimap<Time, StoryLine> lines;
  for (StoryLine& line : story_.lines) lines.emplace(line.from, std::move(line));
  story_.lines.clear();
  for (auto& [from, line] : lines) story_.lines.push_back(std::move(line));
}

void JobStory::take(const RunResults& results) {
  const ClusterResults& own = results.clusters[index_of(cluster_)];
  const JobOutcome& outcome = own.jobs[index_of(job_)];
  const JobHistory* const known = own.history_of(job_);
  const JobHistory history = known == nullptr ? JobHistory{} : *known;
  std::optional<TraceJob> room;
  const TraceJob& job = own.as_played(config_.trace, job_, room);
  const Duration waited = wait_time(job, outcome, known, results.end).value_or(0ms);
  const Duration ran = run_time(outcome, known, results.end).value_or(0ms);
  const Duration launched = launching_time(history);
  const auto unless_none = [](const char* words, Duration length) {
    return length > 0ms ? words + length_text(length) : std::string();
  };
  story_.summary = "waited " + length_text(waited) + unless_none(", was held for ", history.held) +
                   unless_none(", was launched for ", launched) + ", ran " + length_text(ran) +
                   ", suspended " + length_text(history.suspended) + ", lost " +
                   length_text(history.lost) +
                   unless_none(", was unreachable for ", history.unreachable);
  story_.numbers = {json_member("status", json_text(std::string(name_of(outcome.status))))};
  const auto add = [&](const char* key, Duration length) {
    JsonNode node;
    node.kind = JsonNode::Kind::real;
    node.text = seconds_text(length);
    story_.numbers.push_back(json_member(key, std::move(node)));
  };
  add("waited_s", waited);
  add("held_s", history.held);
  add("launched_s", launched);
  add("ran_s", ran);
  add("suspended_s", history.suspended);
  add("lost_s", history.lost);
  add("unreachable_s", history.unreachable);
}

}  // namespace mcsim::app
