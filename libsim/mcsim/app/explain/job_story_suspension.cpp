// The story of a job while it is suspended, and of what suspends it.
#include <cstdint>
#include <utility>

#include "mcsim/app/explain/job_story.hpp"
#include "mcsim/cluster/load_stops.hpp"
#include "mcsim/scheduler/host_places.hpp"
#include "mcsim/text/text_table.hpp"
#include "mcsim/views/reason_text.hpp"
#include "mcsim/views/suspension_reason.hpp"

namespace mcsim::app {
namespace {

std::string load_text(double number) {
  return rounded_text(static_cast<std::int64_t>(number * 100 + 0.5), 100, 2);
}

}  // namespace

/// Lists and forgets the jobs that were preempted for the start that is reported now; empty: none.
std::string JobStory::taken_victims() {
  std::string text;
  for (const JobIndex victim : std::exchange(victims_, {}))
    text += (text.empty() ? "; preempting " : " ") + names_.name(place_, victim);
  return text;
}

void JobStory::on(ClusterId cluster, const LoadStopped& fact) {
  if (cluster == place_ && fact.job != index_)
    note_first(fact.job, fact.at, "is suspended in this look");
  if (!is_mine(cluster, fact.job)) return;
  const ClusterSettings& settings = world().lsf->settings;
  load_ = settings.resources[index_of(fact.index)].name + " of " +
          settings.hosts[index_of(fact.host)].name + " is " + load_text(fact.load) +
          ", loadStop of the " + (fact.of_queue ? "queue " : "host ") + load_text(fact.stop);
}

void JobStory::on(ClusterId cluster, const JobSuspended& fact) {
  note_touched(cluster);
  const bool is_preempted = fact.reason == SuspendReason::preempted;
  if (cluster == place_ && is_preempted) victims_.push_back(fact.job);
  if (!is_mine(cluster, fact.job)) return;
  const bool waited = status_ == JobStatus::pend;
  become(fact.status, fact.at);
  if (fact.reason != SuspendReason::load) load_.clear();
  if (is_preempted) preempted_ = story_.lines.size();
  held_from_ = fact.at + 1ms;
  story_.add(fact.at, "suspended", suspension_text(fact, waited));
}

// What keeps the job suspended.

/// Whether load has suspended the job, so that its sbatchd must resume it.
bool JobStory::is_held() const {
  return status_ == JobStatus::ssusp && slot_ != none<JobSlotId> && world().lsf &&
         world().lsf->jobs[slot_].stopped_for != none<ResourceId>;
}

/// Names the section Limit that keeps the job suspended, as the last session has left it.
void JobStory::look_at_limit(Time now) {
  if (status_ != JobStatus::ssusp || !world().lsf || is_held()) return;
  const auto reason = limit_of_suspended(world(), slot_, now);
  if (!reason) return close_stretch(now);
  stretch(
      now,
      "stays suspended: " + reason_with_numbers(*reason, world().lsf->settings, story_.calendar),
      "held");
}

/// Notes that the sbatchd of this job has resumed or suspended another job: it acts on one job in
/// each check.
void JobStory::note_first(JobIndex other, Time now, const char* what) {
  if (!is_held()) return;
  const JobsInFlight& jobs = world().lsf->jobs;
  const HostId host = jobs.first_host(slot_);
  jobs.visit_on(host, [&](JobSlotId id, Slots) {
    if (jobs[id].index != other || jobs.first_host(id) != host) return;
    first_at_ = now;
    first_ = "job " + names_.name(place_, other) + " " + what;
  });
}

/// Reports each check of the sbatchd since the last reported one, with the state since the last
/// instant.
void JobStory::look_at_held(Time until) {
  if (!is_held()) return;
  const Duration sleep = world().lsf->settings.params.sbd_sleep_time;
  Time look = Time{} + (held_from_ - Time{} + sleep - 1ms) / sleep * sleep;
  held_from_ = std::max(held_from_, until);
  if (look >= until) return;
  SchedulerState state = *world().lsf;
  for (; look < until; look += sleep) stretch(look, held_text(state, look), "held");
}

/// Why the job stays suspended in the check at `look`, to which `state`, a copy, is moved on.
std::string JobStory::held_text(SchedulerState& state, Time look) const {
  state.load->pass(look);
  HostPlaces(here(), state, look).hear_of_load();
  state.jobs.visit_hosts(slot_, [&](HostSlots part) {
    state.hosts.set_load(part.host, state.load->known(part.host));
  });
  const LoadHold hold = LoadStops(here(), state, look, state.jobs.first_host(slot_)).hold(slot_);
  if (hold.rule == LoadHold::Rule::none)
    return "stays suspended: " + (first_at_ == look ? first_ : "until its sbatchd looks again");
  return "stays suspended: " + held_text(hold, state.settings);
}

std::string JobStory::held_text(const LoadHold& hold, const ClusterSettings& settings) {
  using Rule = LoadHold::Rule;
  const std::string host =
      hold.host == none<HostId> ? "" : settings.hosts[index_of(hold.host)].name;
  switch (hold.rule) {
    case Rule::sbatchd:
      return "the sbatchd of " + host + " is down";
    case Rule::lim:
      return "the LIM of " + host + " is silent";
    case Rule::load:
      return settings.resources[index_of(hold.index)].name + " of " + host + " is " +
             load_text(hold.load) + ", loadSched of the " + (hold.of_queue ? "queue " : "host ") +
             load_text(hold.sched);
    case Rule::paging:
      return host + " has not been idle for PG_SUSP_IT";
    case Rule::window:
      return "the run window of its queue is closed";
    case Rule::slots:
      return "its slots of " + host + " are not there";
    case Rule::resource:
      return "what it has given back of its rusage is not there";
    case Rule::none:
      break;
  }
  return "";
}

std::string JobStory::suspension_text(const JobSuspended& fact, bool waited) {
  switch (fact.reason) {
    case SuspendReason::preempted:
      return "suspended (SSUSP): preempted";
    case SuspendReason::window:
      return "suspended (SSUSP): the run window of its queue closed";
    case SuspendReason::load:
      return "suspended (SSUSP): " + load_;
    case SuspendReason::asked:
      break;
  }
  if (!waited) return "suspended (USUSP): bstop";
  const std::string limit = std::exchange(gives_up_, "");
  return "suspended while pending (PSUSP): " +
         (limit.empty() ? "bstop" : "its start failed too often (" + limit + ")");
}

void JobStory::on(ClusterId cluster, const JobResumed& fact) {
  note_touched(cluster);
  if (cluster == place_ && fact.job != index_) note_first(fact.job, fact.at, "goes on first");
  if (!is_mine(cluster, fact.job)) return;
  become(fact.status, fact.at);
  story_.add(fact.at, "resumed",
             fact.status == JobStatus::run    ? std::exchange(load_, {}).empty()
                                                    ? "resumed: its slots are free again"
                                                    : "resumed: load allows it"
             : fact.status == JobStatus::pend ? "bresume: it is pending again"
                                              : "bresume: it waits to go on (SSUSP)");
}

}  // namespace mcsim::app
