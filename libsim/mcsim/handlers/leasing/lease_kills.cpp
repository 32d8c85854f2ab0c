// Which jobs have to leave a borrowed host.
#include "mcsim/handlers/leasing/lease_kills.hpp"

namespace mcsim::handlers {

std::int32_t LeaseKills::for_resource(HostId id, ResourceId resource) {
  return until(
      id, [&](const HostState&) { return is_enough(id, resource); },
      [&](JobSlotId job) { return holds(job, resource); });
}

std::map<HostId, std::int32_t> LeaseKills::for_instance(const SharedResource& instance) {
  std::map<HostId, std::int32_t> killed;
  const auto fits = [&] {
    return std::ranges::all_of(instance.hosts, [&](std::uint32_t host) {
      return is_enough(static_cast<HostId>(host), instance.resource);
    });
  };
  if (fits()) return killed;
  std::vector<JobSlotId> jobs;
  std::map<JobSlotId, HostId> host_of;
  for (const std::uint32_t at : instance.hosts) {
    const auto host = static_cast<HostId>(at);
    state_.jobs.visit_on(host, [&](JobSlotId job, Slots) {
      if (holds(job, instance.resource) && host_of.emplace(job, host).second) jobs.push_back(job);
    });
  }
  sort_latest_first(jobs);
  for (auto job = jobs.begin(); job != jobs.end() && !fits(); ++job) {
    ++killed[host_of[*job]];
    kill(*job);
  }
  return killed;
}

bool LeaseKills::is_enough(HostId id, ResourceId resource) const {
  const Amount free = state_.hosts.available(id, resource);
  return free == ClusterHosts::undefined || free >= 0;
}

bool LeaseKills::holds(JobSlotId job, ResourceId resource) {
  return std::ranges::any_of(life_.rusage_rules().gifts_of(job, true), [&](const auto& gift) {
    return gift.resource == resource && gift.amount > 0;
  });
}

void LeaseKills::sort_latest_first(std::vector<JobSlotId>& jobs) const {
  std::ranges::sort(jobs, std::greater(), [&](JobSlotId job) {
    return std::pair(state_.jobs[job].dispatched, state_.jobs[job].index);
  });
}

void LeaseKills::kill(JobSlotId id) {
  life_.cancel_end(id);
  life_.requeue(id, RequeueReason::lease);
}

}  // namespace mcsim::handlers
