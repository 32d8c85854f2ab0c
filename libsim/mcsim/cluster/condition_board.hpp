// What jobs wait for of other jobs (bsub -w): whose condition holds, kept up to date by what the
// other jobs do.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/condition_value.hpp"

namespace mcsim::cluster {

/// By what rules a cluster knows jobs that others wait for.
struct ParentRules {
  Duration clean_period{};  ///< CLEAN_PERIOD: jobs that ended longer ago are forgotten
  std::optional<Duration> clean_period_done{};  ///< CLEAN_PERIOD_DONE: the same of those in DONE
  bool only_latest = false;                     ///< JOB_DEP_LAST_SUB: of several jobs with a name

  Duration kept_done() const { return clean_period_done.value_or(clean_period); }
};

/// A value. A change of a job costs as much as it has conditions that wait for it; a job that no
/// condition names costs a look-up. All conditions that ask the same of a job array as a whole
/// share one count. `table` is always the one of the cluster.
class ConditionBoard {
 public:
  ConditionBoard() = default;
  explicit ConditionBoard(const ConditionTable& table, const ArrayTable& arrays = {});

  bool any() const { return !children_.empty(); }

  // What jobs do that others may wait for. Jobs that nobody names are ignored.

  void come(JobIndex job);
  void start(JobIndex job);
  /// `code`: its own exit code; 0: a signal ended it.
  void end(JobIndex job, JobStatus status, std::int32_t code, Time now);
  /// REQUEUE_EXIT_VALUES names `code`, with which the job has ended.
  void requeue(JobIndex job, std::int32_t code);
  /// It waits again, stopped (PSUSP) or not.
  void wait(JobIndex job, bool is_stopped);

  // Jobs that wait.

  /// Whether mbatchd knows all jobs that a condition names; by a name at least one, and of an array
  /// one element.
  bool knows_all(const ConditionTable& table, ConditionId id, Time now,
                 const ParentRules& rules) const;
  /// `slot`, which has the condition, is submitted as `job`, or bmod gives it the condition:
  /// knows_all() is true.
  void begin(const ConditionTable& table, ConditionId id, JobIndex job, JobSlotId slot, Time now,
             const ParentRules& rules);
  /// The condition that a job has now; none: it has none.
  ConditionId of(const ConditionTable& table, JobIndex job) const;
  /// Whether a job may start, as far as its condition goes.
  Truth value(ConditionId id) const { return children_[index_of(id)].value; }
  /// Calls visit(slot) for each job that waits by a condition, in their order.
  template <class Visit>
  void visit_jobs(ConditionId id, Visit&& visit) const {
    if (const auto many = many_.find(id); many != many_.end()) {
      for (const JobSlotId slot : many->second)
        if (slot != none<JobSlotId>) visit(slot);
    } else if (children_[index_of(id)].slot != none<JobSlotId>) {
      visit(children_[index_of(id)].slot);
    }
  }
  /// How often it has turned: an event about an earlier value is stale.
  std::uint16_t turns(ConditionId id) const { return children_[index_of(id)].turns; }
  /// The job has left the cluster: it waits for nobody.
  void leave(const ConditionTable& table, JobIndex job);

  bool has_changes() {
    settle_arrays();
    return !changed_.empty();
  }
  /// Values the conditions anew whose jobs have changed; these, by job. Calls turn(id, value
  /// before) for those with another value.
  template <class Turn>
  void settle(const ConditionTable& table, Turn&& turn) {
    for (const ConditionId id : take_changed(table)) {
      const Truth before = value(id);
      if (!waits(id)) continue;
      children_[index_of(id)].value = evaluated(table, id);
      if (value(id) == before) continue;
      ++children_[index_of(id)].turns;
      turn(id, before);
    }
  }

  /// What conditions know of a job; null: none names it.
  const ParentState* known(JobIndex job) const {
    const std::size_t at = find(job);
    return at == parents_.size() ? nullptr : &states_[at].state;
  }
  /// How many elements of an array that a condition names as a whole are in which state.
  const ElementCounts& counts(ArrayId array) const { return arrays_.at(array).counts; }
  /// Bytes that it holds, for tests.
  std::size_t bytes() const;

