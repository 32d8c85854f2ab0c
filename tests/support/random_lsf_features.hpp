// The features that a random world for dispatch `lsf` can use, and which of them go together.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>

#include "support/rooms.hpp"

namespace mcsim::testing {

/// Whether random worlds have limits of section Limit.
inline constexpr bool worlds_have_limits = true;

/// Names and dependencies are in random_lsf_features.cpp, names in this order.
enum class LsfFeature : std::uint8_t {
  equal_priorities,
  queue_hosts,
  host_levels,
  qjob_limit,
  ujob_limit,
  hjob_limit,
  pjob_limit,
  proclimit,
  runlimit,
  memlimit,
  memlimit_at_once,
  accept_interval,
  new_job_delay,
  exclusive,
  dispatch_window,
  run_window,
  ignore_deadline,
  terminate_window,
  preemptive,
  preemptable,
  preemption_lists,
  terminate_preempt,
  least_run_time,
  mini_job,
  optimal_mini_job,
  max_job_preempt,
  no_preempt_run_time,
  no_preempt_finish_time,
  preempt_exclusive,
  preempt_backfill,
  victim_submitted,
  victim_in_order,
  resume_suspended,
  slot_reserve,
  backfill,
  pool,
  use_priority_in_pool,
  max_slots_in_pool,
  decay_steps,
  decay_none,
  hist_hours,
  pool_hist_hours,
  shares_equal,
  order_use,
  order_shares,
  turn_strict,
  turn_highest,
  pool_hard,
  pool_configured,
  pool_passes,
  queue_res_req,
  application,
  job_res_req,
  select_static,
  select_load,
  order,
  rusage,
  rusage_per_slot,
  rusage_duration,
  rusage_decay,
  decay_step,
  kept_resource,
  span_hosts,
  ptile,
  same,
  limit_of_each,
  limit_together,
  limit_default,
  jl_per_processor,
  jl_user,
  host_window,
  requeue_exit_values,
  exclude,
  max_job_requeue,
  requeue_to_bottom,
  rerunnable,
  job_controls,
  job_priority,
  max_priority,
  job_hosts,
  advance_reservation,
  backfill_nobody,
  backfill_anybody,
  max_dispatch,
  interval_zero,
  interval_small,
  interval_large,
  daemon_phase,
  host_down,
  host_down_for_ever,
  bkill,
  bstop,
  bresume,
  bswitch,
  btop,
  bbot,
  hclose,
  hopen,
  qclose,
  qopen,
  qinact,
  qact,
  reconfigure,
  cpu_factors,
  abs_runlimit,
  no_enforcement,
  zero_runs,
  bursts,
  many_users,
  nameless_users,
  shared_resource,
  many_types,
  preexec_fails,
  preexec_limit,
  clusters_apart,
  min_slots,

  // Drawn in random_lsf_shares.cpp, by dice of their own.
  fairshare,
  shares_in_groups,
  fairshare_queues,
  dispatch_order_queue,
  job_group,
  no_share_last,
  committed_run_time,
  hist_run_time,
  run_time_decay,

  // Drawn in random_lsf_limits.cpp, likewise.
  limit_users,
  limit_per_user,
  limit_queues,
  limit_per_queue,
  limit_hosts,
  limit_per_host,
  limit_projects,
  limit_per_project,
  limit_apps,
  limit_per_app,
  limit_slots,
  limit_slots_per_processor,
  limit_jobs,
  limit_mem,
  limit_percent,
  limit_resource,
  limit_preempt_for,
  limits_end,
  count = worlds_have_limits ? limits_end : limit_users
};

/// The first of those that are not drawn with the others.
inline constexpr LsfFeature first_of_shares = LsfFeature::fairshare;

using LsfFeatures = std::bitset<static_cast<std::size_t>(LsfFeature::count)>;

constexpr std::size_t place_of(LsfFeature feature) { return static_cast<std::size_t>(feature); }
std::string_view name_of(LsfFeature feature);

/// The wanted features, and all that they need; of features that exclude each other only the first.
LsfFeatures completed(LsfFeatures wanted);
/// Whether no world can have both.
bool exclude_each_other(LsfFeature a, LsfFeature b);

}  // namespace mcsim::testing
