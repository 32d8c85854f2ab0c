// A waiting line: pending jobs that differ only in their order, the first one first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/prefetch.hpp"
#include "mcsim/scheduler/jobs.hpp"

namespace mcsim::scheduler {

inline constexpr std::int32_t most_job_priority = 65'535;

/// Where a job stands among all pending jobs of its queue group: the larger bsub -sp priority
/// first, then by position. A smaller key comes first.
constexpr std::int64_t order_key(const JobState& job) {
  constexpr std::int64_t positions = std::int64_t{1} << 47;
  return (most_job_priority - job.priority) * positions + (job.position + positions / 2);
}

/// Its entries may be stale: a job leaves when it no longer is what its entry says. Jobs mostly
/// come in their order, and then go from the front of a row; the others are in a heap.
class JobLine {
 public:
  struct Entry {
    std::int64_t key;
    JobSlotId job;
  };

  void add(std::int64_t key, JobSlotId job) {
    if (in_order_.empty() || in_order_.back().key <= key) return in_order_.push_back({key, job});
    others_.push_back({key, job});
    std::push_heap(others_.begin(), others_.end(), later);
  }
  /// The first entry that `is_live(entry)`; those before it are dropped. Null: there is none.
  template <class IsLive>
  const Entry* first(IsLive&& is_live) {
    const Entry* entry = front();
    while (entry != nullptr && !is_live(*entry)) {
      drop_first();
      entry = front();
    }
    return entry;
  }
  /// Of those that came in their order, the one behind the first: it may be stale. None: there is
  /// none.
  JobSlotId second() const {
    return gone_ + 1 < in_order_.size() ? in_order_[gone_ + 1].job : none<JobSlotId>;
  }
  void drop_first() {
    if (!is_in_order()) {
      std::pop_heap(others_.begin(), others_.end(), later);
      return others_.pop_back();
    }
    if (2 * ++gone_ < in_order_.size()) return;
    in_order_.erase(in_order_.begin(), in_order_.begin() + static_cast<std::ptrdiff_t>(gone_));
    gone_ = 0;
  }
  void prefetch_front() const {
    if (gone_ < in_order_.size()) prefetch(in_order_[gone_]);
  }
  void clear() { *this = {}; }

 private:
  static bool later(const Entry& a, const Entry& b) { return a.key > b.key; }

  bool is_in_order() const {
    return !in_order_.empty() && (others_.empty() || in_order_[gone_].key <= others_.front().key);
  }
  const Entry* front() const {
    if (is_in_order()) return &in_order_[gone_];
    return others_.empty() ? nullptr : &others_.front();
  }

  std::vector<Entry> in_order_;
  std::size_t gone_ = 0;  ///< entries at the front of `in_order_`: less than all
  std::vector<Entry> others_;
};

}  // namespace mcsim::scheduler
