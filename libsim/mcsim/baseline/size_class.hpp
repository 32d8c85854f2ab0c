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

namespace mcsim::baseline {

/// A waiting job as a dispatch policy sees it.
struct WaitingJob {
  JobSlotId job = none<JobSlotId>;
  JobIndex rank{};  ///< place in the waiting line: the order of submission
  Slots slots;
  std::uint32_t position = unknown;  ///< where its line had it: a hint for the line only
  Duration estimate{};               ///< how long it will run, as far as the policy may know

  static constexpr std::uint32_t unknown = static_cast<std::uint32_t>(-1);

  explicit operator bool() const { return job != none<JobSlotId>; }
  bool operator==(const WaitingJob& other) const {
    return job == other.job && rank == other.rank && slots == other.slots &&
           estimate == other.estimate;
  }
};

/// Jobs of one size in order of rank, in a tree over their estimates.
class SizeClass {
 public:
  explicit SizeClass(Slots slots) : slots_(slots) {}

  Slots slots() const { return slots_; }
  std::size_t size() const { return live_; }
  Coarse least_estimate() const { return tree_.least(); }
  /// Position of the first job; CoarseMinTree::nowhere if there is none.
  std::size_t first() const { return live_ == 0 ? CoarseMinTree::nowhere : first_; }
  JobIndex first_rank() const { return members_[first_].rank; }
  JobIndex rank_at(std::size_t position) const { return members_[position].rank; }
  /// Position of the first job whose estimate is at most `estimate`; nowhere if there is none.
  /// Beyond 12 days it also looks at jobs whose estimates are up to a second longer.
  std::size_t first_at_most(Duration estimate) const {
    if (estimate < 0ms) return CoarseMinTree::nowhere;
    const Coarse limit(estimate);
    std::size_t at = first_coarsely_at_most(limit);
    if (limit.is_exact()) return at;
    while (at != CoarseMinTree::nowhere && estimate_at(at) > estimate)
      at = next_at_most(limit, at + 1);
    return at;
  }
  WaitingJob at(std::size_t position) const {
    const Member& member = members_[position];
    return {member.job, member.rank, slots_, static_cast<std::uint32_t>(position),
            estimate_at(position)};
  }

  /// Adds a job; `moved(job, position)` is called for every job whose position this sets.
  template <class Moved>
  void add(const WaitingJob& job, Moved&& moved) {
    MCSIM_CHECK(live_ == 0 || members_.back().rank < job.rank, "a job jumped the line");
    if (members_.size() == tree_.capacity()) compact(moved);
    const std::size_t position = members_.size();
    members_.push_back({job.job, job.rank});
    estimates_.push_back(job.estimate);
    tree_.set(position, Coarse(job.estimate));
    moved(job.job, position);
    if (live_++ == 0) first_ = position;
  }

  /// Whether the job at `position` is equal to `job`.
  bool has(const WaitingJob& job, std::size_t position) const {
    return position < members_.size() && at(position) == job;
  }
  void remove(std::size_t position) {
    members_[position].job = none<JobSlotId>;
    tree_.set(position, Coarse{});
    if (position == found_.at) found_.there = {};
    if (--live_ == 0) {
      members_.clear();
      estimates_.clear();
      first_ = 0;
      found_ = {};
      return;
    }
    if (position == first_)
      while (is_gap(first_)) ++first_;
    while (is_gap(members_.size() - 1)) {
      members_.pop_back();
      estimates_.pop_back();
    }
    if (found_.at > members_.size()) found_.at = members_.size();
  }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (std::size_t position = 0; position < members_.size(); ++position)
      if (!is_gap(position)) visitor(at(position));
  }

 private:
  struct Member {
    JobSlotId job;
    JobIndex rank;
  };

  bool is_gap(std::size_t position) const { return members_[position].job == none<JobSlotId>; }

  /// Mostly the tree's own entry is exact, and it is in the cache when a search has just read it.
  Duration estimate_at(std::size_t position) const {
    const Coarse coarse = tree_[position];
    return coarse.is_exact() ? coarse.exactly() : estimates_[position];
  }

  /// No job before `at` has an estimate of at most `limit`; the estimate of the job at `at` is
  /// `there`.
  struct Found {
    Coarse limit;
    std::size_t at = 0;
    Coarse there;
  };

  /// Most searches find what the last one found: it is other sizes whose jobs come and go.
  std::size_t first_coarsely_at_most(Coarse limit) const {
    const bool holds = limit <= found_.limit;
    if (holds && found_.there <= limit) return found_.at;
    const std::size_t at = next_at_most(limit, holds ? found_.at : 0);
    if (at == CoarseMinTree::nowhere)
      found_ = {limit, members_.size(), {}};
    else
      found_ = {limit, at, tree_[at]};
    return at;
  }

  /// Fetches members from memory while their durations are fetched, not afterwards. Always inline:
  /// gcc drops a call of a function that only prefetches.
  std::size_t next_at_most(Coarse limit, std::size_t from) const {
    return tree_.first_at_most(limit, from, [&](std::size_t first) __attribute__((always_inline)) {
      constexpr std::size_t a_line = 64 / sizeof(Member);  // members in a cache line
      for (const std::size_t at : {first, first + a_line, first + CoarseMinTree::width - 1})
        __builtin_prefetch(&members_[std::min(at, members_.size() - 1)]);
    });
  }

  /// Closes the gaps, and makes room for as many again as are left.
  template <class Moved>
  void compact(Moved&& moved) {
    std::size_t to = 0;
    for (std::size_t at = 0; at < members_.size(); ++at) {
      if (is_gap(at)) continue;
      moved(members_[at].job, to);
      members_[to] = members_[at];
      estimates_[to++] = estimates_[at];
    }
    members_.resize(live_);
    estimates_.resize(live_);
    found_ = {};
    tree_.clear(std::max<std::size_t>(8, 2 * live_));
    members_.reserve(tree_.capacity());
    estimates_.reserve(tree_.capacity());
    for (std::size_t at = 0; at < estimates_.size(); ++at) tree_.set(at, Coarse(estimates_[at]));
    first_ = 0;
  }

  Slots slots_;
  CoarseMinTree tree_;               ///< over the estimates
  std::vector<Member> members_;      ///< by rank; gaps where jobs have left
  std::vector<Duration> estimates_;  ///< of the members
  std::size_t first_ = 0;
  std::size_t live_ = 0;
  mutable Found found_;  ///< of the last search; no answer depends on it
};

}  // namespace mcsim::baseline
