// Measures a run.
#include "mcsim/results/metrics.hpp"

#include <algorithm>
#include <optional>

#include "mcsim/results/job_times.hpp"
#include "mcsim/results/samples.hpp"

namespace mcsim::results {
namespace {

void add(SlotUse& sum, const SlotUse& use) {
  sum.allocated += use.allocated;
  sum.capacity += use.capacity;
}

void add(UseMetrics& sum, const UseMetrics& use) {
  add(sum.while_submitting, use.while_submitting);
  add(sum.whole_span, use.whole_span);
  sum.lost += use.lost;
}

void add(ForwardCounts& sum, const ForwardCounts& counts) {
  sum.forwarded += counts.forwarded;
  for (const auto& [reason, jobs] : counts.returned) sum.returned[reason] += jobs;
  sum.ineffectual += counts.ineffectual;
}

std::uint64_t have_run(const JobMetrics& jobs) { return jobs.wait_time.jobs; }

/// Measures one run: one walk over its jobs, then one distribution after the other.
class Measurement {
 public:
  Measurement(const GridConfig& config, const RunResults& results)
      : config_(config), results_(results) {
    metrics_.clusters.resize(results.clusters.size());
    metrics_.users.resize(config.users.size() + 1);
    std::size_t jobs = 0;
    for (std::size_t at = 0; at < results.clusters.size(); ++at) {
      first_queue_.push_back(static_cast<std::uint32_t>(cluster_of_queue_.size()));
      cluster_of_queue_.insert(cluster_of_queue_.end(), config.clusters[at].queues.size(),
                               static_cast<std::uint32_t>(at));
      metrics_.clusters[at].queues.resize(config.clusters[at].queues.size());
      jobs += results.clusters[at].jobs.size();
    }
    for (Samples* samples : {&waits_, &slowdowns_, &turnarounds_}) samples->resize(jobs);
  }

  Metrics run() {
    for (std::size_t at = 0; at < results_.clusters.size(); ++at) count_cluster(at);
    for (const ClusterMetrics& cluster : metrics_.clusters) add(metrics_.use, cluster.use);
    for (Samples* samples : {&waits_, &slowdowns_, &turnarounds_}) samples->resize(sampled_);
    if (last_finish_ != never) metrics_.makespan = last_finish_ - first_submit_;
    spare_.resize(waits_.size());
    distribute(&JobMetrics::wait_time, waits_);
    distribute(&JobMetrics::bounded_slowdown, slowdowns_);
    distribute(&JobMetrics::turnaround_time, turnarounds_);
    return std::move(metrics_);
  }

 private:
  std::uint32_t user_of(const TraceJob& job) const {
    const std::size_t nobody = metrics_.users.size() - 1;
    return static_cast<std::uint32_t>(std::min(index_of(job.user), nobody));
  }

  /// Calls visit(job, outcome, history or null) for each job of a cluster, submitted or not.
  template <class Visitor>
  void visit_jobs(std::size_t cluster, Visitor&& visit) const {
    const Trace& trace = config_.clusters[cluster].trace;
    const ClusterResults& results = results_.clusters[cluster];
    std::optional<TraceJob> room;
    for (std::size_t at = 0, end = results.jobs.size(); at < end; ++at) {
      const auto index = static_cast<JobIndex>(at);
      visit(results.as_played(trace, index, room), results.jobs[at], results.history_of(index));
    }
  }

  void count_cluster(std::size_t at) {
    ClusterMetrics& cluster = metrics_.clusters[at];
    const ClusterResults& of_cluster = results_.clusters[at];
    const JobOutcome* const first = of_cluster.jobs.data();
    const Measured measured = config_.measured.value_or(Measured{Time::min(), never});
    visit_jobs(at, [&](const TraceJob& job, const JobOutcome& outcome, const JobHistory* history) {
      const bool is_sampled = has_run(outcome) && measured.holds(job.submit);
      count(cluster.queues[index_of(job.queue)], outcome.status, is_sampled);
      count(metrics_.users[user_of(job)], outcome.status, is_sampled);
      if (is_sampled) sample(at, job, outcome, history);
      if (outcome.status == JobStatus::unsubmitted) return;
      const ForwardOutcome* forward =
          of_cluster.forward_of(static_cast<JobIndex>(&outcome - first));
      const bool away = forward != nullptr && forward->cluster != none<ClusterId>;
      note(metrics_.clusters[away ? index_of(forward->cluster) : at].use, job, outcome, history);
    });
    for (const JobMetrics& queue : cluster.queues) {
      cluster.jobs.counts.add(queue.counts);
      cluster.jobs.wait_time.jobs += have_run(queue);
    }
    cluster.use.while_submitting = results_.clusters[at].while_submitting;
    cluster.use.whole_span = results_.clusters[at].whole_span;
    metrics_.jobs.counts.add(cluster.jobs.counts);
    metrics_.jobs.wait_time.jobs += have_run(cluster.jobs);
    add(metrics_.forwarding, of_cluster.forwarding);
  }

  static void count(JobMetrics& group, JobStatus status, bool is_sampled) {
    group.counts.add(status);
    if (is_sampled) ++group.wait_time.jobs;
  }

