// Collects the names that LSF's files have.
#include "mcsim/app/history/site_names.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/app/history/hidden_words.hpp"
#include "mcsim/app/history/site_conf.hpp"
#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::app {
namespace {

/// `node1` of ~node1, node1+2, node1!.
std::string_view host_in(std::string_view word) {
  if (word.starts_with('~')) word.remove_prefix(1);
  if (const auto plus = word.rfind('+'); plus != std::string_view::npos)
    word = word.substr(0, plus);
  if (word.ends_with('!')) word.remove_suffix(1);
  return word;
}

SiteNames names_of(const ClusterConfig& cluster) {
  SiteNames names{.has_conf = true};
  for (const auto& host : cluster.hosts) names.hosts.insert(host.name);
  for (const auto& group : cluster.host_groups) names.hosts.insert(group.name);
  for (const auto& queue : cluster.queues) names.queues.insert(queue.name);
  for (const auto& app : cluster.applications) names.apps.insert(app.name);
  names.resources = cluster.resources;
  return names;
}

void hide(SiteNames& site, Pseudonyms& names) {
  const auto hidden = [&](const SiteNames::Names& from, WordKind kind) {
    SiteNames::Names to;
    for (const std::string& name : from) to.insert(hidden_words(names, kind, name));
    return to;
  };
  site.hosts = hidden(site.hosts, WordKind::hosts);
  site.apps = hidden(site.apps, WordKind::apps);
  for (ResourceConfig& resource : site.resources)
    resource.name = hidden_words(names, WordKind::requirement, resource.name);
}

}  // namespace

void SiteNames::add(const std::map<std::string, std::int64_t>& listed) {
  for (const auto& [name, slots] : listed) hosts.insert(name);
}

std::string SiteNames::known_hosts(std::string_view asked) const {
  if (!is_complete) return std::string(asked);
  std::string known;
  for (const std::string_view word : split_words(asked)) {
    const std::string_view host = host_in(word);
    const bool is_known = host == "all" || host == "others" || hosts.contains(host);
    if (is_known) known += (known.empty() ? "" : " ") + std::string(word);
  }
  return known;
}

SiteNames site_names(const ImportRequest& request, Pseudonyms* names) {
  if (request.conf.empty()) return {};
  SiteNames site{.has_conf = true, .is_complete = false};
  const auto scenario =
      config::load_conf_directory(request.conf, config::choices_of(registry::default_registry()));
  if (!scenario) return site;
  const std::string wanted = site_cluster(request);
  const auto& clusters = scenario->config.clusters;
  const auto cluster = std::ranges::find(clusters, wanted, &ClusterConfig::name);
  if (cluster == clusters.end()) return site;
  site = names_of(*cluster);
  if (names != nullptr) hide(site, *names);
  return site;
}

}  // namespace mcsim::app
