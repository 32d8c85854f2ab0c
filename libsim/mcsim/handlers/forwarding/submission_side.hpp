// Jobs of a submission cluster that go to others: who is sent where, and what is heard of them.
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
        life_(life) {}

  // What execution clusters say.

  void receive(Neighbour& from, const Mailbox::Letter& letter);
  /// A report may have come that has not been seen.
  void look_for_reports();
  /// The time is over for which a job waited for other clusters only, or for its own.
  void turn(JobSlotId id);

  // Phase 8, before the session.

  /// What was heard of others is a reason for a session if some job waits for it now.
  void decide_to_look();

  // Phase 8, after the session's last turn.

  /// Forwards jobs that still wait. When the cluster must look again: see SessionClock.
  void decide(std::vector<ClusterWorld>& grid);

 private:
  bool is_live(ForwardLines::LineId line, const JobLine::Entry& entry);

  /// False: there is one more than may be forwarded in one session.
  bool forward_all(QueueChooser& desk);

  /// What this session decides by. Sessions that decide nothing tell nothing: whether there are
  /// any must not matter.
  void tell_held(QueueChooser& desk);
  void tell_decision(QueueChooser& desk, ForwardLines::LineId line, const LsfJob& job,
                     const ForwardAnswer& answer);

  void forward(JobSlotId id, const ForwardAnswer& answer);

  // What it waits for.

  void look_again();
  void wait_for_news();
  void expect_report(Time at);

  // Coming back.

  void come_back(Neighbour& from, const ForwardReturned& message, Time sent);

  /// Without a grid there is no next session that it could wait for: it would come and go at one
  /// instant for ever.
  void hold(JobSlotId id);
  void stay_stopped(JobSlotId id);

  void note_status(Neighbour& from, const ForwardStatus& message);

  void tell_heard(const Neighbour& from, ForwardId forward, JobStatus status);

  void forget(Neighbour& from, const ForwardEnded& message);

  ClusterWorld& world_;
  LsfState& state_;
  ForwardingState& forwarding_;
  Observer& observer_;
  JobLifecycle& life_;
  bool looks_for_reports_ = false;  ///< in this round
};

}  // namespace mcsim::handlers
