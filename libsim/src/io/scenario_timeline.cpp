// What befalls clusters from outside: faults, and what people do.
#include <algorithm>
#include <optional>

#include "mcsim/io/nearest.hpp"
#include "scenario_check.hpp"
#include "scenario_draft.hpp"
#include "scenario_links.hpp"
#include "scenario_targets.hpp"
#include "scenario_values.hpp"

namespace mcsim {
namespace {

using Kind = TimelineEntry::Kind;

Time time_of(const Fields& in, std::string_view key) {
  return Time{in.duration(key).value_or(0ms)};
}

struct ActionShape {
  std::string_view name;
  Kind kind;
  std::string_view target;         ///< the key that says on what
  std::string_view where_to = {};  ///< a key that it needs too
};
constexpr ActionShape actions[] = {
    {"bkill", Kind::bkill, "job"},     {"bstop", Kind::bstop, "job"},
    {"bresume", Kind::bresume, "job"}, {"bswitch", Kind::bswitch, "job", "queue"},
    {"btop", Kind::btop, "job"},       {"hclose", Kind::hclose, "host"},
    {"hopen", Kind::hopen, "host"},    {"qclose", Kind::qclose, "queue"},
    {"qopen", Kind::qopen, "queue"},   {"qinact", Kind::qinact, "queue"},
    {"qact", Kind::qact, "queue"},
};

const ActionShape* shape_of(const JsonNode& node) {
  const auto name = Fields(node).text("do");
  const auto* found = std::ranges::find(actions, name.value_or(""), &ActionShape::name);
  return found == std::end(actions) ? nullptr : found;
}

/// Each action needs its own target and takes no other.
bool check_keys(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                const ActionShape& shape) {
  bool complete = true;
  for (const std::string_view key : {"job", "host", "queue"}) {
    const bool wanted = key == shape.target || key == shape.where_to;
    const bool there = node.find(key) != nullptr;
    if (!wanted && there)
      draft.complaints.error(at, key, std::string(shape.name) + " takes no " + std::string(key));
    if (wanted && !there)
      draft.complaints.error(at, key, "missing: " + std::string(shape.name) + " needs it");
    complete = complete && (there || !wanted);
  }
  return complete;
}

/// The queue that bswitch sends a job of `cluster` to.
std::optional<QueueId> new_queue(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                                 ClusterId cluster) {
  const auto written = Fields(node).text("queue");
  if (!written) return std::nullopt;
  const auto split = written->rfind('@');
  if (split != std::string::npos) {
    const auto named = draft.find_cluster(at, "queue", written->substr(split + 1));
    if (!named) return std::nullopt;
    if (*named != cluster) {
      draft.complaints.error(at, "queue",
                             "expected a queue of the job's cluster, " +
                                 draft[cluster].config.name + ", got " + quoted(*written));
      return std::nullopt;
    }
  }
  return draft.find_queue(at, "queue", written->substr(0, split), cluster);
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
  const bool moves = !shape->where_to.empty();
  const auto queue = moves ? new_queue(draft, node, at, target->cluster) : target->queue;
  if (!queue) return;
  write_text(node, "cluster", draft[target->cluster].config.name);
  TimelineEntry entry{.at = time_of(Fields(node), "at"), .kind = shape->kind};
  entry.host = target->host;
  entry.queue = *queue;
  entry.job = target->job;
  if (!target->is_skipped_job) draft[target->cluster].config.timeline.push_back(std::move(entry));
}

}  // namespace

void read_faults(ScenarioDraft& draft) {
  Targets targets(draft);
  for_each_object(draft.tree.root, draft.list("faults"), [&](JsonNode& node, const JsonAt& at) {
    const Fields in(node);
    if (in.has("lim")) return;  // planned, and refused as such
    if (in.has("host") == in.has("link"))
      return draft.complaints.error(at, in.has("host") ? "link" : "host",
                                    in.has("host") ? "a fault of a host is none of a link"
                                                   : "missing: a fault names a host or a link");
    if (in.has("link")) return add_outage(draft, node, at);
    const auto target = targets.find(node, at, "host");
    if (!target) return;
    TimelineEntry entry{.at = time_of(in, "at"), .kind = Kind::host_down};
    entry.host = target->host;
    entry.down_for = in.duration("down_for").value_or(unlimited);
    draft[target->cluster].config.timeline.push_back(std::move(entry));
  });
  for (LinkConfig& link : draft.scenario.config.links) join_outages(link);
}

void read_actions(ScenarioDraft& draft) {
  Targets targets(draft);
  for_each_object(draft.tree.root, draft.list("actions"),
                  [&](JsonNode& node, const JsonAt& at) { read_action(draft, targets, node, at); });
}

}  // namespace mcsim
