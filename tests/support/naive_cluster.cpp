// The slow right answer for one cluster, and the two policies that are one loop each.
#include "support/naive_cluster.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "mcsim/base/random.hpp"
#include "support/naive_easy.hpp"
#include "support/naive_order.hpp"

namespace mcsim::testing {
namespace {

/// Strictly in the order of the line: no job passes another.
void fcfs_pass(NaiveCluster& cluster) {
  for (const std::size_t job : cluster.line()) {
    if (!cluster.fits(job)) return;
    cluster.start(job);
  }
}

/// Queues by PRIORITY, those of equal priority as one; a job that does not fit is skipped.
void lsf_pass(NaiveCluster& cluster) {
  std::vector<std::size_t> line = cluster.waiting();
  std::ranges::sort(line, {}, [&](std::size_t job) {
    const NaiveJob& one = cluster.jobs()[job];
    return std::pair(-cluster.priority(one), one.number);
  });
  for (const std::size_t job : line)
    if (cluster.fits(job)) cluster.start(job);
}

}  // namespace

NaiveCluster::NaiveCluster(const ClusterConfig& config, std::uint64_t seed)
    : config_(config), dependencies_(config) {
  const std::int64_t interval = config.params.job_scheduling_interval.count();
  if (config.model.seeded_daemon_phase && interval > 0) {
    RngStream stream{seed, config.name + "/daemon_phase"};
    offset_ =
        Duration(static_cast<std::int64_t>(stream.below(static_cast<std::uint64_t>(interval))));
  }
  for (std::size_t at = 0; at < config.trace.size(); ++at) {
    jobs_.emplace_back();
    jobs_.back().asked = config.trace[static_cast<JobIndex>(at)];
  }
  for (const HostConfig& host : config.hosts)
    hosts_.push_back({.ncpus = host.ncpus, .mxj = host.mxj.count()});
  queues_ = config.queues;
  open_.assign(queues_.size(), true);
}

std::vector<NaiveJob> NaiveCluster::run() {
  for (Time next = next_instant(); next != never; next = next_instant()) {
    now_ = next;
    for (round_ = 1; round_ == 1 || has_round(); ++round_) play_round();
  }
  return jobs_;
}

/// Events that a round creates for its own instant (ends of zero-second jobs) belong to the next
/// round.
void NaiveCluster::play_round() {
  if (round_ == 1) apply_timeline();
  if (round_ == 1) bring_hosts_back();
  if (is_per_event()) {
    play_events();
  } else {
    end_jobs();
    submit_jobs();
  }
  if (session_is_due()) pass();
}

bool NaiveCluster::is_per_event() const {
  return config_.model.dispatch == "easy" && config_.params.job_scheduling_interval == 0ms &&
         config_.model.easy.pass == EasyOptions::Pass::event;
}

/// A pass after each end, in the order of starts, and after each submission.
void NaiveCluster::play_events() {
  if (config_.model.easy.estimate_over == EasyOptions::EstimateOver::free) free_at_estimates();
  std::vector<std::size_t> ends;
  for (std::size_t job = 0; job < jobs_.size(); ++job)
    if (ends_now(jobs_[job])) ends.push_back(job);
  std::ranges::sort(ends, {}, [&](std::size_t job) { return jobs_[job].start_number; });
  const auto submit_all = [&] {
    for (std::size_t job = 0; job < jobs_.size(); ++job) {
      if (!comes_now(job)) continue;
      submit_job(job);
      if (session_is_due()) pass();
    }
  };
  if (config_.model.easy.first == EasyOptions::First::arrivals) submit_all();
  for (const std::size_t job : ends) {
    end_job(jobs_[job]);
    if (session_is_due()) pass();
  }
  if (config_.model.easy.first == EasyOptions::First::ends) submit_all();
}

/// The slots of jobs that end now, as was predicted, are free before anything happens.
void NaiveCluster::free_at_estimates() {
  for (NaiveJob& job : jobs_) {
    if (!ends_now(job) || end_of(job.start, job.expected) > now_) continue;
    for (const HostSlots& part : job.hosts) hosts_[index_of(part.host)].busy -= part.slots.count();
    job.has_left = true;
  }
}

Time NaiveCluster::next_instant() const {
  Time next = session_ > now_ ? session_ : never;
  const auto consider = [&](Time time) {
    if (time > now_) next = std::min(next, time);
  };
  for (const NaiveJob& job : jobs_) {
    if (job.runs()) consider(job.start + job.occupies);
  }
  for (std::size_t job = 0; job < jobs_.size(); ++job)
    if (jobs_[job].status == JobStatus::unsubmitted) consider(dependencies_.due(jobs_, job));
  for (const TimelineEntry& entry : config_.timeline) consider(entry.at);
  for (const NaiveHost& host : hosts_) consider(host.down_until);
  return next;
}

bool NaiveCluster::has_round() const {
  for (std::size_t job = 0; job < jobs_.size(); ++job)
    if (ends_now(jobs_[job]) || comes_now(job)) return true;
  return false;
}

// Hosts.

std::int64_t NaiveCluster::free_on(const NaiveHost& host) const {
  if (host.closed || !is_up(host)) return 0;
  return std::max<std::int64_t>(0, host.mxj - host.busy);
}

std::int64_t NaiveCluster::free_slots() const {
  return free_slots_without([](const NaiveJob&) { return false; });
}

std::int64_t NaiveCluster::free_slots_without(
    const std::function<bool(const NaiveJob&)>& is_gone) const {
  std::vector<NaiveHost> then = hosts_;
  for (const NaiveJob& job : jobs_)
    if (job.runs() && !job.has_left && is_gone(job))
      for (const HostSlots& part : job.hosts) then[index_of(part.host)].busy -= part.slots.count();
  std::int64_t sum = 0;
  for (const NaiveHost& host : then) sum += free_on(host);
  return sum;
}

/// Of the hosts with a free slot: the least busy / ncpus, then the first in the configuration.
std::size_t NaiveCluster::least_loaded_host() const {
  std::optional<std::size_t> best;
  for (std::size_t host = 0; host < hosts_.size(); ++host) {
    if (free_on(hosts_[host]) == 0) continue;
    const auto is_less_loaded = [](const NaiveHost& a, const NaiveHost& b) {
      return a.busy * b.ncpus < b.busy * a.ncpus;
    };
    if (!best || is_less_loaded(hosts_[host], hosts_[*best])) best = host;
  }
  return best.value();
}

// Jobs.

std::int32_t NaiveCluster::priority(const NaiveJob& job) const {
  return queues_[index_of(job.asked.queue)].priority;
}

std::vector<std::size_t> NaiveCluster::waiting() const {
  std::vector<std::size_t> line;
  for (std::size_t job = 0; job < jobs_.size(); ++job)
    if (jobs_[job].waits()) line.push_back(job);
  std::ranges::sort(line, {}, [&](std::size_t job) { return jobs_[job].number; });
  return line;
}

std::vector<std::size_t> NaiveCluster::line() const {
  std::vector<std::size_t> line = waiting();
  std::ranges::sort(line, [&](std::size_t a, std::size_t b) {
    return naive_comes_before(*this, jobs_[a], jobs_[b]);
  });
  return line;
}

void NaiveCluster::start(std::size_t position) {
  NaiveJob& job = jobs_[position];
  std::int64_t missing = job.asked.slots.count();
  job.status = JobStatus::run;
  job.start = now_;
  job.start_number = ++started_;
  // Under LSF's own scheduler limits are those at dispatch: mbatchd tells them sbatchd then.
  if (config_.model.dispatch == "lsf") plan_end(job);
  job.ends_in_round = job.occupies == 0ms ? round_ + 1 : 1;
  while (missing > 0) {
    const std::size_t host = least_loaded_host();
    const std::int64_t part = std::min(missing, free_on(hosts_[host]));
    job.hosts.push_back({static_cast<HostId>(host), Slots(static_cast<std::int32_t>(part))});
    hosts_[host].busy += part;
    missing -= part;
  }
}

/// Its run limit: of what it asks for and the maximum of its queue the smaller one.
Duration NaiveCluster::limit_of(const NaiveJob& job) const {
  const JobRules& rules = queues_[index_of(job.asked.queue)].rules;
  Duration limit = job.asked.limit;
  if (limit == queues_default) limit = rules.default_run_limit.value_or(unlimited);
  return std::min(limit, rules.run_limit);
}

/// How long the job runs. The maximum of its queue holds for all, also for those that may overuse.
void NaiveCluster::plan_end(NaiveJob& job) const {
  const bool overuses = config_.profiles.at(index_of(job.asked.profile)).overuse;
  const JobRules& rules = queues_[index_of(job.asked.queue)].rules;
  const Duration kill = overuses ? rules.run_limit : limit_of(job);
  job.occupies = config_.model.enforce_runlimit ? std::min(job.asked.run, kill) : job.asked.run;
}

bool NaiveCluster::ends_now(const NaiveJob& job) const {
  return job.runs() && job.start + job.occupies == now_ && job.ends_in_round == round_;
}

void NaiveCluster::end_jobs() {
  for (NaiveJob& job : jobs_) {
    if (ends_now(job)) end_job(job);
  }
}

void NaiveCluster::end_job(NaiveJob& job) {
  if (job.occupies < job.asked.run)
    finish(job, JobStatus::exit, EndReason::term_runlimit);
  else
    finish(job, JobStatus::done, EndReason::none);
}

void NaiveCluster::finish(NaiveJob& job, JobStatus status, EndReason reason) {
  if (job.runs())
    conservative.ended(*this, job);
  else
    conservative.left(static_cast<std::size_t>(&job - jobs_.data()));
  for (const HostSlots& part : job.hosts) {
    NaiveHost& host = hosts_[index_of(part.host)];
    if (host.busy > host.mxj) conservative.hosts_changed = true;  // later ends free more slots now
    if (!job.has_left) host.busy -= part.slots.count();
  }
  job.has_left = false;
  job.status = status;
  job.reason = reason;
  job.finish = now_;
  job.ended = now_;
  job.ended_round = round_;
  notice();
}

bool NaiveCluster::comes_now(std::size_t job) const {
  return jobs_[job].status == JobStatus::unsubmitted && dependencies_.due(jobs_, job) == now_ &&
         dependencies_.round(jobs_, job) <= round_;
}

void NaiveCluster::submit_jobs() {
  for (std::size_t at = 0; at < jobs_.size(); ++at)
    if (comes_now(at)) submit_job(at);
}

void NaiveCluster::submit_job(std::size_t position) {
  NaiveJob& job = jobs_[position];
  job.number = ++submitted_;
  job.submitted = now_;
  submit(job);
  if (job.waits()) return;
  job.ended = now_;
  job.ended_round = round_;
}

/// The smaller of the job's and the queue's limit applies; a job that asks for more than the
/// queue's is refused.
void NaiveCluster::submit(NaiveJob& job) {
  const QueueConfig& queue = queues_[index_of(job.asked.queue)];
  const bool asked = job.asked.requested >= 0ms && job.asked.limit < unlimited;
  job.status = JobStatus::rejected;
  job.reason = EndReason::queue_closed;
  if (!open_[index_of(job.asked.queue)]) return;
  job.reason = EndReason::run_limit_over_queue;
  if (asked && job.asked.limit > queue.rules.run_limit) return;

  const Duration limit = limit_of(job);
  plan_end(job);
  const ModelConfig& model = config_.model;
  const bool is_easy = model.dispatch == "easy";
  const PredictedBy waiting = is_easy ? model.easy.candidates : model.conservative.runtime;
  const PredictedBy running = is_easy ? model.easy.running : model.conservative.runtime;
  job.requested = limit;
  job.estimate = waiting == PredictedBy::actual ? job.occupies : limit;
  job.expected = running == PredictedBy::actual ? job.occupies : limit;
  job.status = JobStatus::pend;
  job.reason = EndReason::none;
  notice();
}

// Events from outside.

void NaiveCluster::apply_timeline() {
  for (const TimelineEntry& entry : config_.timeline)
    if (entry.at == now_) apply(entry);
}

void NaiveCluster::apply(const TimelineEntry& entry) {
  using Kind = TimelineEntry::Kind;
  if (entry.kind == Kind::host_down) take_down(entry);
  if (entry.kind == Kind::bkill) bkill(entry.job);
  if (entry.kind == Kind::qclose) open_[index_of(entry.queue)] = false;
  if (entry.kind == Kind::qopen) open_[index_of(entry.queue)] = true;
  if (entry.kind == Kind::reconfigure) reconfigure(*entry.settings);
  if (entry.kind == Kind::hclose) hosts_[index_of(entry.host)].closed = true;
  if (entry.kind == Kind::hopen) hosts_[index_of(entry.host)].closed = false;
  const bool matters =
      entry.kind == Kind::reconfigure || entry.kind == Kind::hclose || entry.kind == Kind::hopen;
  if (!matters) return;
  if (entry.kind != Kind::reconfigure) conservative.hosts_changed = true;
  notice();
}

void NaiveCluster::reconfigure(const ClusterSettings& settings) {
  queues_ = settings.queues;
  for (std::size_t host = 0; host < hosts_.size(); ++host) {
    const std::int64_t mxj = settings.hosts[host].mxj.count();
    if (hosts_[host].mxj != mxj) conservative.hosts_changed = true;
    hosts_[host].mxj = mxj;
  }
}

void NaiveCluster::take_down(const TimelineEntry& entry) {
  NaiveHost& host = hosts_[index_of(entry.host)];
  host.down_until = std::max(host.down_until, end_of(now_, entry.down_for));
  conservative.hosts_changed = true;
  for (NaiveJob& job : jobs_) {
    const auto is_here = [&](const HostSlots& part) { return part.host == entry.host; };
    if (job.runs() && std::ranges::any_of(job.hosts, is_here))
      finish(job, JobStatus::exit, EndReason::term_host_down);
  }
  notice();
}

void NaiveCluster::bkill(JobId id) {
  for (NaiveJob& job : jobs_)
    if (job.asked.id == id && (job.waits() || job.runs()))
      finish(job, JobStatus::exit, EndReason::term_owner);
}

/// is_up() does the work; here only the next session is requested.
void NaiveCluster::bring_hosts_back() {
  if (std::ranges::none_of(hosts_, [&](const NaiveHost& host) { return host.down_until == now_; }))
    return;
  conservative.hosts_changed = true;
  notice();
}

// Sessions.

/// Slots were freed or a job arrived: requests a session. On a raster this is the next point of the
/// raster, where a session runs in the first round only.
void NaiveCluster::notice() {
  const Duration interval = config_.params.job_scheduling_interval;
  if (interval == 0ms) session_ = now_;
  if (session_ != never) return;
  const Time earliest = round_ == 1 ? now_ : now_ + 1ms;
  session_ = Time{} + offset_;
  while (session_ < earliest) session_ += interval;
}

bool NaiveCluster::session_is_due() const { return session_ == now_; }

void NaiveCluster::pass() {
  session_ = never;
  choose();
  // Time alone may change who is first: then each point of the raster counts, until nothing has
  // started for so long that the run is given up.
  const Duration interval = config_.params.job_scheduling_interval;
  Time last{};
  bool goes_on = false;
  for (std::size_t at = 0; at < jobs_.size(); ++at) {
    const NaiveJob& job = jobs_[at];
    const bool comes =
        job.status == JobStatus::unsubmitted && dependencies_.due(jobs_, at) != never;
    goes_on = goes_on || job.runs() || comes;
    if (job.start != never) last = std::max(last, job.start);
  }
  for (const TimelineEntry& entry : config_.timeline) goes_on = goes_on || entry.at > now_;
  for (const NaiveHost& host : hosts_)
    goes_on = goes_on || (host.down_until > now_ && host.down_until != never);
  goes_on = goes_on || now_ + interval < last + config_.model.stall_after;
  if (interval > 0ms && goes_on && naive_order_changes(config_) && !waiting().empty())
    session_ = now_ + interval;
}

void NaiveCluster::choose() {
  if (config_.model.dispatch == "fcfs") fcfs_pass(*this);
  if (config_.model.dispatch == "lsf") lsf_pass(*this);
  if (config_.model.dispatch == "conservative") {
    conservative.pass(*this);
    if (!waiting().empty()) session_ = next_conservative_look();
  }
  if (config_.model.dispatch != "easy") return;
  naive_easy_pass(*this, config_.model.easy);
  if (!waiting().empty()) session_ = next_check();
}

/// Time alone can change what EASY decides: a job that should have ended is expected any moment,
/// and a kept reservation is over some time. So while jobs wait, every point of the raster counts,
/// and without a raster the moments around each predicted end, and the end of the reservation. (A
/// reservation that is over in a moment, since it relies on jobs that should have ended, would only
/// be made again.)
Time NaiveCluster::next_check() const {
  const Duration interval = config_.params.job_scheduling_interval;
  const bool runs = std::ranges::any_of(jobs_, &NaiveJob::runs);
  if (interval > 0ms) return runs || (kept && kept->time > now_) ? now_ + interval : never;
  Time next = never;
  const auto consider = [&](Time time) {
    if (time > now_) next = std::min(next, time);
  };
  const bool outrun = may_overrun_by(config_.model.easy.running);
  for (const Time end : outrun ? freeing_ends() : std::set<Time>{})
    for (const Duration around : {-1ms, 0ms, 1ms}) consider(end + around);
  if (kept && (kept->told < now_ || kept->time > now_ + 1ms)) consider(kept->time);
  return next;
}

/// The predicted ends at which slots become free: what a job leaves on a closed host, or on one
/// that is over its MXJ, is nobody's.
std::set<Time> NaiveCluster::freeing_ends() const {
  std::set<Time> ends;
  for (const NaiveJob& job : jobs_) {
    if (!job.runs() || job.expected >= unlimited) continue;
    const Time end = job.start + job.expected;
    const auto free_after = [&](Time last) {
      return free_slots_without([&](const NaiveJob& other) {
        return other.expected < unlimited && other.start + other.expected <= last;
      });
    };
    if (free_after(end) > free_after(end - 1ms)) ends.insert(end);
  }
  return ends;
}

/// The times of the reservations; where jobs may outrun their estimates, also the moments around
/// each predicted end.
Time NaiveCluster::next_conservative_look() const {
  const Duration interval = config_.params.job_scheduling_interval;
  Time next = conservative.next_check(*this);
  if (interval > 0ms) {
    const bool runs = std::ranges::any_of(jobs_, &NaiveJob::runs);
    return runs || next != never ? now_ + interval : never;
  }
  if (!may_overrun()) return next;
  for (const Time end : freeing_ends())
    for (const Duration around : {-1ms, 0ms, 1ms})
      if (end + around > now_) next = std::min(next, end + around);
  return next;
}

}  // namespace mcsim::testing
