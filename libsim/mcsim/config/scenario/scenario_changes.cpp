// Reconfigurations: each is laid over what its cluster has become so far, and read again.
#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/scenario_defaults.hpp"
#include "mcsim/config/vocabulary/scenario_merge.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

struct Change {
  JsonNode* node;
  std::size_t position;  ///< in `changes`
  Time at;
  ClusterId cluster;
};

/// By time, then in scenario order.
std::vector<Change> changes_of(ScenarioDraft& draft) {
  std::vector<Change> changes;
  for_each_object(draft.tree.root, draft.list("changes"_key),
                  [&](JsonNode& node, const JsonAt& at) {
                    const auto cluster = draft.find_cluster(node, at);
                    const Time time{Fields(node).duration("at"_key).value_or(0ms)};
                    if (cluster) changes.push_back({&node, at.position, time, *cluster});
                  });
  std::ranges::sort(changes, {},
                    [](const Change& change) { return std::pair(change.at, change.position); });
  return changes;
}

/// Whether `place` is that of the value, or of a word in it.
bool is_within(JsonPlace place, const JsonNode& value) {
  const std::size_t length = value.is(JsonNode::Kind::text) ? value.text.size() : 0;
  return place.source == value.place.source && place.line == value.place.line &&
         place.column >= value.place.column && place.column <= value.place.column + length;
}

/// The JSON pointer of the value below `at` that stands at `place`; empty: there is none.
std::string pointer_to(const JsonAt& at, JsonPlace place) {
  for (std::size_t i = 0; i < at.node->children.size(); ++i) {
    const JsonNode& child = at.node->children[i];
    const JsonAt inner(at, child, i);
    if (!child.is(JsonNode::Kind::object) && is_within(place, child)) return inner.pointer();
    if (std::string found = pointer_to(inner, place); !found.empty()) return found;
  }
  return {};
}

/// The changes of one cluster.
class ClusterChanges {
 public:
  ClusterChanges(ScenarioDraft& draft, ClusterId id, JsonNode node, std::size_t position)
      : draft_(draft), cluster_(draft[id]), id_(id), node_(std::move(node)), position_(position) {}

  void read(const Change& change, const JsonAt& at) {
    const JsonNode* set = change.node->find("set"_key);
    if (set == nullptr || !set->is(JsonNode::Kind::object)) return;
    const JsonAt at_set(at, *set, 0);
    const JsonNode known = without_unknown_queues(*set, at_set);
    check_default_queue(*set, at_set);
    if (draft_.complaints.is_full()) return;
    merge_over(node_, known, scenario::cluster);
    write_cluster_defaults(node_);
    const ModelConfig& model = cluster_.config.model;
    write_interval_defaults(node_, draft_.is_baseline(model.dispatch), model.session_interval);
    apply(change.at, at_set);
  }

 private:
  /// `set` without unknown queues, which it would add to the list.
  JsonNode without_unknown_queues(const JsonNode& set, const JsonAt& at_set) {
    JsonNode known = set;
    const JsonNode* queues = set.find("lsb.queues"_key);
    if (queues == nullptr || !queues->is(JsonNode::Kind::list)) return known;
    const JsonAt at_list(at_set, *queues, 0);
    auto& kept = known.find("lsb.queues"_key)->children;
    kept.clear();
    for (std::size_t i = 0; i < queues->children.size(); ++i)
      if (is_known(queues->children[i], JsonAt(at_list, queues->children[i], i)))
        kept.push_back(queues->children[i]);
    return known;
  }
  bool is_known(const JsonNode& queue, const JsonAt& at) {
    if (!queue.is(JsonNode::Kind::object)) return true;
    const auto name = Fields(queue).text("QUEUE_NAME"_key);
    if (!name || cluster_.queues.contains(*name) || cluster_.may_be_queue(*name)) return true;
    draft_.complaints.error(at, "QUEUE_NAME"_key,
                            "unknown queue " + in_quotes(*name) + " in " + cluster_.config.name +
                                known_names(*name, names_of(cluster_.queues)) +
                                "; a change cannot add queues");
    return false;
  }

  /// Jobs get their queues when the scenario is read, too early for a change.
  void check_default_queue(const JsonNode& set, const JsonAt& at_set) {
    const JsonNode* params = set.find("lsb.params"_key);
    if (params != nullptr && params->find("DEFAULT_QUEUE"_key) != nullptr)
      draft_.complaints.error(JsonAt(at_set, *params, 0), "DEFAULT_QUEUE"_key,
                              "in a change: " + std::string(planned_text));
  }

