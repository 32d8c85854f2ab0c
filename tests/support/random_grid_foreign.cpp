// Translates the profiles of a random grid's jobs for the clusters that receive them.
#include <algorithm>

#include "support/random_grid_draft.hpp"

namespace mcsim::testing {
namespace {

using enum GridFeature;

/// A host of `to` that has the type and model of `from`; if there is none, a new foreign one.
HostId same_host(GridDraft& draft, ClusterConfig& to, const HostConfig& from) {
  const std::size_t size = to.hosts.size() + to.foreign_hosts.size();
  for (std::size_t at = 0; at < size; ++at)
    if (const auto id = static_cast<HostId>(at);
        to.type_of(id) == from.type && to.model_of(id) == from.model)
      return id;
  to.foreign_hosts.push_back({from.type, from.model});
  draft.has_used(foreign_type);
  return static_cast<HostId>(size);
}

/// The profile as `to` reads it: all clusters have the same resources, but each has its own
/// applications.
ProfileId translated(GridDraft& draft, const JobProfile& profile, const ClusterConfig& from,
                     ClusterConfig& to) {
  if (profile.hosts || draft.uses(not_understood, 4)) return none<ProfileId>;
  JobProfile here = profile;
  if (profile.application != none<ApplicationId>) {
    const auto& name = from.applications[index_of(profile.application)].name;
    const auto found = std::ranges::find(to.applications, name, &ApplicationConfig::name);
    if (found == to.applications.end()) return none<ProfileId>;
    here.application = static_cast<ApplicationId>(found - to.applications.begin());
  }
  here.from_host = same_host(draft, to, from.hosts[index_of(profile.from_host)]);
  const auto known = std::ranges::find(to.profiles, here);
  const auto place = static_cast<std::size_t>(known - to.profiles.begin());
  if (known == to.profiles.end()) to.profiles.push_back(here);
  return static_cast<ProfileId>(place);
}

bool ever_sends_to(const ClusterConfig& from, ClusterId to) {
  return std::ranges::any_of(from.queues, [&](const QueueConfig& queue) {
    return std::ranges::count(queue.forwarding.targets, to, &SendTarget::cluster) > 0;
  });
}

}  // namespace

void draw_foreign_profiles(GridDraft& draft) {
  std::vector<std::size_t> own;
  for (const LsfDraft& one : draft.clusters) own.push_back(one.cluster.profiles.size());
  draft.for_each_cluster(
      [&](ClusterId, ClusterConfig& to) { to.foreign_profiles.resize(draft.clusters.size()); });
  draft.for_each_cluster([&](ClusterId from_id, const ClusterConfig& from) {
    draft.for_each_cluster([&](ClusterId to_id, ClusterConfig& to) {
      if (!ever_sends_to(from, to_id)) return;
      for (std::size_t at = 0; at < own[index_of(from_id)]; ++at)
        to.foreign_profiles[index_of(from_id)].push_back(
            translated(draft, from.profiles[at], from, to));
    });
  });
}

}  // namespace mcsim::testing
