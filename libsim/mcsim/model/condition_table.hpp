// All conditions of a cluster's jobs, in flat arrays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/model/condition.hpp"

namespace mcsim::model {

/// A row of ConditionTable::rows.
enum class ConditionId : std::uint32_t {};

/// What one job waits for, from its submission on or from a bmod on; or all elements of an array,
/// if they wait for the same.
struct JobCondition {
  JobIndex job{};
  std::uint32_t jobs = 1;     ///< elements, from `job` on
  std::uint32_t first = 0;    ///< of its steps
  std::uint32_t count = 0;    ///< 0: it waits for nothing (any more)
  bool kills_orphan = false;  ///< bsub -ti: an orphan ends at once
  bool is_refused = false;    ///< it names a job that is never submitted before it

  bool operator==(const JobCondition&) const = default;
};

struct ConditionTable {
  /// Those of submissions come first, by job, of which each has at most one; then those of bmod.
  std::vector<JobCondition> rows;
  std::uint32_t submitted = 0;  ///< how many are of submissions
  std::vector<ConditionStep> steps;
  std::vector<JobIndex> parents;

  bool empty() const { return rows.empty(); }
  const JobCondition& operator[](ConditionId id) const { return rows[index_of(id)]; }
  std::span<const ConditionStep> steps_of(ConditionId id) const {
    return {steps.data() + (*this)[id].first, (*this)[id].count};
  }
  std::span<const JobIndex> parents_of(const ConditionStep& leaf) const {
    return {parents.data() + leaf.first, leaf.count};
  }
  /// The condition that a job is submitted with; none: it has none.
  ConditionId of(JobIndex job) const {
    const auto behind =
        std::upper_bound(rows.begin(), rows.begin() + submitted, job,
                         [](JobIndex at, const JobCondition& row) { return at < row.job; });
    if (behind == rows.begin()) return none<ConditionId>;
    const auto found = std::prev(behind);
    return index_of(job) - index_of(found->job) < found->jobs
               ? static_cast<ConditionId>(found - rows.begin())
               : none<ConditionId>;
  }
  bool operator==(const ConditionTable&) const = default;
};

}  // namespace mcsim::model
