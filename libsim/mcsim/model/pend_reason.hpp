// Why a job waits: one word for each condition of docs/rules/scheduling.md, sections 4 and 5.
#pragma once

#include <cstdint>
#include <iterator>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::model {

/// Why a job waits. The first ones apply to a job as a whole, those from first_host_reason on to
/// single hosts; each group in the order in which the scheduler checks them.
enum class PendReason : std::uint8_t {
  none,
  new_job,  ///< no session has considered it yet
  // Under the baselines.
  too_few_slots_in_cluster,
  hosts_closed,         ///< it would fit if closed and unavailable hosts were back
  behind_earlier,       ///< in a strict order: jobs before it wait
  reserved_for_first,   ///< it would fit, but would delay the first waiting job
  reserved_for_others,  ///< it would fit, but would delay jobs with reservations
  // Under LSF's scheduler, for a job as a whole.
  no_mbatchd,        ///< the LIM of its host has ended, or another one is about to start
  delayed,           ///< NEW_JOB_SCHED_DELAY
  dependency,        ///< its condition (bsub -w) does not hold yet
  dependency_never,  ///< its condition can never hold
  begin_time,        ///< bsub -b
  array_limit,       ///< %n: its array has as many started elements as it may have
  preexec_failed,    ///< its pre-execution command has failed; it is tried again
  init_failed,       ///< its start has failed; it is tried again
  gave_up,           ///< its start has failed too often
  preexec_gave_up,   ///< its pre-execution command has failed too often
  stopped,           ///< bstop while it was pending
  requeued,          ///< no session has considered it since
  forwarded,         ///< it is on its way to another cluster, or back
  no_receive_queue,  ///< it cannot run here, and no other cluster takes it
  came_back,         ///< the same, after it was returned
  forward_user,      ///< FWD_USERS
  forward_hosts,     ///< it names hosts of its own cluster
  forward_limit,     ///< model.max_forwards
  forward_delay,     ///< MC_FORWARD_DELAY, or it has just come back
  guest_limit,       ///< IMPT_JOBLIMIT, IMPT_TASKLIMIT
  not_looked_at,     ///< the session ended before its turn, or what it needs was freed later
  queue_inactive,
  queue_window,
  deadline,
  queue_limit,  ///< QJOB_LIMIT
  queue_limit_parallel,
  entitlement,       ///< of the queue in its slot pool
  pool_limit,        ///< MAX_SLOTS_IN_POOL, or all slots of its hosts
  user_queue_limit,  ///< UJOB_LIMIT
  user_queue_limit_parallel,
  user_limit,  ///< MAX_JOBS
  user_limit_parallel,
  group_limit,
  group_limit_parallel,
  limit_slots,       ///< SLOTS of a section Limit
  limit_jobs,        ///< JOBS
  limit_amount,      ///< MEM, SWP, TMP, RESOURCE
  reservation_over,  ///< MAX_RESERVE_TIME: passed over in one session
  span,              ///< enough slots, but not where span[] and same[] require them
  clusters_apart,    ///< likewise in clusters that do not list each other in RemoteClusters
  // For single hosts.
  host_not_in_queue,
  host_not_asked,
  host_serial,        ///< a borrowed host: RECV_FROM=N
  host_not_borrowed,  ///< no lease has the borrowed host
  host_first_slot,    ///< likewise: its shared lease begins with one slot, and the job wants more
  host_lease_over,    ///< a lease had the borrowed host, and has it no more
  host_down,
  host_closed,
  host_window,
  host_out_of_reach,  ///< a borrowed host: its link is down, or its lease is inactive
  host_unreached,     ///< its sbatchd is down
  host_unheard,       ///< its LIM is silent, or a new master has not heard it yet
  host_busy,          ///< beyond the host's own loadSched
  host_busy_for_queue,
  host_select,
  host_select_of_queue,
  host_load,  ///< the select string is false because of what runs now
  host_load_of_queue,
  host_undefined,   ///< the load of a resource that the host lacks, or whose amount is unknown
  host_unreported,  ///< an external load index of the host that no ELIM has reported
  host_rusage,
  host_rusage_of_queue,
  host_exclusive,        ///< an exclusive job runs there
  host_not_empty,        ///< the job is exclusive
  host_suspended,        ///< a suspended job of the same or a larger PRIORITY
  host_accepted,         ///< JOB_ACCEPT_INTERVAL
  host_excluded,         ///< EXCLUDE(n)
  host_full,             ///< MXJ
  host_reserved,         ///< slots that jobs with SLOT_RESERVE keep
  host_queue_limit,      ///< HJOB_LIMIT
  host_queue_cpu_limit,  ///< PJOB_LIMIT
  host_user_limit,       ///< JL/U
  host_user_cpu_limit,   ///< JL/P
  host_group_cpu_limit,
  host_limit_slots,   ///< SLOTS, SLOTS_PER_PROCESSOR of a section Limit
  host_limit_jobs,    ///< JOBS
  host_limit_amount,  ///< MEM, SWP, TMP, RESOURCE
  host_kept,          ///< for an advance reservation
  not_enough_slots,   ///< it offers slots, but too few
};

