// What jobs that come from other clusters ask for, in the words of the cluster that receives them.
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "mcsim/config/scenario/scenario_foreign.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/model/slot_memory.hpp"

namespace mcsim::config {
namespace {

/// The host of `to` with this type and model, or else a foreign one, added to all settings of `to`.
HostId same_host(ClusterDraft& to, std::string_view type, std::string_view model) {
  const ClusterConfig& config = to.config;
  const auto hosts = config.hosts.size() + config.foreign_hosts.size();
  for (std::size_t i = 0; i < hosts; ++i)
    if (const auto id = static_cast<HostId>(i);
        config.type_of(id) == type && config.model_of(id) == model)
      return id;
  to.for_each_settings([&](ClusterSettings& settings) {
    settings.foreign_hosts.push_back({std::string(type), std::string(model)});
  });
  return static_cast<HostId>(hosts);
}

/// The first `count` profiles of `from`, its own ones, as profiles of `to`; none: not understood.
std::vector<ProfileId> translated(const ClusterDraft& from, std::size_t count, ClusterDraft& to) {
  std::map<HostId, HostId> hosts;  // of `from`: the similar one of `to`
  std::vector<ProfileId> here;
  here.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    auto profile = translated(from.profiles.all()[i], from, to);
    if (profile) {
      const auto [host, is_new] = hosts.try_emplace(profile->from_host);
      if (is_new)
        host->second =
            same_host(to, from.config.type_of(host->first), from.config.model_of(host->first));
      profile->from_host = host->second;
    }
    here.push_back(profile ? to.profiles.of(*profile) : none<ProfileId>);
  }
  return here;
}

/// The clusters that the queues of `from` ever send jobs to.
std::vector<bool> targets_of(ScenarioDraft& draft, ClusterDraft& from) {
  std::vector<bool> targets(draft.clusters.size(), false);
  from.for_each_settings([&](const ClusterSettings& settings) {
    for (const QueueConfig& queue : settings.queues)
      for (const SendTarget& target : queue.forwarding.targets)
        targets[index_of(target.cluster)] = true;
  });
  return targets;
}

void translate_all(ScenarioDraft& draft) {
  if (draft.complaints.any_errors()) return;
  std::vector<std::size_t> own;
  for (const ClusterDraft& cluster : draft.clusters) own.push_back(cluster.profiles.all().size());
  for (std::size_t from = 0; from < draft.clusters.size(); ++from) {
    const auto targets = targets_of(draft, draft.clusters[from]);
    for (std::size_t to = 0; to < draft.clusters.size(); ++to) {
      if (!targets[to]) continue;
      auto& profiles = draft.clusters[to].config.foreign_profiles;
      profiles.resize(draft.clusters.size());
      profiles[from] = translated(draft.clusters[from], own[from], draft.clusters[to]);
    }
  }
}

}  // namespace

std::optional<JobProfile> translated(const JobProfile& profile, const ClusterDraft& from,
                                     const ClusterDraft& to) {
  if (profile.hosts) return std::nullopt;
  JobProfile here = profile;
  // Its project is that of its submission, wherever it runs.
  if (here.project == none<NameId> &&
      from.config.params.default_project != to.config.params.default_project)
    here.project = from.config.params.default_project;
  if (profile.application != none<ApplicationId>) {
    const auto& name = from.config.applications[index_of(profile.application)].name;
    const auto found = to.applications.find(name);
    if (found == to.applications.end()) return std::nullopt;
    here.application = found->second;
  }
  if (!profile.res_req.text.empty()) {
    auto requirement = parse_requirement(profile.res_req.text, to.config.resources);
    if (!requirement) return std::nullopt;
    here.res_req = std::move(*requirement);
    if (const Amount memory = slot_memory(profile.res_req); memory > 0)
      set_slot_memory(here.res_req, memory);
  }
  return here;
}

void read_foreign_profiles(ScenarioDraft& draft) {
  translate_all(draft);
  for (ClusterDraft& cluster : draft.clusters)
    cluster.config.profiles = std::move(cluster.profiles).take();
}

}  // namespace mcsim::config
