// Which hosts may be in shared leases, or lent as a whole.
#include <algorithm>

#include "mcsim/config/scenario/scenario_leases.hpp"
#include "mcsim/model/idle_host.hpp"

namespace mcsim::config {
namespace {

bool names(const HostExport& policy, HostId host) {
  return std::ranges::find(policy.hosts, host) != policy.hosts.end();
}

bool is_for(const HostExport& policy, std::optional<ClusterId> consumer) {
  return !consumer || std::ranges::find(policy.distribution, *consumer, &ExportShare::consumer) !=
                          policy.distribution.end();
}

/// Whether RES_SELECT may select the host, by values that do not change while the cluster runs.
/// Hosts that some policy names are not selected.
bool may_select(const HostExport& policy, const ClusterSettings& settings, HostId host) {
  if (settings.hosts[index_of(host)].home ||
      std::ranges::any_of(settings.exports,
                          [&](const HostExport& other) { return names(other, host); }))
    return false;
  return select_host(lasting_part(policy.select.select, settings),
                     IdleHost(settings, host, std::nullopt, true));
}

}  // namespace

bool may_be_shared(ClusterDraft& provider, HostId host, std::optional<ClusterId> consumer) {
  bool shared = false;
  provider.for_each_settings([&](const ClusterSettings& settings) {
    for (const HostExport& policy : settings.exports) {
      if (!policy.is_shared || !is_for(policy, consumer)) continue;
      shared =
          shared || (policy.selects() ? may_select(policy, settings, host) : names(policy, host));
    }
  });
  return shared;
}

bool may_be_lent_whole(ClusterDraft& provider, HostId host) {
  bool lent = false;
  provider.for_each_settings([&](const ClusterSettings& settings) {
    for (const HostExport& policy : settings.exports)
      lent = lent || (!policy.is_shared && policy.selects() && may_select(policy, settings, host));
  });
  return lent;
}

}  // namespace mcsim::config
