// What the simulation announces to its observer, the moment that it becomes true.
#pragma once

#include <span>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/dispatch_view.hpp"
#include "mcsim/model/job.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim {

/// A job was submitted and waits.
struct JobSubmitted {
  Time at;
  JobIndex job;
  Slots slots;
  Duration delay{};  ///< NEW_JOB_SCHED_DELAY
};

/// A job was refused at submission.
struct JobRejected {
  Time at;
  JobIndex job;
  EndReason reason;
};

/// A job was dispatched to `hosts`, all at once.
struct JobStarted {
  Time at;
  JobIndex job;
  Slots slots;
  StartReason reason;
  std::span<const HostSlots> hosts;  ///< in the order of placement; valid during the call only
};

/// A job has ended, whether it had started (`started` is not never) or not.
struct JobEnded {
  Time at;
  JobIndex job;
  Slots slots;  ///< that it held until now: none if it waited or was suspended
  Time started;
  JobStatus status;  ///< done or exit
  EndReason reason;
  std::int32_t exit_code;
};

/// A job was suspended: by the system or by bstop, while it ran or while it waited.
struct JobSuspended {
  Time at;
  JobIndex job;
  Slots slots;       ///< that it held until now
  JobStatus status;  ///< ssusp, ususp or psusp
  bool preempted;
};

/// A job goes on: it runs, or waits, again.
struct JobResumed {
  Time at;
  JobIndex job;
  Slots slots;       ///< that it holds from now on
  JobStatus status;  ///< run, pend, or ssusp: bresume of a job that ran
};

/// A started job was taken off its hosts and waits again; what it has run is lost.
struct JobRequeued {
  Time at;
  JobIndex job;
  Slots slots;  ///< that it held until now
  RequeueReason reason;
};

/// The slots of a cluster's hosts that are up are now `slots`.
struct CapacityChanged {
  Time at;
  Slots slots;
};

/// An action named a job that was not there.
struct ActionIgnored {
  Time at;
};

/// An observer takes facts of any kind, cluster by cluster in each round.
template <class O>
concept Observer =
    requires(O& observer, ClusterId cluster, const JobSubmitted& submitted,
             const JobRejected& rejected, const JobStarted& started, const JobEnded& ended,
             const JobSuspended& suspended, const JobResumed& resumed, const JobRequeued& requeued,
             const CapacityChanged& capacity, const ActionIgnored& ignored) {
      observer.on(cluster, submitted);
      observer.on(cluster, rejected);
      observer.on(cluster, started);
      observer.on(cluster, ended);
      observer.on(cluster, suspended);
      observer.on(cluster, resumed);
      observer.on(cluster, requeued);
      observer.on(cluster, capacity);
      observer.on(cluster, ignored);
    };

/// Observes nothing, and costs nothing.
struct NoObserver {
  void on(ClusterId, const auto&) {}
};
static_assert(Observer<NoObserver>);

}  // namespace mcsim
