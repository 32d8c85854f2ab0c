// Names of features, and which need or exclude each other.
#include "support/random_lsf_features.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mcsim::testing {
namespace {

using enum LsfFeature;

constexpr std::string_view names[] = {"equal PRIORITY",
                                      "HOSTS",
                                      "HOSTS +n",
                                      "QJOB_LIMIT",
                                      "UJOB_LIMIT",
                                      "HJOB_LIMIT",
                                      "PJOB_LIMIT",
                                      "PROCLIMIT",
                                      "RUNLIMIT",
                                      "MEMLIMIT",
                                      "memlimit_kill at_once",
                                      "JOB_ACCEPT_INTERVAL",
                                      "NEW_JOB_SCHED_DELAY",
                                      "EXCLUSIVE",
                                      "DISPATCH_WINDOW",
                                      "RUN_WINDOW",
                                      "IGNORE_DEADLINE",
                                      "TERMINATE_WHEN=WINDOW",
                                      "PREEMPTIVE",
                                      "PREEMPTABLE",
                                      "PREEMPTION[...]",
                                      "TERMINATE_WHEN=PREEMPT",
                                      "LEAST_RUN_TIME",
                                      "MINI_JOB",
                                      "OPTIMAL_MINI_JOB",
                                      "MAX_JOB_PREEMPT",
                                      "NO_PREEMPT_RUN_TIME",
                                      "NO_PREEMPT_FINISH_TIME",
                                      "PREEMPT_JOBTYPE=EXCLUSIVE",
                                      "PREEMPT_JOBTYPE=BACKFILL",
                                      "victim_order submitted",
                                      "victim_hosts in_order",
                                      "resume_order suspended",
                                      "SLOT_RESERVE",
                                      "BACKFILL",
                                      "SLOT_POOL",
                                      "USE_PRIORITY_IN_POOL",
                                      "MAX_SLOTS_IN_POOL",
                                      "pool_decay steps",
                                      "pool_decay none",
                                      "HIST_HOURS",
                                      "pool_hist_hours",
                                      "pool_shares equal",
                                      "pool_order use",
                                      "pool_order shares",
                                      "pool_turn strict",
                                      "pool_turn highest",
                                      "pool_limit hard",
                                      "pool_total configured",
                                      "pool_leftover passes",
                                      "queue's RES_REQ",
                                      "application",
                                      "bsub -R",
                                      "select",
                                      "select on load",
                                      "order",
                                      "rusage",
                                      "rusage duration",
                                      "rusage decay",
                                      "rusage_decay_step",
                                      "RELEASE=N",
                                      "span[hosts=1]",
                                      "span[ptile]",
                                      "same",
                                      "MAX_JOBS",
                                      "MAX_JOBS of a group",
                                      "MAX_JOBS of default",
                                      "JL/P",
                                      "JL/U",
                                      "host's DISPATCH_WINDOW",
                                      "REQUEUE_EXIT_VALUES",
                                      "EXCLUDE",
                                      "MAX_JOB_REQUEUE",
                                      "LSB_REQUEUE_TO_BOTTOM",
                                      "rerunnable",
                                      "bsub -sp",
                                      "bsub -m",
                                      "advance reservation",
                                      "reservation_backfill never",
                                      "reservation_backfill always",
                                      "LSB_MAX_JOB_DISPATCH_PER_SESSION",
                                      "interval 0",
                                      "small interval",
                                      "large interval",
                                      "seeded daemon phase",
                                      "host_down",
                                      "host_down for ever",
                                      "bkill",
                                      "bstop",
                                      "bresume",
                                      "bswitch",
                                      "btop",
                                      "hclose",
                                      "hopen",
                                      "qclose",
                                      "qopen",
                                      "qinact",
                                      "qact",
                                      "reconfigure",
                                      "run_time_scaling",
                                      "ABS_RUNLIMIT",
                                      "enforce_runlimit off",
                                      "zero run times",
                                      "bursts",
                                      "many users",
                                      "jobs without a user",
                                      "shared resource",
                                      "many types",
                                      "preexec_failures",
                                      "LOCAL_MAX_PREEXEC_RETRY"};
static_assert(std::size(names) == place_of(count));

/// The first needs the second.
constexpr std::pair<LsfFeature, LsfFeature> needs[] = {
    {host_levels, queue_hosts},
    {ignore_deadline, run_window},
    {terminate_window, run_window},
    {preemption_lists, preemptive},
    {terminate_preempt, preemptive},
    {least_run_time, preemptive},
    {mini_job, preemptive},
    {optimal_mini_job, preemptive},
    {max_job_preempt, preemptive},
    {no_preempt_run_time, preemptive},
    {no_preempt_finish_time, preemptive},
    {preempt_exclusive, preemptive},
    {preempt_exclusive, exclusive},
    {preempt_backfill, preemptive},
    {preempt_backfill, backfill},
    {backfill, slot_reserve},
    {use_priority_in_pool, pool},
    {max_slots_in_pool, pool},
    {decay_steps, pool},
    {decay_none, pool},
    {hist_hours, pool},
    {pool_hist_hours, pool},
    {shares_equal, pool},
    {order_use, pool},
    {order_shares, pool},
    {turn_strict, pool},
    {turn_highest, pool},
    {pool_hard, pool},
    {pool_configured, pool},
    {pool_passes, pool},
    {victim_submitted, preemptive},
    {victim_in_order, preemptive},
    {resume_suspended, preemptive},
    {decay_step, rusage_decay},
    {memlimit_at_once, memlimit},
    {backfill_nobody, advance_reservation},
    {backfill_anybody, advance_reservation},
    {select_static, job_res_req},
    {select_load, job_res_req},
    {order, job_res_req},
    {span_hosts, job_res_req},
    {ptile, job_res_req},
    {same, job_res_req},
    {rusage, job_res_req},
    {rusage_decay, rusage_duration},
    {rusage_duration, rusage},
    {kept_resource, rusage},
    {shared_resource, rusage},
    {jl_per_processor, limit_of_each},
    {exclude, requeue_exit_values},
    {max_job_requeue, requeue_exit_values},
    {host_down_for_ever, host_down},
    {bresume, bstop},
    {hopen, hclose},
    {qopen, qclose},
    {qact, qinact},
    {abs_runlimit, cpu_factors},
    {preexec_limit, preexec_fails},
};

constexpr std::pair<LsfFeature, LsfFeature> exclusions[] = {
    {decay_steps, decay_none},        {decay_none, hist_hours},
    {interval_zero, interval_small},  {interval_zero, interval_large},
    {interval_small, interval_large}, {interval_zero, daemon_phase},
    {decay_none, pool_hist_hours},    {order_use, order_shares},
    {turn_strict, turn_highest},      {backfill_nobody, backfill_anybody},
};

}  // namespace

std::string_view name_of(LsfFeature feature) { return names[place_of(feature)]; }

bool exclude_each_other(LsfFeature a, LsfFeature b) {
  return std::ranges::any_of(exclusions, [&](const auto& pair) {
    return pair == std::pair(a, b) || pair == std::pair(b, a);
  });
}

LsfFeatures completed(LsfFeatures wanted) {
  for (const auto& [one, other] : exclusions)
    if (wanted[place_of(one)]) wanted.reset(place_of(other));
  for (int depth = 0; depth < 4; ++depth)
    for (const auto& [one, other] : needs)
      if (wanted[place_of(one)]) wanted.set(place_of(other));
  return wanted;
}

}  // namespace mcsim::testing
