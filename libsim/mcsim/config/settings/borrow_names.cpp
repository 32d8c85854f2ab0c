// Why a name is not that of a borrowed host.
#include "mcsim/config/settings/borrow_names.hpp"

#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {

NotBorrowed why_not_borrowed(const ScenarioDraft& draft, ClusterId consumer,
                             std::string_view name) {
  using Kind = NotBorrowed::Kind;
  constexpr const char* in_vain = ": nothing is borrowed from it";
  const auto sign = name.rfind('@');
  const std::string host(name.substr(0, sign));
  const std::string cluster(name.substr(sign + 1));
  const std::string& here = draft.clusters[index_of(consumer)].config.name;
  const auto home = draft.cluster_ids.find(cluster);
  if (home == draft.cluster_ids.end()) {
    if (draft.is_left_out(consumer, cluster))
      return {Kind::never_lent,
              "cluster " + cluster + " of lsf.shared is not in the scenario" + in_vain};
    if (!draft.names_known) return {};
    return {Kind::cluster_unknown, "unknown cluster " + in_quotes(cluster) +
                                       known_names(cluster, names_of(draft.cluster_ids))};
  }
  const ClusterDraft& provider = draft.clusters[index_of(home->second)];
  const bool is_all = host == "all" && !provider.hosts.contains(host);
  if (!is_all && !provider.hosts.contains(host)) {
    if (provider.may_be_host(host)) return {};
    return {Kind::host_unknown, "unknown host " + in_quotes(host) + " in " + cluster +
                                    known_names(host, names_of(provider.hosts))};
  }
  if (home->second == consumer)
    return {Kind::host_unknown, in_quotes(std::string(name)) +
                                    (is_all ? " means hosts of " : " is a host of ") + here +
                                    " itself: expected " + in_quotes(host)};
  if (!draft.remotes[index_of(consumer)].knows(home->second))
    return {Kind::never_lent,
            "cluster " + cluster + " is none of the RemoteClusters of " + here + in_vain};
  if (is_all) return {Kind::never_lent, cluster + " never exports hosts to " + here};
  return {Kind::never_lent, std::string(name) + " is never exported to " + here};
}

std::vector<HostId> hosts_of_all(const std::vector<HostConfig>& hosts, const ScenarioDraft& draft,
                                 std::string_view name) {
  std::vector<HostId> found;
  const auto home =
      name.starts_with("all@") ? draft.cluster_ids.find(name.substr(4)) : draft.cluster_ids.end();
  if (home == draft.cluster_ids.end()) return found;
  if (draft.clusters[index_of(home->second)].hosts.contains("all")) return found;
  for (std::size_t at = 0; at < hosts.size(); ++at)
    if (hosts[at].home && hosts[at].home->cluster == home->second)
      found.push_back(static_cast<HostId>(at));
  return found;
}

}  // namespace mcsim::config
