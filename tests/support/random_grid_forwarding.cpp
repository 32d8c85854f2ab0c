// Draws what queues, parameters and jobs of a random grid say about forwarding, except edges.
#include <optional>
#include <string_view>
#include <vector>

#include "mcsim/policy/count_preemptable.hpp"
#include "mcsim/policy/dyn_cluster_weighting.hpp"
#include "mcsim/policy/forward_baselines.hpp"
#include "mcsim/policy/forward_settings.hpp"
#include "support/random_grid_draft.hpp"

namespace mcsim::testing {
namespace {

using enum GridFeature;

std::string_view draw_count_preemptable(GridDraft& draft) {
  draft.has_used(count_preemptable);
  return PreemptableKeywords{draft.uses(high_queue_priority, 2),
                             draft.uses(preemptable_queue_priority, 2),
                             draft.uses(pending_when_noslots, 2)}
      .name();
}

std::string_view name_of_policy(GridDraft& draft, GridFeature feature) {
  if (feature == count_preemptable) return draw_count_preemptable(draft);
  draft.has_used(feature);
  switch (feature) {
    case remote_resource:
      return RemoteResource::name;
    case resource_only:
      return ResourceOnly::name;
    case dyn_cluster_weighting:
      return DynClusterWeighting::name;
    case random_policy:
      return RandomQueue::name;
    case round_robin:
      return RoundRobin::name;
    default:
      return NoForwarding::name;
  }
}

/// One of those features that are wanted; none: no such feature is wanted.
std::optional<GridFeature> draw_wanted(GridDraft& draft, std::vector<GridFeature> features) {
  std::erase_if(features, [&](GridFeature feature) { return !draft.wants(feature); });
  return features.empty() ? std::nullopt : std::optional(draft.one_of(features));
}

UserList draw_users(GridDraft& draft) {
  UserList users{.all = draft.one_in(2)};
  for (const NameId user : draft.users)
    if (draft.one_in(2)) users.users.push_back(user);
  return users;
}

void draw_parameters(GridDraft& draft, ForwardingParameters& forwarding) {
  forwarding.update_interval =
      draft.uses(no_updates, 2) ? 0s : draft.one_of<Duration>({3s, 20s, 45s});
  if (draft.uses(max_per_session, 2)) forwarding.max_per_session = draft.number(1, 3);
  if (draft.uses(init_fail_retry, 2)) forwarding.init_fail_retry = draft.number(0, 2);
  if (draft.uses(preexec_retry, 2)) forwarding.remote_preexec_retry = draft.number(0, 2);
  forwarding.pend_reason_interval =
      draft.uses(no_reasons, 2) ? 0s : draft.one_of<Duration>({15s, 60s, 300s});
  if (draft.uses(cache_interval, 2))
    for (std::size_t left = draft.clusters.size(); left > 0; --left)
      forwarding.cache_intervals.push_back(draft.one_of<Duration>({0s, 1s, 20s, 60s}));
}

void draw_model(GridDraft& draft, ModelConfig& model) {
  if (draft.uses(free_available, 2))
    model.forward_free_test = ForwardFreeTest::available;
  else if (draft.uses(free_fits, 2))
    model.forward_free_test = ForwardFreeTest::fits;
  if (draft.uses(prio_p_low, 2)) model.forward_key_order = ForwardKeyOrder::prio_p_low;
  if (draft.uses(instant_counters, 2)) model.counters = CounterMode::instant;
  if (draft.uses(max_forwards, 2)) model.max_forwards = draft.number(1, 3);
}

void draw_failures(GridDraft& draft, ClusterConfig& cluster) {
  for (JobProfile& profile : cluster.profiles) {
    if (&profile == &cluster.profiles.front()) continue;  // the plain profile
    if (draft.uses(init_failures, 3)) profile.init_failures = draft.number(1, 4);
    if (draft.uses(preexec_failures, 3)) profile.preexec_failures = draft.number(1, 4);
  }
}

/// A baseline takes precedence over LSF's own setting, and reconfigurations do not change it.
void draw_policy(GridDraft& draft, ClusterConfig& cluster) {
  const auto baseline = draw_wanted(draft, {random_policy, round_robin, no_forwarding});
  if (!baseline || !draft.one_in(*baseline == no_forwarding ? 4 : 2))
    return draw_setting(draft, cluster.params.forwarding);
  cluster.model.forward_policy = name_of_policy(draft, *baseline);
  cluster.params.forwarding.policy = cluster.model.forward_policy;
}

void draw_queue(GridDraft& draft, const ClusterConfig& cluster, QueueConfig& queue) {
  if (queue.forwarding.receives()) draw_receive_limits(draft, queue.forwarding);
  if (queue.forwarding.sends())
    draw_send_limits(draft, queue.forwarding, cluster.params.mbd_sleep_time);
  if (draft.uses(queue_preexec_retry, 2))
    queue.rules.retries.remote_preexec_retry = draft.number(0, 2);
}

}  // namespace

void draw_receive_limits(GridDraft& draft, QueueForwarding& forwarding) {
  if (draft.uses(no_backlog, 3))
    forwarding.job_backlog = 0;
  else if (draft.uses(job_backlog, 2))
    forwarding.job_backlog = draft.one_of<std::int32_t>({1, 2, 3, 5, no_limit});
  if (draft.uses(slot_backlog, 2)) forwarding.slot_backlog = draft.number(0, 8);
  if (draft.uses(job_limit, 2)) forwarding.job_limit = draft.number(0, 4);
  if (draft.uses(task_limit, 2)) forwarding.task_limit = draft.number(0, 6);
}

void draw_send_limits(GridDraft& draft, QueueForwarding& forwarding, Duration mbd_sleep_time) {
  std::int64_t turns = 20;
  if (draft.uses(resched_time, 2)) turns = draft.between(1, 5);
  if (draft.uses(resched_at_once, 4)) turns = 0;
  forwarding.max_resched_time = draft.uses(resched_never, 2) ? unlimited : turns * mbd_sleep_time;
  if (draft.uses(local_first, 2)) forwarding.forward_delay = draft.between(1, 40) * 1s;
  if (draft.uses(remote_first, 2)) forwarding.forward_delay = draft.between(-40, -1) * 1s;
  if (draft.uses(forward_users, 2)) forwarding.forward_users = draw_users(draft);
}

void draw_setting(GridDraft& draft, ForwardingParameters& forwarding) {
  const auto setting = draw_wanted(
      draft, {remote_resource, resource_only, count_preemptable, dyn_cluster_weighting});
  if (setting) forwarding.policy = name_of_policy(draft, *setting);
}

void draw_forwarding(GridDraft& draft) {
  draft.for_each_cluster([&](ClusterId, ClusterConfig& cluster) {
    draw_model(draft, cluster.model);
    draw_parameters(draft, cluster.params.forwarding);
    draw_policy(draft, cluster);
    for (QueueConfig& queue : cluster.queues) draw_queue(draft, cluster, queue);
    draw_failures(draft, cluster);
  });
}

}  // namespace mcsim::testing
