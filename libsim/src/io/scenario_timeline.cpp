// What befalls clusters from outside: faults, what people do, and reconfigurations.
#include <algorithm>
#include <optional>
#include <utility>

#include "mcsim/io/nearest.hpp"
#include "scenario_check.hpp"
#include "scenario_draft.hpp"
#include "scenario_targets.hpp"
#include "scenario_values.hpp"

namespace mcsim {
namespace {

using Kind = TimelineEntry::Kind;

Time time_of(const Fields& in, std::string_view key) {
  return Time{in.duration(key).value_or(0ms)};
}

/// Applies the changes of one cluster after another; each queue's entry holds all that it has
/// become.
class ChangeReader {
 public:
  ChangeReader(ScenarioDraft& draft, ClusterDraft& cluster, ClusterId id, Time at)
      : draft_(draft), cluster_(cluster), id_(id), time_(at) {}

  void queue(const JsonNode& node, const JsonAt& at, std::vector<QueueConfig>& now) {
    const Fields in(node);
    const auto name = in.text("QUEUE_NAME");
    const auto id = name ? draft_.find_queue(at, "QUEUE_NAME", *name, id_) : std::nullopt;
    if (!id) return;
    QueueConfig& queue = now[index_of(*id)];
    if (in.has("PRIORITY"))
      queue.priority = static_cast<std::int32_t>(in.whole("PRIORITY").value_or(1));
    if (in.has("RUNLIMIT")) {
      const auto limit = read_run_limit(in.text("RUNLIMIT").value_or("")).value_or(RunLimit{});
      queue.default_run_limit = limit.usual;
      queue.run_limit = limit.largest;
    }
    TimelineEntry entry{.at = time_, .kind = Kind::change_queue};
    entry.queue = *id;
    entry.queue_config = queue;
    cluster_.changes.push_back(std::move(entry));
  }

  void host(const JsonNode& node, const JsonAt& at) {
    const Fields in(node);
    const auto name = in.text("HOST_NAME");
    if (!name) return;
    const auto mxj = read_whole(in.text("MXJ").value_or("!"));
    if (*name == "default") {
      for (std::size_t i = 0; i < cluster_.has_line.size(); ++i)
        if (!cluster_.has_line[i]) set_mxj(static_cast<HostId>(i), mxj);
      return;
    }
    for (const std::string& one : expand_hosts(*name).value_or(std::vector<std::string>{})) {
      const auto id = draft_.find_host(at, "HOST_NAME", one, id_);
      if (!id) return;
      set_mxj(*id, mxj);
    }
  }

 private:
  /// Without a number: the host's processors.
  void set_mxj(HostId id, std::optional<std::int64_t> number) {
    const HostConfig& host = cluster_.config.hosts[index_of(id)];
    const Slots mxj{number ? static_cast<std::int32_t>(*number) : host.ncpus};
    Slots& most = cluster_.most_mxj[index_of(id)];
    most = std::max(most, mxj);
    TimelineEntry entry{.at = time_, .kind = Kind::change_host};
    entry.host = id;
    entry.mxj = mxj;
    cluster_.changes.push_back(std::move(entry));
  }

