// Instants and rounds, in the order of ARCHITECTURE.md, the law: changes, ends, windows, arrivals,
// session.
#include "support/naive_lsf.hpp"

#include <algorithm>

#include "mcsim/base/check.hpp"
#include "support/naive_conditions.hpp"
#include "support/naive_lsf_life.hpp"
#include "support/naive_lsf_timeline.hpp"

namespace mcsim::testing::naive {
namespace {

bool has_ended(const Job& job) { return job.finish != never || job.status == JobStatus::rejected; }

}  // namespace

std::vector<Job> Cluster::run(Time until) {
  for (Time next = next_instant(); next <= until; next = next_instant()) {
    if (std::ranges::all_of(state_.jobs, has_ended)) break;
    state_.now = next;
    state_.round = 1;
    play_round();
    while (++state_.round, has_round()) {
      MCSIM_CHECK(state_.round < 10'000, "the world goes round in circles");
      play_round();
    }
  }
  return state_.jobs;
}

Time Cluster::next_instant() const {
  Time next = never;
  const auto consider = [&](Time time) {
    if (time > state_.now) next = std::min(next, time);
  };
  for (const Job& job : state_.jobs) {
    if (job.status == JobStatus::run) consider(state_.end(job));
    if (job.awaited) consider(job.awaited->ends_at);
  }
  for (std::size_t at = 0; at < state_.jobs.size(); ++at)
    if (state_.jobs[at].status == JobStatus::unsubmitted)
      consider(dependencies_.due(state_.jobs, at));
  for (const TimelineEntry& entry : state_.config.timeline) consider(entry.at);
  for (const Host& host : state_.hosts)
    if (host.down || host.silent) consider(host.down_until);
  for (const Host& host : state_.hosts)
    if (host.silent) consider(host.missed);
  for (const ComingTime& coming : coming_times(state_, state_.now)) consider(coming.time);
  const Duration interval = state_.settings->params.job_scheduling_interval;
  if (interval > 0ms) {
    const Time first = Time{} + state_.offset;
    consider(state_.now < first ? first : first + ((state_.now - first) / interval + 1) * interval);
  }
  return next;
}

bool Cluster::is_grid_point(Time time) const {
  const Duration interval = state_.settings->params.job_scheduling_interval;
  const Time first = Time{} + state_.offset;
  return time >= first && (time - first) % interval == 0ms;
}

void Cluster::play_round() {
  state_.news = false;
  if (state_.round == 1) {
    const ClusterSettings& before = *state_.settings;
    apply_timeline();
    end_late_orphans(state_);
    bring_hosts_back();
    miss_hosts();
    end_jobs();
    close_windows(before);
    notice_times();
  } else {
    end_jobs();
  }
  submit_jobs();
  settle_conditions(state_);
  session();
}

void Cluster::apply_timeline() {
  for (const TimelineEntry& entry : state_.config.timeline)
    if (entry.at == state_.now) apply(state_, entry);
}

void Cluster::bring_hosts_back() {
  const auto is_back = [&](const Host& host) {
    return (host.down || host.silent) && host.down_until == state_.now;
  };
  // mbatchd hears that the jobs of a host that was silent are gone.
  for (Job& job : state_.jobs)
    if (job.is_started() && std::ranges::any_of(job.hosts, [&](const HostSlots& part) {
          const Host& host = state_.hosts[index_of(part.host)];
          return host.silent && is_back(host);
        }))
      host_went_down(state_, job);
  for (Host& host : state_.hosts)
    if (is_back(host)) {
      host.down = host.silent = false;
      state_.news = true;
    }
}

/// mbatchd does not know whether a job is over whose first host is silent: it stays, unless it can
/// be run again, or is also on another host that is missed.
void Cluster::miss_hosts() {
  const auto is_missed = [&](HostId id) {
    const Host& host = state_.hosts[index_of(id)];
    return host.silent && host.missed == state_.now;
  };
  for (Job& job : state_.jobs) {
    if (!job.is_started()) continue;
    const bool is_other = std::any_of(job.hosts.begin() + 1, job.hosts.end(),
                                      [&](const HostSlots& part) { return is_missed(part.host); });
    if (is_other || (is_missed(job.hosts[0].host) && is_rerunnable(state_, job)))
      host_went_down(state_, job);
  }
  for (std::size_t at = 0; at < state_.hosts.size(); ++at)
    if (is_missed(state_.host_id(at))) {
      state_.hosts[at].down = true;
      state_.news = true;
    }
}

/// Run windows close by the clock, or by a reconfiguration.
void Cluster::close_windows(const ClusterSettings& before) {
  const WeekClock& clock = state_.config.clock;
  for (Job& job : state_.jobs) {
    const TimeWindows& old = before.queues[index_of(job.queue)].run_window;
    if (job.status == JobStatus::run && old.open_at(state_.now - 1ms, clock) &&
        !state_.queue_of(job).run_window.open_at(state_.now, clock))
      window_closed(state_, job);
  }
}

void Cluster::notice_times() {
  for (const ComingTime& coming : coming_times(state_, state_.now - 1ms))
    if (coming.time == state_.now && coming.matters) state_.news = true;
}

bool Cluster::ends_now(const Job& job) const {
  return job.status == JobStatus::run && state_.end(job) == state_.now &&
         (job.since < state_.now || job.since_round < state_.round) && !job.unheard;
}

bool Cluster::ends_in_this_round() const {
  return std::ranges::any_of(state_.jobs, [&](const Job& job) { return ends_now(job); });
}

void Cluster::end_jobs() {
  for (Job& job : state_.jobs) {
    if (!ends_now(job)) continue;
    // Nobody tells mbatchd of it. A session looks all the same at what is new.
    job.unheard = state_.hosts[index_of(job.hosts[0].host)].silent;
    if (!job.unheard)
      end(state_, job);
    else if (job.cause == EndCause::done)
      state_.news = true;
  }
}

bool Cluster::comes_now(std::size_t at) const {
  return state_.jobs[at].status == JobStatus::unsubmitted &&
         dependencies_.due(state_.jobs, at) == state_.now &&
         dependencies_.round(state_.jobs, at) <= state_.round;
}

bool Cluster::comes_in_this_round() const {
  for (std::size_t at = 0; at < state_.jobs.size(); ++at)
    if (comes_now(at)) return true;
  return false;
}

void Cluster::submit_jobs() {
  for (std::size_t at = 0; at < state_.jobs.size(); ++at) {
    if (!comes_now(at)) continue;
    state_.jobs[at].asked.submit = state_.now;
    submit(state_, state_.jobs[at]);
  }
}

/// On a raster: at most one session an instant, in its first round. Otherwise where something has
/// changed, or the last session has left something to do.
void Cluster::session() {
  const bool on_raster = state_.settings->params.job_scheduling_interval > 0ms;
  const bool is_due = on_raster ? state_.round == 1 && is_grid_point(state_.now)
                                : state_.news || session_in_next_round_;
  session_in_next_round_ = false;
  if (!is_due) return;
  const SessionResult result = play_session(state_);
  const bool starts_matter = state_.has_preemption() || names_load(state_);
  const bool tries_again = std::ranges::any_of(
      result.failed, [&](std::size_t at) { return state_.jobs[at].status == JobStatus::pend; });
  session_in_next_round_ =
      !on_raster &&
      (result.reached_most_starts || result.resumed || result.preempted || tries_again ||
       (result.starts > 0 && starts_matter) || conditions_have_moved(state_));
}

}  // namespace mcsim::testing::naive
