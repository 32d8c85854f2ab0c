// What becomes of a job: states, reasons, and the row that a finished job leaves behind.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/pend_reason.hpp"

namespace mcsim::model {

/// LSF's job states, as bjobs prints them, and two of mcsim's own: a job that the trace has not yet
/// submitted, and a job that was refused at submission.
enum class JobStatus : std::uint8_t {
  unsubmitted,
  pend,
  psusp,
  run,
  ususp,
  ssusp,
  done,
  exit,
  rejected
};

// Not inside the function, where each call would build them on its stack.
inline constexpr std::string_view job_status_names[] = {
    "", "PEND", "PSUSP", "RUN", "USUSP", "SSUSP", "DONE", "EXIT", "REJECTED"};
constexpr std::string_view name_of(JobStatus status) {
  return job_status_names[static_cast<std::size_t>(status)];
}

/// Why a job ended or was refused. Names are LSF's (bhist, bacct) where LSF has one.
enum class EndReason : std::uint8_t {
  none,
  term_runlimit,   ///< reached its run limit
  term_owner,      ///< bkill
  term_host_down,  ///< its host went down; LSF has no TERM_ name for it
  run_limit_over_queue,
  queue_closed,
  term_memlimit,  ///< used more memory than its limit
  term_window,    ///< the run window of its queue closed
  processors_out_of_range,
  mem_limit_over_queue,
  hosts_not_in_queue,
  queue_not_exclusive,
  user_not_in_queue,
  run_limit_over_application,
  mem_limit_over_application,
  host_unknown,  ///< it asks for a borrowed host that no lease has had yet
  pjl_not_started,
  tasks_not_registered,  ///< not all tasks registered within LSF_HPC_PJL_LOADENV_TIMEOUT
  tasks_not_started,     ///< as their TaskStarters reported
  pjl_exited,            ///< the PJL exited before its tasks
  priority_over_maximum,
  requeue_limit,       ///< model.max_requeues
  pjl_not_exited,      ///< the PJL did not exit behind its tasks within LSF_HPC_PJL_LOADENV_TIMEOUT
  user_without_share,  ///< no share account of its queue is for its user
  dependency_unknown,  ///< its condition names a job that mbatchd does not know
  term_orphan,         ///< its condition can never hold: ORPHAN_JOB_TERM_GRACE_PERIOD, bsub -ti
  array_too_large,     ///< its array has more elements than MAX_JOB_ARRAY_SIZE
  pending_over_maximum,  ///< too many jobs wait: MAX_PEND_JOBS, MAX_PEND_SLOTS
  term_cpulimit,         ///< used as much CPU time as its limit allows
  cpu_limit_over_queue,
  cpu_limit_over_application,
};

inline constexpr std::string_view end_reason_names[] = {"",
                                                        "TERM_RUNLIMIT",
                                                        "TERM_OWNER",
                                                        "HOST_DOWN",
                                                        "RUNLIMIT_OVER_QUEUE_MAXIMUM",
                                                        "QUEUE_CLOSED",
                                                        "TERM_MEMLIMIT",
                                                        "TERM_WINDOW",
                                                        "PROCLIMIT_OUT_OF_RANGE",
                                                        "MEMLIMIT_OVER_QUEUE_MAXIMUM",
                                                        "HOSTS_NOT_IN_QUEUE",
                                                        "QUEUE_NOT_EXCLUSIVE",
                                                        "USER_NOT_IN_QUEUE",
                                                        "RUNLIMIT_OVER_APPLICATION_MAXIMUM",
                                                        "MEMLIMIT_OVER_APPLICATION_MAXIMUM",
                                                        "HOST_UNKNOWN",
                                                        "PJL_NOT_STARTED",
                                                        "TASKS_NOT_REGISTERED",
                                                        "TASKS_NOT_STARTED",
                                                        "PJL_EXITED",
                                                        "PRIORITY_OVER_MAXIMUM",
                                                        "REQUEUE_LIMIT",
                                                        "PJL_NOT_EXITED",
                                                        "USER_WITHOUT_SHARE",
                                                        "DEPENDENCY_UNKNOWN",
                                                        "TERM_ORPHAN_SYSTEM",
                                                        "ARRAY_TOO_LARGE",
                                                        "PENDING_OVER_MAXIMUM",
                                                        "TERM_CPULIMIT",
                                                        "CPULIMIT_OVER_QUEUE_MAXIMUM",
                                                        "CPULIMIT_OVER_APPLICATION_MAXIMUM"};
static_assert(std::size(end_reason_names) ==
              static_cast<std::size_t>(EndReason::cpu_limit_over_application) + 1);
constexpr std::string_view name_of(EndReason reason) {
  return end_reason_names[static_cast<std::size_t>(reason)];
}

/// Why a started job went back into its queue.
enum class RequeueReason : std::uint8_t { exit_value, preempted, host_down, lease, control };

/// What ends an execution if nothing else does.
enum class EndCause : std::uint8_t { done, run_limit, mem_limit, cpu_limit };

/// Where a job ran: one host (its id), or a list in the recorder's store of allocations.
enum class AllocationId : std::uint32_t {};

/// What became of one job. One row per job is kept as long as jobs.csv is wanted.
struct JobOutcome {
  Time start = never;                            ///< of the last execution; never: did not start
  Time finish = never;                           ///< never: has not ended
  AllocationId allocation = none<AllocationId>;  ///< of that; none if the job left the cluster
  std::int32_t exit_code = 0;
  JobStatus status = JobStatus::unsubmitted;
  EndReason end_reason = EndReason::none;
  PendReason pend_reason = PendReason::none;     ///< of a job that still waits
  std::chrono::duration<std::uint32_t> delay{};  ///< NEW_JOB_SCHED_DELAY, when it was submitted
};
static_assert(sizeof(JobOutcome) <= 32);

}  // namespace mcsim::model
