// Counts receive queues, and judges requirements by kinds of hosts.
#include "mcsim/forwarding/queue_counters.hpp"

#include <algorithm>

#include "mcsim/model/select.hpp"
#include "mcsim/policy/preemption_pairs.hpp"
#include "mcsim/scheduler/host_rules.hpp"
#include "mcsim/scheduler/resumes.hpp"
#include "mcsim/scheduler/victim_shield.hpp"

namespace mcsim::forwarding {
namespace {

/// Visits the hosts that count: also those that are full, but not those closed otherwise.
template <class Visit>
void visit_counted(const SchedulerState& state, QueueId queue, Visit&& visit) {
  const auto look = [&](HostId id) {
    if (state.hosts[id].is_open()) visit(id);
  };
  const HostPreferences& hosts = state.settings.queues[index_of(queue)].hosts;
  if (hosts.all)
    for (std::size_t at = 0; at < state.hosts.size(); ++at) look(static_cast<HostId>(at));
  for (const HostPreferences::Entry& entry : hosts.list) look(entry.host);
}

Slots capped(std::int64_t slots) {
  return Slots(static_cast<std::int32_t>(std::clamp<std::int64_t>(slots, 0, most_slots)));
}

/// Running jobs that a queue may preempt.
class Victims {
 public:
  Victims(const ClusterConfig& config, const SchedulerState& state, const CountPlan& plan,
          Time shields_at)
      : config_(config), state_(state), low_(plan.low), shields_at_(shields_at) {
    are_any_ = std::ranges::any_of(low_, [&](const Low& low) { return running(low) > 0; });
  }

  bool are_any() const { return are_any_; }
  /// For when all their hosts count, and no job is shielded.
  void count_all() {
    for (const Low& low : low_)
      if (running(low) > 0) add(low, running(low));
  }
  void count_on(HostId host) {
    state_.jobs.visit_on(host, [&](JobSlotId id, Slots slots) {
      const JobState& job = state_.jobs[id];
      const auto low = std::ranges::find(low_, job.queue, &Low::queue);
      if (job.stage != Stage::running || low == low_.end()) return;
      if (!is_shielded(config_, state_, job, shields_at_)) add(*low, slots.count());
    });
  }
  std::int64_t slots() const { return slots_; }
  std::int32_t lowest() const { return lowest_; }

 private:
  using Low = CountPlan::Low;

  std::int32_t running(const Low& low) const { return state_.queues[low.queue].count.running; }
  void add(const Low& low, std::int32_t slots) {
    slots_ += slots;
    lowest_ = std::min(lowest_, low.priority);
  }

  const ClusterConfig& config_;
  const SchedulerState& state_;
  const std::vector<Low>& low_;
  Time shields_at_;
  bool are_any_ = false;
  std::int64_t slots_ = 0;
  std::int32_t lowest_ = ForwardCandidate::nothing;
};

/// Whether hosts of some kinds could satisfy one select expression.
class KindsLookup {
 public:
  using Node = SelectExpression::Node;
  using Op = SelectExpression::Op;

  KindsLookup(const SelectExpression& select, const HostKinds& kinds,
              std::span<const ResourceConfig> resources, std::string_view from_type)
      : nodes_(select.nodes), kinds_(kinds), resources_(resources), from_type_(from_type) {}

  bool could_hold(const Node& node) const {
    switch (node.op) {
      case Op::and_:
        return could_hold(nodes_[node.left]) && could_hold(nodes_[node.right]);
      case Op::or_:
        return could_hold(nodes_[node.left]) || could_hold(nodes_[node.right]);
      case Op::resource:
      case Op::defined:
        return could_have(node.resource);
      case Op::equal:
      case Op::unequal:
        return could_compare(node);
      default:
        return true;
    }
  }

