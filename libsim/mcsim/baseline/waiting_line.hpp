// Waiting jobs in their order: that of submission, a few in a plain list, many in an index; or
// another one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/work.hpp"
#include "mcsim/baseline/indexed_line.hpp"
#include "mcsim/baseline/ordered_line.hpp"
#include "mcsim/baseline/short_line.hpp"
#include "mcsim/baseline/size_class.hpp"

namespace mcsim::baseline {

/// One waiting line: the waiting jobs of all queues that share it, in order of rank or in another
/// order.
class WaitingLine {
  enum class Kind : std::uint8_t { few, many, ordered };

  /// Asks the list that has the jobs. Ordered lines stand apart, so that the others cost no more.
  template <class Question>
  [[gnu::always_inline]] auto ask(const Question& question) const {
    if (kind_ == Kind::few) [[likely]]
      return question(few_);
    if (kind_ == Kind::many) [[likely]]
      return question(many_);
    return ask_ordered(question);
  }
  template <class Question>
  [[gnu::noinline]] auto ask_ordered(const Question& question) const {
    return question(*ordered_);
  }

 public:
  using Place = IndexedLine::Place;

  /// In order of rank.
  WaitingLine() = default;
  explicit WaitingLine(const AnyOrder& order) : kind_(Kind::ordered), ordered_(order) {}

  std::size_t size() const {
    return ask([](const auto& line) { return line.size(); });
  }
  /// The fewest slots that a job of the line needs; if it is empty, more than there can be.
  Slots least_slots() const {
    return ask([](const auto& line) { return line.least_slots(); });
  }
  /// How many jobs have ever been added, and the last of them: for callers that want to know what
  /// has been added since they last looked.
  std::uint64_t additions() const { return additions_; }
  const WaitingJob& newest() const { return newest_; }
  /// The jobs and sizes that were looked at for all answers so far: one job where an index, or the
  /// place of the first one, is asked, even if there is none. In another order than that of rank
  /// also those that were compared for an answer.
  const Work& work() const { return work_; }

  /// Adds a job, which must come after all others; `places` is the table of all lines' places.
  void add(const WaitingJob& job, Table<JobSlotId, Place>& places) {
    note(job);
    if (kind_ == Kind::few && few_.size() == most_in_short) lengthen(places);
    if (kind_ == Kind::many)
      many_.add(job, places);
    else
      few_.add(job);
  }
  /// The same where the line has another order than that of rank.
  void add(const WaitingJob& job, const JobFacts& facts) {
    note(job);
    ordered_->add(job, facts);
  }
  /// Answers are for `now` from here on.
  void advance(Time now) {
    if (ordered_) ordered_->advance(now);
  }

  /// When time alone may next change the order; never: it does not.
  Time next_turn() const { return ordered_ ? ordered_->next_turn() : never; }

  /// Removes a job; false if the line has no job equal to it.
  bool remove(const WaitingJob& job, const Table<JobSlotId, Place>& places) {
    if (kind_ == Kind::few) [[likely]]
      return few_.remove(job);
    return remove_from_others(job, places);
  }
  /// The first job of the line; none if it is empty.
  WaitingJob first() const {
    tally(work_.jobs);
    return ask([](const auto& line) { return line.first(); });
  }

  /// The first job that needs at most `free` slots.
  WaitingJob first_fitting(Slots free) const {
    return ask([&](const auto& line) { return line.first_fitting(free, work_); });
  }

  /// The first job that needs at most `free` slots and either ends within `window` or needs at most
  /// `extra` slots: the job that EASY backfills next.
  WaitingJob first_backfill(Slots free, Slots extra, Duration window) const {
    return ask([&](const auto& line) { return line.first_backfill(free, extra, window, work_); });
  }

  /// Whether the order is another one than that of rank.
  bool is_ordered() const { return kind_ == Kind::ordered; }
  /// What the order compares first: the least is first, and of equals the one of the least rank.
  double key(const WaitingJob& job) const { return is_ordered() ? ordered_->key(job) : 0; }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    tally(work_.jobs, size());
    ask([&](const auto& line) { line.visit(visitor); });
  }

 private:
  /// With more jobs the index is faster. The two limits lie apart, so that changes are rare.
  static constexpr std::size_t most_in_short = 48;
  static constexpr std::size_t few_again = 12;

  void note(const WaitingJob& job) {
    MCSIM_CHECK(is_ordered() || size() == 0 || newest_.rank < job.rank, "a job jumped the line");
    MCSIM_CHECK(job.estimate >= 0ms, "a job has a negative estimate");
    newest_ = job;
    ++additions_;
  }

  [[gnu::noinline]] bool remove_from_others(const WaitingJob& job,
                                            const Table<JobSlotId, Place>& places) {
    if (kind_ == Kind::ordered) return ordered_->remove(job);
    if (!many_.remove(job, places)) return false;
    if (many_.size() == few_again) shorten(places);
    return true;
  }
  void lengthen(Table<JobSlotId, Place>& places) {
    kind_ = Kind::many;
    few_.visit([&](const WaitingJob& job) { many_.add(job, places); });
    few_.clear();
  }
  void shorten(const Table<JobSlotId, Place>& places) {
    kind_ = Kind::few;
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
  Kind kind_ = Kind::few;  ///< which of these has the jobs
  std::optional<OrderedLine> ordered_;
  WaitingJob newest_;
  std::uint64_t additions_ = 0;
  mutable Work work_;
};

/// The waiting lines of a cluster, in the order in which they are served.
class WaitingLines {
 public:
  /// `order`: of each line; the default one is that of rank. `before`: the work of the lines that
  /// these replace.
  explicit WaitingLines(std::size_t count = 0, const AnyOrder& order = {}, const Work& before = {})
      : lines_(count, order ? WaitingLine(order) : WaitingLine()),
        least_slots_(count),
        work_(before) {}

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
  /// The same where the lines have another order than that of rank.
  void add(std::size_t line, const WaitingJob& job, const JobFacts& facts) {
    lines_[line].add(job, facts);
    least_slots_.set(line, lines_[line].least_slots().count());
  }
  /// Answers are for `now` from here on.
  void advance(Time now) {
    for (WaitingLine& line : lines_) line.advance(now);
  }
  /// When time alone may next change an order; never: it does not.
  Time next_turn() const {
    Time next = never;
    for (const WaitingLine& line : lines_) next = std::min(next, line.next_turn());
    return next;
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
