// A waiting line: pending jobs that differ only in their order, the first one first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/scheduler/jobs.hpp"

namespace mcsim::scheduler {

inline constexpr std::int32_t most_job_priority = 65'535;

/// Where a job stands among all pending jobs of its queue group: the larger bsub -sp priority
/// first, then by position. A smaller key comes first.
constexpr std::int64_t order_key(const JobState& job) {
  constexpr std::int64_t positions = std::int64_t{1} << 47;
  return (most_job_priority - job.priority) * positions + (job.position + positions / 2);
}

/// A heap whose entries may be stale: a job leaves when it no longer is what its entry says.
class JobLine {
 public:
  struct Entry {
    std::int64_t key;
    JobSlotId job;
  };

  void add(std::int64_t key, JobSlotId job) {
    heap_.push_back({key, job});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  /// The first entry that `is_live(entry)`; those before it are dropped. Null: there is none.
  template <class IsLive>
  const Entry* first(IsLive&& is_live) {
    while (!heap_.empty() && !is_live(heap_.front())) drop_first();
    return heap_.empty() ? nullptr : &heap_.front();
  }
  void drop_first() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    heap_.pop_back();
  }
  void clear() { heap_.clear(); }

 private:
  static bool later(const Entry& a, const Entry& b) { return a.key > b.key; }

  std::vector<Entry> heap_;
};

}  // namespace mcsim::scheduler
