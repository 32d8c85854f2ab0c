// The workload of one cluster: its jobs in order of submission, decoded once and never changed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/huge_pages.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/job_profile.hpp"

namespace mcsim::model {

/// As a job's run limit: the default limit of its queue at the job's submission.
inline constexpr Duration queues_default{-1};

/// One job as its workload describes it. 64 bytes: a cache line, and half the memory of a job.
struct TraceJob {
  JobId id{};
  Time submit{};
  Duration run{};                   ///< how long the job would run if nothing stopped it
  Duration limit = queues_default;  ///< run limit, after `missing_limit`; unlimited: none
  Duration requested{-1};           ///< the run time that the user asked for; negative: not given
  Duration trace_wait{-1};          ///< the wait that the trace recorded; negative: not given
  NameId user = none<NameId>;
  ProfileId profile{};
  Slots slots{1};              ///< without which it does not start: JobProfile::most_slots
  QueueId queue{};             ///< of the cluster that it is submitted to
  std::uint16_t workload = 0;  ///< position in GridConfig::workloads

  bool operator==(const TraceJob&) const = default;
};
static_assert(sizeof(TraceJob) <= 64);

/// A job that is submitted only some time after another one has ended: fields 17 and 18 of a trace.
/// Source: the Standard Workload Format: the think time is what elapses "between the termination of
/// the preceding job and the submittal of this one".
struct JobDependency {
  JobIndex job{};
  JobIndex preceding{};  ///< stands before it in the order of submission
  Duration think{};

  bool operator==(const JobDependency&) const = default;
};

/// The order of submission: (time, workload in scenario order, job id).
constexpr bool submitted_before(const TraceJob& a, const TraceJob& b) {
  if (a.submit != b.submit) return a.submit < b.submit;
  if (a.workload != b.workload) return a.workload < b.workload;
  return a.id < b.id;
}

/// Jobs in order of submission, in immutable chunks that copies of a simulation share.
class Trace {
 public:
  static constexpr std::size_t chunk_size = HugePages<TraceJob>::page / sizeof(TraceJob);
  using Chunk = std::vector<TraceJob, HugePages<TraceJob>>;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const TraceJob& operator[](JobIndex job) const {
    const std::size_t row = index_of(job);
    return (*chunks_[row / chunk_size])[row % chunk_size];
  }

  /// Replaces its chunks by those of `other` if the jobs are equal, so that both share the memory.
  void share(const Trace& other) {
    const auto same = [](const auto& a, const auto& b) { return *a == *b; };
    if (std::ranges::equal(chunks_, other.chunks_, same)) chunks_ = other.chunks_;
  }

 private:
  friend class TraceBuilder;
  std::vector<std::shared_ptr<const Chunk>> chunks_;
  std::size_t size_ = 0;
};

/// Collects jobs in any order and freezes them in order of submission.
class TraceBuilder {
 public:
  void add(const TraceJob& job) {
    in_order_ = in_order_ && (count_ == 0 || !submitted_before(job, chunks_.back().back()));
    if (count_ % Trace::chunk_size == 0) {
      chunks_.emplace_back();
      if (count_ > 0) chunks_.back().reserve(Trace::chunk_size);  // most traces are small
    }
    chunks_.back().push_back(job);
    ++count_;
  }

  std::size_t size() const { return count_; }
  /// Whether the jobs so far came in order of submission.
  bool in_order() const { return in_order_; }

  Trace freeze() && {
    if (!in_order_) sort();
    Trace trace;
    trace.size_ = count_;
    for (Trace::Chunk& chunk : chunks_)
      trace.chunks_.push_back(std::make_shared<const Trace::Chunk>(std::move(chunk)));
    return trace;
  }

 private:
  void sort() {
    std::vector<TraceJob> all;
    all.reserve(count_);
    for (Trace::Chunk& chunk : chunks_) all.insert(all.end(), chunk.begin(), chunk.end());
    // Elements of an array come at once, and stay in their order.
    std::vector<std::uint32_t> order(count_);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (submitted_before(all[a], all[b])) return true;
      return !submitted_before(all[b], all[a]) && a < b;
    });
    auto next = order.begin();
    for (Trace::Chunk& chunk : chunks_)
      for (TraceJob& job : chunk) job = all[*next++];
  }

  std::vector<Trace::Chunk> chunks_;
  std::size_t count_ = 0;
  bool in_order_ = true;
};

}  // namespace mcsim::model
