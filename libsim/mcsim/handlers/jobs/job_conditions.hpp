// Jobs that wait for others (bsub -w): they leave and join the waiting lines as their conditions
// turn, and orphans end. Source: docs/rules/dependencies.md.
#pragma once

#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Made where it is used: a cluster without conditions pays nothing for it.
class JobConditions {
 public:
  JobConditions(ClusterWorld& world, Observer& observer, JobLifecycle& life)
      : world_(world), observer_(observer), life_(life) {}

  /// Whether a job that is submitted now waits for one that mbatchd does not know.
  bool lacks_parent(JobIndex job) const;
  /// A job that has just been submitted waits by its condition, and others may wait for it.
  void submit(JobSlotId id);
  /// bmod -w. False: the condition names a job that mbatchd does not know.
  bool modify(JobSlotId id, ConditionId condition);
  /// What has happened to jobs since lets others wait in line, or not any more; before a session.
  void settle();
  /// The session has changed what conditions look at: the next one must come.
  void expect_settling();
  void expire(const OrphanExpires& event);

 private:
  const ConditionTable& table() const { return world_.config.conditions; }
  ParentRules rules() const;
  void turn(ConditionId condition, JobSlotId id);
  bool waits(JobSlotId id) const;
  void end_orphans();

  ClusterWorld& world_;
  Observer& observer_;
  JobLifecycle& life_;
  std::vector<JobSlotId> orphans_;  ///< that end now
};

}  // namespace mcsim::handlers
