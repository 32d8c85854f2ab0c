// Clusters from a checked tree: their names and their settings.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "mcsim/config/lsf/lsf_words.hpp"
#include "mcsim/config/scenario/scenario_model.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/scenario_defaults.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

constexpr std::size_t most_clusters = 4'095;
constexpr std::int64_t most_slots_of_cluster = std::int64_t{1} << 30;

/// Adds the member `key`, whose default depends on others, at the place of `object`.
void write_default(JsonNode& object, std::string_view key, JsonNode value) {
  if (object.find(key) != nullptr) return;
  value.place = value.key_place = object.place;
  object.children.push_back(json_member(std::string(key), std::move(value)));
}

JsonNode* find_object(JsonNode& node, std::string_view key) {
  JsonNode* found = node.find(key);
  return found != nullptr && found->is(JsonNode::Kind::object) ? found : nullptr;
}

/// Unless lsf.cluster has hosts, each host has one processor by default.
void write_processors(JsonNode& node) {
  const JsonNode* file = node.find("lsf.cluster"_key);
  if (file != nullptr && file->find("Host"_key) != nullptr) return;
  JsonNode* hosts = node.find("hosts"_key);
  if (hosts == nullptr || !hosts->is(JsonNode::Kind::list)) return;
  for (JsonNode& host : hosts->children)
    if (host.is(JsonNode::Kind::object) && host.find("like"_key) == nullptr)
      write_default(host, "ncpus"_key, json_whole(1));
}

/// Writes down which hosts LSF's own lsb.hosts leaves out, so that the scenario of a run does not
/// need that file.
void write_unlisted(JsonNode& node, const std::vector<std::string>& hosts) {
  if (hosts.empty()) return;
  JsonNode& lines = *find_object(node, "lsb.hosts"_key)->find("Host"_key);
  for (const std::string& host : hosts) {
    JsonNode line = json_object(
        {json_member("HOST_NAME", json_text(host)), json_member("MXJ", json_text("0"))});
    line.place = line.key_place = lines.place;
    lines.children.push_back(std::move(line));
  }
}

/// Of a list of queues the first one counts.
void read_default_queue(ScenarioDraft& draft, ClusterId id, JsonNode& node, const JsonAt& at) {
  JsonNode* params = find_object(node, "lsb.params"_key);
  ClusterConfig& config = draft[id].config;
  if (params == nullptr) return;
  const JsonAt at_params(at, *params, 0);
  const auto written = Fields(*params).text("DEFAULT_QUEUE"_key);
  if (!written && !config.queues.empty()) {
    const auto& queues = node.find("lsb.queues"_key)->children;
    const auto first = std::ranges::find(queues, JsonNode::Kind::object, &JsonNode::kind);
    draft[id].lacks_default_queue = is_of_lsf_file(draft, first->place) &&
                                    config.queues[0].name != "default" &&
                                    params->find("DEFAULT_QUEUE"_key) == nullptr;
    write_default(*params, "DEFAULT_QUEUE"_key, json_text(config.queues[0].name));
  }
  if (!written) return;
  std::vector<std::string_view> names = split_words(*written);
  if (names.empty()) names.emplace_back();  // which no queue is called
  std::optional<QueueId> first;
  for (const std::string_view name : names) {
    const ClusterDraft& cluster = draft[id];
    const bool is_unknown = !cluster.queues.contains(name) && !cluster.may_be_queue(name);
    if (is_unknown && is_lsfs_own(draft, at_params, "DEFAULT_QUEUE"_key)) {
      complain_of_part(draft, at_params, "DEFAULT_QUEUE"_key,
                       "unknown queue " + in_quotes(name) + " in " + config.name +
                           known_names(name, names_of(cluster.queues)));
      continue;
    }
    const auto queue = draft.find_queue(at_params, "DEFAULT_QUEUE"_key, name, id);
    if (first && queue && *first != *queue)
      draft.complaints.warning(
          at_params, "DEFAULT_QUEUE"_key,
          in_quotes(name) + " is not used: LSF offers it the jobs that the queues before it refuse",
          {.who = "cluster", .what = "loses part of DEFAULT_QUEUE", .count = 1});
    if (!first) first = queue.value_or(QueueId{0});
  }
  config.default_queue = first.value_or(QueueId{0});
}

void note_lost(KnownNames& names, const LostLines& lines) {
  const auto is_of = [&](std::string_view file, std::string_view section) {
    return lines.file == file && same_name(lines.section, section);
  };
  if (is_of("lsf.cluster"_key, "Host"_key)) names.lost_hosts.add(lines.words);
  if (is_of("lsf.cluster"_key, "ResourceMap"_key)) names.lost_map.add(lines.words);
  if (is_of("lsb.hosts"_key, "Host"_key)) names.host_lines_known = false;
  if (is_of("lsb.hosts"_key, "HostGroup"_key) || is_of("lsb.hosts"_key, "HostPartition"_key))
    names.lost_groups.add(lines.words);
  if (lines.file == "lsb.queues"_key) names.lost_queues.add(lines.words);
  if (lines.file == "lsb.applications"_key) names.lost_applications.add(lines.words);
  if (is_of("lsb.users"_key, "UserGroup"_key)) names.lost_user_groups.add(lines.words);
  if (lines.file == "lsf.shared"_key) names.lost_resources.add(lines.words);
}

