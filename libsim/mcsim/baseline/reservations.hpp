// Waiting jobs with the times at which they are to start.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/baseline/size_class.hpp"

namespace mcsim::baseline {

/// Reservations in the order in which they were made, with a tree over their start times and one
/// over their sizes.
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

  void add(const WaitingJob& job, Time start) {
    if (jobs_.size() == starts_.capacity()) compact();
    jobs_.push_back(job);
    note(jobs_.size() - 1);
    sizes_.set(jobs_.size() - 1, job.slots.count());
    move(jobs_.size() - 1, start);
    ++live_;
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
  std::size_t find(const WaitingJob& job) const {
    if (index_of(job.job) >= positions_.size()) return nowhere;
    const std::size_t position = positions_[job.job];
    return position < jobs_.size() && jobs_[position] == job ? position : nowhere;
  }
  /// The first job that is to start by `now`, from `position` on.
  std::size_t first_due(Time now) const {
    return starts_.first_at_most(now.time_since_epoch().count());
  }
  std::size_t first_due(Time now, std::size_t position) const {
    return starts_.first_at_most_from(position, now.time_since_epoch().count());
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
      note(at);
      sizes_.set(at, jobs_[at].slots.count());
      move(at, starts[at]);
    }
  }

  void note(std::size_t position) {
    const JobSlotId job = jobs_[position].job;
    if (index_of(job) >= positions_.size()) positions_.resize(2 * index_of(job) + 1);
    positions_[job] = static_cast<std::uint32_t>(position);
  }

  std::vector<WaitingJob> jobs_;               ///< gaps where jobs have left
  Table<JobSlotId, std::uint32_t> positions_;  ///< of what `jobs_` has; others are out of date
  MinTree starts_;
  MinTree sizes_;
  std::size_t live_ = 0;
};

}  // namespace mcsim::baseline
