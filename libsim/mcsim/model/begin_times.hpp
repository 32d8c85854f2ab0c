// When jobs may begin at the earliest (bsub -b).
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/rooms.hpp"

namespace mcsim::model {

/// The begin times of a cluster's jobs, of which few have any.
class BeginTimes {
 public:
  /// Jobs come in ascending order. `never`: it does not begin at all.
  void add(JobIndex job, Time begin) { rows_.emplace_back(job, begin); }

  bool any() const { return !rows_.empty(); }
  /// Time{}, which is no later than any submission: the job has none.
  Time of(JobIndex job) const {
    const auto row = std::ranges::lower_bound(rows_, job, {}, &std::pair<JobIndex, Time>::first);
    return row != rows_.end() && row->first == job ? row->second : Time{};
  }
  const std::vector<std::pair<JobIndex, Time>>& rows() const { return rows_; }

 private:
  std::vector<std::pair<JobIndex, Time>> rows_;  ///< ascending
};

}  // namespace mcsim::model
