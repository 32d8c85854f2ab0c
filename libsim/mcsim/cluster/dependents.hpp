// Jobs that are submitted only when another one has ended: who waits for whom, and who is due.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "mcsim/model/trace.hpp"

namespace mcsim::cluster {

/// A value. Nothing is kept of jobs that neither wait for another one nor are waited for.
class Dependents {
 public:
  Dependents() = default;
  /// `all`: by job.
  explicit Dependents(const std::vector<JobDependency>& all)
      : all_(all), progress_(all.size()), by_preceding_(all.size()) {
    std::iota(by_preceding_.begin(), by_preceding_.end(), std::uint32_t{0});
    std::ranges::sort(by_preceding_, {},
                      [&](std::uint32_t at) { return std::pair(preceding(at), at); });
  }

  bool any() const { return !all_.empty(); }
  /// Whether a job is still to come whose preceding one has ended.
  bool are_expected() const { return expected_ > 0; }

  /// The trace's own time for `job` has come. Returns when it is submitted, at the earliest `now`;
  /// never: when its preceding job has ended.
  Time due(JobIndex job, Time now) {
    const auto at = find(job);
    if (at == all_.size()) return now;
    Progress& progress = progress_[at];
    progress.is_asked = true;
    if (progress.ended == never) return never;
    const Time due = std::max(now, progress.ended + all_[at].think);
    if (due > now)
      ++expected_;
    else
      progress.submitted = now;
    return due;
  }

  /// `job` has ended. Calls expect(its dependent, when that is submitted) for those whose own time
  /// has come.
  template <class Expect>
  void end(JobIndex job, Time now, Expect&& expect) {
    const auto of = [&](std::uint32_t at) { return preceding(at); };
    for (const std::uint32_t at : std::ranges::equal_range(by_preceding_, job, {}, of)) {
      progress_[at].ended = now;
      if (!progress_[at].is_asked) continue;
      ++expected_;
      expect(all_[at].job, now + all_[at].think);
    }
  }

  /// An expected job is submitted in this round.
  void come(JobIndex job, Time now) {
    --expected_;
    progress_[find(job)].submitted = now;
    come_.push_back(job);
  }
  /// Those that have come, in the order of the trace: that of events must not matter.
  std::vector<JobIndex> take_come() {
    std::ranges::sort(come_);
    return std::exchange(come_, {});
  }

  /// When a job was submitted that the trace submits at `of_trace`; never: it was not, yet.
  Time submitted(JobIndex job, Time of_trace) const {
    if (!any()) return of_trace;
    const auto at = find(job);
    return at == all_.size() ? of_trace : progress_[at].submitted;
  }

 private:
  struct Progress {
    Time ended = never;  ///< the preceding job
    Time submitted = never;
    bool is_asked = false;  ///< the trace's own time has come
  };

  JobIndex preceding(std::uint32_t at) const { return all_[at].preceding; }
  /// Its position in `all_`; the size of that: it waits for nobody.
  std::size_t find(JobIndex job) const {
    const auto found = std::ranges::lower_bound(all_, job, {}, &JobDependency::job);
    if (found == all_.end() || found->job != job) return all_.size();
    return static_cast<std::size_t>(found - all_.begin());
  }

  std::vector<JobDependency> all_;
  std::vector<Progress> progress_;
  std::vector<std::uint32_t> by_preceding_;  ///< positions in `all_`
  std::vector<JobIndex> come_;
  std::size_t expected_ = 0;
};

}  // namespace mcsim::cluster
