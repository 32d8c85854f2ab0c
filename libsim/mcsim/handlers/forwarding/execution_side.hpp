// Jobs of other clusters in their execution cluster: which are accepted, and which go back.
#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/cluster/import_rules.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"
#include "mcsim/handlers/jobs/timeline.hpp"

namespace mcsim::handlers {

/// Carries out what import_rules say. Source: docs/rules/forwarding.md, "In the execution cluster".
class ExecutionSide {
 public:
  ExecutionSide(ClusterWorld& world, Observer& observer, JobLifecycle& life,
                TimelinePlayer& timeline)
      : world_(world),
        state_(*world.lsf),
        forwarding_(world.forwarding),
        observer_(observer),
        life_(life),
        timeline_(timeline) {}

  void collect(NeighbourId neighbour, Mailbox::Letter letter);

  /// Phase `accept`: accepts or refuses what has arrived in this round, in the order of (time sent,
  /// submission cluster, order of sending).
  void decide();

  /// After a session: sends back jobs that came beyond IMPT_JOBBKLG and have not started.
  void end_trials();
  /// MAX_RSCHED_TIME of a guest is over.
  void time_out(GuestId row);
  /// A reconfiguration times out all pending guests. Source: docs/rules/lsf.md, 1.3,
  /// MAX_RSCHED_TIME.
  void time_out_all();

  /// A guest that has not started leaves this cluster.
  void send_back(JobSlotId id, ReturnReason reason);

 private:
  static bool has_never_started(const JobState& job);

  void take_in(const ReceivedForward& import, const ForwardJob& forward);

  void admit(GuestId row, const ForwardJob& forward, Time sent);

  void act(NeighbourId neighbour, const ActOnForward& message);

  void reply(NeighbourId neighbour, Message message);

  ClusterWorld& world_;
  SchedulerState& state_;
  ForwardingState& forwarding_;
  Observer& observer_;
  JobLifecycle& life_;
  TimelinePlayer& timeline_;
};

}  // namespace mcsim::handlers
