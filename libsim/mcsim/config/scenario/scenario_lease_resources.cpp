// Borrowed instances of shared resources.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/scenario_leases.hpp"

namespace mcsim::config {
namespace {

/// Whether the provider ever exports the resource to the consumer.
bool ever_exports(ClusterDraft& provider, ResourceId resource, ClusterId consumer) {
  bool exports = false;
  provider.for_each_settings([&](const ClusterSettings& settings) {
    for (const SharedResourceExport& policy : settings.resource_exports)
      exports = exports || (policy.resource == resource &&
                            std::ranges::find(policy.distribution, consumer,
                                              &ExportShare::consumer) != policy.distribution.end());
  });
  return exports;
}

/// The provider's hosts that the consumer may borrow, by their numbers in the consumer.
std::vector<std::uint32_t> borrowed_of(const std::vector<std::uint32_t>& hosts, ClusterId home,
                                       const ClusterConfig& consumer) {
  std::vector<std::uint32_t> borrowed;
  for (std::size_t at = 0; at < consumer.hosts.size(); ++at) {
    const auto& from = consumer.hosts[at].home;
    if (from && from->cluster == home && std::ranges::binary_search(hosts, index_of(from->host)))
      borrowed.push_back(static_cast<std::uint32_t>(at));
  }
  return borrowed;
}

/// Adds the instances of `home` that the cluster may borrow; changes do not change them.
void add_instances(ScenarioDraft& draft, ClusterId id, ClusterId home) {
  ClusterDraft& consumer = draft[id];
  ClusterDraft& provider = draft[home];
  const auto& instances = provider.config.shared_resources;
  for (std::size_t at = 0; at < instances.size(); ++at) {
    const SharedResource& own = instances[at];
    if (own.home || !ever_exports(provider, own.resource, id)) continue;
    const std::string& name = provider.config.resources[index_of(own.resource)].name;
    const auto& known = consumer.config.resources;
    const auto found = std::ranges::find(known, name, &ResourceConfig::name);
    auto hosts = borrowed_of(own.hosts, home, consumer.config);
    if (hosts.empty() || found == known.end()) continue;
    const SharedResource borrowed{.resource = static_cast<ResourceId>(found - known.begin()),
                                  .hosts = std::move(hosts),
                                  .home = InstanceHome{home, static_cast<std::uint32_t>(at)}};
    consumer.for_each_settings(
        [&](ClusterSettings& settings) { settings.shared_resources.push_back(borrowed); });
  }
}

}  // namespace

void add_borrowed_resources(ScenarioDraft& draft) {
  for (std::size_t at = 0; at < draft.clusters.size(); ++at)
    for (std::size_t other = 0; other < draft.clusters.size(); ++other)
      if (other != at)
        add_instances(draft, static_cast<ClusterId>(at), static_cast<ClusterId>(other));
}

}  // namespace mcsim::config
