// Counts again each time, host by host and job by job.
#include "support/naive_grid_counters.hpp"

#include <algorithm>
#include <optional>

#include "mcsim/model/requirement_merge.hpp"
#include "mcsim/policy/forwarding.hpp"
#include "support/naive_lsf_hosts.hpp"
#include "support/naive_lsf_preemption.hpp"
#include "support/naive_lsf_reservations.hpp"
#include "support/naive_lsf_session.hpp"
#include "support/naive_lsf_timeline.hpp"

namespace mcsim::testing::naive {
namespace {

bool is_counted(const State& state, const QueueConfig& queue, HostId id) {
  const Host& host = state.hosts[index_of(id)];
  return level_of(queue.hosts, id).has_value() && !host.down && !host.closed &&
         state.host(id).dispatch_window.open_at(state.now, state.config.clock);
}

/// An exclusive job has the host for itself, unless the system has suspended it.
bool is_closed_by_exclusive(const State& state, HostId id) {
  return std::ranges::any_of(state.jobs, [&](const Job& job) {
    return job.profile->exclusive && job.slots_on(id) > 0 &&
           (job.status == JobStatus::run || job.status == JobStatus::ususp);
  });
}

/// Jobs that the system has suspended on a host come first there, unless their PRIORITY is lower.
bool is_kept_for_suspended(const State& state, QueueId queue, HostId id) {
  const std::int32_t priority = state.settings->queues[index_of(queue)].priority;
  return std::ranges::any_of(state.jobs, [&](const Job& job) {
    return job.status == JobStatus::ssusp && job.slots_on(id) > 0 &&
           state.queue_of(job).priority >= priority;
  });
}

/// The slots on which a session could start jobs of the queue at once: no running job is on them,
/// no reservation holds them, and where suspended jobs keep their slots, these neither.
std::int64_t available_on(const State& state, QueueId queue, HostId id) {
  if (is_closed_by_exclusive(state, id) || is_kept_for_suspended(state, queue, id)) return 0;
  const std::int64_t used = state.used({.host = id, .suspended_too = !state.has_preemption()});
  return std::max<std::int64_t>(0, state.host(id).mxj.count() - used - kept_in_all(state, id));
}

using MayPreempt = bool (*)(const State&, const Job&, QueueId);

/// `then`: when suspended jobs have resumed that a session resumes first.
void count_host(const State& state, const State& then, QueueId queue, HostId id,
                MayPreempt may_preempt, QueueCounters& counters) {
  const HostConfig& host = state.host(id);
  counters.total += host.mxj.count();
  const std::int64_t available = available_on(then, queue, id);
  counters.available += available;
  counters.preemptable += available;
  for (const Job& job : state.jobs) {
    if (job.slots_on(id) == 0 || !may_preempt(state, job, queue)) continue;
    counters.preemptable += job.slots_on(id);
    counters.lowest = std::min(counters.lowest, state.queue_of(job).priority);
  }
  counters.types.push_back(host.type);
  for (const ResourceValue& value : host.resources)
    if (state.settings->resources[index_of(value.resource)].kind == ResourceKind::boolean)
      counters.booleans.push_back(value.resource);
}

template <class T>
void make_set(std::vector<T>& values) {
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
}

/// A select expression in which all conditions hold that kinds of hosts cannot decide.
class Hope {
 public:
  using Node = SelectExpression::Node;
  using Op = SelectExpression::Op;
  Hope(const QueueCounters& counters, const State& state, const SelectExpression& select,
       HostId from)
      : counters_(counters), state_(state), nodes_(select.nodes), from_(from) {}

  /// Without hosts there is no hope.
  bool holds() const {
    return !counters_.types.empty() && (nodes_.empty() || holds(nodes_.back()));
  }

 private:
  bool holds(const Node& node) const {
    if (node.op == Op::and_) return holds(nodes_[node.left]) && holds(nodes_[node.right]);
    if (node.op == Op::or_) return holds(nodes_[node.left]) || holds(nodes_[node.right]);
    if (node.op == Op::resource || node.op == Op::defined) return !is_lacked(node.resource);
    if (node.op == Op::equal) return names_a_type_there(node);
    return true;
  }
  bool is_lacked(ResourceId id) const {
    return state_.settings->resources[index_of(id)].kind == ResourceKind::boolean &&
           std::ranges::find(counters_.booleans, id) == counters_.booleans.end();
  }
  bool names_a_type_there(const Node& node) const {
    const Node& left = nodes_[node.left];
    const Node& right = nodes_[node.right];
    if (left.op != Op::resource || left.resource != resource(builtin::type)) return true;
    if (right.op != Op::text && right.op != Op::local) return true;
    const std::string type(right.op == Op::text ? right.text : state_.settings->type_of(from_));
    return std::ranges::find(counters_.types, type) != counters_.types.end();
  }

  const QueueCounters& counters_;
  const State& state_;
  const std::vector<Node>& nodes_;
  HostId from_;
};

QueueCounters count(const State& state, QueueId id, MayPreempt may_preempt) {
  const QueueConfig& queue = state.settings->queues[index_of(id)];
  QueueCounters counters;
  counters.priority = queue.priority;
  counters.room = queue.forwarding.job_backlog;
  counters.room_slots = queue.forwarding.slot_backlog;
  counters.lowest = ForwardCandidate::nothing;
  counters.open = state.queues[index_of(id)].open;
  counters.active = state.queues[index_of(id)].active;
  const bool is_any_suspended = std::ranges::any_of(
      state.jobs, [](const Job& job) { return job.status == JobStatus::ssusp; });
  std::optional<State> then;
  if (is_any_suspended) then.emplace(after_resumes(state, id));
  for (std::size_t at = 0; at < state.hosts.size(); ++at)
    if (is_counted(state, queue, state.host_id(at)))
      count_host(state, then ? *then : state, id, state.host_id(at), may_preempt, counters);
  make_set(counters.types);
  make_set(counters.booleans);
  for (const Job& job : state.jobs) {
    if (job.queue != id) continue;
    if (job.status == JobStatus::run) counters.running += job.slots();
    if (state.is_in_line(job)) counters.pending += job.slots();
    if (!job.guest || !waits(job)) continue;
    --counters.room;
    counters.room_slots -= job.slots();
  }
  // An infinite limit leaves infinite room.
  if (queue.forwarding.job_backlog >= no_limit) counters.room = no_limit;
  if (queue.forwarding.slot_backlog >= no_limit) counters.room_slots = no_limit;
  return counters;
}

}  // namespace

QueueCounters count(const State& state, QueueId id) {
  return count(state, id, could_be_preempted_by);
}

QueueCounters count_lasting(const State& state, QueueId id) {
  const QueueForwarding& forwarding = state.settings->queues[index_of(id)].forwarding;
  if (!forwarding.receives()) return {};
  QueueCounters counters = count(state, id, could_ever_be_preempted_by);
  counters.open = counters.active = counters.open && counters.active;
  return counters;
}

bool satisfies(const QueueCounters& counters, const State& state, const JobProfile& profile) {
  static const ResourceRequirement nothing;
  const auto& application =
      profile.application == none<ApplicationId>
          ? nothing
          : state.settings->applications[index_of(profile.application)].rules.res_req;
  const ResourceRequirement wants =
      merged(profile.res_req, application, nothing, state.settings->resources);
  return Hope(counters, state, wants.select, profile.from_host).holds();
}

}  // namespace mcsim::testing::naive
