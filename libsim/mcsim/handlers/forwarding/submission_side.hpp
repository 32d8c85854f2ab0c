// Jobs that a submission cluster sends to others: which go where, and what is heard of them.
#pragma once

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/handlers/forwarding/queue_chooser.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Source: docs/rules/forwarding.md, "Who is forwarded" and "Coming back".
class SubmissionSide {
 public:
  SubmissionSide(ClusterWorld& world, Observer& observer, JobLifecycle& life)
      : world_(world),
        state_(*world.lsf),
        forwarding_(world.forwarding),
        observer_(observer),
        life_(life),
        follows_jobs_(std::ranges::any_of(forwarding_.policies, [](const auto& policy) {
          return policy.second.follows_jobs();
        })) {}

  // Messages of execution clusters.

  void receive(Neighbour& from, const Mailbox::Letter& letter);
  /// A report may have become visible.
  void look_for_reports();
  /// A job that waited for other clusters only, or for its own cluster only, waits for both now.
  void turn(JobSlotId id);

  // Phase `session`, before the session itself.

  /// Wakes the cluster for what it has heard of others, if some job waits for that now.
  void decide_to_look();

  // Phase `session`, after the session's last step.

  /// Forwards jobs that still wait, and sees to it that there is a session when the cluster must
  /// look again.
  void decide(std::vector<ClusterWorld>& grid);

 private:
  /// False: more jobs could be forwarded than one session may forward.
  bool forward_all(QueueChooser& chooser);
  void open_step(std::uint32_t group);
  ForwardLines::LineId next_line(std::uint32_t group);

  /// Reports what this session decides by. Sessions that decide nothing report nothing: whether
  /// there are any must not matter.
  void tell_held(QueueChooser& chooser);
  void tell_decision(QueueChooser& chooser, ForwardLines::LineId line, const JobState& job,
                     const ForwardAnswer& answer);

  void forward(JobSlotId id, const ForwardAnswer& answer);

  // What jobs wait for.

  void look_again();
  void wait_for_news();
  void wait_for_policy();
  void expect_report(Time at);

  // Coming back.

  void come_back(Neighbour& from, const ForwardReturned& message, Time sent);

  /// Keeps a job that has come back from being forwarded for a while. Without a raster there is no
  /// next session that it could wait for: it would come and go at one instant for ever.
  void hold(JobSlotId id);
  void stay_stopped(JobSlotId id);

  void note_status(Neighbour& from, const ForwardStatus& message);

  /// Tells the policies what was heard in this round, whichever cluster's message came first.
  void tell_policies();
  void note_news(const Neighbour& from, ForwardNews::Kind kind, const ForwardLedger::Entry& entry,
                 ReturnReason reason = {});

  void tell_heard(const Neighbour& from, ForwardId forward, JobStatus status);

  void forget(Neighbour& from, const ForwardEnded& message);
  /// A job that has come back waits, if its condition (bsub -w) still holds.
  void wait_again(JobSlotId id);

  ClusterWorld& world_;
  SchedulerState& state_;
  ForwardingState& forwarding_;
  Observer& observer_;
  JobLifecycle& life_;
  bool looks_for_reports_ = false;  ///< in this round
  std::vector<ForwardNews> news_;   ///< likewise
  bool follows_jobs_ = false;       ///< some policy of the cluster does
};

}  // namespace mcsim::handlers
