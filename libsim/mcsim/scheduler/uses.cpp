// What jobs reserve by rusage, and give back. Section 5 of docs/rules/scheduling.md.
#include <algorithm>
#include <utility>

#include "mcsim/scheduler/book.hpp"

namespace mcsim::scheduler {
namespace {

/// Whether a suspended job gives a resource back: memory stays with it, what has RELEASE does not.
bool is_released(const ClusterSettings& settings, ResourceId id) {
  return index_of(id) >= builtin::count && settings.resources[index_of(id)].release;
}

}  // namespace

Duration LsfBook::decay_step() const {
  return config_.model.rusage_decay_step.value_or(state_.settings.params.mbd_sleep_time);
}

Amount LsfBook::use_at(const JobState& job, const ResourceUse& use, Time time) const {
  const Duration since = time - job.dispatched;
  if (use.duration >= unlimited) return use.amount;
  if (since >= use.duration) return 0;
  if (!use.decay) return use.amount;
  const Duration step = decay_step();
  const std::int64_t left = (use.duration - since / step * step).count();
  const std::int64_t whole = use.duration.count();
  return static_cast<Amount>((static_cast<Int128>(use.amount) * left + whole - 1) / whole);
}

Time LsfBook::next_use_change(JobSlotId id) const {
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

void LsfBook::take_all(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  const auto& uses = state_.requirements[job.requirement].asked.rusage;
  if (uses.empty()) return;
  if (index_of(id) >= state_.takings.size()) state_.takings.resize(index_of(id) + 1);
  state_.takings[index_of(id)].resize(uses.size());
  for (std::size_t at = 0; at < uses.size(); ++at) set_use(id, at, use_at(job, uses[at], now_));
}

void LsfBook::give_all(JobSlotId id, bool only_released) {
  const auto& uses = state_.requirements[state_.jobs[id].requirement].asked.rusage;
  for (std::size_t at = 0; at < uses.size(); ++at)
    if (!only_released || is_released(state_.settings, uses[at].resource)) set_use(id, at, 0);
}

bool LsfBook::can_take_back(JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  bool can = true;
  for (const ResourceUse& use : state_.requirements[job.requirement].asked.rusage) {
    const Amount amount = use_at(job, use, now_);
    if (amount == 0 || !is_released(state_.settings, use.resource)) continue;
    state_.jobs.visit_hosts(id, [&](HostSlots part) {
      can = can && state_.hosts.available(part.host, use.resource) >= amount;
    });
  }
  return can;
}

/// Calls visitor(HostId) for each of a job's hosts; of those that share an instance of the resource
/// for the first one only.
template <class Visitor>
void LsfBook::visit_sources(JobSlotId id, ResourceId resource, Visitor&& visitor) const {
  std::vector<std::uint32_t> instances;  // seen so far
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    const std::uint32_t instance = state_.hosts.instance(part.host, resource);
    if (instance != ClusterHosts::nowhere) {
      if (std::ranges::find(instances, instance) != instances.end()) return;
      instances.push_back(instance);
    }
    visitor(part.host);
  });
}

std::vector<LsfBook::Gift> LsfBook::gifts_of(JobSlotId id, bool killed) const {
  std::vector<Gift> gifts;
  const auto& uses = state_.requirements[state_.jobs[id].requirement].asked.rusage;
  for (std::size_t at = 0; at < uses.size(); ++at) {
    if (!killed && !is_released(state_.settings, uses[at].resource)) continue;
    const Amount amount = state_.takings[index_of(id)][at];
    visit_sources(id, uses[at].resource,
                  [&](HostId host) { gifts.push_back({host, uses[at].resource, amount}); });
  }
  return gifts;
}

void LsfBook::update_uses(JobSlotId id) {
  const JobState& job = state_.jobs[id];
  const auto& uses = state_.requirements[job.requirement].asked.rusage;
  for (std::size_t at = 0; at < uses.size(); ++at)
    if (job.stage == Stage::running || !is_released(state_.settings, uses[at].resource))
      set_use(id, at, use_at(job, uses[at], now_));
  state_.jobs.visit_hosts(id, [&](HostSlots part) { show(part.host); });
}

/// Takes what started jobs hold from the totals of the present settings, maybe at other places than
/// before.
void LsfBook::take_again() {
  state_.jobs.visit([&](JobSlotId id, const JobState& job) {
    if (!job.is_started()) return;
    const auto& uses = state_.requirements[job.requirement].asked.rusage;
    for (std::size_t at = 0; at < uses.size(); ++at)
      visit_sources(id, uses[at].resource, [&](HostId host) {
        state_.hosts.take(host, uses[at].resource, state_.takings[index_of(id)][at]);
      });
  });
}

void LsfBook::set_use(JobSlotId id, std::size_t use, Amount amount) {
  const ResourceId resource =
      state_.requirements[state_.jobs[id].requirement].asked.rusage[use].resource;
  const Amount more = amount - std::exchange(state_.takings[index_of(id)][use], amount);
  if (more == 0) return;
  visit_sources(id, resource, [&](HostId source) {
    state_.hosts.take(source, resource, more);
    if (more > 0) return;
    freed(source);
    const std::uint32_t instance = state_.hosts.instance(source, resource);
    if (instance != ClusterHosts::nowhere) freed_instance({resource, instance});
  });
}

}  // namespace mcsim::scheduler
