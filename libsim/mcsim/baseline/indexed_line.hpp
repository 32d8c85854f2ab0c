// Many waiting jobs in their order, indexed by size and estimate: the time to find the next job
// that could start grows with the digits of a size, not with the number of sizes or of waiting
// jobs.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/size_tree.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/work.hpp"
#include "mcsim/baseline/size_class.hpp"

namespace mcsim::baseline {

/// Jobs in order of rank.
class IndexedLine {
 public:
  /// Where a job stands, so that it can leave from the middle.
  struct Place {
    std::uint32_t size_class = 0;
    std::uint32_t position = 0;
  };

  std::size_t size() const { return size_; }
  /// The fewest slots that a job of the line needs; if it is empty, more than there can be.
  Slots least_slots() const { return least_slots_; }

  /// Adds a job, which must come after all others; `places` is the table of all lines' places.
  void add(const WaitingJob& job, Table<JobSlotId, Place>& places) {
    const std::uint32_t id = class_of(job.slots);
    classes_[id].add(job, [&](JobSlotId moved, std::size_t position) {
      places[moved] = {id, static_cast<std::uint32_t>(position)};
    });
    ++size_;
    summarize(id);
  }

  /// Removes a job; false if the line has no job equal to it. The rows of `places` are far away in
  /// memory, and are read only if the job's own position is unknown or out of date.
  bool remove(const WaitingJob& job, const Table<JobSlotId, Place>& places) {
    Place place{sizes_.number_if_known(job.slots), job.position};
    if (!is_at(place, job)) {
      place = places[job.job];
      if (!is_at(place, job)) return false;
    }
    classes_[place.size_class].remove(place.position);
    --size_;
    summarize(place.size_class);
    return true;
  }

  /// The first job of the line; none if it is empty.
  WaitingJob first() const { return first_of(sizes_.first()); }

  /// The first job that needs at most `free` slots.
  WaitingJob first_fitting(Slots free, Work& work) const {
    tally(work.jobs);
    return first_of(sizes_.first_up_to(free));
  }

  /// The first job that needs at most `free` slots and either ends within `window` or needs at most
  /// `extra` slots: the job that EASY backfills next.
  /// Counts one job, and the sizes that it searches.
  WaitingJob first_backfill(Slots free, Slots extra, Duration window, Work& work) const {
    tally(work.jobs);
    extra = std::min(extra, free);
    SizeTree::First first_short;  // of the sizes that were searched
    std::size_t position = 0;
    const auto winner =
        sizes_.first_in({free, extra, Coarse(window)}, [&](std::uint32_t id) -> SizeTree::First {
          tally(work.buckets);
          const std::size_t found = classes_[id].first_at_most(window);
          if (found == CoarseMinTree::nowhere) return {};
          const SizeTree::First first{classes_[id].rank_at(found), id};
          if (first < first_short) {
            first_short = first;
            position = found;
          }
          return first;
        });
    if (!winner) return {};
    const SizeClass& size_class = classes_[winner.number()];
    return size_class.at(winner == first_short ? position : size_class.first());
  }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (const SizeClass& size_class : classes_) size_class.visit(visitor);
  }

 private:
  bool is_at(Place place, const WaitingJob& job) const {
    return place.size_class < classes_.size() &&
           classes_[place.size_class].has(job, place.position);
  }
  WaitingJob first_of(SizeTree::First winner) const {
    if (!winner) return {};
    const SizeClass& size_class = classes_[winner.number()];
    return size_class.at(size_class.first());
  }

  std::uint32_t class_of(Slots slots) {
    const std::uint32_t id = sizes_.number_of(slots);
    if (id == classes_.size()) classes_.emplace_back(slots);
    return id;
  }

  void summarize(std::uint32_t id) {
    const SizeClass& size_class = classes_[id];
    SizeTree::Summary summary;
    if (size_class.size() != 0) {
      summary = {{size_class.first_rank(), id}, size_class.least_estimate()};
      least_slots_ = std::min(least_slots_, size_class.slots());
    }
    sizes_.set(id, summary);
    if (size_class.size() == 0 && size_class.slots() == least_slots_) least_slots_ = sizes_.least();
  }

  SizeTree sizes_;
  std::vector<SizeClass> classes_{SizeClass(SizeTree::serial)};  ///< by the number of their size
  std::size_t size_ = 0;
  Slots least_slots_ = SizeTree::no_size;
};

}  // namespace mcsim::baseline
