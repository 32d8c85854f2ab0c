// Reads the settings of a cluster, part by part.
#include "mcsim/config/settings/settings.hpp"

#include <charconv>
#include <utility>

#include "mcsim/config/settings/scenario_inputs.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"

namespace mcsim::config {
namespace {

/// Keeps the names that later readers look up, and that changes must not change.
void keep_names(ClusterDraft& cluster, SettingsDraft& in) {
  cluster.hosts = std::move(in.names.hosts);
  cluster.queues = std::move(in.names.queues);
  cluster.applications = std::move(in.names.applications);
  cluster.host_groups = std::move(in.names.host_groups);
  cluster.remote_groups = in.names.remote_groups;
  cluster.user_groups = std::move(in.names.user_groups);
  cluster.unlisted = std::move(in.names.unlisted);
  static_cast<KnownNames&>(cluster) = in.names;
  for (const HostConfig& host : in.settings.hosts) cluster.most_mxj.push_back(host.mxj);
}

}  // namespace

bool is_of_lsf_file(const ScenarioDraft& draft, JsonPlace place) {
  const std::string& source = draft.tree.sources[place.source];
  const std::string_view name = std::string_view(source).substr(source.rfind('/') + 1);
  return name.starts_with("lsb.") || name.starts_with("lsf.") || name == "lshosts";
}

bool is_lsfs_own(const ScenarioDraft& draft, const JsonAt& at, std::string_view key) {
  const JsonNode* member = at.node->find(key);
  return is_of_lsf_file(draft, member == nullptr ? at.node->place : member->place) ||
         holds_lsf_files(draft);
}

void complain_of_no_hosts(ScenarioDraft& draft, const JsonAt& at, const std::string& text) {
  const JsonNode* hosts = at.node->find("HOSTS"_key);
  if (hosts != nullptr && (is_of_lsf_file(draft, hosts->place) || holds_lsf_files(draft)))
    draft.complaints.warning(at, "HOSTS"_key, text);
  else
    draft.complaints.error(at, "HOSTS"_key, text);
}

void complain_planned(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                      std::string_view what) {
  complain_of_part(draft, at, key, std::string(what) + ": " + std::string(planned_text));
}

void complain_of_part(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                      const std::string& text) {
  if (is_lsfs_own(draft, at, key))
    draft.complaints.warning(at, key, text + "; ignored");
  else
    draft.complaints.error(at, key, text);
}

double number_of(std::string_view text) {
  double number = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

ClusterSettings read_settings(ScenarioDraft& draft, ClusterId cluster, const JsonNode& node,
                              const JsonAt& at) {
  ClusterDraft& known = draft[cluster];
  const bool first = known.config.hosts.empty() && known.config.queues.empty();
  SettingsDraft in(draft, cluster, node, at, known.config.hosts);
  in.is_first = first && index_of(cluster) == 0;
  in.names.config.name = known.config.name;
  in.names.config.model = known.config.model;
  static_cast<KnownNames&>(in.names) = known;
  read_shared(in);
  read_hosts(in);
  read_host_lines(in);
  read_resource_map(in);
  read_host_groups(in);
  read_limits(in);
  read_exports(in);
  read_resource_exports(in);
  read_user_groups(in);
  read_host_partitions(in);
  read_params(in);
  read_reservation_usage(in);
  read_lim(in);
  read_user_limits(in);
  read_applications(in);
  read_queues(in);
  read_preemption(in);
  read_pools(in);
  if (first) keep_names(known, in);
  known.borrowing.push_back({std::move(in.borrowing), std::move(in.names.remote_groups)});
  return std::move(in.settings);
}

}  // namespace mcsim::config
