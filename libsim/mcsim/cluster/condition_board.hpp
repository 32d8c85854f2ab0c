// What jobs wait for of other jobs (bsub -w): whose condition holds, kept up to date by what the
// other jobs do.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/condition_table.hpp"

namespace mcsim::cluster {

/// By what rules a cluster knows jobs that others wait for.
struct ParentRules {
  Duration clean_period{};   ///< CLEAN_PERIOD: jobs that ended longer ago are forgotten
  bool only_latest = false;  ///< JOB_DEP_LAST_SUB: of several jobs with a name
};

/// A value. A change of a job costs as much as it has conditions that wait for it; a job that no
/// condition names costs a look-up. `table` is always the one of the cluster.
class ConditionBoard {
 public:
  ConditionBoard() = default;
  explicit ConditionBoard(const ConditionTable& table);

  bool any() const { return !children_.empty(); }

  // What jobs do that others may wait for. Jobs that nobody names are ignored.

  void come(JobIndex job);
  void start(JobIndex job);
  /// `code`: its own exit code; 0: a signal ended it.
  void end(JobIndex job, JobStatus status, std::int32_t code, Time now);
  /// REQUEUE_EXIT_VALUES names `code`, with which the job has ended.
  void requeue(JobIndex job, std::int32_t code);

  // Jobs that wait.

  /// Whether mbatchd knows all jobs that a condition names; by a name at least one.
  bool knows_all(const ConditionTable& table, ConditionId id, Time now,
                 const ParentRules& rules) const;
  /// `slot`, which has the condition, is submitted, or bmod gives it the condition: knows_all() is
  /// true.
  void begin(const ConditionTable& table, ConditionId id, JobSlotId slot, Time now,
             const ParentRules& rules);
  /// The condition that a job has now; none: it has none.
  ConditionId of(const ConditionTable& table, JobIndex job) const;
  /// Whether a job may start, as far as its condition goes.
  Truth value(ConditionId id) const { return children_[index_of(id)].value; }
  JobSlotId slot(ConditionId id) const { return children_[index_of(id)].slot; }
  /// How often it has turned: an event about an earlier value is stale.
  std::uint16_t turns(ConditionId id) const { return children_[index_of(id)].turns; }
  /// The job has left the cluster: it waits for nobody.
  void leave(const ConditionTable& table, JobIndex job);

  bool has_changes() const { return !changed_.empty(); }
  /// Values the conditions anew whose jobs have changed; these, by job. Calls turn(id, value
  /// before) for those with another value.
  template <class Turn>
  void settle(const ConditionTable& table, Turn&& turn) {
    for (const ConditionId id : take_changed(table)) {
      const Truth before = value(id);
      if (slot(id) == none<JobSlotId>) continue;
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
  /// How many jobs of a leaf do not satisfy it yet, and how many never will.
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

  std::size_t find(JobIndex job) const;
  bool is_known(const ParentState& state, Time now, const ParentRules& rules) const;
  void change(std::size_t parent);
  void count(Leaf& leaf, Truth value, std::int32_t sign) const;
  void watch(std::size_t parent, std::uint32_t step, ConditionId id, Truth value);
  void note_changed(ConditionId id);
  std::vector<ConditionId> take_changed(const ConditionTable& table);
  Truth evaluated(const ConditionTable& table, ConditionId id) const;

  std::vector<JobIndex> parents_;  ///< those that conditions name, ascending
  std::vector<Parent> states_;     ///< by position there
  std::vector<Child> children_;    ///< by ConditionId
  std::vector<ConditionStep> steps_;
  std::vector<Leaf> leaves_;                  ///< by step; operators have one without a meaning
  std::map<JobIndex, ConditionId> modified_;  ///< by bmod
  std::vector<Watch> watches_;
  std::uint32_t free_watch_ = nobody;
  std::vector<ConditionId> changed_;
};

}  // namespace mcsim::cluster
