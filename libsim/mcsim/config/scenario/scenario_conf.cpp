// The LSF configuration directories that clusters name.
#include "mcsim/config/scenario/scenario_conf.hpp"

#include <algorithm>
#include <filesystem>

#include "mcsim/config/lsf/conf_directory.hpp"
#include "mcsim/config/lsf/conf_files.hpp"
#include "mcsim/config/scenario/scenario_origin.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/scenario_merge.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/input.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

namespace fs = std::filesystem;
using ConfKind = JsonNode::Kind;

/// Several clusters may share files: diagnostics about them are given once.
void add_once(Diagnostics& all, const Diagnostics& more) {
  for (const Diagnostic& one : more.list)
    if (std::ranges::find(all.list, one) == all.list.end()) all.list.push_back(one);
}

void remove(JsonNode& object, std::string_view key) {
  std::erase_if(object.children, [&](const JsonNode& child) { return child.key == key; });
}

/// Turns the places of a separate tree into places of the scenario's tree.
void shift_sources(JsonNode& node, std::uint32_t by) {
  node.place.source += by;
  node.key_place.source += by;
  for (JsonNode& child : node.children) shift_sources(child, by);
}

class ConfMerge {
 public:
  ConfMerge(ScenarioDraft& draft, JsonNode& cluster, const JsonAt& at)
      : draft_(draft), cluster_(cluster), at_(at) {}