  ScenarioDraft& draft_;
  ClusterDraft& cluster_;
  ClusterId id_;
  Time time_;
};

template <class Visit>
void visit_items(const JsonAt& at, const JsonNode* list, Visit&& visit) {
  if (list == nullptr || !list->is(JsonNode::Kind::list)) return;
  const JsonAt at_list(at, *list, 0);
  for (std::size_t i = 0; i < list->children.size(); ++i)
    visit(list->children[i], JsonAt(at_list, list->children[i], i));
}

void read_change(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at, ClusterId cluster,
                 std::vector<QueueConfig>& queues) {
  const JsonNode* set = node.find("set");
  if (set == nullptr) return;
  ChangeReader reader(draft, draft[cluster], cluster, time_of(Fields(node), "at"));
  const JsonAt at_set(at, *set, 0);
  visit_items(at_set, set->find("lsb.queues"), [&](const JsonNode& item, const JsonAt& item_at) {
    reader.queue(item, item_at, queues);
  });
  const JsonNode* hosts = set->find("lsb.hosts");
  if (hosts == nullptr) return;
  visit_items(JsonAt(at_set, *hosts, 0), hosts->find("Host"),
              [&](const JsonNode& item, const JsonAt& item_at) { reader.host(item, item_at); });
}

struct ActionShape {
  std::string_view name;
  Kind kind;
  std::string_view target;  ///< the key that says on what
};
constexpr ActionShape actions[] = {
    {"bkill", Kind::bkill, "job"},   {"hclose", Kind::hclose, "host"},
    {"hopen", Kind::hopen, "host"},  {"qclose", Kind::qclose, "queue"},
    {"qopen", Kind::qopen, "queue"},
};

const ActionShape* shape_of(const JsonNode& node) {
  const auto name = Fields(node).text("do");
  const auto* found = std::ranges::find(actions, name.value_or(""), &ActionShape::name);
  return found == std::end(actions) ? nullptr : found;
}

/// Each action needs its own target and takes no other.
bool check_keys(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                const ActionShape& shape) {
  for (const std::string_view key : {"job", "host", "queue"})
    if (key != shape.target && node.find(key) != nullptr)
      draft.complaints.error(at, key, std::string(shape.name) + " takes no " + std::string(key));
  if (node.find(shape.target) != nullptr) return true;
  draft.complaints.error(at, shape.target, "missing: " + std::string(shape.name) + " needs it");
  return false;
}

void read_action(ScenarioDraft& draft, Targets& targets, JsonNode& node, const JsonAt& at) {
  const ActionShape* shape = shape_of(node);
  if (shape == nullptr || !check_keys(draft, node, at, *shape)) return;
  const auto target = targets.find(node, at, shape->target);
  if (!target) return;
  const auto acting =
      node.find("cluster") == nullptr ? target->cluster : draft.find_cluster(node, at);
  if (acting && *acting != target->cluster)
    return draft.complaints.error(at, "cluster",
                                  "actions of another cluster are " + std::string(planned_text));
  write_text(node, "cluster", draft[target->cluster].config.name);
  TimelineEntry entry{.at = time_of(Fields(node), "at"), .kind = shape->kind};
  entry.host = target->host;
  entry.queue = target->queue;
  entry.job = target->job;
  if (!target->is_skipped_job) draft[target->cluster].config.timeline.push_back(std::move(entry));
}

}  // namespace

void read_changes(ScenarioDraft& draft) {
  struct Change {
    JsonNode* node;
    std::size_t position;
    Time at;
    ClusterId cluster;
  };
  std::vector<Change> changes;
  JsonNode* list = draft.list("changes");
  for_each_object(draft.tree.root, list, [&](JsonNode& node, const JsonAt& at) {
    if (const auto cluster = draft.find_cluster(node, at))
      changes.push_back({&node, at.position, time_of(Fields(node), "at"), *cluster});
  });
  std::ranges::sort(changes, {},
                    [](const Change& change) { return std::pair(change.at, change.position); });

  std::vector<std::vector<QueueConfig>> queues;
  queues.reserve(draft.clusters.size());
  for (const ClusterDraft& cluster : draft.clusters) queues.push_back(cluster.config.queues);
  const JsonAt at_root(draft.tree.root);
  for (const Change& change : changes) {
    const JsonAt at_list(at_root, *list, 0);
    read_change(draft, *change.node, JsonAt(at_list, *change.node, change.position), change.cluster,
                queues[index_of(change.cluster)]);
  }
}

void read_faults(ScenarioDraft& draft) {
  Targets targets(draft);
  for_each_object(draft.tree.root, draft.list("faults"), [&](JsonNode& node, const JsonAt& at) {
    const Fields in(node);
    const auto target = in.has("host") ? targets.find(node, at, "host") : std::nullopt;
    if (!target) return;
    TimelineEntry entry{.at = time_of(in, "at"), .kind = Kind::host_down};
    entry.host = target->host;
    entry.down_for = in.duration("down_for").value_or(unlimited);
    draft[target->cluster].config.timeline.push_back(std::move(entry));
  });
}

void read_actions(ScenarioDraft& draft) {
  Targets targets(draft);
  for_each_object(draft.tree.root, draft.list("actions"),
                  [&](JsonNode& node, const JsonAt& at) { read_action(draft, targets, node, at); });
}

}  // namespace mcsim