  void note(UseMetrics& use, const TraceJob& job, const JobOutcome& outcome,
            const JobHistory* history) {
    first_submit_ = std::min(first_submit_, job.submit);
    if (outcome.finish != never)
      last_finish_ =
          last_finish_ == never ? outcome.finish : std::max(last_finish_, outcome.finish);
    if (outcome.status == JobStatus::rejected)
      ++metrics_.reject_reasons[outcome.end_reason];
    else if (outcome.end_reason != EndReason::none && outcome.status == JobStatus::exit)
      ++metrics_.exit_reasons[outcome.end_reason];
    if (outcome.pend_reason != PendReason::none) ++metrics_.pend_reasons[outcome.pend_reason];
    if (outcome.end_reason == EndReason::term_host_down && has_run(outcome))
      use.lost += Int128{job.slots.count()} *
                  run_time(outcome, history, outcome.finish).value_or(0ms).count();
    if (history == nullptr) return;
    const Duration useless = launching_time(*history) + history->lost + history->unreachable;
    use.lost += Int128{job.slots.count()} * useless.count();
    metrics_.preemptions += static_cast<std::uint64_t>(history->preemptions);
    metrics_.load_suspensions += static_cast<std::uint64_t>(history->load_suspensions);
    metrics_.requeues += static_cast<std::uint64_t>(history->requeues);
  }

  /// Calls visit(group) for the whole run, each cluster, queue and user; always in the same order.
  template <class Visitor>
  void visit_groups(Visitor&& visit) {
    visit(metrics_.jobs);
    for (ClusterMetrics& cluster : metrics_.clusters) visit(cluster.jobs);
    for (ClusterMetrics& cluster : metrics_.clusters)
      for (JobMetrics& queue : cluster.queues) visit(queue);
    for (JobMetrics& user : metrics_.users) visit(user);
  }

  /// Sets the distribution `member` in each group.
  void distribute(Distribution JobMetrics::* member, Samples& samples) {
    RadixSort::by_value(samples, spare_);

    std::vector<Quantiles> groups;
    visit_groups([&](const JobMetrics& group) { groups.emplace_back(have_run(group)); });
    const std::size_t clusters = 1;
    const std::size_t queues = clusters + metrics_.clusters.size();
    const std::size_t users = queues + cluster_of_queue_.size();
    const bool has_one_queue = cluster_of_queue_.size() == 1;  // same as its cluster and the run
    for (const Sample& sample : samples) {
      groups[users + sample.user].see(sample.value);
      if (has_one_queue) continue;
      groups[clusters + cluster_of_queue_[sample.queue]].see(sample.value);
      groups[queues + sample.queue].see(sample.value);
    }
    Int128 sum = 0;  // each job is one user's
    for (std::size_t at = users; at < groups.size(); ++at) sum += groups[at].sum();
    groups[0] = Quantiles::of(samples, sum);
    if (has_one_queue) groups[queues] = groups[clusters + cluster_of_queue_[0]] = groups[0];
    auto next = groups.begin();
    visit_groups([&](JobMetrics& group) { group.*member = (next++)->result(); });
  }

  void sample(std::size_t cluster, const TraceJob& job, const JobOutcome& outcome,
              const JobHistory* history) {
    const auto queue = first_queue_[cluster] + static_cast<std::uint32_t>(index_of(job.queue));
    const std::uint32_t user = user_of(job);
    const Duration wait = wait_time(job, outcome, history, outcome.finish).value_or(0ms);
    const Duration run = run_time(outcome, history, outcome.finish).value_or(0ms);
    const Duration turnaround = outcome.finish - job.submit;
    waits_[sampled_] = {wait.count(), queue, user};
    slowdowns_[sampled_] = {bounded_slowdown(turnaround, run), queue, user};
    turnarounds_[sampled_] = {turnaround.count(), queue, user};
    ++sampled_;
  }

  const GridConfig& config_;
  const RunResults& results_;
  Metrics metrics_;
  std::vector<std::uint32_t> first_queue_;       ///< by ClusterId: its first among all queues
  std::vector<std::uint32_t> cluster_of_queue_;  ///< by position among all queues
  Samples waits_;                                ///< of the jobs that have run, like the next two
  Samples slowdowns_;
  Samples turnarounds_;
  std::size_t sampled_ = 0;  ///< how many of each there are
  Samples spare_;
  Time first_submit_ = never;
  Time last_finish_ = never;
};

}  // namespace

std::optional<std::int64_t> millionths_of(Int128 part, Int128 whole) {
  if (whole <= 0) return std::nullopt;
  return rounded_ratio(part * 1'000'000, whole);
}

Distribution distribution_of(std::vector<Duration> values) {
  std::ranges::sort(values);
  Quantiles quantiles(values.size());
  for (const Duration value : values) quantiles.see(value.count());
  return quantiles.result();
}

Metrics measure(const GridConfig& config, const RunResults& results, const SkipCounts& skipped) {
  Metrics metrics = Measurement(config, results).run();
  metrics.skipped = skipped;
  return metrics;
}

}  // namespace mcsim::results