  void run() {
    const JsonNode* conf_key = cluster_.find("conf"_key);
    if (conf_key == nullptr || !conf_key->is(ConfKind::text)) return;  // null, or a wrong shape
    const std::string name = conf_key->text;
    const std::string path = (fs::path(draft_.directory) / name).string();
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      const bool is_there = fs::exists(path, error);
      draft_.complaints.error(at_, "conf"_key,
                              error      ? error.message() + ": " + path
                              : is_there ? "is not a directory: " + path
                                         : "no such directory: " + path +
                                               "; names are relative to the file that names them");
      cluster_.kind = ConfKind::broken;
      return;
    }
    const std::string shown = seen_from_here(draft_.tree.sources[0], path, name);
    ConfDirectory conf = read_conf_directory(path, shown, Fields(cluster_).text("name"_key));
    add_once(draft_.of_conf, conf.diagnostics);
    note_hashes(conf.tree, shown, name);
    note_unlisted(conf);
    for (const ConfFile* file : conf.absent) note_absent(*file, shown);
    for (const std::string& file : conf.bare) note_bare(file);
    make_queue(conf, shown);
    leave_out_default(conf);
    merge(std::move(conf.tree), conf.cluster);
    for (std::string& file : conf.incomplete)
      draft_.incomplete_files.emplace_back(at_.position, std::move(file));
    for (LostLines& lines : conf.lost)
      draft_.lost_lines.emplace_back(at_.position, std::move(lines));
  }

 private:
  void note(const std::string& file, std::string text, Loss loss = {}) {
    Diagnostic said = about_file(file, std::move(text));
    said.severity = Severity::warning;
    said.loss = std::move(loss);
    add_once(draft_.of_conf, {{std::move(said)}});
  }

  /// Clusters that have files, but that lsf.shared does not list. A scenario may name them.
  void note_unlisted(const ConfDirectory& conf) {
    std::vector<std::string> left_out;
    for (const std::string& name : conf.unlisted)
      if (name == conf.cluster)
        note(conf.listed, "section Cluster does not list " + name + ", which is read all the same");
      else if (!is_of_scenario(name))
        left_out.push_back(name);
    if (left_out.empty()) return;
    note(conf.listed,
         "section Cluster does not list " + first_names(left_out) +
             (left_out.size() == 1 ? ", so lsf.cluster." + left_out[0] + " is left out"
                                   : ", so lsf.cluster.NAME of these are left out"),
         {.who = "cluster", .what = "is left out", .count = left_out.size()});
  }
  bool is_of_scenario(const std::string& name) const {
    return std::ranges::any_of(draft_.list("clusters"_key)->children, [&](const JsonNode& cluster) {
      return Fields(cluster).text("name"_key) == name;
    });
  }
  void note(const ListedClusters& listed, std::string text, Loss loss = {}) {
    add_once(draft_.of_conf, {{{.severity = Severity::warning,
                                .file = listed.file,
                                .line = listed.place.line,
                                .column = listed.place.column,
                                .pointer = {},
                                .message = std::move(text),
                                .loss = std::move(loss)}}});
  }

  /// What the scenario says itself is missed by nobody.
  void note_absent(const ConfFile& file, const std::string& directory) {
    if (cluster_.find(file.key) == nullptr)
      note(directory + "/" + std::string(file.key), "no such file: " + std::string(file.without),
           file.key == "lsb.queues"_key ? only_default() : Loss{});
  }
  static Loss only_default() {
    return {.who = "cluster", .what = "has only the queue default", .count = 1};
  }

  /// Its keywords may stand outside of the section that LSF reads, or in one of another name.
  void note_bare(const std::string& file) {
    if (cluster_.find("lsb.params"_key) == nullptr)
      note(file, "no section Parameters: LSF's defaults hold");
  }

  /// Where nobody configures a queue, LSF makes one that is called default. Source: Platform LSF
  /// 7.3 Configuration Reference, lsb.queues.
  void make_queue(ConfDirectory& conf, const std::string& directory) {
    JsonNode* queues = conf.tree.root.find("lsb.queues"_key);
    const auto is_queues = [](const auto& file) { return file == "lsb.queues"_key; };
    if (cluster_.find("lsb.queues"_key) != nullptr || (queues && count_objects(*queues) > 0) ||
        std::ranges::any_of(conf.incomplete, is_queues))
      return;
    const std::string file = directory + "/lsb.queues";
    if (queues != nullptr)
      note(file, "no section Queue: LSF makes one queue, default", only_default());
    conf.tree.sources.push_back(file);
    const JsonPlace place{.source = static_cast<std::uint32_t>(conf.tree.sources.size() - 1)};
    JsonNode queue = json_object({json_member("QUEUE_NAME", json_text("default"))});
    queue.place = queue.children[0].place = queue.children[0].key_place = place;
    JsonNode& list = conf.tree.root.member("lsb.queues"_key);
    list.kind = ConfKind::list;
    list.place = list.key_place = place;
    list.children = {std::move(queue)};
  }

  /// The name of that queue is reserved: LSF takes no other one in that is called so.
  void leave_out_default(ConfDirectory& conf) {
    JsonNode* const queues = conf.tree.root.find("lsb.queues"_key);
    if (queues == nullptr || count_objects(*queues) < 2) return;
    for (JsonNode& queue : queues->children) {
      const JsonNode* const found = queue.find("QUEUE_NAME"_key);
      if (found == nullptr || found->text != "default") continue;
      const JsonNode& name = *found;
      add_once(draft_.of_conf, {{{.severity = Severity::warning,
                                  .file = conf.tree.sources[name.place.source],
                                  .line = name.place.line,
                                  .column = name.place.column,
                                  .pointer = {},
                                  .message = "\"default\" is reserved; this queue is ignored",
                                  .loss = {.who = "queue", .what = "is left out", .count = 1}}}});
      queue.kind = ConfKind::broken;
      queue.children.clear();
    }
  }

  /// The first source is the directory, the others are files in it. The scenario calls them by the
  /// name that it has for the directory.
  void note_hashes(const JsonTree& tree, const std::string& shown, const std::string& name) {
    for (std::size_t i = 1; i < tree.sources.size(); ++i) {
      const std::string& file = tree.sources[i];
      auto source = ByteSource::open(file, file);
      auto hash = source ? source->hash() : Expected<std::uint64_t, Diagnostic>(0);
      if (!source)
        add_once(draft_.of_conf, source.error());
      else if (!hash)
        add_once(draft_.of_conf, Diagnostics{{hash.error()}});
      else
        draft_.conf_inputs.push_back({name + file.substr(shown.size()), *hash});
    }
  }

  void merge(JsonTree conf, const std::string& cluster_name) {
    auto& sources = draft_.tree.sources;
    shift_sources(conf.root, static_cast<std::uint32_t>(sources.size()));
    sources.insert(sources.end(), conf.sources.begin(), conf.sources.end());
    JsonNode merged = std::move(conf.root);
    merged.key = cluster_.key;
    merged.place = cluster_.place;
    merged.key_place = cluster_.key_place;
    merge_over(merged, cluster_, scenario::cluster);
    remove(merged, "conf"_key);
    if (merged.find("name"_key) == nullptr && !cluster_name.empty())
      write_text(merged, "name"_key, cluster_name);
    if (merged.find("name"_key) == nullptr)
      merged.member("name"_key).kind = ConfKind::broken;  // reported
    cluster_ = std::move(merged);
  }

  ScenarioDraft& draft_;
  JsonNode& cluster_;
  const JsonAt& at_;
};

JsonNode cluster_of(const std::string& directory, const std::optional<std::string>& name) {
  std::vector<JsonNode> members;
  if (name) members.push_back(json_member("name", json_text(*name)));
  members.push_back(json_member("conf", json_text(directory)));
  return json_object(std::move(members));
}

}  // namespace

void merge_conf(ScenarioDraft& draft) {
  if (!draft.tree.root.is(ConfKind::object)) return;
  for_each_object(
      draft.tree.root, draft.list("clusters"_key),
      [&](JsonNode& cluster, const JsonAt& at) { ConfMerge(draft, cluster, at).run(); });
}

JsonNode around_conf(const std::string& directory) {
  std::vector<JsonNode> clusters;
  for (const std::string& name : clusters_in(directory))
    clusters.push_back(cluster_of(directory, name));
  if (clusters.empty()) clusters.push_back(cluster_of(directory, std::nullopt));
  return json_object({json_member("mcsim", json_whole(1)),
                      json_member("clusters", json_list(std::move(clusters)))});
}

}  // namespace mcsim::config
