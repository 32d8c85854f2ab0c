// The limits and hosts of a queue that a started job is switched to.
#include "mcsim/handlers/jobs/queue_switch.hpp"

#include <algorithm>

#include "mcsim/scheduler/host_rules.hpp"
#include "mcsim/scheduler/limit_rules.hpp"

namespace mcsim::handlers {
namespace {

bool has_host(const QueueConfig& queue, HostId host) {
  return queue.hosts.all ||
         std::ranges::binary_search(queue.hosts.list, host, {}, &HostPreferences::Entry::host);
}

/// QJOB_LIMIT and UJOB_LIMIT. A suspended job that does not count for users is not held to theirs.
bool has_room(const SchedulerState& state, const JobState& job, QueueId to) {
  const QueueConfig& limits = state.settings.queues[index_of(to)];
  const QueueState& queue = state.queues[to];
  const std::int64_t slots = job.slots.count();
  if (queue.count.used() + slots > limits.qjob_limit) return false;
  const bool counts = job.stage == Stage::running || state.features.counts_suspended;
  if (limits.ujob_limit >= no_limit || !counts) return true;
  const SlotCount of_user = queue.of_user.value(job.user);
  return of_user.used(state.features.counts_suspended) + slots <= limits.ujob_limit;
}

}  // namespace

std::optional<NoEffect> what_forbids_switch(const ClusterWorld& world, JobSlotId id, QueueId to) {
  const SchedulerState& state = *world.lsf;
  const QueueConfig& limits = state.settings.queues[index_of(to)];
  const HostRules rules(world.config, state, world.agenda.now());
  const SlotAsker asker{.queue = to, .own = id};
  std::optional<NoEffect> why;
  if (!has_room(state, state.jobs[id], to)) why = NoEffect::queue_limit;
  if (state.features.has_limits &&
      !LimitRules(world.config, state, world.agenda.now()).lets_switch(id, to))
    why = NoEffect::queue_limit;
  state.jobs.visit_hosts(id, [&](HostSlots part) {
    const std::int32_t limit =
        std::min(limits.hjob_limit, limits.pjob_limit.on(state.hosts[part.host].ncpus));
    const std::int64_t used =
        rules.held_by_queue(part.host, to) + rules.reserved_from(asker, part.host).of_queue;
    if (used + part.slots.count() > limit) why = NoEffect::queue_limit;
  });
  state.jobs.visit_hosts(id, [&](HostSlots part) {
    if (!has_host(limits, part.host)) why = NoEffect::queue_hosts;
  });
  return why;
}

}  // namespace mcsim::handlers