 private:
  bool could_have(ResourceId id) const {
    return resources_[index_of(id)].kind != ResourceKind::boolean ||
           std::ranges::binary_search(kinds_.booleans, id);
  }
  bool could_compare(const Node& node) const {
    const Node& left = nodes_[node.left];
    const Node& right = nodes_[node.right];
    if (left.op != Op::resource || left.resource != resource(builtin::type)) return true;
    if (right.op != Op::text && right.op != Op::local) return !kinds_.types.empty();
    const std::string_view wanted = right.op == Op::text ? right.text : from_type_;
    return std::ranges::any_of(kinds_.types, [&](const std::string& type) {
      return (type == wanted) == (node.op == Op::equal);
    });
  }

  const std::vector<Node>& nodes_;
  const HostKinds& kinds_;
  std::span<const ResourceConfig> resources_;
  std::string_view from_type_;
};

/// Open hosts of a queue, and its available slots there.
OpenSlots count_open(const ClusterConfig& config, const SchedulerState& state,
                     const CountPlan& plan, Time now) {
  OpenSlots open;
  if (plan.all_hosts && !state.features.has_reservations) {
    open = state.places.open_slots;
    open.idle -= state.behind_suspended(plan.queue, &QueueState::idle_behind);
    return open;
  }
  const HostRules rules(config, state, now);
  visit_counted(state, plan.queue, [&](HostId at) {
    open += {1, state.hosts[at].mxj, rules.available(plan.queue, at)};
  });
  return open;
}

}  // namespace

CountPlan count_plan(const SchedulerState& state, QueueId queue) {
  const ClusterSettings& settings = state.settings;
  CountPlan plan{.queue = queue,
                 .priority = settings.queues[index_of(queue)].priority,
                 .all_hosts = settings.queues[index_of(queue)].hosts.all,
                 .shields = has_shields(state),
                 .low = {}};
  for (std::size_t at = 0; at < settings.queues.size(); ++at)
    if (may_preempt(settings, queue, static_cast<QueueId>(at)))
      plan.low.push_back({static_cast<QueueId>(at), settings.queues[at].priority});
  return plan;
}

QueueCounters count_queue(const ClusterConfig& config, const SchedulerState& state,
                          const CountPlan& plan, Time now, Time shields_at) {
  const QueueId id = plan.queue;
  Victims victims(config, state, plan, shields_at);
  const auto then = after_resumes(config, state, id, now);
  const OpenSlots open = count_open(config, then ? *then : state, plan, now);
  const bool all_count = open.hosts == static_cast<std::int64_t>(state.hosts.size());
  if (victims.are_any()) {
    if (plan.all_hosts && !plan.shields && all_count)
      victims.count_all();
    else
      visit_counted(state, id, [&](HostId at) { victims.count_on(at); });
  }
  QueueCounters counters;
  const QueueState& queue = state.queues[id];
  counters.priority = plan.priority;
  counters.total = capped(open.all);
  counters.available = capped(open.idle);
  counters.running = capped(queue.count.running);
  counters.pending = capped(queue.pending_slots);
  counters.preemptable = capped(open.idle + victims.slots());
  counters.lowest_preemptable = victims.lowest();
  counters.is_open = queue.open && queue.active;
  return counters;
}

HostKinds kinds_of(const SchedulerState& state, QueueId queue) {
  HostKinds kinds;
  visit_counted(state, queue, [&](HostId id) {
    const HostConfig& host = state.settings.hosts[index_of(id)];
    if (std::ranges::find(kinds.types, host.type) == kinds.types.end())
      kinds.types.push_back(host.type);
    for (const ResourceValue& value : host.resources)
      if (state.settings.resources[index_of(value.resource)].kind == ResourceKind::boolean &&
          std::ranges::find(kinds.booleans, value.resource) == kinds.booleans.end())
        kinds.booleans.push_back(value.resource);
  });
  std::ranges::sort(kinds.types);
  std::ranges::sort(kinds.booleans);
  return kinds;
}

bool could_satisfy(const SelectExpression& select, const HostKinds& kinds,
                   std::span<const ResourceConfig> resources, std::string_view from_type) {
  if (select.empty()) return !kinds.types.empty();
  return !kinds.types.empty() &&
         KindsLookup(select, kinds, resources, from_type).could_hold(select.nodes.back());
}

}  // namespace mcsim::forwarding
