// The vocabulary of lsb.params.
#pragma once

#include "vocabulary_tables.hpp"

namespace mcsim {

// clang-format off: a table has one row a line.
inline constexpr VocabularyRow lsb_params_rows[] = {
    {.key = "JOB_SCHEDULING_INTERVAL", .type = ValueType::interval, .about = "The grid of scheduling sessions; 0: a session whenever something changed.", .unit = "s, or Nms", .fallback_rule = "5; 0 with a baseline"},
    {.key = "DEFAULT_QUEUE", .about = "Where jobs go that name no queue.", .fallback_rule = "the first queue", .source = "Platform LSF 7.3 Configuration Reference, lsb.params"},
    {.key = "MC_PLUGIN_SCHEDULE_ENHANCE", .about = "How a receive queue is chosen.", .fallback_rule = "not defined", .allowed = "RESOURCE_ONLY COUNT_PREEMPTABLE HIGH_QUEUE_PRIORITY PREEMPTABLE_QUEUE_PRIORITY PENDING_WHEN_NOSLOTS DYN_CLUSTER_WEIGHTING", .source = "Platform LSF 8.0.1, MultiCluster guide", .planned = planned::forwarding},
    {.key = "MC_PLUGIN_UPDATE_INTERVAL", .type = ValueType::whole, .about = "How often queue counters are sent to submission clusters; 0: never.", .unit = "s", .fallback = "0", .source = "Platform LSF 8.0.1, MultiCluster guide", .planned = planned::forwarding},
    {.key = "MC_RESOURCE_MATCHING_CRITERIA", .about = "Host resources that are published to submission clusters.", .planned = planned::forwarding},
    {.key = "MC_RECLAIM_DELAY", .type = ValueType::whole, .about = "How often shared leases are evaluated.", .unit = "minutes", .fallback = "10", .source = "Platform LSF 8.0.1, MultiCluster guide", .planned = planned::leases},
    {.key = "MC_PENDING_REASON_UPDATE_INTERVAL", .type = ValueType::whole, .about = "How often pending reasons go home; 0: never.", .unit = "s", .fallback = "300", .source = "Platform LSF 8.0.1, MultiCluster guide", .planned = planned::forwarding},
    {.key = "MC_PENDING_REASON_PKG_SIZE", .type = ValueType::whole, .about = "Pending reasons sent at a time, at most; 0: all.", .unit = "KB", .fallback = "512", .source = "Platform LSF 8.0.1, MultiCluster guide", .planned = planned::forwarding},
    {.key = "MC_RUSAGE_UPDATE_INTERVAL", .type = ValueType::whole, .about = "How often the use of resources goes home.", .unit = "s", .fallback = "300", .source = "Platform LSF 8.0.1, MultiCluster guide", .planned = planned::forwarding},
    {.key = "MBD_SLEEP_TIME", .type = ValueType::whole, .about = "The unit of JOB_ACCEPT_INTERVAL, SLOT_RESERVE and MAX_RSCHED_TIME.", .unit = "s", .fallback = "20", .planned = planned::cluster},
    {.key = "SBD_SLEEP_TIME", .type = ValueType::whole, .about = "How often execution hosts look at suspending and resuming.", .unit = "s", .fallback = "30", .planned = planned::load},
    {.key = "JOB_ACCEPT_INTERVAL", .type = ValueType::whole, .about = "How long a host takes no other job after one, in units of MBD_SLEEP_TIME.", .unit = "MBD_SLEEP_TIME", .fallback = "1", .planned = planned::cluster},
    {.key = "NEWJOB_REFRESH", .type = ValueType::flag, .about = "Whether mbatchd's view of new jobs is refreshed at once.", .planned = planned::cluster},
    {.key = "HIST_HOURS", .type = ValueType::number, .about = "After this time a quantity has decayed to a tenth; 0: no decay.", .unit = "hours", .fallback = "5", .planned = planned::cluster},
    {.key = "CPU_TIME_FACTOR", .type = ValueType::number, .about = "Weight of CPU time in the dynamic user priority.", .fallback = "0.7", .planned = planned::cluster},
    {.key = "RUN_TIME_FACTOR", .type = ValueType::number, .about = "Weight of run time.", .fallback = "0.7", .planned = planned::cluster},
    {.key = "RUN_JOB_FACTOR", .type = ValueType::number, .about = "Weight of job slots.", .fallback = "3.0", .planned = planned::cluster},
    {.key = "ENABLE_HIST_RUN_TIME", .type = ValueType::flag, .about = "Whether the run time of finished jobs counts.", .fallback = "\"N\"", .planned = planned::cluster},
    {.key = "RUN_TIME_DECAY", .type = ValueType::flag, .about = "Whether the run time of running jobs decays.", .fallback = "\"N\"", .planned = planned::cluster},
    {.key = "COMMITTED_RUN_TIME_FACTOR", .type = ValueType::number, .about = "Weight of the run time that running jobs may still take.", .unit = "0.0 to 1.0", .fallback = "0.0", .planned = planned::cluster},
    {.key = "FAIRSHARE_ADJUSTMENT_FACTOR", .type = ValueType::number, .about = "Weight of the site's own adjustment.", .fallback = "0.0", .planned = planned::cluster},
    {.key = "FWD_JOB_FACTOR", .type = ValueType::number, .about = "Weight of forwarded job slots, in the submission cluster.", .fallback_rule = "not defined", .source = "IBM Spectrum LSF 10.1.0.4, release notes", .planned = planned::forwarding},
    {.key = "MAX_JOB_PREEMPT", .type = ValueType::whole, .about = "How often a job may be preempted.", .fallback_rule = "unlimited", .planned = planned::cluster},
    {.key = "MAX_JOB_REQUEUE", .type = ValueType::whole, .about = "Automatic requeues of a job.", .fallback_rule = "unlimited", .planned = planned::cluster},
    {.key = "MAX_PREEXEC_RETRY", .type = ValueType::whole, .about = "Failed pre-execution commands before giving up.", .fallback = "5", .planned = planned::forwarding},
    {.key = "LOCAL_MAX_PREEXEC_RETRY", .type = ValueType::whole, .about = "The same, in the submission cluster.", .fallback = "5", .planned = planned::forwarding},
    {.key = "REMOTE_MAX_PREEXEC_RETRY", .type = ValueType::whole, .about = "The same, in the execution cluster; then the job goes home.", .fallback = "5", .planned = planned::forwarding},
    {.key = "PREEMPT_FOR", .about = "What preemption takes into account.", .fallback_rule = "not defined", .allowed = "GROUP_JLP GROUP_MAX HOST_JLU LEAST_RUN_TIME MINI_JOB OPTIMAL_MINI_JOB USER_JLP", .planned = planned::cluster},
    {.key = "PREEMPT_JOBTYPE", .about = "Whether exclusive and backfill jobs may be preempted.", .fallback_rule = "not defined", .allowed = "EXCLUSIVE BACKFILL", .planned = planned::cluster},
    {.key = "NO_PREEMPT_RUN_TIME", .about = "Jobs that ran this long are not preempted.", .unit = "minutes or %", .fallback_rule = "not defined", .planned = planned::cluster},
    {.key = "NO_PREEMPT_FINISH_TIME", .about = "Jobs that end within this time are not preempted.", .unit = "minutes or %", .fallback_rule = "not defined", .planned = planned::cluster},
    {.key = "PREEMPTABLE_RESOURCES", .about = "What is preempted beside slots.", .fallback_rule = "slots only", .planned = planned::cluster},
    {.key = "PARALLEL_SCHED_BY_SLOT", .type = ValueType::flag, .about = "Whether bsub -n counts slots, not processors.", .fallback = "\"n\"", .planned = planned::cluster},
    {.key = "MAX_PEND_JOBS", .type = ValueType::whole, .about = "Pending jobs, at most; forwarded ones are not blocked.", .fallback = "2147483647", .planned = planned::cluster},
    {.key = "MAX_JOBID", .type = ValueType::whole, .about = "The largest job number.", .fallback = "999999", .planned = planned::cluster},
    {.key = "CLEAN_PERIOD", .type = ValueType::whole, .about = "How long finished jobs are remembered.", .unit = "s", .fallback = "3600", .planned = planned::cluster},
    {.key = "PG_SUSP_IT", .type = ValueType::whole, .about = "How long a host must be idle before a job suspended for paging resumes.", .unit = "s", .fallback = "180", .planned = planned::load},
    {.key = "MAX_SBD_FAIL", .type = ValueType::whole, .about = "Tries to reach a silent sbatchd.", .fallback = "3", .planned = planned::load},
    {.key = "JOB_TERMINATE_INTERVAL", .type = ValueType::whole, .about = "Between the signals that end a job.", .unit = "s", .fallback = "10", .planned = planned::cluster},
    {.key = "ABS_RUNLIMIT", .type = ValueType::flag, .about = "Whether run limits are wall-clock time, not scaled by CPU factors.", .fallback = "\"n\"", .planned = planned::cluster},
    {.key = "MAX_SCHED_STAY", .type = ValueType::whole, .about = "How long one scheduling pass may take.", .unit = "s", .fallback = "3", .source = "OpenLava 4.0, lsb.params", .planned = planned::cluster},
    {.key = "LOAD_UPDATE_INTVL", .type = ValueType::whole, .about = "How often mbatchd pulls load from the master LIM.", .unit = "s", .fallback = "15", .source = "OpenLava 4.0, lsb.params", .planned = planned::load},
};
// clang-format on

}  // namespace mcsim
