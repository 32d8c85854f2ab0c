// Instants and rounds of a naive grid: all clusters play each round.
#include "support/naive_grid.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "mcsim/base/check.hpp"
#include "support/naive_conditions.hpp"
#include "support/naive_lsf_life.hpp"
#include "support/naive_lsf_session.hpp"
#include "support/naive_lsf_timeline.hpp"

namespace mcsim::testing::naive {
namespace {

bool has_ended(const Job& job) { return job.finish != never || job.status == JobStatus::rejected; }

bool ends_now(const State& state, const Job& job) {
  return job.status == JobStatus::run && state.end(job) == state.now &&
         (job.since < state.now || job.since_round < state.round);
}

/// Whether an action is on the job of that row, or on its array and it.
bool is_about(const ClusterConfig& cluster, const TimelineEntry& entry, std::size_t row) {
  const auto job = static_cast<JobIndex>(row);
  if (cluster.trace[job].id != entry.job) return false;
  if (entry.array == none<ArrayId> || !entry.elements) return true;
  return entry.elements->find(cluster.arrays[entry.array].index_at(job)).has_value();
}

}  // namespace

Grid::Grid(const GridConfig& config) : config_(config) {
  for (std::size_t at = 0; at < config.clusters.size(); ++at)
    sites_.emplace_back(static_cast<ClusterId>(at), config.clusters[at], config.seed);
  const auto name = [&](ClusterId id) { return config.clusters[index_of(id)].name; };
  for (const LinkConfig& link : config.links)
    for (const auto& [from, to] : {Pair(link.a, link.b), Pair(link.b, link.a)})
      ways_[{from, to}] = {.link = Link(link, config.seed, name(from) + ">" + name(to))};
  for (Site& site : sites_) site.state.now = Time{};
  for (Site& site : sites_) watch_others(site);
}

void Grid::run(Time until) {
  for (Time next = next_instant(); next <= until && !is_over(); next = next_instant()) {
    now_ = next;
    round_ = 1;
    begin_round();
    play_round();
    while (++round_, begin_round(), has_round()) {
      MCSIM_CHECK(round_ < 10'000, "the grid goes round in circles");
      play_round();
    }
  }
}

std::vector<GridJob> Grid::jobs_of(ClusterId cluster) const {
  const Site& home = site(cluster);
  std::vector<GridJob> found;
  for (std::size_t at = 0; at < home.travels.size(); ++at) {
    GridJob one{home.state.jobs[at], home.travels[at]};
    if (one.travels.is_away) {
      one.job.status = JobStatus::pend;
      for (const Job& guest : site(one.travels.cluster).state.jobs)
        if (guest.guest && guest.guest->home == cluster && guest.guest->home_job == at &&
            guest.status != JobStatus::unsubmitted) {
          const JobHistory before = one.job.history;
          const Time started_before = one.job.start;
          one.job = guest;
          if (guest.start == never) one.job.start = started_before;
          one.job.history.preemptions += before.preemptions;
          one.job.history.requeues += before.requeues;
        }
    }
    found.push_back(one);
  }
  return found;
}

// Time.

/// Whether all jobs have ended, and their submission clusters know it.
bool Grid::is_over() const {
  for (const Site& site : sites_) {
    if (!site.ledger.empty()) return false;
    for (const GridJob& one : jobs_of(site.id))
      if (!has_ended(one.job)) return false;
  }
  return true;
}

Time Grid::next_instant() const {
  std::vector<Time> times;
  for (const Site& site : sites_) consider_site(site, times);
  consider_ways(times);
  for (const Letter& letter : letters_) times.push_back(letter.arrives);
  for (const Report& report : reports_) times.push_back(report.arrives);
  Time next = never;
  for (const Time time : times)
    if (time > now_) next = std::min(next, time);
  return next;
}

void Grid::consider_site(const Site& site, std::vector<Time>& times) const {
  const State& state = site.state;
  for (std::size_t at = 0; at < state.jobs.size(); ++at) {
    const Job& job = state.jobs[at];
    if (waits_for_its_time(site, at)) times.push_back(site.dependencies.due(state.jobs, at));
    if (job.status == JobStatus::run) times.push_back(state.end(job));
    if (job.awaited) times.push_back(job.awaited->ends_at);
    if (job.status != JobStatus::pend) continue;
    times.push_back(job.asked.submit + std::chrono::abs(job.forward_delay));
    if (job.guest) times.push_back(end_of(job.guest->came, job.guest->resched_time));
    if (!job.guest) times.push_back(site.travels[at].rests_until);
  }
  for (const Job& job : state.jobs)
    if (job.guest && job.status == JobStatus::psusp)
      times.push_back(end_of(job.guest->came, job.guest->resched_time));
  for (const TimelineEntry& entry : state.config.timeline) times.push_back(entry.at);
  for (const Host& host : state.hosts)
    if (host.down) times.push_back(host.down_until);
  for (const ComingTime& coming : coming_times(state, now_)) times.push_back(coming.time);
  const Duration interval = state.settings->params.job_scheduling_interval;
  if (interval <= 0ms) return;
  const Time first = Time{} + state.offset;
  times.push_back(now_ < first ? first : first + ((now_ - first) / interval + 1) * interval);
}

void Grid::consider_ways(std::vector<Time>& times) const {
  for (const LinkConfig& link : config_.links)
    for (const LinkConfig::Outage& outage : link.outages) {
      times.push_back(outage.from);
      times.push_back(outage.until);
    }
  for (const auto& [pair, way] : ways_) {
    const Site& from = sites_[index_of(pair.first)];
    const Site& to = sites_[index_of(pair.second)];
    times.push_back(next_report(from, to, now_));
    times.push_back(next_reading(from, to, now_));
  }
}

void Grid::begin_round() {
  for (Site& site : sites_) {
    site.state.now = now_;
    site.state.round = round_;
  }
}

bool Grid::has_round() const {
  return std::ranges::any_of(sites_, [&](const Site& site) { return has_round(site); }) ||
         std::ranges::any_of(letters_, [&](const Letter& letter) { return is_due(letter); });
}

bool Grid::has_round(const Site& site) const {
  const State& state = site.state;
  for (std::size_t at = 0; at < site.travels.size(); ++at)
    if (comes_now(site, at)) return true;
  return site.session_in_next_round || must_look_again(site) ||
         std::ranges::any_of(reports_, [&](const Report& one) { return comes_now(site, one); }) ||
         std::ranges::any_of(state.jobs, [&](const Job& job) {
           return ends_now(state, job) || (job.guest && is_late(state, job));
         });
}

/// A letter that is sent and arrives at the same instant arrives in its next round.
bool Grid::is_due(const Letter& letter) const {
  if (letter.arrives != now_) return false;
  return letter.sent == now_ ? letter.sent_round + 1 == round_ : round_ == 1;
}

bool Grid::is_grid_point(const Site& site) const {
  const Duration interval = site.state.settings->params.job_scheduling_interval;
  const Time first = Time{} + site.state.offset;
  return now_ >= first && (now_ - first) % interval == 0ms;
}

bool Grid::session_is_due(const Site& site) const {
  if (site.state.settings->params.job_scheduling_interval > 0ms)
    return round_ == 1 && is_grid_point(site);
  return site.state.news || site.session_in_next_round;
}

// A round.

void Grid::play_round() {
  for (Site& site : sites_) {
    site.state.news = false;
    site.hears_of_others = must_look_again(site);
  }
  for (Site& site : sites_) {
    change(site);
    for (const Report& report : reports_)
      if (comes_now(site, report) && is_looked_at(site, report)) site.hears_of_others = true;
    return_late_guests(site.state);
    write_news(site);
    read_letters(site);
    write_news(site);
    submit_jobs(site);
    import_jobs(site);
    settle_conditions(site.state);
    write_news(site);
  }
  for (Site& site : sites_)
    if (site.hears_of_others && wants_to_forward(site)) site.state.news = true;
  truth_.clear();
  for (const Site& site : sites_) {
    if (round_ == 1) publish(site);
    for (std::size_t at = 0; at < site.state.queues.size(); ++at)
      truth_[{site.id, static_cast<QueueId>(at)}].counters =
          count(site.state, static_cast<QueueId>(at));
  }
  std::vector<bool> due;
  for (const Site& site : sites_) due.push_back(session_is_due(site));
  for (Site& site : sites_) {
    site.session_in_next_round = false;
    if (due[index_of(site.id)]) hold_session(site);
  }
  for (Site& site : sites_) send_letters(site);
  for (Site& site : sites_) watch_others(site);
}

void Grid::change(Site& site) {
  State& state = site.state;
  if (round_ > 1) return end_jobs(site);
  const ClusterSettings& before = *state.settings;
  for (const TimelineEntry& entry : state.config.timeline)
    if (entry.at == now_) apply(site, entry);
  end_late_orphans(state);
  for (Host& host : state.hosts)
    if (host.down && host.down_until == now_) {
      host.down = false;
      state.news = true;
    }
  end_jobs(site);
  for (Job& job : state.jobs) {
    const TimeWindows& old = before.queues[index_of(job.queue)].run_window;
    const WeekClock& clock = state.config.clock;
    if (job.status == JobStatus::run && old.open_at(now_ - 1ms, clock) &&
        !state.queue_of(job).run_window.open_at(now_, clock))
      window_closed(state, job);
  }
  notice_times(site);
}

/// bkill, bstop and bresume of jobs that are away, as far as is known here, are sent after them.
void Grid::apply(Site& site, const TimelineEntry& entry) {
  if (entry.kind == TimelineEntry::Kind::reconfigure) return reconfigure(site, entry);
  for (std::size_t at = 0; at < site.travels.size(); ++at) {
    Travels& travels = site.travels[at];
    using Kind = TimelineEntry::Kind;
    const bool follows =
        entry.kind == Kind::bkill || entry.kind == Kind::bstop || entry.kind == Kind::bresume;
    const auto known = std::ranges::find(site.ledger, at, &LedgerEntry::job);
    if (known == site.ledger.end() || !follows || !is_about(site.state.config, entry, at)) continue;
    travels.actions.push_back(entry);
    Letter letter{.from = site.id, .to = travels.cluster, .kind = Letter::Kind::action, .job = at};
    letter.action = entry;
    letter.forward = known->number;
    site.written.push_back(letter);
  }
  naive::apply(site.state, entry);
  write_news(site);
}

void Grid::reconfigure(Site& site, const TimelineEntry& entry) {
  if (site.before.instant != now_)
    site.before = {now_,
                   site.params().update_interval,
                   site.collects(),
                   site.reads_hosts(),
                   site.interval_since,
                   site.policy_since};
  naive::apply(site.state, entry);
  const Site::Before& before = site.before;
  const bool has_interval = site.params().update_interval == before.interval;
  site.interval_since = has_interval ? before.interval_since : now_;
  const bool begins =
      (site.collects() && !before.collects) || (site.reads_hosts() && !before.reads_hosts);
  site.policy_since = begins ? now_ : before.policy_since;
  for (Job& job : site.state.jobs)
    if (has_not_started(job)) send_back(site.state, job, ReturnReason::resched_time);
  write_news(site);
  for (Site& other : sites_)
    if (sends_to(other, site.id)) other.hears_of_others = true;
}

void Grid::end_jobs(Site& site) {
  for (Job& job : site.state.jobs)
    if (ends_now(site.state, job)) end(site.state, job);
  write_news(site);
}

/// Whether some job waits to be forwarded.
bool Grid::wants_to_forward(const Site& site) const {
  for (std::size_t at = 0; at < site.travels.size(); ++at)
    if (may_be_forwarded(site, at)) return true;
  return false;
}

void Grid::notice_times(Site& site) {
  for (const ComingTime& coming : coming_times(site.state, now_ - 1ms))
    if (coming.time == now_ && coming.matters) site.state.news = true;
  for (std::size_t at = 0; at < site.travels.size(); ++at) {
    const Job& job = site.state.jobs[at];
    if (!site.state.is_in_line(job)) continue;
    if (job.asked.submit + std::chrono::abs(job.forward_delay) == now_) site.state.news = true;
    if (site.travels[at].rests_until == now_ && now_ > Time{}) site.state.news = true;
  }
  for (const LinkConfig& link : config_.links)
    for (const LinkConfig::Outage& outage : link.outages)
      if ((outage.from == now_ || outage.until == now_) &&
          ((link.a == site.id && sends_to(site, link.b)) ||
           (link.b == site.id && sends_to(site, link.a))))
        site.hears_of_others = true;
}

bool Grid::waits_for_its_time(const Site& site, std::size_t at) {
  return at < site.travels.size() && !site.travels[at].is_away &&
         site.state.jobs[at].status == JobStatus::unsubmitted &&
         site.state.jobs[at].ended == never;  // it did not end elsewhere
}

bool Grid::comes_now(const Site& site, std::size_t at) const {
  return waits_for_its_time(site, at) && site.dependencies.due(site.state.jobs, at) == now_ &&
         site.dependencies.round(site.state.jobs, at) <= round_;
}

void Grid::submit_jobs(Site& site) {
  for (std::size_t at = 0; at < site.travels.size(); ++at) {
    if (!comes_now(site, at)) continue;
    site.state.jobs[at].asked.submit = now_;
    submit(site.state, site.state.jobs[at]);
  }
}

void Grid::hold_session(Site& site) {
  State& state = site.state;
  ++sessions_;
  const SessionResult result = play_session(state);
  return_guests_on_trial(state);
  write_news(site);
  const bool on_raster = state.settings->params.job_scheduling_interval > 0ms;
  const bool starts_matter = state.has_preemption() || names_load(state);
  const bool tries_again = std::ranges::any_of(
      result.failed, [&](std::size_t at) { return state.jobs[at].status == JobStatus::pend; });
  site.session_in_next_round =
      !on_raster &&
      (result.reached_most_starts || result.resumed || result.preempted || tries_again ||
       (result.starts > 0 && starts_matter) || conditions_have_moved(state));
  if (result.reached_most_starts) return;
  std::vector<LeftTurn> left = result.left;
  for (LeftTurn& turn : left)
    std::erase_if(turn.jobs, [&](std::size_t at) {
      return std::ranges::find(result.failed, at) != result.failed.end();
    });
  forward_jobs(site, std::move(left));
}

/// With model.counters: instant, notices changes of this round in other clusters.
void Grid::watch_others(Site& site) const {
  if (site.state.config.model.counters != CounterMode::instant) return;
  std::vector<Watched> seen = watch(site);
  site.others_changed = seen != site.watched;
  site.watched = std::move(seen);
}
bool Grid::must_look_again(const Site& site) const {
  const bool on_raster = site.state.settings->params.job_scheduling_interval > 0ms;
  return round_ > 1 && !on_raster && (site.collects() || site.reads_hosts()) && site.others_changed;
}

/// The queues of the clusters that `site` sends jobs to, as model.counters: instant shows them, and
/// how many of its forwards have come there.
std::vector<Watched> Grid::watch(const Site& site) const {
  std::vector<Watched> seen;
  for (const Site& other : sites_)
    for (std::size_t at = 0; at < other.state.queues.size(); ++at)
      if (sends_to(site, other.id))
        seen.push_back(
            {count_lasting(other.state, static_cast<QueueId>(at)), other.last_forward_of(site.id)});
  return seen;
}

}  // namespace mcsim::testing::naive