inline constexpr PendReason first_host_reason = PendReason::host_not_in_queue;
inline constexpr PendReason last_pend_reason = PendReason::not_enough_slots;

/// In the words of bjobs -p, without the final colon or period, where LSF has such a reason.
/// Source: the messages of bjobs -p, Platform LSF 7 and IBM Spectrum LSF 10.1. mcsim's own are
/// marked "ours".
constexpr std::string_view text_of(PendReason reason) {
  constexpr std::string_view texts[] = {
      "",
      "New job is waiting for scheduling",
      "The cluster does not have that many slots",                      // ours
      "Not enough job slot(s) while hosts are closed or unavailable",   // ours
      "Jobs ahead of it in the line are waiting",                       // ours
      "Job would delay the first waiting job",                          // ours
      "Job would delay jobs that have reservations",                    // ours
      "No mbatchd runs: the LIM of its host has ended, or just begun",  // ours
      "The schedule of the job is postponed for a while",
      "Job dependency condition not satisfied",
      "Dependency condition invalid or never satisfied",
      "The job has a specified start time",
      "The job array has reached its running element limit",
      "The job's pre-exec command exited with non-zero status",
      "Job execution initialization failed",
      "Job execution initialization failed too often: the job is suspended",  // ours
      "The job's pre-exec command failed too often: the job is suspended",    // ours
      "The job was suspended by the user while pending",
      "Requeued job is waiting for rescheduling",
      "Job is forwarded",
      "No receive queue takes the job",                             // ours
      "Job was sent back, and no receive queue takes it",           // ours
      "The user may not forward jobs",                              // ours
      "Jobs that name hosts are not forwarded",                     // ours
      "The job may not be forwarded any more",                      // ours
      "The job is not forwarded yet",                               // ours
      "The receive queue has reached its limit of remote jobs",     // ours
      "The job is looked at again in the next scheduling session",  // ours
      "The queue is inactivated by the administrator",
      "The queue is inactivated by its time windows",
      "Job will not finish before queue's run window is closed",
      "The queue has reached its job slot limit",
      "The queue has not enough job slots for the parallel job",
      "The queue has reached its share of the slot pool",  // ours
      "The slot pool has reached its job slot limit",      // ours
      "User has reached the per-user job slot limit of the queue",
      "Not enough per-user job slots of the queue for the parallel job",
      "The user has reached his/her job slot limit",
      "The user has not enough job slots for the parallel job",
      "One of the user's groups has reached its job slot limit",
      "One of user's groups has not enough job slots for the parallel job",
      "Resource (slot) limit has been reached",
      "Resource (job) limit has been reached",
      "Resource limit has been reached",
      "The job has reserved slots for as long as it may",  // ours
      "Not enough processors to meet the job's spanning requirement",
      "Not enough job slots in clusters that list each other in RemoteClusters",  // ours
      "Not usable to the queue",
      "Not specified in job submission",
      "No parallel jobs on hosts of this provider (RECV_FROM=N)",                    // ours
      "No lease with the borrowed host is established",                              // ours
      "Too few job slots beside the first one of the borrowed host's shared lease",  // ours
      "The lease has the borrowed host no more",                                     // ours
      "Load information unavailable",
      "Closed by LSF administrator",
      "Dispatch windows closed",
      "The link of the borrowed host is down, or its lease is inactive",  // ours
      "Unable to reach slave batch server",
      "The host's LIM is silent",                // ours
      "The host's load threshold is exceeded",   // ours
      "The queue's load threshold is exceeded",  // ours
      "Job's resource requirements not satisfied",
      "Queue's resource requirements not satisfied",
      "Job's resource requirements not satisfied by the load",                      // ours
      "Queue's resource requirements not satisfied by the load",                    // ours
      "Job's resource requirements name a resource that the host does not define",  // ours
      "No ELIM has reported the load index that is asked for",                      // ours
      "Job's requirements for resource reservation not satisfied",
      "Queue's requirements for resource reservation not satisfied",
      "Running an exclusive job",
      "Job's requirement for exclusive execution not satisfied",
      "Higher or equal priority jobs suspended by host load",
      "Just started a job recently",
      "The job has excluded the host by its exit value",  // ours
      "Job slot limit reached",
      "Job slots are reserved for other jobs",  // ours
      "Queue's per-host job slot limit reached",
      "Queue's per-CPU job slot limit reached",
      "Host's per-user job slot limit reached",
      "User's per-CPU job slot limit reached",
      "User group's per-CPU job slot limit reached",
      "Resource (slot) limit defined on host has been reached",
      "Resource (job) limit defined on host has been reached",
      "Resource limit defined on host has been reached",
      "Job slots are kept for an advance reservation",  // ours
      "Not enough job slot(s)"};
  static_assert(std::size(texts) == static_cast<std::size_t>(last_pend_reason) + 1);
  return texts[static_cast<std::size_t>(reason)];
}

constexpr bool is_host_reason(PendReason reason) { return reason >= first_host_reason; }

}  // namespace mcsim::model
