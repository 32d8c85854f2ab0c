// What jobs reserve by rusage, and give back. Section 5 of docs/rules/scheduling.md.
#include "mcsim/scheduler/rusage.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/scheduler/host_places.hpp"

namespace mcsim::scheduler {
namespace {

/// Whether a suspended job gives a resource back: memory stays with it, what has RELEASE does not.
bool is_released(const ClusterSettings& settings, ResourceId id) {
  return index_of(id) >= builtin::count && settings.resources[index_of(id)].release;
}

/// Calls visitor(HostId) for each of a job's hosts; of those that share an instance of the resource
/// for the first one only.
template <class Visitor>
void visit_sources(const SchedulerState& state, JobSlotId id, ResourceId resource,
                   Visitor&& visitor) {
  std::vector<std::uint32_t> instances;  // seen so far
  state.jobs.visit_hosts(id, [&](HostSlots part) {
    const std::uint32_t instance = state.hosts.instance(part.host, resource);
    if (instance != ClusterHosts::nowhere) {
      if (std::ranges::find(instances, instance) != instances.end()) return;
      instances.push_back(instance);
    }
    visitor(part.host);
  });
}

}  // namespace

std::int64_t RusageRules::units(JobSlotId id, const ResourceUse& use, HostId host) const {
  if (!use.per_slot) return 1;
  const std::uint32_t instance = state_.hosts.instance(host, use.resource);
  std::int64_t slots = 0;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    const bool is_there = instance == ClusterHosts::nowhere
                              ? part.host == host
                              : state_.hosts.instance(part.host, use.resource) == instance;
    if (is_there) slots += part.slots.count();
  });
  return slots;
}

Duration RusageRules::decay_step() const {
  return config_.model.rusage_decay_step.value_or(state_.settings.params.mbd_sleep_time);
}

Amount RusageRules::due(const JobState& job, const ResourceUse& use) const {
  const Duration since = now_ - job.dispatched;
  if (use.duration >= unlimited) return use.amount;
  if (since >= use.duration) return 0;
  if (!use.decay) return use.amount;
  const Duration step = decay_step();
  const std::int64_t left = (use.duration - since / step * step).count();
  const std::int64_t whole = use.duration.count();
  return static_cast<Amount>((static_cast<Int128>(use.amount) * left + whole - 1) / whole);
}

Time RusageRules::next_change(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  const Duration step = decay_step();
  const Duration since = now_ - job.dispatched;
  Time next = never;
  for (const ResourceUse& use : state_.requirements[job.requirement].asked.rusage) {
    if (use.duration >= unlimited || since >= use.duration) continue;
    next = std::min(next, job.dispatched + use.duration);
    if (use.decay) next = std::min(next, job.dispatched + (since / step + 1) * step);
  }
  return next;
}

bool RusageRules::can_take_back(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  bool can = true;
  for (const ResourceUse& use : state_.requirements[job.requirement].asked.rusage) {
    const Amount amount = due(job, use);
    if (amount == 0 || !is_released(state_.settings, use.resource)) continue;
    state_.jobs.visit_hosts(id, [&](HostSlots part) {
      can = can &&
            state_.hosts.available(part.host, use.resource) >= amount * units(id, use, part.host);
    });
  }
  return can;
}

std::vector<RusageRules::Gift> RusageRules::gifts_of(JobSlotId id, bool killed) const {
  std::vector<Gift> gifts;
  const auto& uses = state_.requirements[state_.jobs[id].requirement].asked.rusage;
  for (std::size_t at = 0; at < uses.size(); ++at) {
    if (!killed && !is_released(state_.settings, uses[at].resource)) continue;
    const Amount amount = state_.jobs.taken(id)[at];
    visit_sources(state_, id, uses[at].resource, [&](HostId host) {
      gifts.push_back({host, uses[at].resource, amount * units(id, uses[at], host)});
    });
  }
  return gifts;
}

// Takings.

void RusageTakings::take_all(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  const auto& uses = state_.requirements[job.requirement].asked.rusage;
  if (uses.empty()) return;
  const RusageRules rules(config_, state_, now_);
  state_.jobs.taken(id).resize(uses.size());
  for (std::size_t at = 0; at < uses.size(); ++at) set(id, at, rules.due(job, uses[at]));
}

void RusageTakings::give_all(JobSlotId id) {
  const auto& uses = state_.requirements[state_.jobs[id].requirement].asked.rusage;
  for (std::size_t at = 0; at < uses.size(); ++at) set(id, at, 0);
}

void RusageTakings::give_released(JobSlotId id) {
  const auto& uses = state_.requirements[state_.jobs[id].requirement].asked.rusage;
  for (std::size_t at = 0; at < uses.size(); ++at)
    if (is_released(state_.settings, uses[at].resource)) set(id, at, 0);
}

void RusageTakings::update(JobSlotId id) {
  const RusageRules rules(config_, state_, now_);
  const JobState& job = state_.jobs[id];
  const auto& uses = state_.requirements[job.requirement].asked.rusage;
  for (std::size_t at = 0; at < uses.size(); ++at)
    if (job.stage == Stage::running || !is_released(state_.settings, uses[at].resource))
      set(id, at, rules.due(job, uses[at]));
  if (state_.features.has_limits) state_.limits.changed.push_back(id);
  state_.jobs.visit_hosts(id, [&](HostSlots part) { the<HostPlaces>().show(part.host); });
}

void RusageTakings::take_again() {
  const RusageRules rules(config_, state_, now_);
  state_.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (!job.is_started()) return;
    const auto& uses = state_.requirements[job.requirement].asked.rusage;
    for (std::size_t at = 0; at < uses.size(); ++at)
      visit_sources(state_, id, uses[at].resource, [&](HostId host) {
        state_.hosts.take(host, uses[at].resource,
                          state_.jobs.taken(id)[at] * rules.units(id, uses[at], host));
      });
  });
}

void RusageTakings::set(JobSlotId id, std::size_t use, Amount amount) {
  const ResourceUse& asked = state_.requirements[state_.jobs[id].requirement].asked.rusage[use];
  const ResourceId resource = asked.resource;
  const Amount more = amount - std::exchange(state_.jobs.taken(id)[use], amount);
  if (more == 0) return;
  visit_sources(state_, id, resource, [&](HostId source) {
    state_.hosts.take(source, resource,
                      more * RusageRules(config_, state_, now_).units(id, asked, source));
    const std::uint32_t instance = state_.hosts.instance(source, resource);
    if (instance != ClusterHosts::nowhere) the<HostPlaces>().show_sharers({resource, instance});
    if (more > 0) return;
    the<HostPlaces>().freed(source);
    if (instance != ClusterHosts::nowhere) the<HostPlaces>().freed_instance({resource, instance});
  });
}

}  // namespace mcsim::scheduler
