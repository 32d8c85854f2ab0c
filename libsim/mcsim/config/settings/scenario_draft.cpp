// Looks up the names of a scenario, and complains about unknown ones.
#include "mcsim/config/settings/scenario_draft.hpp"

#include <algorithm>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

template <class Id>
std::optional<Id> find(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                       std::string_view name, const std::map<std::string, Id, std::less<>>& known,
                       const ClusterDraft& cluster, bool may_be, std::string_view kind) {
  if (const auto found = known.find(name); found != known.end()) return found->second;
  if (may_be) return std::nullopt;
  if (draft.complaints.is_full())
    draft.complaints.error(at, key, {});
  else
    draft.complaints.error(at, key,
                           "unknown " + std::string(kind) + " " + in_quotes(name) + " in " +
                               cluster.config.name + known_names(name, names_of(known)));
  return std::nullopt;
}

}  // namespace

std::size_t count_objects(const JsonNode& list) {
  return static_cast<std::size_t>(std::ranges::count(
      list.children, JsonNode::Kind::object, [](const JsonNode& item) { return item.kind; }));
}

void write_text(JsonNode& object, std::string_view key, std::string value) {
  JsonNode& member = object.member(key);
  member.kind = JsonNode::Kind::text;
  member.text = std::move(value);
}

bool LostWords::may_hold(std::string_view name) const {
  return std::ranges::any_of(words_, [&](const std::string& word) {
    const auto range = word.find('[');
    return word == name ||
           (range != word.npos && range > 0 && name.starts_with(word.substr(0, range)));
  });
}

std::int64_t ClusterDraft::most_in_all() const {
  std::int64_t sum = 0;
  for (const Slots mxj : most_mxj) sum += mxj.count();
  return sum;
}

const std::string& ClusterDraft::name_of(HostId from) const {
  const std::size_t at = index_of(from);
  return at < config.hosts.size() ? config.hosts[at].name : clients[at - config.hosts.size()];
}

Slots ClusterDraft::largest() const {
  return Slots{static_cast<std::int32_t>(std::min<std::int64_t>(most_in_all(), most_slots))};
}

bool ScenarioDraft::is_baseline(std::string_view dispatch) const {
  return std::ranges::find(choices.baselines, dispatch) != choices.baselines.end();
}

JsonNode* ScenarioDraft::list(std::string_view key) {
  JsonNode* found = tree.root.find(key);
  return found != nullptr && found->is(JsonNode::Kind::list) ? found : nullptr;
}

std::optional<ClusterId> ScenarioDraft::find_cluster(JsonNode& node, const JsonAt& at) {
  const auto name = Fields(node).text("cluster"_key);
  if (name) return find_cluster(at, "cluster"_key, *name);
  if (clusters.empty() || node.find("cluster"_key) != nullptr) return std::nullopt;
  if (clusters.size() > 1) {
    complaints.error(at, "cluster"_key,
                     "missing, as there are several" + known_names({}, names_of(cluster_ids)));
    return std::nullopt;
  }
  write_text(node, "cluster"_key, clusters[0].config.name);
  return ClusterId{0};
}

std::optional<ClusterId> ScenarioDraft::find_cluster(const JsonAt& at, std::string_view key,
                                                     std::string_view name) {
  const auto found = cluster_ids.find(name);
  if (found != cluster_ids.end()) return found->second;
  if (names_known)
    complaints.error(
        at, key, "unknown cluster " + in_quotes(name) + known_names(name, names_of(cluster_ids)));
  return std::nullopt;
}

std::optional<QueueId> ScenarioDraft::find_queue(JsonNode& node, const JsonAt& at,
                                                 ClusterId cluster) {
  const auto name = Fields(node).text("queue"_key);
  if (name) return find_queue(at, "queue"_key, *name, cluster);
  const ClusterConfig& config = (*this)[cluster].config;
  if (node.find("queue"_key) != nullptr || config.queues.empty()) return std::nullopt;
  if (std::exchange((*this)[cluster].lacks_default_queue, false))
    complaints.warning(
        at, "queue"_key,
        "no queue is named, and lsb.params has no DEFAULT_QUEUE: such jobs go to the "
        "first one, " +
            config.queues[0].name + "; LSF would make a queue for them, default (said once)",
        {.who = "cluster", .what = "lacks a DEFAULT_QUEUE", .count = 1});
  write_text(node, "queue"_key, config.queues[index_of(config.default_queue)].name);
  return config.default_queue;
}

std::optional<QueueId> ScenarioDraft::find_queue(const JsonAt& at, std::string_view key,
                                                 std::string_view name, ClusterId cluster) {
  const ClusterDraft& known = (*this)[cluster];
  return find(*this, at, key, name, known.queues, known, known.may_be_queue(name), "queue");
}

std::optional<HostId> ScenarioDraft::find_host(const JsonAt& at, std::string_view key,
                                               std::string_view name, ClusterId cluster) {
  const ClusterDraft& known = (*this)[cluster];
  return find(*this, at, key, name, known.hosts, known, known.may_be_host(name), "host");
}

std::optional<HostId> ScenarioDraft::find_submission_host(const JsonAt& at, std::string_view key,
                                                          std::string_view name,
                                                          ClusterId cluster) {
  const ClusterDraft& known = (*this)[cluster];
  const auto client = std::ranges::find(known.clients, name);
  if (client == known.clients.end()) return find_host(at, key, name, cluster);
  return static_cast<HostId>(known.config.hosts.size() +
                             static_cast<std::size_t>(client - known.clients.begin()));
}

/// What is measured must not be empty.
static void read_measure(ScenarioDraft& draft) {
  const JsonNode* node = draft.tree.root.find("measure"_key);
  if (node == nullptr || !node->is(JsonNode::Kind::object)) return;
  const JsonAt root(draft.tree.root);
  const JsonAt at(root, *node, 0);
  const Fields in(*node);
  Measured measured;
  measured.from = Time{in.duration("from"_key).value_or(Duration{})};
  if (const auto to = in.duration("to"_key)) measured.to = Time{*to};
  if (measured.from == Time{} && measured.to == never)
    draft.complaints.error(root, "measure"_key, "expected `from`, or `to`, or both");
  if (measured.from >= measured.to)
    draft.complaints.error(at, "to"_key, "expected a time behind `from`: nothing is measured");
  draft.scenario.config.measured = measured;
}

/// A gate has a bound, or a variant that it is compared with.
static void check_gates(ScenarioDraft& draft) {
  for_each_object(draft.tree.root, draft.list("gates"_key), [&](JsonNode& gate, const JsonAt& at) {
    const Fields in(gate);
    const bool is_compared = in.has("better_than"_key);
    for (const char* const key : {"op", "value"})
      if (in.has(key) == is_compared)
        draft.complaints.error(at, key,
                               is_compared ? "stands beside better_than: expected one or the other"
                                           : "missing: a gate has op and value, or better_than");
  });
}

void read_header(ScenarioDraft& draft) {
  const Fields in(draft.tree.root);
  GridConfig& config = draft.scenario.config;
  config.name = text_of(in, scenario::root["name"]);
  config.about = text_of(in, scenario::root["about"]);
  config.seed = static_cast<std::uint64_t>(whole_of(in, scenario::root["seed"]));
  if (const auto until = in.duration("until"_key)) config.until = Time{*until};
  read_measure(draft);
  check_gates(draft);
}

}  // namespace mcsim::config
