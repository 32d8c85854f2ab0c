// Starts that fail: the initialization of a forwarded job, and pre-execution commands.
#pragma once

#include <cstdint>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/cluster/import_rules.hpp"
#include "mcsim/handlers/forwarding/execution_side.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"
#include "mcsim/handlers/jobs/timeline.hpp"

namespace mcsim::handlers {

/// Source: docs/rules/scheduling.md, section 11; docs/rules/forwarding.md, "In the
/// execution cluster".
class StartFailures {
 public:
  StartFailures(ClusterWorld& world, Observer& observer, JobLifecycle& life,
                TimelinePlayer& timeline, ExecutionSide& import)
      : world_(world),
        state_(*world.lsf),
        observer_(observer),
        life_(life),
        timeline_(timeline),
        import_(import) {}

  /// Whether a job that a session starts fails to start. It then waits for another session, or is
  /// given up.
  bool fails(JobSlotId id);

 private:
  void fail_in_initialization(JobSlotId id);

  void fail_in_preexec(JobSlotId id);

  void tell_failure(const JobState& job, bool in_preexec, std::int32_t failures, bool again);

  /// The job pends, but this session does not look at it again. Without a raster the next session
  /// is in the next round.
  void try_later(JobSlotId id);

  ClusterWorld& world_;
  SchedulerState& state_;
  Observer& observer_;
  JobLifecycle& life_;
  TimelinePlayer& timeline_;
  ExecutionSide& import_;
};

}  // namespace mcsim::handlers
