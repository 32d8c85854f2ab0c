// The numbers of a run: exact, in whole milliseconds and millionths, so that they are the same on
// every machine and in any order of summation.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::results {

/// How often each value of a one-byte enumeration occurred.
template <class E>
class Counts {
 public:
  std::uint64_t operator[](E value) const { return counts_[static_cast<std::uint8_t>(value)]; }
  std::uint64_t& operator[](E value) { return counts_[static_cast<std::uint8_t>(value)]; }

  /// Calls visit(value, count) for the values that occurred, in the order of the enumeration.
  template <class Visitor>
  void visit(Visitor&& visit) const {
    for (std::size_t at = 0; at < counts_.size(); ++at)
      if (counts_[at] > 0) visit(static_cast<E>(at), counts_[at]);
  }

 private:
  std::array<std::uint64_t, 256> counts_{};
};

/// Numbers of jobs by their status.
class StatusCounts {
 public:
  static constexpr std::size_t statuses = static_cast<std::size_t>(JobStatus::rejected) + 1;

  std::uint64_t operator[](JobStatus status) const {
    return counts_[static_cast<std::size_t>(status)];
  }
  void add(JobStatus status) { ++counts_[static_cast<std::size_t>(status)]; }
  void add(const StatusCounts& other) {
    for (std::size_t at = 0; at < statuses; ++at) counts_[at] += other.counts_[at];
  }

  /// All submitted jobs, including refused ones: the rows of jobs.csv.
  std::uint64_t submitted() const {
    std::uint64_t sum = 0;
    for (std::size_t at = 0; at < statuses; ++at) sum += counts_[at];
    return sum - (*this)[JobStatus::unsubmitted];
  }
  std::uint64_t waiting() const { return (*this)[JobStatus::pend] + (*this)[JobStatus::psusp]; }
  /// Suspended jobs that have started.
  std::uint64_t suspended() const { return (*this)[JobStatus::ususp] + (*this)[JobStatus::ssusp]; }

 private:
  std::array<std::uint64_t, statuses> counts_{};
};

/// The distribution of one value over many jobs. Quantile q is the value at position ceil(q n) in
/// ascending order; the mean is rounded half up. Without jobs all are 0.
struct Distribution {
  std::uint64_t jobs = 0;
  std::int64_t mean = 0;
  std::int64_t median = 0;
  std::int64_t p95 = 0;
  std::int64_t p99 = 0;
  std::int64_t max = 0;

  bool operator==(const Distribution&) const = default;
};

/// The results of a set of jobs. Distributions are over the jobs that have started and ended.
struct JobMetrics {
  StatusCounts counts;
  Distribution wait_time;         ///< milliseconds
  Distribution bounded_slowdown;  ///< millionths
  Distribution turnaround_time;   ///< milliseconds, from submission to end
};

/// Slot-milliseconds of one cluster, or summed over clusters.
struct UseMetrics {
  SlotUse while_submitting;
  SlotUse whole_span;
  /// The part of whole_span.allocated that executions took whose work was lost, or that passed
  /// until the tasks of parallel jobs had started.
  Int128 lost = 0;
};

struct ClusterMetrics {
  JobMetrics jobs;
  UseMetrics use;
  std::vector<JobMetrics> queues;  ///< by QueueId
};

struct Metrics {
  std::uint64_t preemptions = 0;  ///< of all jobs
  std::uint64_t load_suspensions = 0;
  std::uint64_t requeues = 0;
  ForwardCounts forwarding;
  JobMetrics jobs;
  UseMetrics use;
  std::vector<ClusterMetrics> clusters;  ///< by ClusterId
  std::vector<JobMetrics> users;         ///< by NameId; the last one: jobs without a user
  Counts<EndReason> exit_reasons;        ///< of jobs that were ended
  Counts<EndReason> reject_reasons;      ///< of jobs that were refused
  Counts<PendReason> pend_reasons;       ///< of jobs that wait
  SkipCounts skipped{};
  std::optional<Duration> makespan;  ///< from the first submission to the last end
};

/// `part` of `whole` in millionths, rounded half up; none: `whole` is not positive.
std::optional<std::int64_t> millionths_of(Int128 part, Int128 whole);

Distribution distribution_of(std::vector<Duration> values);

/// Measures a run in one pass over its jobs and one sort for each distribution.
Metrics measure(const GridConfig& config, const RunResults& results, const SkipCounts& skipped);

}  // namespace mcsim::results
