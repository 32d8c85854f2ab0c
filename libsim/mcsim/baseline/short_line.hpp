// A few waiting jobs in their order, in a plain list: as long as they are few, looking at each
// costs less than any index.
#pragma once

#include <algorithm>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/size_tree.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/work.hpp"
#include "mcsim/baseline/size_class.hpp"

namespace mcsim::baseline {

/// Jobs in order of rank. It answers what IndexedLine answers, and counts which jobs it looks at.
class ShortLine {
 public:
  std::size_t size() const { return jobs_.size(); }
  Slots least_slots() const { return least_slots_; }

  void add(const WaitingJob& job) {
    jobs_.emplace_back(job);  // not push_back(), which gcc calls for each job
    least_slots_ = std::min(least_slots_, job.slots);
  }

  /// Removes a job; false if the line has no job equal to it.
  bool remove(const WaitingJob& job) {
    const auto found = std::ranges::find(jobs_, job.rank, &WaitingJob::rank);
    if (found == jobs_.end() || *found != job) return false;
    const Slots slots = found->slots;  // `job` may refer to that element
    jobs_.erase(found);
    if (slots == least_slots_) find_least();
    return true;
  }
  void clear() {
    jobs_.clear();
    least_slots_ = SizeTree::no_size;
  }

  WaitingJob first() const { return jobs_.empty() ? WaitingJob{} : jobs_.front(); }
  WaitingJob first_fitting(Slots free, Work& work) const {
    return first_where(work, [&](const WaitingJob& job) { return job.slots <= free; });
  }
  WaitingJob first_backfill(Slots free, Slots extra, Duration window, Work& work) const {
    return first_where(work, [&](const WaitingJob& job) {
      return job.slots <= free && (job.estimate <= window || job.slots <= extra);
    });
  }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (const WaitingJob& job : jobs_) visitor(job);
  }

 private:
  template <class Wanted>
  WaitingJob first_where(Work& work, Wanted&& wanted) const {
    const auto found = std::ranges::find_if(jobs_, wanted);
    const auto passed = static_cast<std::uint64_t>(found - jobs_.begin());
    tally(work.jobs, passed);
    if (found == jobs_.end()) return {};
    tally(work.jobs);
    return *found;
  }
  void find_least() {
    const Slots before = least_slots_;
    least_slots_ = SizeTree::no_size;
    for (const WaitingJob& job : jobs_) {
      least_slots_ = std::min(least_slots_, job.slots);
      if (least_slots_ == before) return;
    }
  }

  std::vector<WaitingJob> jobs_;
  Slots least_slots_ = SizeTree::no_size;
};

}  // namespace mcsim::baseline
