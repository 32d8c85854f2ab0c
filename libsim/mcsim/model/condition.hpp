// What jobs may wait for of other jobs (bsub -w), as a value: a condition is a list of steps in
// postfix order. All conditions of a cluster lie in flat arrays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/model/array_spec.hpp"

namespace mcsim::model {

/// The value of a condition. Source: docs/rules/dependencies.md, section 3.
enum class Truth : std::uint8_t {
  no,    ///< FALSE: it does not hold yet
  yes,   ///< TRUE: the job may start
  never  ///< INVALID: it can never come true
};

/// How a number is compared with another one.
enum class CompareSign : std::uint8_t { any, eq, ne, lt, le, gt, ge };
inline constexpr std::string_view comparison_signs[] = {"", "==", "!=", "<", "<=", ">", ">="};
constexpr std::string_view sign_of(CompareSign how) {
  return comparison_signs[static_cast<std::size_t>(how)];
}

/// One step of a condition: a leaf, which is about jobs, or an operator on what stands before it.
struct ConditionStep {
  enum class Kind : std::uint8_t {
    done,       ///< DONE
    ended,      ///< DONE or EXIT
    exited,     ///< EXIT, with a code that compares so
    started,    ///< has started once
    post_done,  ///< its post-execution is over: no queue has one, so the job is
    post_err,   ///< its post-execution has failed: never
    external,   ///< bpost: nobody posts messages here
    // How many elements of an array, compared with `code`:
    num_done,
    num_ended,  ///< DONE or EXIT
    num_exit,
    num_hold,   ///< PSUSP
    num_pend,   ///< PEND
    num_run,    ///< RUN, SSUSP, USUSP
    num_start,  ///< all but PEND and PSUSP
    both,
    either,
    negation
  };

  Kind kind{};
  CompareSign how = CompareSign::any;  ///< of exited: the exit code with `code`; of num_...
  /// A leaf about jobs with a name: those that mbatchd does not know do not count, but all others
  /// must satisfy it.
  bool by_name = false;
  bool by_pattern = false;  ///< the name ends with *: JOB_DEP_LAST_SUB is not for it
  bool of_array = false;    ///< a leaf about a job array as a whole
  std::int32_t code = 0;
  // Of a leaf: its jobs, in ConditionTable::parents. All must satisfy it. Of an array: `first` is
  // its ArrayId.
  std::uint32_t first = 0;
  std::uint32_t count = 0;

  constexpr bool is_leaf() const { return kind < Kind::both; }
  constexpr bool counts_elements() const { return kind >= Kind::num_done && is_leaf(); }
  constexpr ArrayId array() const { return of_array ? ArrayId{first} : none<ArrayId>; }
  bool operator==(const ConditionStep&) const = default;
};
static_assert(sizeof(ConditionStep) <= 20);

inline constexpr std::string_view condition_words[] = {
    "done",     "ended",    "exit",     "started", "post_done", "post_err",
    "external", "numdone",  "numended", "numexit", "numhold",   "numpend",
    "numrun",   "numstart", "&&",       "||",      "!"};
static_assert(std::size(condition_words) ==
              static_cast<std::size_t>(ConditionStep::Kind::negation) + 1);
constexpr std::string_view word_of(ConditionStep::Kind kind) {
  return condition_words[static_cast<std::size_t>(kind)];
}

/// A row of ConditionTable::rows.
enum class ConditionId : std::uint32_t {};

/// What one job waits for, from its submission on or from a bmod on; or all elements of an array,
/// if they wait for the same.
struct JobCondition {
  JobIndex job{};
  std::uint32_t jobs = 1;     ///< elements, from `job` on
  std::uint32_t first = 0;    ///< of its steps
  std::uint32_t count = 0;    ///< 0: it waits for nothing (any more)
  bool kills_orphan = false;  ///< bsub -ti: an orphan ends at once
  bool is_refused = false;    ///< it names a job that is never submitted before it

  bool operator==(const JobCondition&) const = default;
};

struct ConditionTable {
  /// Those of submissions come first, by job, of which each has at most one; then those of bmod.
  std::vector<JobCondition> rows;
  std::uint32_t submitted = 0;  ///< how many are of submissions
  std::vector<ConditionStep> steps;
  std::vector<JobIndex> parents;

  bool empty() const { return rows.empty(); }
  const JobCondition& operator[](ConditionId id) const { return rows[index_of(id)]; }
  std::span<const ConditionStep> steps_of(ConditionId id) const {
    return {steps.data() + (*this)[id].first, (*this)[id].count};
  }
  std::span<const JobIndex> parents_of(const ConditionStep& leaf) const {
    return {parents.data() + leaf.first, leaf.count};
  }
  /// The condition that a job is submitted with; none: it has none.
  ConditionId of(JobIndex job) const {
    const auto behind =
        std::upper_bound(rows.begin(), rows.begin() + submitted, job,
                         [](JobIndex at, const JobCondition& row) { return at < row.job; });
    if (behind == rows.begin()) return none<ConditionId>;
    const auto found = std::prev(behind);
    return index_of(job) - index_of(found->job) < found->jobs
               ? static_cast<ConditionId>(found - rows.begin())
               : none<ConditionId>;
  }
  bool operator==(const ConditionTable&) const = default;
};

}  // namespace mcsim::model