  void apply(Time time, const JsonAt& at_set) {
    JsonNode& root = draft_.tree.root;
    const JsonNode* clusters = root.find("clusters"_key);
    const JsonAt at_root(root);
    const JsonAt at_clusters(at_root, *clusters, 0);
    const JsonAt at(at_clusters, node_, position_);
    const std::size_t before = draft_.complaints.size();
    ClusterSettings settings = read_settings(draft_, id_, node_, at);
    const std::size_t edges_before = cluster_.edges.size();
    read_edges(draft_, id_, settings, node_, at);
    check_consumers(draft_, id_, settings, node_, at);
    point_at_change(before, at_set);
    keep_new_edges(edges_before, at_set);
    if (draft_.complaints.any_errors()) return;
    check_sizes(settings, at_set);
    for (std::size_t i = 0; i < cluster_.most_mxj.size() && i < settings.hosts.size(); ++i)
      cluster_.most_mxj[i] = std::max(cluster_.most_mxj[i], settings.hosts[i].mxj);
    TimelineEntry entry{.at = time, .kind = TimelineEntry::Kind::reconfigure};
    cluster_.later.push_back(std::make_shared<ClusterSettings>(std::move(settings)));
    entry.settings = cluster_.later.back();
    cluster_.changes.push_back(std::move(entry));
  }

  /// Makes complaints point at the change: at the value that is wrong in it, or at `set` if it
  /// makes another value wrong.
  void point_at_change(std::size_t before, const JsonAt& at_set) {
    draft_.complaints.revise(before, [&](JsonPlace& place, Diagnostic& diagnostic) {
      std::string pointer = pointer_to(at_set, place);
      if (pointer.empty()) {
        place = at_set.node->place;
        pointer = at_set.pointer();
        diagnostic.message = "makes " + diagnostic.pointer + " wrong: " + diagnostic.message;
      }
      diagnostic.pointer = std::move(pointer);
    });
  }

  /// Keeps the edges of a SNDJOBS_TO that stands in the change; the others were noted before.
  void keep_new_edges(std::size_t before, const JsonAt& at_set) {
    auto& edges = cluster_.edges;
    for (std::size_t i = before; i < edges.size(); ++i)
      edges[i].pointer = pointer_to(at_set, edges[i].value_place);
    edges.erase(std::remove_if(edges.begin() + static_cast<std::ptrdiff_t>(before), edges.end(),
                               [](const EdgeDraft& edge) { return edge.pointer.empty(); }),
                edges.end());
  }

  void check_sizes(const ClusterSettings& settings, const JsonAt& at_set) {
    const ClusterSettings& first = cluster_.config;
    const bool same =
        std::ranges::equal(settings.hosts, first.hosts, {}, &HostConfig::name, &HostConfig::name) &&
        std::ranges::equal(settings.queues, first.queues, {}, &QueueConfig::name,
                           &QueueConfig::name) &&
        std::ranges::equal(settings.resources, first.resources, {}, &ResourceConfig::name,
                           &ResourceConfig::name);
    if (!same)
      draft_.complaints.error(at_set, "a change cannot add or remove hosts, queues or resources");
    else if (settings.resources != first.resources)
      draft_.complaints.error(
          at_set,
          "a change cannot change which resources jobs reserve for each of their slots "
          "(RESOURCE_RESERVE_PER_TASK, RESOURCE_RESERVE_PER_SLOT, ReservationUsage)");
    // Jobs refer to their application profile by its position.
    const auto& now = settings.applications;
    const auto& before = first.applications;
    if (now.size() < before.size() ||
        !std::ranges::equal(before, std::span(now).first(before.size()), {},
                            &ApplicationConfig::name, &ApplicationConfig::name))
      draft_.complaints.error(at_set, "a change cannot remove application profiles");
  }

  ScenarioDraft& draft_;
  ClusterDraft& cluster_;
  ClusterId id_;
  JsonNode node_;         ///< the cluster, as the changes so far have made it
  std::size_t position_;  ///< in `clusters`
};

/// A copy of each cluster that changes.
std::vector<std::optional<ClusterChanges>> changed_clusters(ScenarioDraft& draft,
                                                            const std::vector<Change>& changes) {
  std::vector<std::optional<ClusterChanges>> clusters(draft.clusters.size());
  std::size_t position = 0;
  for_each_object(draft.tree.root, draft.list("clusters"_key),
                  [&](JsonNode& node, const JsonAt& at) {
                    const auto id = static_cast<ClusterId>(position++);
                    if (std::ranges::find(changes, id, &Change::cluster) != changes.end())
                      clusters[index_of(id)].emplace(draft, id, node, at.position);
                  });
  return clusters;
}

}  // namespace

void read_changes(ScenarioDraft& draft) {
  const std::vector<Change> changes = changes_of(draft);
  if (changes.empty()) return;
  auto clusters = changed_clusters(draft, changes);
  const std::size_t before = draft.complaints.size();
  const JsonAt at_root(draft.tree.root);
  const JsonAt at_list(at_root, *draft.list("changes"_key), 0);
  for (const Change& change : changes)
    clusters[index_of(change.cluster)]->read(change,
                                             JsonAt(at_list, *change.node, change.position));
  for (auto& [name, complaint] : draft.told_unsaid)  // revised, they have other numbers now
    if (complaint >= before) complaint.reset();
}

}  // namespace mcsim::config
