// The view of receive queues: reports, the ledger, and what is asked of hosts.
#include "mcsim/handlers/forwarding/queue_chooser.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/model/requirement_merge.hpp"
#include "mcsim/policy/forward_baselines.hpp"
#include "mcsim/policy/forward_settings.hpp"

namespace mcsim::handlers {
namespace {

AnyForward& policy_of(ForwardingState& forwarding, std::string_view name) {
  const auto found =
      std::ranges::find(forwarding.policies, name, &std::pair<std::string, AnyForward>::first);
  MCSIM_CHECK(found != forwarding.policies.end(), "a forwarding policy is not in the registry");
  return found->second;
}

/// `by` is negative where jobs have come home since the report was made.
Slots raised(Slots slots, std::int64_t by) {
  return Slots(
      static_cast<std::int32_t>(std::clamp<std::int64_t>(slots.count() + by, 0, most_slots)));
}
constexpr auto all_returns = none<ReturnId>;

}  // namespace

std::uint64_t decision_number(const JobState& job) {
  constexpr int most_attempts_bits = 24;
  return std::uint64_t{index_of(job.index)} << most_attempts_bits |
         static_cast<std::uint64_t>(job.record.forwards);
}

bool looks_at_others(const SchedulerState& state) {
  const std::string& policy = state.settings.params.forwarding.policy;
  return reads_counters(policy) || reads_hosts(policy);
}
bool has_new_report(const ClusterWorld& world) {
  return looks_at_others(*world.lsf) &&
         std::ranges::any_of(world.forwarding.clocks, [&](const ReportClock& clock) {
           return clock.times.newest_seen(world.agenda.now(), world.agenda.round(), clock.last) !=
                  clock.last.seen;
         });
}
Time next_report(const ClusterWorld& world) {
  Time next = never;
  for (const ReportClock& clock : world.forwarding.clocks)
    next = std::min(
        next, clock.times.next_seen(world.agenda.now(), clock.last, world.sessions.on_raster()));
  return next;
}

QueueChooser::QueueChooser(ClusterWorld& world, std::vector<ClusterWorld>& grid)
    : world_(world),
      state_(*world.lsf),
      forwarding_(world.forwarding),
      grid_(grid),
      now_(world.agenda.now()),
      round_(world.agenda.round()),
      knowledge_(asked_by(state_.settings.params.forwarding.policy)),
      setting_(forward_policy_of(state_.settings)),
      choose_(policy_of(forwarding_, setting_)) {}

// Reports.

bool QueueChooser::refresh() {
  if (knowledge_ == ForwardKnowledge::room) {
    forwarding_.next_report = never;
    return false;
  }
  const bool instant = world_.config.model.counters == CounterMode::instant;
  if (!instant && now_ < forwarding_.next_report) return false;
  if (instant) {
    for (HeldReport& held : forwarding_.held)
      if (held.is_target) look_at(held);
    return true;
  }
  for (ReportClock& clock : forwarding_.clocks) {
    const ReportTimes::Look look = clock.times.look(now_, round_, clock.last);
    clock.is_new = std::exchange(clock.last, look).seen != look.seen;
  }
  forwarding_.next_report = next_report(world_);
  bool any = false;
  for (HeldReport& held : forwarding_.held)
    if (held.is_target && forwarding_.clocks[held.clock].is_new) any = take_over(held) || any;
  return any;
}

/// Takes over the present counters of a cluster.
void QueueChooser::look_at(HeldReport& held) {
  const PublishedCounters& counters =
      publisher(held.from).present(grid_[index_of(held.from)].counted(), now_, round_);
  forwarding_.looked_at[forwarding_.neighbour_of[held.from]] = counters;
  held.since = now_;
  if (held.may_lack_some) cover(held, never);
}

/// Takes over the newest visible report of a cluster. Returns whether it says something new.
bool QueueChooser::take_over(HeldReport& held) {
  const Time made = forwarding_.clocks[held.clock].last.seen;
  const Time since = held.since;
  held.since = made == never
                   ? never
                   : publisher(held.from).report(grid_[index_of(held.from)].counted(), made).from;
  // Also where nothing is uncovered: it may know of a job that is on its way home.
  const bool covers = made != never && cover(held, made);
  if (made != never) hear_report(held, made);
  return covers || held.since != since || (made != never && choose_.follows_jobs());
}

void QueueChooser::hear_report(const HeldReport& held, Time made) {
  if (!choose_.hears()) return;
  choose_.hear(
      {.kind = ForwardNews::Kind::reported, .now = now_, .cluster = held.from, .made = made});
}

/// A report counts the forwards that had come when it was made, and not those that had gone back;
/// `made` never: all that have come by now.
bool QueueChooser::cover(HeldReport& held, Time made) {
  Neighbour& neighbour = forwarding_.neighbour(held.from);
  Neighbour& there = grid_[index_of(held.from)].forwarding.neighbours[neighbour.me];
  // A job that has come home by now went back in an earlier round: the present counters know.
  const bool any = made == never ? neighbour.ledger.cover(there.received.last(), all_returns)
                                 : neighbour.ledger.cover(there.received.last_in(made),
                                                          there.sent_back.last_in(made));
  held.may_lack_some = neighbour.ledger.any_uncovered();
  return any;
}

// Candidates.

ForwardAnswer QueueChooser::choose(ForwardLines::LineId id, const JobState& job) {
  const ForwardLine& line = state_.forward_lines[id];
  if (filled_ != id) fill(line, job);
  filled_ = id;
  const SendQueue& queue = forwarding_.send_queues[index_of(job.queue)];
  const ForwardView view{.slots = job.slots,
                         .candidates = {candidates_, &forwarding_.work.candidates},
                         .free_test = world_.config.model.forward_free_test,
                         .key_order = world_.config.model.forward_key_order,
                         .last = queue.last,
                         .stream = queue.stream,
                         .decision = decision_number(job),
                         .now = now_,
                         .history = history_,
                         .job = &job_};
  if (choose_.sight() == ForwardSight::all) job_ = described(job);
  return choose_(view);
}

void QueueChooser::note_sent(const JobState& job, std::uint32_t position) {
  const QueueConfig& queue = state_.settings.queues[index_of(job.queue)];
  const SendTarget& sent = queue.forwarding.targets[position];
  const ForwardLine& line = state_.forward_lines[filled_];
  // The same queue may stand in the list again, with another preference.
  for (std::size_t at = 0; at < candidates_.size(); ++at) {
    const SendTarget& target = queue.forwarding.targets[at];
    if (target.cluster != sent.cluster || target.queue != sent.queue) continue;
    tally(forwarding_.work.described);
    candidates_[at] = described(target, line, job.user, known_of(target));
    if (!history_.empty()) history_[at] = history_of(target);
  }
}

std::vector<SeenCandidate> QueueChooser::candidates_for(const JobState& job) {
  const std::vector<SendTarget>& targets =
      state_.settings.queues[index_of(job.queue)].forwarding.targets;
  const ForwardLine& line = state_.forward_lines[filled_];
  std::vector<SeenCandidate> seen;
  for (std::size_t at = 0; at < targets.size(); ++at) {
    const SendTarget& target = targets[at];
    const HeldReport& held = forwarding_.held_of(target.cluster);
    const Known known = known_of(target);
    const Known truth = true_of(target);
    SeenCandidate one{.target = target,
                      .held = candidates_[at],
                      .known = known.level,
                      .bar = bar_of(target, line, job.user, known),
                      .made = known.counters == nullptr ? never : forwarding_.made(held),
                      .really = described(target, line, job.user, truth),
                      .real_bar = true_bar_of(target, line, job.user, truth)};
    one.really.accepts = one.real_bar == ForwardBar::none;
    seen.push_back(one);
  }
  return seen;
}

std::vector<HeldQueue> QueueChooser::held_queues() {
  std::vector<HeldQueue> queues;
  for (const QueueConfig& queue : state_.settings.queues)
    for (const SendTarget& target : queue.forwarding.targets)
      queues.push_back({.cluster = target.cluster, .queue = target.queue, .numbers = {}});
  std::ranges::sort(queues, {}, &HeldQueue::key);
  const auto repeated = std::ranges::unique(queues, {}, &HeldQueue::key);
  queues.erase(repeated.begin(), repeated.end());
  for (HeldQueue& queue : queues) {
    const SendTarget target{.cluster = queue.cluster, .queue = queue.queue};
    const Known known = known_of(target);
    queue.known = known.level;
    queue.numbers = numbers_of(target, known, Slots{});
  }
  return queues;
}

void QueueChooser::fill(const ForwardLine& line, const JobState& job) {
  candidates_.clear();
  for (const SendTarget& target : state_.settings.queues[index_of(line.queue)].forwarding.targets)
    candidates_.push_back(described(target, line, job.user, known_of(target)));
  tally(forwarding_.work.described, candidates_.size());
  if (choose_.sight() != ForwardSight::candidates)
    fill_history(state_.settings.queues[index_of(line.queue)].forwarding.targets);
}

void QueueChooser::fill_history(const std::vector<SendTarget>& targets) {
  history_.clear();
  for (const SendTarget& target : targets) history_.push_back(history_of(target));
}

ForwardHistory QueueChooser::history_of(const SendTarget& target) const {
  const Neighbour& neighbour = forwarding_.neighbour(target.cluster);
  const HeldReport& held = forwarding_.held_of(target.cluster);
  const ForwardLedger::Sum unheard = neighbour.ledger.unheard(target.queue);
  const ForwardLedger::Sum unstarted = neighbour.ledger.unstarted(target.queue);
  const ForwardLedger::Past past = neighbour.ledger.past(target.queue);
  const auto mean = [](Int128 sum_ms, std::int64_t count) {
    return count == 0 ? Duration{} : Duration(rounded_ratio(sum_ms, count));
  };
  const ClusterConfig& there = grid_[index_of(target.cluster)].config;
  return {.cluster = target.cluster,
          .queue = target.queue,
          .reported = held.since == never ? never : forwarding_.made(held),
          .latency = neighbour.out.latency(),
          .on_way = unheard.pending_jobs,
          .waiting = unstarted.pending_jobs - unheard.pending_jobs,
          .on_way_slots = unheard.pending_slots,
          .waiting_slots = unstarted.pending_slots - unheard.pending_slots,
          .starts = past.starts,
          .ends = past.ends,
          .mean_wait = mean(past.waits_ms, past.starts),
          .mean_run = mean(past.runs_ms, past.ends),
          .queue_name = there.queues[index_of(target.queue)].name,
          .cluster_name = there.name};
}

JobToForward QueueChooser::described(const JobState& job) const {
  const JobProfile& profile = world_.config.profiles[index_of(job.profile)];
  JobToForward described{.id = world_.config.trace[job.index].id,
                         .user = forwarding_.names->users.name(job.user),
                         .group = forwarding_.names->groups.name(profile.group),
                         .submitted = world_.submitted(job.index),
                         .run_limit = job.estimate,
                         .memory = profile.memory,
                         .priority = job.priority,
                         .forwards = job.record.forwards,
                         .came_back = job.record.came_back,
                         .queue = world_.config.queues[index_of(job.queue)].name,
                         .cluster = world_.config.name};
  if (job.record.came_back == ReturnReason::none) return described;
  const std::vector<SendTarget>& targets =
      state_.settings.queues[index_of(job.queue)].forwarding.targets;
  const ClusterId from = forwarding_.neighbours[job.record.neighbour].id;
  for (std::uint32_t at = 0; at < targets.size(); ++at)
    if (targets[at].cluster == from && targets[at].queue == job.record.remote_queue) {
      described.came_from = at;
      break;
    }
  return described;
}

/// The held counters of a queue; null: there are none.
const QueueCounters* QueueChooser::reported(const HeldReport& held, QueueId queue) {
  if (knowledge_ == ForwardKnowledge::room || held.since == never) return nullptr;
  const PublishedCounters* const queues = forwarding_.counters(held, publisher(held.from));
  MCSIM_CHECK(queues != nullptr, "a report that is held is forgotten");
  const QueueCounters& counters = (*queues)[index_of(queue)];
  return counters.is_reported ? &counters : nullptr;
}

QueueChooser::Known QueueChooser::known_of(const SendTarget& target) {
  const HeldReport& held = forwarding_.held_of(target.cluster);
  const ForwardLedger& ledger = forwarding_.neighbour(target.cluster).ledger;
  Known known{.level = knowledge_, .counters = reported(held, target.queue), .own = {}};
  if (known.counters == nullptr) {
    known.level = ForwardKnowledge::room;
    known.is_cold = knowledge_ != ForwardKnowledge::room;
  }
  if (known.level != ForwardKnowledge::counters)
    known.own = ledger.unstarted(target.queue);
  else if (held.may_lack_some)
    known.own = ledger.uncovered(target.queue);
  return known;
}

/// The present counters of a queue, and the jobs on their way to it.
QueueChooser::Known QueueChooser::true_of(const SendTarget& target) {
  const Neighbour& neighbour = forwarding_.neighbour(target.cluster);
  ClusterWorld& there = grid_[index_of(target.cluster)];
  const QueueCounters& now =
      there.forwarding.publisher.present(there.counted(), now_, round_)[index_of(target.queue)];
  const ForwardId received = there.forwarding.neighbours[neighbour.me].received.last();
  Known truth{.level = ForwardKnowledge::counters,
              .counters = &now,
              .own = neighbour.ledger.after(received, target.queue)};
  if (now.is_reported) return truth;
  unreported_ =
      count_queue(there.config, *there.lsf, count_plan(*there.lsf, target.queue), now_, now_);
  unreported_.room =
      balance_of(there.lsf->settings.queues[index_of(target.queue)].forwarding.job_backlog,
                 there.lsf->queues[target.queue].received.pending_jobs);
  truth.counters = &unreported_;
  return truth;
}

ForwardCandidate QueueChooser::described(const SendTarget& target, const ForwardLine& line,
                                         NameId user, const Known& known) {
  ForwardCandidate candidate = numbers_of(target, known, line.slots);
  candidate.accepts = bar_of(target, line, user, known) == ForwardBar::none;
  if (known.counters != nullptr && known.counters->is_reported)
    candidate.satisfies = satisfies(target, known.counters->kinds, line.profile);
  return candidate;
}

ForwardCandidate QueueChooser::numbers_of(const SendTarget& target, const Known& known,
                                          Slots slots) const {
  ForwardCandidate candidate;
  candidate.preference = target.preference;
  candidate.cold = known.is_cold;
  candidate.room = room_of(target, known, slots);
  if (known.level == ForwardKnowledge::room) return candidate;
  const QueueCounters& counters = *known.counters;
  candidate.total = counters.total;
  candidate.available = counters.available;
  if (known.level == ForwardKnowledge::hosts) return candidate;
  candidate.priority = counters.priority;
  candidate.running = counters.running;
  candidate.pending = raised(counters.pending, known.own.slots);
  candidate.preemptable = counters.preemptable;
  candidate.lowest_preemptable = counters.lowest_preemptable;
  return candidate;
}

ForwardBar QueueChooser::bar_of(const SendTarget& target, const ForwardLine& line, NameId user,
                                const Known& known) const {
  if (forwarding_.held_of(target.cluster).may_go_down &&
      !forwarding_.neighbour(target.cluster).out.is_up(now_))
    return ForwardBar::link;
  if (is_known_to_reject(target)) return ForwardBar::cluster;
  const QueueConfig& queue =
      grid_[index_of(target.cluster)].lsf->settings.queues[index_of(target.queue)];
  if (state_.queues[line.queue].forwards_by_user && !queue.users.has(user)) return ForwardBar::user;
  return known.counters == nullptr || known.counters->is_open ? ForwardBar::none
                                                              : ForwardBar::queue;
}

ForwardBar QueueChooser::true_bar_of(const SendTarget& target, const ForwardLine& line, NameId user,
                                     const Known& truth) const {
  const ForwardBar bar = bar_of(target, line, user, truth);
  return is_source_of(target) || bar == ForwardBar::link ? bar : ForwardBar::cluster;
}

/// Whether RCVJOBS_FROM of the queue names this cluster.
bool QueueChooser::is_source_of(const SendTarget& target) const {
  const std::vector<ClusterId>& sources = grid_[index_of(target.cluster)]
                                              .lsf->settings.queues[index_of(target.queue)]
                                              .forwarding.sources;
  return std::ranges::find(sources, world_.id) != sources.end();
}

/// A queue that has sent a job back by 2909 is not asked again, until its cluster is reconfigured
/// and says that it takes jobs.
bool QueueChooser::is_known_to_reject(const SendTarget& target) const {
  const std::vector<bool>& rejects = forwarding_.neighbour(target.cluster).rejects;
  const std::size_t at = index_of(target.queue);
  return at < rejects.size() && rejects[at] && !is_source_of(target);
}

/// The room by the last report, less jobs that it does not count yet; without a report, by
/// IMPT_JOBBKLG and IMPT_SLOTBKLG, less own jobs that have not started.
std::int32_t QueueChooser::room_of(const SendTarget& target, const Known& known,
                                   Slots slots) const {
  const QueueCounters* counters = known.counters;
  const bool reported = known.level == ForwardKnowledge::counters;
  const QueueForwarding& limits =
      grid_[index_of(target.cluster)].lsf->settings.queues[index_of(target.queue)].forwarding;
  const std::int32_t slot_limit = reported ? counters->slot_room : limits.slot_backlog;
  if (slot_limit < no_limit && known.own.pending_slots + slots.count() > slot_limit) return 0;
  return left_of(reported ? counters->room : limits.job_backlog, known.own.pending_jobs);
}

bool QueueChooser::satisfies(const SendTarget& target, std::uint32_t kinds, ProfileId profile) {
  HeldReport& held = forwarding_.held_of(target.cluster);
  const bool is_known = held.asked == profile && held.wish.kinds == kinds &&
                        held.wish.settings == grid_[index_of(target.cluster)].settings;
  if (!is_known) {
    held.asked = profile;
    held.wish = requirement_of(target.cluster, kinds, profile);
  }
  return held.wish.is_satisfied;
}

KnownRequirement QueueChooser::requirement_of(ClusterId cluster, std::uint32_t kinds,
                                              ProfileId profile_id) {
  const ClusterWorld& there = grid_[index_of(cluster)];
  std::vector<KnownRequirement>& wishes = forwarding_.neighbour(cluster).wishes;
  if (index_of(profile_id) >= wishes.size()) wishes.resize(index_of(profile_id) + 1);
  KnownRequirement& known = wishes[index_of(profile_id)];
  if (known.settings == there.settings && known.kinds == kinds) return known;
  known = {there.settings, kinds, false};
  const ProfileId translated =
      there.config.foreign_profiles[index_of(world_.id)][index_of(profile_id)];
  if (translated == none<ProfileId>) return known;
  const JobProfile& profile = there.config.profiles[index_of(translated)];
  const ClusterSettings& settings = there.lsf->settings;
  static const ResourceRequirement nothing;
  const ResourceRequirement& of_application =
      profile.application == none<ApplicationId>
          ? nothing
          : settings.applications[index_of(profile.application)].rules.res_req;
  const ResourceRequirement asked =
      merged(profile.res_req, of_application, nothing, settings.resources);
  known.is_satisfied = could_satisfy(asked.select, there.forwarding.publisher.kinds(kinds),
                                     settings.resources, settings.type_of(profile.from_host));
  return known;
}

}  // namespace mcsim::handlers
