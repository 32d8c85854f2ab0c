// Waiting jobs of one size in their order: the first one, and the first one that is short enough.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/coarse_min_tree.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"

namespace mcsim {

/// A waiting job as an order policy sees it.
struct WaitingJob {
  JobSlotId job = none<JobSlotId>;
  JobIndex rank{};  ///< place in the line: the order of submission
  Slots slots;
  Duration estimate{};  ///< how long it will run, as far as the policy may know

  explicit operator bool() const { return job != none<JobSlotId>; }
  bool operator==(const WaitingJob&) const = default;
};

/// Jobs of one size in order of rank, in a tree over their estimates.
class SizeClass {
 public:
  explicit SizeClass(Slots slots) : slots_(slots) {}

  Slots slots() const { return slots_; }
  std::size_t size() const { return live_; }
  Coarse least_estimate() const { return estimates_.least(); }
  /// Position of the first job; CoarseMinTree::nowhere if there is none.
  std::size_t first() const { return live_ == 0 ? CoarseMinTree::nowhere : first_; }
  JobIndex first_rank() const { return members_[first_].rank; }
  /// Position of the first job whose estimate is at most that; nowhere if there is none. Looks at
  /// all that are coarsely as long, which are others only beyond 12 days, within one second.
  std::size_t first_at_most(Duration estimate) const {
    const Coarse limit(estimate);
    std::size_t at = estimates_.first_at_most(limit);
    while (at != CoarseMinTree::nowhere && members_[at].estimate > estimate)
      at = estimates_.first_at_most(limit, at + 1);
    return at;
  }
  WaitingJob at(std::size_t position) const {
    const Member& member = members_[position];
    return {member.job, member.rank, slots_, member.estimate};
  }

  /// Adds a job; `moved(job, position)` hears of every job whose position this sets.
  template <class Moved>
  void add(const WaitingJob& job, Moved&& moved) {
    MCSIM_CHECK(live_ == 0 || members_.back().rank < job.rank, "a job jumped the line");
    if (members_.size() == estimates_.capacity()) compact(moved);
    const std::size_t position = members_.size();
    members_.push_back({job.job, job.rank, job.estimate});
    estimates_.set(position, Coarse(job.estimate));
    moved(job.job, position);
    if (live_++ == 0) first_ = position;
  }

  /// Whether that job stands there.
  bool has(JobSlotId job, std::size_t position) const {
    return position < members_.size() && members_[position].job == job;
  }
  void remove(std::size_t position) {
    members_[position].job = none<JobSlotId>;
    estimates_.set(position, Coarse{});
    if (--live_ == 0) {
      members_.clear();
      first_ = 0;
      return;
    }
    if (position == first_)
      while (members_[first_].job == none<JobSlotId>) ++first_;
    while (members_.back().job == none<JobSlotId>) members_.pop_back();
  }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (std::size_t position = 0; position < members_.size(); ++position)
      if (members_[position].job != none<JobSlotId>) visitor(at(position));
  }

 private:
  struct Member {
    JobSlotId job;
    JobIndex rank;
    Duration estimate;
  };

  /// Closes the gaps, and makes room for as many again as are left.
  template <class Moved>
  void compact(Moved&& moved) {
    std::size_t to = 0;
    for (const Member& member : members_) {
      if (member.job == none<JobSlotId>) continue;
      moved(member.job, to);
      members_[to++] = member;
    }
    members_.resize(live_);
    estimates_.clear(std::max<std::size_t>(8, 2 * live_));
    members_.reserve(estimates_.capacity());
    for (std::size_t at = 0; at < members_.size(); ++at)
      estimates_.set(at, Coarse(members_[at].estimate));
    first_ = 0;
  }

  Slots slots_;
  CoarseMinTree estimates_;
  std::vector<Member> members_;  ///< by rank; gaps where jobs have left
  std::size_t first_ = 0;
  std::size_t live_ = 0;
};

}  // namespace mcsim
