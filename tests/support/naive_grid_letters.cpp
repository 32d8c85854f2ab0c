// Letters and reports of a naive grid. docs/rules/forwarding.md, sections 1, 2 and 8.
#include <algorithm>
#include <tuple>
#include <utility>

#include "support/naive_grid.hpp"
#include "support/naive_lsf_life.hpp"
#include "support/naive_lsf_timeline.hpp"
#include "support/stable_order.hpp"

namespace mcsim::testing::naive {
namespace {

/// Reports go to the clusters that send jobs here, now or after some reconfiguration, unless they
/// have model.counters: instant.
bool is_reported_to(const Site& site, ClusterId by) {
  return site.state.config.model.counters != CounterMode::instant && sends_to(site, by);
}

}  // namespace

const Grid::Way* Grid::way(ClusterId from, ClusterId to) const {
  const auto found = ways_.find({from, to});
  return found == ways_.end() ? nullptr : &found->second;
}

// Writing.

void Grid::write_news(Site& site) {
  for (const Told& told : site.state.told) {
    const Job& guest = site.state.jobs[told.job];
    Letter letter{.from = site.id,
                  .to = guest.guest->home,
                  .kind = Letter::Kind::news,
                  .job = guest.guest->home_job,
                  .forward = guest.guest->forward};
    letter.news = told.news;
    letter.reason = told.reason;
    letter.status = told.status;
    letter.own_code = told.own_code;
    letter.failed = guest.failed;
    if (told.news == News::returned) letter.gone = ++site.returns_gone[letter.to];
    site.written.push_back(letter);
  }
  site.state.told.clear();
}

/// Sends the letters of one round in the order of the forwards that they are about. Letters of one
/// way never overtake each other.
void Grid::send_letters(Site& site) {
  write_news(site);
  sort_keeping_ties(site.written, &Letter::forward);
  for (Letter& letter : site.written) {
    Way& way = ways_.at({site.id, letter.to});
    letter.sent = now_;
    letter.sent_round = round_;
    letter.number = way.letters++;
    letter.arrives = std::max(way.link.message_arrival(now_, letter.number), way.last_arrival);
    way.last_arrival = letter.arrives;
    letters_.push_back(letter);
  }
  site.written.clear();
}

// Reading.

std::vector<Letter> Grid::due_letters(const Site& site) const {
  std::vector<Letter> due;
  for (const Letter& letter : letters_)
    if (letter.to == site.id && is_due(letter)) due.push_back(letter);
  std::ranges::sort(due, {}, [](const Letter& letter) {
    return std::tuple(letter.sent, letter.from, letter.number);
  });
  return due;
}

void Grid::read_letters(Site& site) {
  for (const Letter& letter : due_letters(site))
    if (letter.kind == Letter::Kind::news) read(site, letter);
}

void Grid::read(Site& site, const Letter& letter) {
  if (letter.news == News::returned) return take_back(site, letter);
  learn(site, letter);
}

/// Applies an action to a job; ignored if the job is gone by now.
void Grid::meet(Site& site, const Letter& letter) {
  for (std::size_t at = site.travels.size(); at < site.state.jobs.size(); ++at) {
    Job& job = site.state.jobs[at];
    if (job.guest->home != letter.from || job.guest->home_job != letter.job) continue;
    if (job.status == JobStatus::unsubmitted) continue;
    act(site.state, job, letter.action);
  }
}

void Grid::learn(Site& site, const Letter& letter) {
  const auto entry = std::ranges::find(site.ledger, letter.job, &LedgerEntry::job);
  const auto in_line = [&] {
    return std::ranges::count_if(site.state.jobs,
                                 [&](const Job& one) { return site.state.is_in_line(one); });
  };
  const auto before = site.state.config.arrays.empty() ? 0 : in_line();
  Job& job = site.state.jobs[letter.job];
  job.heard = letter.status;
  if (letter.status == JobStatus::run) {
    job.heard_start = true;
    job.last_run = JobStatus::unsubmitted;
  }
  if (letter.news == News::started) entry->has_started = true;
  if (letter.news == News::requeued) entry->has_started = false;
  if (letter.news == News::ended) {
    site.ledger.erase(entry);
    job.ended = now_;  // as far as its own cluster knows
    job.ended_round = round_;
    job.forwarded_at = never;
    job.own_code = letter.own_code;
    // The limit of its array may let another element start.
    if (!site.state.config.arrays.empty() && in_line() > before) site.state.news = true;
  }
  site.hears_of_others = site.hears_of_others || letter.news == News::started ||
                         letter.news == News::requeued || letter.news == News::ended;
}

void Grid::take_back(Site& site, const Letter& letter) {
  const auto entry = std::ranges::find(site.ledger, letter.job, &LedgerEntry::job);
  if (letter.gone > 0)
    site.come_home.push_back({.from = letter.from,
                              .queue = entry->queue,
                              .forward = entry->number,
                              .gone = letter.gone,
                              .slots = entry->slots});
  if (letter.reason == ReturnReason::cluster_not_accepted)
    site.rejected_by.insert({letter.from, entry->queue});
  site.ledger.erase(entry);
  Travels& travels = site.travels[letter.job];
  travels.is_away = false;
  const ClusterParameters& params = site.state.settings->params;
  if (params.job_scheduling_interval == 0ms) travels.rests_until = now_ + params.mbd_sleep_time;
  ++travels.returns;
  ++site.returned[letter.reason];
  Job& job = site.state.jobs[letter.job];
  job.status = JobStatus::pend;
  job.rests_until = travels.rests_until;
  job.forwarded_at = never;
  job.failed = letter.failed;
  set_requirement(site.state, job);
  set_limit(site.state, job);
  job.waits_since = now_;
  site.state.news = true;
  for (const TimelineEntry& action : std::exchange(travels.actions, {}))
    act(site.state, job, action);
}

/// Takes forwards, and actions on forwarded jobs, in the order in which they were sent.
void Grid::import_jobs(Site& site) {
  for (const Letter& letter : due_letters(site)) {
    if (letter.kind == Letter::Kind::action) meet(site, letter);
    if (letter.kind != Letter::Kind::forward) continue;
    ++site.forwards_come[letter.from];
    const ReturnReason refused = import_job(site.state, letter.visitor);
    write_news(site);
    if (refused == ReturnReason::none) continue;
    Letter answer{.from = site.id,
                  .to = letter.from,
                  .kind = Letter::Kind::news,
                  .job = letter.job,
                  .forward = letter.forward};
    answer.news = News::returned;
    answer.reason = refused;
    answer.failed = letter.visitor.failed;
    site.written.push_back(answer);
  }
}

// Reports.

Time Grid::connected_since(ClusterId from, ClusterId to) const {
  Time since{};
  for (const LinkConfig& link : config_.links)
    if (Pair(link.a, link.b) == Pair(std::min(from, to), std::max(from, to)))
      for (const LinkConfig::Outage& outage : link.outages)
        if (outage.until <= now_) since = outage.until;
  return since;
}

/// The first time after `after` at which `from` sends `to` a report.
Time Grid::next_report(const Site& from, const Site& to, Time after) const {
  if (!to.collects() || !is_reported_to(to, from.id)) return never;
  const Duration interval = from.params().update_interval;
  const Time since =
      std::max({connected_since(from.id, to.id), from.interval_since, to.policy_since});
  if (interval <= 0ms) return never;
  return after < since ? since + interval : since + ((after - since) / interval + 1) * interval;
}

Time Grid::next_reading(const Site& from, const Site& to, Time after) const {
  const Duration interval = to.params().cache_interval(from.id);
  if (!to.reads_hosts() || !is_reported_to(to, from.id) || interval <= 0ms) return never;
  const Time since = std::max(connected_since(from.id, to.id), to.policy_since);
  if (after < since) return since;
  return since + ((after - since) / interval + 1) * interval;
}

void Grid::publish(const Site& from) {
  for (const Site& to : sites_) {
    if (way(from.id, to.id) == nullptr) continue;
    if (std::min(next_report(from, to, now_ - 1ms), next_reading(from, to, now_ - 1ms)) == now_)
      publish(from, to);
  }
}

/// A report says nothing of a queue that receives no jobs.
void Grid::publish(const Site& from, const Site& to) {
  for (std::size_t at = 0; at < from.state.queues.size(); ++at) {
    const auto queue = static_cast<QueueId>(at);
    const Report report{.from = from.id,
                        .to = to.id,
                        .queue = queue,
                        .says_nothing = !from.state.settings->queues[at].forwarding.receives(),
                        .made = now_,
                        .arrives = way(from.id, to.id)->link.report_arrival(now_),
                        .forwards_come = from.last_forward_of(to.id),
                        .returns_gone = from.last_return_to(to.id),
                        .counters = count(from.state, queue)};
    if (report.arrives != never) reports_.push_back(report);
  }
}

bool Grid::comes_now(const Site& site, const Report& report) const {
  return report.to == site.id && report.arrives == now_ && round_ == (report.made < now_ ? 1 : 2);
}
bool Grid::has_come(const Report& report) const {
  return report.arrives < now_ || (report.arrives == now_ && (report.made < now_ || round_ > 1));
}

/// A report that has come is read, unless a later one has overtaken it.
bool Grid::is_looked_at(const Site& site, const Report& report) const {
  return (site.collects() || site.reads_hosts()) &&
         std::ranges::none_of(reports_, [&](const Report& other) {
           return other.from == report.from && other.to == report.to && other.made > report.made &&
                  has_come(other);
         });
}

/// Of the reports that have come over the present connection, the one that was made last.
const Report* Grid::newest_report(const Site& site, const SendTarget& target) const {
  const Report* newest = nullptr;
  for (const Report& report : reports_) {
    if (report.from != target.cluster || report.to != site.id || report.queue != target.queue)
      continue;
    if (report.made < connected_since(report.from, report.to)) continue;
    if (has_come(report) && (newest == nullptr || newest->made < report.made)) newest = &report;
  }
  return newest == nullptr || newest->says_nothing ? nullptr : newest;
}

}  // namespace mcsim::testing::naive
