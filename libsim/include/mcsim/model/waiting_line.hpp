// Waiting jobs in their order, indexed by size and estimate: finding the next job that could start
// costs what the number of different sizes costs, not what the number of waiting jobs costs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
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
};

/// Jobs of one size in order of rank, in a tree over their estimates.
class SizeClass {
 public:
  explicit SizeClass(Slots slots) : slots_(slots) {}

  Slots slots() const { return slots_; }
  std::size_t size() const { return live_; }
  std::int64_t least_estimate() const { return estimates_.least(); }
  /// Position of the first job; MinTree::nowhere if there is none.
  std::size_t first() const { return live_ == 0 ? MinTree::nowhere : first_; }
  std::size_t first_at_most(Duration estimate) const {
    return estimates_.first_at_most(estimate.count());
  }
  WaitingJob at(std::size_t position) const {
    const Member& member = members_[position];
    return {member.job, member.rank, slots_, Duration(estimates_.at(position))};
  }

  /// Adds a job; `moved(job, position)` hears of every job whose position this sets.
  template <class Moved>
  void add(const WaitingJob& job, Moved&& moved) {
    if (live_ != 0 && job.rank < members_.back().rank) {
      insert_before_later_ranks(job, moved);
      return;
    }
    if (members_.size() == estimates_.capacity()) compact(moved);
    const std::size_t position = members_.size();
    members_.push_back({job.job, job.rank});
    estimates_.set(position, job.estimate.count());
    moved(job.job, position);
    if (live_++ == 0) first_ = position;
  }

  void remove(std::size_t position) {
    MCSIM_CHECK(members_[position].job != none<JobSlotId>, "a job left the line twice");
    members_[position].job = none<JobSlotId>;
    estimates_.set(position, MinTree::nothing);
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
  };

  /// Closes the gaps, and makes room for as many again as are left.
  template <class Moved>
  void compact(Moved&& moved) {
    std::vector<WaitingJob> jobs;
    jobs.reserve(live_);
    visit([&](const WaitingJob& job) { jobs.push_back(job); });
    refill(jobs, moved);
  }

  /// A job that has run before goes back to its old place. Rare, so the whole class is remade.
  template <class Moved>
  void insert_before_later_ranks(const WaitingJob& job, Moved&& moved) {
    std::vector<WaitingJob> jobs;
    jobs.reserve(live_ + 1);
    visit([&](const WaitingJob& other) { jobs.push_back(other); });
    const auto place = std::ranges::lower_bound(jobs, job.rank, {}, &WaitingJob::rank);
    jobs.insert(place, job);
    refill(jobs, moved);
  }

  template <class Moved>
  void refill(const std::vector<WaitingJob>& jobs, Moved&& moved) {
    members_.clear();
    estimates_.clear(std::max<std::size_t>(8, 2 * jobs.size()));
    first_ = 0;
    live_ = jobs.size();
    for (const WaitingJob& job : jobs) {
      estimates_.set(members_.size(), job.estimate.count());
      moved(job.job, members_.size());
      members_.push_back({job.job, job.rank});
    }
  }

  Slots slots_;
  MinTree estimates_;
  std::vector<Member> members_;  ///< by rank; gaps where jobs have left
  std::size_t first_ = 0;
  std::size_t live_ = 0;
};

/// One line: the waiting jobs of all queues that are served as one, in order of rank.
class WaitingLine {
 public:
  /// Where a job stands, so that it can leave from the middle.
  struct Place {
    std::uint32_t size_class = 0;
    std::uint32_t position = 0;
  };

  std::size_t size() const { return size_; }

  /// Adds a job; `places` is the table of all lines' places.
  void add(const WaitingJob& job, Table<JobSlotId, Place>& places) {
    const std::uint32_t id = class_of(job.slots);
    classes_[id].add(job, [&](JobSlotId moved, std::size_t position) {
      places[moved] = {id, static_cast<std::uint32_t>(position)};
    });
    ++size_;
    summarize(id);
  }

  void remove(Place place) {
    classes_[place.size_class].remove(place.position);
    --size_;
    summarize(place.size_class);
  }

  /// The first job of the line; none if it is empty.
  WaitingJob first() const { return first_fitting(Slots(most_slots)); }

  /// The first job that needs at most `free` slots.
  WaitingJob first_fitting(Slots free) const {
    std::uint32_t rank = nobody;
    std::uint32_t winner = 0;
    for (const Summary& summary : by_size_) {
      if (summary.slots > free) break;
      winner = summary.first_rank < rank ? summary.size_class : winner;
      rank = std::min(summary.first_rank, rank);
    }
    return rank == nobody ? WaitingJob{} : classes_[winner].at(classes_[winner].first());
  }

  /// The first job that needs at most `free` slots and either ends within `window` or needs at most
  /// `extra` slots: the job that EASY backfills next.
  WaitingJob first_backfill(Slots free, Slots extra, Duration window) const {
    std::uint32_t rank = nobody;
    std::uint32_t winner = 0;
    for (const Summary& summary : by_size_) {
      if (summary.slots > free) break;
      std::uint32_t candidate = nobody;
      if (summary.slots <= extra)
        candidate = summary.first_rank;
      else if (summary.least_estimate <= window.count())
        candidate = rank_in(summary.size_class, window);
      winner = candidate < rank ? summary.size_class : winner;
      rank = std::min(candidate, rank);
    }
    if (rank == nobody) return {};
    const SizeClass& size_class = classes_[winner];
    return size_class.at(size_class.slots() <= extra ? size_class.first()
                                                     : size_class.first_at_most(window));
  }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (const SizeClass& size_class : classes_) size_class.visit(visitor);
  }

 private:
  static constexpr std::uint32_t nobody = static_cast<std::uint32_t>(-1);

  /// What a search must know of a class, side by side for all classes.
  struct Summary {
    std::int64_t least_estimate = MinTree::nothing;
    Slots slots;
    std::uint32_t first_rank = nobody;
    std::uint32_t size_class = 0;
  };

  std::uint32_t rank_in(std::uint32_t id, Duration window) const {
    const SizeClass& size_class = classes_[id];
    return static_cast<std::uint32_t>(size_class.at(size_class.first_at_most(window)).rank);
  }

  std::uint32_t class_of(Slots slots) {
    const auto place = std::ranges::lower_bound(by_size_, slots, {}, &Summary::slots);
    if (place != by_size_.end() && place->slots == slots) return place->size_class;
    const auto id = static_cast<std::uint32_t>(classes_.size());
    classes_.emplace_back(slots);
    by_size_.insert(place, Summary{.slots = slots, .size_class = id});
    summary_of_.resize(classes_.size());
    for (std::uint32_t at = 0; at < by_size_.size(); ++at)
      summary_of_[by_size_[at].size_class] = at;
    return id;
  }

  void summarize(std::uint32_t id) {
    const SizeClass& size_class = classes_[id];
    Summary& summary = by_size_[summary_of_[id]];
    summary.least_estimate = size_class.least_estimate();
    summary.first_rank = size_class.size() == 0
                             ? nobody
                             : static_cast<std::uint32_t>(size_class.at(size_class.first()).rank);
  }

  std::vector<SizeClass> classes_;         ///< in order of first sight; never removed
  std::vector<Summary> by_size_;           ///< by slots, ascending
  std::vector<std::uint32_t> summary_of_;  ///< class -> position in by_size_
  std::size_t size_ = 0;
};

}  // namespace mcsim
