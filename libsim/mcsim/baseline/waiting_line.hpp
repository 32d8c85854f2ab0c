// Waiting jobs in their order: a few in a plain list, many in an index.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/work.hpp"
#include "mcsim/baseline/indexed_line.hpp"
#include "mcsim/baseline/short_line.hpp"
#include "mcsim/baseline/size_class.hpp"

namespace mcsim::baseline {

/// One waiting line: the waiting jobs of all queues that share it, in order of rank.
class WaitingLine {
 public:
  using Place = IndexedLine::Place;

  std::size_t size() const { return is_long_ ? many_.size() : few_.size(); }
  /// The fewest slots that a job of the line needs; if it is empty, more than there can be.
  Slots least_slots() const { return is_long_ ? many_.least_slots() : few_.least_slots(); }
  /// How many jobs have ever been added, and the last of them: for callers that want to know what
  /// has been added since they last looked.
  std::uint64_t additions() const { return additions_; }
  const WaitingJob& newest() const { return newest_; }
  /// The jobs and sizes that were looked at for all answers so far: one job where an index, or the
  /// place of the first one, is asked, even if there is none.
  const Work& work() const { return work_; }

  /// Adds a job, which must come after all others; `places` is the table of all lines' places.
  void add(const WaitingJob& job, Table<JobSlotId, Place>& places) {
    MCSIM_CHECK(size() == 0 || newest_.rank < job.rank, "a job jumped the line");
    MCSIM_CHECK(job.estimate >= 0ms, "a job has a negative estimate");
    newest_ = job;
    ++additions_;
    if (!is_long_ && few_.size() == most_in_short) lengthen(places);
    if (is_long_)
      many_.add(job, places);
    else
      few_.add(job);
  }

  /// Removes a job; false if the line has no job equal to it.
  bool remove(const WaitingJob& job, const Table<JobSlotId, Place>& places) {
    if (!is_long_) return few_.remove(job);
    if (!many_.remove(job, places)) return false;
    if (many_.size() == few_again) shorten(places);
    return true;
  }

  /// The first job of the line; none if it is empty.
  WaitingJob first() const {
    tally(work_.jobs);
    return is_long_ ? many_.first() : few_.first();
  }

  /// The first job that needs at most `free` slots.
  WaitingJob first_fitting(Slots free) const {
    if (!is_long_) return few_.first_fitting(free, work_);
    tally(work_.jobs);
    return many_.first_fitting(free);
  }

  /// The first job that needs at most `free` slots and either ends within `window` or needs at most
  /// `extra` slots: the job that EASY backfills next.
  WaitingJob first_backfill(Slots free, Slots extra, Duration window) const {
    if (!is_long_) return few_.first_backfill(free, extra, window, work_);
    tally(work_.jobs);
    return many_.first_backfill(free, extra, window, work_);
  }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    tally(work_.jobs, size());
    if (is_long_)
      many_.visit(visitor);
    else
      few_.visit(visitor);
  }

 private:
  /// With more jobs the index is faster. The two limits lie apart, so that changes are rare.
  static constexpr std::size_t most_in_short = 48;
  static constexpr std::size_t few_again = 12;

  void lengthen(Table<JobSlotId, Place>& places) {
    is_long_ = true;
    few_.visit([&](const WaitingJob& job) { many_.add(job, places); });
    few_.clear();
  }
  void shorten(const Table<JobSlotId, Place>& places) {
    is_long_ = false;
    std::vector<WaitingJob> jobs;
    many_.visit([&](const WaitingJob& job) { jobs.push_back(job); });
    std::ranges::sort(jobs, {}, &WaitingJob::rank);
    for (const WaitingJob& job : jobs) {
      many_.remove(job, places);
      few_.add(job);
    }
  }

  ShortLine few_;
  IndexedLine many_;
  bool is_long_ = false;  ///< whether `many_` has the jobs
  WaitingJob newest_;
  std::uint64_t additions_ = 0;
  mutable Work work_;
};

/// The waiting lines of a cluster, in the order in which they are served.
class WaitingLines {
 public:
  /// `before`: the work of the lines that these replace.
  explicit WaitingLines(std::size_t count = 0, const Work& before = {})
      : lines_(count), least_slots_(count), work_(before) {}

  std::size_t size() const { return lines_.size(); }
  const WaitingLine& operator[](std::size_t line) const { return lines_[line]; }
  auto begin() const { return lines_.begin(); }
  auto end() const { return lines_.end(); }
  /// The work of all lines so far, and what policies have counted besides.
  Work work() const {
    Work all = work_;
    for (const WaitingLine& line : lines_) all = all + line.work();
    return all;
  }
  /// For policies that look at jobs which they remember themselves.
  void count_jobs(std::uint64_t looked_at) const { tally(work_.jobs, looked_at); }

  void add(std::size_t line, const WaitingJob& job, Table<JobSlotId, WaitingLine::Place>& places) {
    lines_[line].add(job, places);
    least_slots_.set(line, lines_[line].least_slots().count());
  }
  /// Removes a job; false if the line has no job equal to it.
  bool remove(std::size_t line, const WaitingJob& job,
              const Table<JobSlotId, WaitingLine::Place>& places) {
    if (!lines_[line].remove(job, places)) return false;
    least_slots_.set(line, lines_[line].least_slots().count());
    return true;
  }

  /// The first job of the first line that has one of at most `free` slots.
  WaitingJob first_fitting(Slots free) const {
    const std::size_t line = least_slots_.first_at_most(free.count());
    return line == MinTree::nowhere ? WaitingJob{} : lines_[line].first_fitting(free);
  }

 private:
  std::vector<WaitingLine> lines_;
  MinTree least_slots_;  ///< by line
  mutable Work work_;    ///< besides that of the lines
};

}  // namespace mcsim::baseline