 private:
  static constexpr std::uint32_t nobody = static_cast<std::uint32_t>(-1);

  struct Parent {
    ParentState state;
    std::uint32_t first_watch = nobody;
  };
  struct Child {
    JobSlotId slot = none<JobSlotId>;  ///< none: it does not wait by this condition (any more)
    Truth value = Truth::no;
    bool is_changed = false;
    std::uint16_t turns = 0;
  };
  /// How many jobs of a leaf do not satisfy it yet, and how many never will. Of a leaf about a
  /// whole array: `open` is its row in shared_.
  struct Leaf {
    std::uint32_t open = 0;
    std::uint32_t never = 0;

    Truth value() const { return never > 0 ? Truth::never : open > 0 ? Truth::no : Truth::yes; }
  };
  /// A leaf of a condition looks at a job.
  struct Watch {
    std::uint32_t step = 0;
    ConditionId condition{};
    std::uint32_t next = nobody;
    Truth value = Truth::no;
  };
  /// What some conditions ask of an array as a whole.
  struct SharedLeaf {
    ConditionStep step;
    Leaf leaf;  ///< of num_...: not used
    Truth value = Truth::no;
    std::vector<ConditionId> conditions;
  };
  /// An array that some condition names as a whole.
  struct ArrayParent {
    std::size_t first = 0;  ///< its first element in parents_; the others follow
    ElementCounts counts;
    Time last_end{};   ///< of an element, but for those in DONE
    Time last_done{};  ///< of those
    bool is_changed = false;
    std::vector<std::uint32_t> leaves;  ///< rows of shared_
  };
  /// What a shared leaf asks.
  using LeafKey = std::tuple<ArrayId, ConditionStep::Kind, CompareSign, std::int32_t>;

  std::size_t find(JobIndex job) const;
  bool is_known(const ParentState& state, Time now, const ParentRules& rules) const;
  bool is_known(const ArrayParent& array, Time now, const ParentRules& rules) const;
  /// The job's state was `before`.
  void change(std::size_t parent, const ParentState& before);
  void change_array(std::size_t parent, const ParentState& before);
  void count(Leaf& leaf, Truth value, std::int32_t sign) const;
  void watch(std::size_t parent, std::uint32_t step, ConditionId id, Truth value);
  void begin_leaf(const ConditionTable& table, ConditionId id, std::uint32_t at, Time now,
                  const ParentRules& rules);
  /// The first element of its array, or the job itself.
  JobIndex first_with(JobIndex job) const;
  std::uint32_t shared_leaf(const ConditionStep& step);
  Truth value_of(const SharedLeaf& leaf) const;
  /// Whether a job waits by it.
  bool waits(ConditionId id) const { return children_[index_of(id)].slot != none<JobSlotId>; }
  void let_go(const ConditionTable& table, ConditionId id, JobIndex job);
  void note_changed(ConditionId id);
  void settle_arrays();
  std::vector<ConditionId> take_changed(const ConditionTable& table);
  Truth evaluated(const ConditionTable& table, ConditionId id) const;

  std::vector<JobIndex> parents_;  ///< those that conditions name, ascending
  std::vector<Parent> states_;     ///< by position there
  std::vector<Child> children_;    ///< by ConditionId
  std::vector<ConditionStep> steps_;
  std::vector<Leaf> leaves_;                  ///< by step; operators have one without a meaning
  std::map<JobIndex, ConditionId> modified_;  ///< by bmod
  std::map<ConditionId, std::vector<JobSlotId>> many_;  ///< of conditions of several jobs
  std::vector<Watch> watches_;
  std::uint32_t free_watch_ = nobody;
  std::vector<ConditionId> changed_;
  std::vector<std::pair<JobIndex, std::uint32_t>> elements_;  ///< of each array: first, how many
  std::map<ArrayId, ArrayParent> arrays_;
  std::map<std::size_t, ArrayId> array_at_;  ///< by ArrayParent::first
  std::vector<SharedLeaf> shared_;
  std::map<LeafKey, std::uint32_t> shared_of_;
  std::vector<ArrayId> changed_arrays_;
};

}  // namespace mcsim::cluster
