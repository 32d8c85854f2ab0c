// The features of job forwarding that a random grid can use, and which of them go together.
#pragma once

#include <bitset>
#include <cstdint>
#include <string_view>

#include "support/rooms.hpp"

namespace mcsim::testing {

/// Names and dependencies are in random_grid_features.cpp, names in this order.
enum class GridFeature : std::uint8_t {
  many_clusters,
  idle_clusters,
  way_back,
  relay,
  several_targets,
  twin_targets,
  shared_target,
  preference,
  remote_only,
  job_backlog,
  no_backlog,
  slot_backlog,
  job_limit,
  task_limit,
  resched_time,
  resched_at_once,
  resched_never,
  local_first,
  remote_first,
  forward_users,
  max_per_session,
  init_failures,
  init_fail_retry,
  preexec_failures,
  preexec_retry,
  queue_preexec_retry,
  not_understood,
  foreign_type,
  max_forwards,
  remote_resource,
  resource_only,
  count_preemptable,
  high_queue_priority,
  preemptable_queue_priority,
  pending_when_noslots,
  dyn_cluster_weighting,
  random_policy,
  round_robin,
  no_forwarding,
  free_available,
  free_fits,
  prio_p_low,
  instant_counters,
  no_updates,
  no_reasons,
  cache_interval,
  no_latency,
  long_latency,
  jitter,
  loss,
  publication_delay,
  outage,
  endless_outage,
  other_edges,
  other_limits,
  other_policy,
  rivals,  ///< drawn independently of the others
  grid_count
};

using GridFeatures = std::bitset<static_cast<std::size_t>(GridFeature::grid_count)>;

constexpr std::size_t place_of(GridFeature feature) { return static_cast<std::size_t>(feature); }
std::string_view name_of(GridFeature feature);

/// The wanted features, and all that they need.
GridFeatures completed(GridFeatures wanted);

}  // namespace mcsim::testing
