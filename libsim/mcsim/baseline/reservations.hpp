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

/// Reservations in the order in which they were added, or by rank, with a tree over their start
/// times and one over their sizes.
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

  /// Adds a job behind all others, and returns its position.
  std::size_t add(const WaitingJob& job, Time start) {
    if (jobs_.size() == starts_.capacity()) compact();
    jobs_.push_back(job);
    put(jobs_.size() - 1, start);
    ++live_;
    return jobs_.size() - 1;
  }
  /// The same by rank, where all others are. Where it does not come after them, as it has been in
  /// another cluster, this looks at all of them.
  std::size_t add_by_rank(const WaitingJob& job, Time start) {
    if (jobs_.empty() || jobs_.back().rank < job.rank) return add(job, start);
    compact();
    const auto behind = std::ranges::upper_bound(jobs_, job.rank, {}, &WaitingJob::rank);
    const auto at = static_cast<std::size_t>(behind - jobs_.begin());
    jobs_.insert(behind, job);
    for (std::size_t from = jobs_.size() - 1; from > at; --from)
      put(from, time_of(starts_.at(from - 1)));
    put(at, start);
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
    for (std::size_t at = 0; at < jobs_.size(); ++at) put(at, starts[at]);
  }

  /// Of the job that is in `jobs_` there.
  void put(std::size_t position, Time start) {
    note(position);
    sizes_.set(position, jobs_[position].slots.count());
    move(position, start);
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
