// Describes what one cluster exports to another.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "mcsim/app/explain/lease_story.hpp"
#include "mcsim/model/select.hpp"
#include "mcsim/scheduler/hosts.hpp"
#include "mcsim/text/text_table.hpp"

namespace mcsim::app {
namespace {

std::string amount_text(Amount amount) {
  return rounded_text(amount, amount_unit, amount % amount_unit == 0 ? 0 : 1);
}

/// `, 1 of 3 shares`; empty: the consumer has all shares.
std::string shares_text(const std::vector<ExportShare>& distribution, ClusterId provider,
                        ClusterId consumer) {
  std::int64_t all = 0;
  std::int64_t own = 0;
  for (const ExportShare& share : distribution) {
    if (share.consumer != provider) all += share.shares;
    if (share.consumer == consumer) own += share.shares;
  }
  return own < all ? ", " + std::to_string(own) + " of " + counted(all, "share") : "";
}

bool is_for(const std::vector<ExportShare>& distribution, ClusterId consumer) {
  return std::ranges::find(distribution, consumer, &ExportShare::consumer) != distribution.end();
}

}  // namespace

std::string LeaseStory::policy_text(const HostExport& policy) const {
  const ClusterConfig& cluster = grid_.clusters[index_of(provider_)];
  std::string text = policy.is_shared ? "shared, " : "exclusive, ";
  if (policy.selects()) {
    text += "up to " + counted(policy.most_hosts, "whole host");
    if (!policy.select.text.empty()) text += " of \"" + policy.select.text + "\"";
  } else {
    text += counted(policy.slots.count(), "slot") + (policy.hosts.size() == 1 ? " of" : " each of");
    for (const HostId host : policy.hosts) text += " " + cluster.hosts[index_of(host)].name;
  }
  if (policy.mem) text += ", MEM " + amount_text(*policy.mem);
  if (policy.swp) text += ", SWP " + amount_text(*policy.swp);
  return text + shares_text(policy.distribution, provider_, consumer_);
}

std::string LeaseStory::policies_text(const ClusterSettings& settings) const {
  std::string text;
  for (std::uint32_t at = 0; at < settings.exports.size(); ++at)
    if (is_for(settings.exports[at].distribution, consumer_))
      text +=
          (text.empty() ? "" : "; ") + policy_name(at) + ": " + policy_text(settings.exports[at]);
  for (const SharedResourceExport& policy : settings.resource_exports)
    if (!text.empty() && is_for(policy.distribution, consumer_))
      text += "; " + settings.resources[index_of(policy.resource)].name + ": up to " +
              amount_text(policy.amount) + shares_text(policy.distribution, provider_, consumer_);
  return text.empty() ? lender() + " exports nothing to " + borrower() : text;
}

/// What the policies export after dealing.
std::string LeaseStory::exports_text() const {
  const ClusterWorld& provider = of(provider_);
  std::string text;
  for (const LentLease& lease : provider.leasing.lent) {
    if (provider.forwarding.neighbours[lease.neighbour].id != consumer_) continue;
    std::vector<HostSlots> hosts;
    for (const LentHost& host : lease.hosts)
      if (host.slots > Slots{}) hosts.push_back({host.host, host.slots});
    if (!hosts.empty())
      text += (text.empty() ? "" : "; ") + policy_name(lease.policy) + " exports " +
              hosts_text(hosts, provider_);
  }
  return text;
}

/// How many hosts a policy exports after dealing.
std::int32_t LeaseStory::hosts_of(std::uint32_t policy) const {
  std::int32_t count = 0;
  for (const LentLease& lease : of(provider_).leasing.lent)
    if (lease.policy == policy)
      count += static_cast<std::int32_t>(std::ranges::count_if(
          lease.hosts, [](const LentHost& host) { return host.slots > Slots{}; }));
  return count;
}

/// Why a policy exports nothing of a host to anybody; empty: it exports it, has enough others, or
/// names its hosts, and this is none of them.
std::string LeaseStory::why_left_out(std::uint32_t policy, HostId host) const {
  const ClusterWorld& provider = of(provider_);
  const ClusterSettings& settings = provider.lsf->settings;
  const HostConfig& config = settings.hosts[index_of(host)];
  const HostExport& own = settings.exports[policy];
  const auto names = [&](const HostExport& one) {
    return std::ranges::find(one.hosts, host) != one.hosts.end();
  };
  const std::string no_swap = "type DLINUX, and the policy has no SWP";
  if (!own.selects())
    return names(own) && config.type == "DLINUX" && !own.swp ? no_swap : std::string{};
  if (config.home) return {};
  std::string exported;
  for (const LentLease& lease : provider.leasing.lent)
    for (const LentHost& part : lease.hosts)
      if (part.host == host && part.slots > Slots{}) {
        if (lease.policy == policy) return {};
        exported = policy_name(lease.policy) + " exports it";
      }
  const ClusterHosts& hosts = provider.lsf->hosts;
  const HostValues values(settings, hosts, false, host, host);
  if (!select_host(own.select.select, values)) {
    const ResourceId unknown = undefined_in(own.select.select, values);
    if (unknown != none<ResourceId>)
      return "its " + settings.resources[index_of(unknown)].name + " is unknown";
    return hosts_of(policy) < own.most_hosts ? "not as RES_SELECT asks" : "";
  }
  if (!exported.empty()) return exported;
  if (config.type == "DLINUX" && !own.swp) return no_swap;
  if (std::ranges::any_of(settings.exports, names)) return "another policy names it";
  return hosts[host].down ? "down" : "";
}

/// The hosts that policies for the consumer leave out, by reason.
std::string LeaseStory::left_out_text() const {
  constexpr std::size_t most_names = 8;
  const ClusterSettings& settings = of(provider_).lsf->settings;
  std::string text;
  for (std::uint32_t policy = 0; policy < settings.exports.size(); ++policy) {
    if (!is_for(settings.exports[policy].distribution, consumer_)) continue;
    std::map<std::string, std::vector<HostId>> by_reason;
    for (std::size_t at = 0; at < settings.hosts.size(); ++at)
      if (const std::string why = why_left_out(policy, static_cast<HostId>(at)); !why.empty())
        by_reason[why].push_back(static_cast<HostId>(at));
    for (const auto& [why, hosts] : by_reason) {
      text += (text.empty() ? "" : "; ") + policy_name(policy) + " leaves out";
      if (hosts.size() > most_names)
        text += " " + counted(hosts.size(), "host");
      else
        for (const HostId host : hosts) text += " " + settings.hosts[index_of(host)].name;
      text += " (" + why + ")";
    }
  }
  return text;
}

std::string LeaseStory::hosts_text(const std::vector<HostSlots>& hosts, ClusterId cluster) const {
  constexpr std::size_t most_names = 8;
  std::int64_t slots = 0;
  for (const HostSlots& part : hosts) slots += part.slots.count();
  return counted(slots, "slot") +
         (hosts.size() > most_names
              ? " on " + counted(hosts.size(), "host")
              : ": " + allocation_text(hosts, grid_.clusters[index_of(cluster)]));
}

}  // namespace mcsim::app
