// Waiting jobs with the times at which they are to start.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/baseline/size_class.hpp"

namespace mcsim::baseline {

/// Reservations in order of rank, with a tree over their start times and one over their sizes.
class Reservations {
 public:
  static constexpr std::size_t nowhere = MinTree::nowhere;

  std::size_t size() const { return live_; }
  const WaitingJob& job(std::size_t position) const { return jobs_[position]; }
  /// Never: no start time is known.
  Time start(std::size_t position) const { return time_of(starts_.at(position)); }
  Time first_start() const { return time_of(starts_.least()); }
  /// Looks at all reservations.
  Time first_start_after(Time time) const {
    Time first = never;
    for (std::size_t at = 0; at < jobs_.size(); ++at)
      if (is_at(at) && start(at) > time) first = std::min(first, start(at));
    return first;
  }

  /// Adds a job, and returns its position. Where it does not come after all others, as it has been
  /// in another cluster, this looks at all of them.
  std::size_t add(const WaitingJob& job, Time start) {
    const bool is_last = jobs_.empty() || jobs_.back().rank < job.rank;
    if (!is_last || jobs_.size() == starts_.capacity()) compact();
    const auto behind =
        is_last ? jobs_.end() : std::ranges::upper_bound(jobs_, job.rank, {}, &WaitingJob::rank);
    const auto at = static_cast<std::size_t>(behind - jobs_.begin());
    for (std::size_t from = jobs_.size(); from > at; --from) {
      sizes_.set(from, sizes_.at(from - 1));
      starts_.set(from, starts_.at(from - 1));
    }
    jobs_.insert(behind, job);
    sizes_.set(at, job.slots.count());
    move(at, start);
    ++live_;
    return at;
  }
  void move(std::size_t position, Time start) {
    // `never` comes last, but differs from MinTree::nothing.
    starts_.set(position, std::min(start.time_since_epoch().count(), MinTree::nothing - 1));
  }
  void remove(std::size_t position) {
    jobs_[position].job = none<JobSlotId>;
    starts_.set(position, MinTree::nothing);
    sizes_.set(position, MinTree::nothing);
    if (--live_ == 0) clear();
  }
  void clear() {
    jobs_.clear();
    starts_.clear(8);
    sizes_.clear(8);
    live_ = 0;
  }

  /// The position of a job; nowhere: it has no reservation.
  std::size_t find(JobIndex rank) const {
    const auto found = std::ranges::lower_bound(jobs_, rank, {}, &WaitingJob::rank);
    const bool is_there =
        found != jobs_.end() && found->rank == rank && found->job != none<JobSlotId>;
    return is_there ? static_cast<std::size_t>(found - jobs_.begin()) : nowhere;
  }
  /// The first job that is to start by `now`.
  std::size_t first_due(Time now) const {
    return starts_.first_at_most(now.time_since_epoch().count());
  }
  /// The first job from `position` on that needs at most `slots`.
  std::size_t first_of_at_most(std::int64_t slots, std::size_t position) const {
    return sizes_.first_at_most_from(position, slots);
  }
  std::size_t end() const { return jobs_.size(); }
  bool is_at(std::size_t position) const { return jobs_[position].job != none<JobSlotId>; }

 private:
  static Time time_of(std::int64_t count) {
    return count >= MinTree::nothing - 1 ? never : Time{} + Duration(count);
  }
  /// Closes the gaps, and makes room for as many again as are left.
  void compact() {
    std::vector<WaitingJob> jobs;
    std::vector<Time> starts;
    for (std::size_t at = 0; at < jobs_.size(); ++at)
      if (is_at(at)) {
        jobs.push_back(jobs_[at]);
        starts.push_back(start(at));
      }
    jobs_ = std::move(jobs);
    starts_.clear(std::max<std::size_t>(8, 2 * jobs_.size()));
    sizes_.clear(starts_.capacity());
    for (std::size_t at = 0; at < jobs_.size(); ++at) {
      sizes_.set(at, jobs_[at].slots.count());
      move(at, starts[at]);
    }
  }

  std::vector<WaitingJob> jobs_;  ///< by rank; gaps where jobs have left
  MinTree starts_;
  MinTree sizes_;
  std::size_t live_ = 0;
};

}  // namespace mcsim::baseline
