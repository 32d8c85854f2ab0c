// What the rows of section Limit leave to a job.
#pragma once

#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

class WithoutVictims;

/// What a row limits.
enum class LimitOf : std::uint8_t { slots, jobs, amount };

/// A job that limits are asked for.
struct LimitAsker {
  LimitJob job{};
  JobSlotId own = none<JobSlotId>;  ///< what this job has already does not count
  /// Of ClusterSettings::limits, those that take it: those that name no hosts, and those that do.
  std::vector<std::uint32_t> rows{};
  std::vector<std::uint32_t> naming_hosts{};
  std::vector<ResourceUse> rusage;
  std::int32_t slots = 1;
  Time end = never;          ///< if it started now
  bool backfills = false;    ///< it may use slots that others have reserved
  bool passes_jobs = false;  ///< JOBS does not matter: it reserves slots, or has others preempted
  bool is_idle = false;      ///< nobody has anything: what the job could ever have
};

/// What is left to a job, and the row that leaves the least.
struct LimitRoom {
  std::int64_t slots = no_limit;
  bool starts = true;  ///< JOBS, and amounts, let it start
  std::uint32_t row = 0;
  std::uint32_t row_of_slots = 0;  ///< the one that leaves the fewest slots
  LimitOf by{};
  ResourceId resource = none<ResourceId>;  ///< of an amount
  std::int64_t limit = -1;                 ///< of that row: slots, jobs, or Amount
  std::int64_t used = 0;
  std::int64_t reserved = 0;
  std::int64_t wanted = 0;
};

/// What a job would have under counters on the hosts that it was given so far.
struct LimitBudget {
  LimitCounts taken;
  /// Instances of shared resources that a row has counted.
  std::vector<std::tuple<std::uint32_t, ResourceId, std::uint32_t>> instances;
};

/// Looks at the state, changes nothing; not to be kept. Source: docs/rules/limits.md.
class LimitRules {
 public:
  LimitRules(const ClusterConfig& config, const SchedulerState& state, Time now)
      : config_(config), state_(state), now_(now) {}

  LimitJob job_of(const JobState& job) const;
  LimitAsker asker(JobSlotId id, bool backfills) const;

  /// What a job has now under the counters of all rows that limit anything.
  LimitCounts counts_of(JobSlotId id) const;
  /// The same, with rows that are in MXJ.
  LimitCounts shown_counts_of(JobSlotId id) const;
  /// What a running job gives back if it is suspended, or, `leaves`, is killed.
  LimitCounts given_back_by(JobSlotId id, bool leaves) const;

  /// By the rows that count on all hosts.
  LimitRoom room(const LimitAsker& asker) const;
  /// The counter of a row that counts on all hosts.
  LimitCounter counter_of(const LimitAsker& asker, std::uint32_t row) const {
    return {row, section(row).key(asker.job, HostId{})};
  }
  /// By all rows: at most `slots` of a host, beside what the budget has taken.
  LimitRoom cut(const LimitAsker& asker, HostId host, std::int32_t slots,
                const LimitBudget& budget = {}, const WithoutVictims* without = nullptr) const;
  void take(const LimitAsker& asker, HostSlots part, LimitBudget& budget) const;
  /// What keeps a suspended job from going on: JOBS would be exceeded, slots of hosts, or what it
  /// would reserve again. None: it may.
  std::optional<LimitRoom> keeps_suspended(JobSlotId id) const;
  /// Whether a started job may go on as one of another queue.
  bool lets_switch(JobSlotId id, QueueId queue) const;
  /// What a counter may have. `host`: any that it counts.
  std::int64_t slots_of(std::uint32_t row, HostId host) const;
  /// Of a host that does not say how much it has, a percentage is no limit.
  Amount amount_of(const LimitedResource& limited, HostId host) const;
  bool counts_suspended(std::uint32_t row) const;
  /// Slots that count in a row, but for reserved ones.
  std::int64_t started_slots(std::uint32_t row, const LimitUse& use) const {
    return use.running + (counts_suspended(row) ? use.suspended : 0);
  }

 private:
  const LimitSection& section(std::uint32_t row) const { return state_.settings.limits[row]; }
  std::vector<std::uint32_t> rows_for(const LimitJob& job) const {
    return state_.limits.index.rows_for(state_.settings.limits, job);
  }
  template <class Visit>
  void visit_rows_on(const LimitAsker& asker, HostId host, Visit&& visit) const;
  LimitCounts counted(JobSlotId id, const LimitJob& job,
                      const std::vector<std::uint32_t>& rows) const;
  LimitUse used(const LimitAsker& asker, const LimitCounter& counter,
                const WithoutVictims* without) const;
  void add_changes(const LimitCounter& counter, LimitUse& use) const;
  std::int64_t passed_by(const LimitAsker& asker, std::uint32_t row, const LimitKey& key) const;
  std::optional<LimitRoom> amounts_keep_suspended(JobSlotId id, const LimitJob& job,
                                                  std::uint32_t row) const;
  LimitUse used_by_others(JobSlotId id, const LimitCounter& counter) const;
  void cut_by_row(const LimitAsker& asker, std::uint32_t row, HostId host,
                  const LimitBudget& budget, const WithoutVictims* without, LimitRoom& room) const;
  template <class Amounts>
  void add_amounts(JobSlotId id, const LimitJob& job, std::uint32_t row, Amounts&& amount_of_use,
                   LimitCounts& counts) const;
  void add_parts(JobSlotId id, const LimitJob& job, std::uint32_t row, LimitCounts& counts) const;

  const ClusterConfig& config_;
  const SchedulerState& state_;
  Time now_;
};

}  // namespace mcsim::scheduler