/// Notes which names may stand in files that could not be read.
void note_what_is_known(const ScenarioDraft& draft, ClusterDraft& cluster, std::size_t position) {
  const auto is_whole = [&](std::string_view file) {
    return std::ranges::find(draft.incomplete_files, std::pair(position, std::string(file))) ==
           draft.incomplete_files.end();
  };
  cluster.hosts_known = is_whole("lsf.cluster"_key) && is_whole("lsb.hosts"_key);
  cluster.queues_known = is_whole("lsb.queues"_key);
  cluster.applications_known = is_whole("lsb.applications"_key);
  cluster.user_groups_known = is_whole("lsb.users"_key);
  cluster.resources_known = is_whole("lsf.shared"_key);
  cluster.host_lines_known = is_whole("lsb.hosts"_key);
  for (const auto& [of, lines] : draft.lost_lines)
    if (of == position) note_lost(cluster, lines);
}

/// Reads the names of all clusters, since each may name any other, and notes an LSF that is too
/// old.
void read_names(ScenarioDraft& draft, JsonNode& list) {
  constexpr std::int64_t first_version[] = {7, 0, 6};  // with MC_PLUGIN_SCHEDULE_ENHANCE
  std::size_t position = 0;
  for_each_object(draft.tree.root, &list, [&](const JsonNode& node, const JsonAt&) {
    const auto id = static_cast<ClusterId>(position++);
    const auto name = Fields(node).text("name"_key);
    draft.names_known = draft.names_known && name;
    if (name) draft.cluster_ids.emplace(*name, id);
    const auto version = Fields(node).text("lsf_version"_key);
    if (version && std::ranges::lexicographical_compare(*read_version(*version), first_version))
      draft.old_version = name.value_or("a cluster") + " runs LSF " + *version;
  });
  draft.names_known = draft.names_known && position == list.children.size();
}

void read_cluster(ScenarioDraft& draft, ClusterDraft& cluster, JsonNode& node, const JsonAt& at) {
  const auto name = Fields(node).text("name"_key);
  const auto id = static_cast<ClusterId>(draft.clusters.size() - 1);
  note_what_is_known(draft, cluster, at.position);
  if (name && draft.cluster_ids.find(*name)->second != id)
    draft.complaints.error(at, "name"_key, "cluster " + *name + " is given twice");
  ClusterConfig& config = cluster.config;
  config.name = name.value_or("");
  config.model = read_model(draft.tree.root, node, draft.choices);
  write_interval_defaults(node, draft.is_baseline(config.model.dispatch),
                          config.model.session_interval);
  write_processors(node);
  static_cast<ClusterSettings&>(config) = read_settings(draft, id, node, at);
  write_unlisted(node, cluster.unlisted);
  read_default_queue(draft, id, node, at);
}

}  // namespace

void read_clusters(ScenarioDraft& draft) {
  JsonNode& root = draft.tree.root;
  JsonNode* list = draft.list("clusters"_key);
  draft.names_known =
      list != nullptr && !list->children.empty() && list->children.size() <= most_clusters;
  if (list == nullptr) return;
  const JsonAt at(root);
  if (list->children.empty())
    return draft.complaints.error(at, "clusters"_key, "expected at least one cluster");
  if (list->children.size() > most_clusters)
    return draft.complaints.error(at, "clusters"_key, "a scenario has at most 4095 clusters");
  read_names(draft, *list);
  read_remotes(draft);
  draft.clusters.reserve(list->children.size());  // ids are positions
  for_each_object(root, list, [&](JsonNode& node, const JsonAt& cluster_at) {
    read_cluster(draft, draft.clusters.emplace_back(), node, cluster_at);
  });
  std::size_t position = 0;
  for_each_object(root, list, [&](const JsonNode& node, const JsonAt& cluster_at) {
    const auto id = static_cast<ClusterId>(position++);
    read_edges(draft, id, draft[id].config, node, cluster_at);
    check_consumers(draft, id, draft[id].config, node, cluster_at);
  });
}

void check_slots(ScenarioDraft& draft) {
  std::size_t position = 0;
  for_each_object(draft.tree.root, draft.list("clusters"_key), [&](JsonNode&, const JsonAt& at) {
    const std::int64_t sum = draft.clusters[position++].most_in_all();
    if (sum > most_slots_of_cluster)
      draft.complaints.error(
          at, "hosts"_key,
          "the job slots come to " + std::to_string(sum) + "; a cluster has at most 1073741824");
  });
}

}  // namespace mcsim::config
