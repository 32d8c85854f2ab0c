// When jobs that come after others are submitted, as the rule says it: for the naive references.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The rule: a job with a preceding job is submitted at its own time, or the think time after the
/// end of that one where this is later. What an end brings about in its own instant comes in the
/// next round; a job whose own time is now takes its turn in the first one, behind ends of that.
template <class Job>
class NaiveDependencies {
 public:
  explicit NaiveDependencies(const ClusterConfig& config) : config_(config) {}

  /// The one of a job; null: it comes at its own time.
  const JobDependency* of(std::size_t job) const {
    for (const JobDependency& one : config_.dependencies)
      if (index_of(one.job) == job) return &one;
    return nullptr;
  }

  /// When an unsubmitted job is submitted, as far as is known; never: its preceding job has not
  /// ended.
  Time due(const std::vector<Job>& jobs, std::size_t job) const {
    const Time own = config_.trace[static_cast<JobIndex>(job)].submit;
    const JobDependency* const dependency = of(job);
    if (dependency == nullptr) return own;
    const Time ended = jobs[index_of(dependency->preceding)].ended;
    return ended == never ? never : std::max(own, ended + dependency->think);
  }

  /// The round of that instant; the one after it, where the end came behind the submissions of it.
  std::int64_t round(const std::vector<Job>& jobs, std::size_t job) const {
    const JobDependency* const dependency = of(job);
    if (dependency == nullptr) return 1;
    const Job& preceding = jobs[index_of(dependency->preceding)];
    if (due(jobs, job) != preceding.ended) return 1;  // it comes later than that end
    const Time own = config_.trace[static_cast<JobIndex>(job)].submit;
    return own == preceding.ended && preceding.ended_round == 1 ? 1 : preceding.ended_round + 1;
  }

 private:
  const ClusterConfig& config_;
};

}  // namespace mcsim::testing
