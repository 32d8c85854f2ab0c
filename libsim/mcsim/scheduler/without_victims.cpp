// What victims of a preemption leave on hosts.
#include "mcsim/scheduler/without_victims.hpp"

#include <algorithm>

namespace mcsim::scheduler {

void WithoutVictims::take(JobSlotId victim) {
  is_taken_.set(index_of(victim));
  count(victim, 1);
}

void WithoutVictims::let_go(JobSlotId victim) {
  is_taken_.reset(index_of(victim));
  count(victim, -1);
}

void WithoutVictims::count(JobSlotId victim, std::int32_t sign) {
  const std::int32_t exclusive = state_.jobs[victim].exclusive ? 1 : 0;
  state_.jobs.visit_hosts(victim, [&](HostSlots part) {
    OnHost& on = on_[part.host];
    on.slots += sign * part.slots.count();
    on.jobs += sign;
    on.exclusive_jobs += sign * exclusive;
  });
  for (const RusageRules::Gift& gift : gifts_of(victim))
    given_back_[source(gift.host, gift.resource)] += sign * gift.amount;
  if (!state_.features.has_limits) return;
  const bool leaves = rules_.leaves_when_preempted(state_.jobs[victim]);
  for (const auto& [counter, use] : limit_rules_.given_back_by(victim, leaves))
    limits_[counter].add(use, sign);
}

std::vector<RusageRules::Gift> WithoutVictims::gifts_of(JobSlotId victim) const {
  return rusage_.gifts_of(victim, rules_.leaves_when_preempted(state_.jobs[victim]));
}

WithoutVictims::Source WithoutVictims::source(HostId host, ResourceId resource) const {
  const std::uint32_t instance = state_.hosts.instance(host, resource);
  return {resource, instance, instance == ClusterHosts::nowhere ? host : none<HostId>};
}

Amount WithoutVictims::given_back(HostId host, ResourceId resource) const {
  if (given_back_.empty()) return 0;
  const auto found = given_back_.find(source(host, resource));
  return found == given_back_.end() ? 0 : found->second;
}

HostRelief WithoutVictims::relief(HostId host) const {
  return {.slots = on(host).slots,
          .mem = given_back(host, resource(builtin::mem)),
          .swp = given_back(host, resource(builtin::swp)),
          .tmp = given_back(host, resource(builtin::tmp)),
          .others = this};
}

bool WithoutVictims::gives_shared(JobSlotId victim) const {
  return std::ranges::any_of(gifts_of(victim), [&](const RusageRules::Gift& gift) {
    return state_.hosts.instance(gift.host, gift.resource) != ClusterHosts::nowhere;
  });
}

}  // namespace mcsim::scheduler
