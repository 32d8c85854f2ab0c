// What jobs of a table have in common.
#include "mcsim/config/scenario/table_kinds.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/config/scenario/job_slots.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

using Use = JobColumnRow::Use;

std::vector<JobColumn> kind_columns(const TableCells& cells) {
  std::vector<JobColumn> columns;
  for (std::size_t at = 0; at < job_columns.size(); ++at)
    if (const auto column = static_cast<JobColumn>(at);
        job_columns[at].use == Use::kind && cells.has(column))
      columns.push_back(column);
  return columns;
}

}  // namespace

TableKinds::TableKinds(ScenarioDraft& draft, TableCells& cells, TableNodes& nodes,
                       const WorkloadOptions& options, const JsonAt& workload, bool has_cluster)
    : draft_(draft),
      cells_(cells),
      nodes_(nodes),
      options_(options),
      workload_(workload),
      has_cluster_(has_cluster),
      profiles_(draft),
      user_targets_(options.spread, draft.scenario.config.users),
      spreads_(!options.spread.empty()),
      columns_(kind_columns(cells)),
      rows_(columns_.size() + (spreads_ ? 1 : 0)),
      row_(columns_.size() + 1) {
  const auto exit = std::ranges::find(columns_, JobColumn::exit_code);
  if (exit != columns_.end() && cells.has(JobColumn::end_reason))
    is_own_exit_ = row_.data() + (exit - columns_.begin());
}

/// What the workload says of all its jobs holds for those whose cells are empty.
void TableKinds::add_defaults(JsonNode& node) const {
  for (const std::string_view key :
       {"project"_key, "app"_key, "hosts"_key, "res_req"_key, "exclusive"_key})
    if (const JsonNode* const value = workload_.node->find(key);
        value != nullptr && node.find(key) == nullptr)
      node.children.push_back(*value);
}

/// Whose target the row goes by, if it names no cluster; as a word, since rows that say the same
/// but go elsewhere are of another kind.
CellWord TableKinds::target_of(NameId user) {
  spread_to_ = SIZE_MAX;
  if (!cells_[JobColumn::submit_cluster].empty()) return {};
  spread_to_ = user_targets_.of(user);
  return words_.of(options_.spread.targets()[spread_to_].name);
}

/// Where cluster_map or spread sends the row; null: they do not.
const RowTarget* TableKinds::target_of(const JsonNode& node) const {
  const JsonNode* const name = node.find("cluster"_key);
  if (name == nullptr && spread_to_ != SIZE_MAX)
    return &options_.spread.targets()[spread_to_].target;
  if (name == nullptr) return nullptr;
  const auto mapped = options_.cluster_map.find(name->text);
  return mapped == options_.cluster_map.end() ? nullptr : &mapped->second;
}

/// A number that names no queue is one of a trace: what queue_map makes of it, else the workload's
/// queue, as for a trace.
std::optional<QueueId> TableKinds::queue_of(JsonNode& node, const JsonAt& at, ClusterId cluster,
                                            const RowTarget* target) {
  const JsonNode* const name = node.find("queue"_key);
  const bool is_at_home = has_cluster_ && cluster == options_.cluster;
  const QueueId usual = target != nullptr ? target->queue
                        : is_at_home      ? options_.queue
                                          : draft_[cluster].config.default_queue;
  if (name == nullptr || (target != nullptr && target->chooses_queue)) return usual;
  const auto number = is_at_home || target != nullptr ? read_whole(name->text) : std::nullopt;
  if (!number || draft_[cluster].queues.contains(name->text))
    return draft_.find_queue(node, at, cluster);
  const auto& map = target != nullptr ? target->queue_map : options_.queue_map;
  if (*number >= INT32_MIN && *number <= INT32_MAX)
    if (const auto mapped = map.find(static_cast<int>(*number)); mapped != map.end())
      return mapped->second;
  if (!std::exchange(told_numbers_, true))
    draft_.complaints.warning(
        at, "queue"_key,
        draft_[cluster].config.name + " has no queue " + in_quotes(name->text) +
            ": jobs of queues that are numbers go where queue_map says, else to queue " +
            draft_[cluster].config.queues[index_of(usual)].name + " (said once)");
  return usual;
}

TableKind TableKinds::read() {
  JsonNode node = nodes_.node_of(columns_);
  add_defaults(node);
  const JsonAt at(node);
  TableKind kind;
  const RowTarget* const target = target_of(node);
  std::optional<ClusterId> cluster;
  if (target != nullptr)
    cluster = target->cluster;
  else if (has_cluster_ && node.find("cluster"_key) == nullptr)
    cluster = options_.cluster;
  else
    cluster = draft_.find_cluster(node, at);
  if (!cluster) return kind;
  kind.cluster = *cluster;
  const auto queue = queue_of(node, at, *cluster, target);
  nodes_.add_exit_code(node);
  kind.profile = profiles_.of_job(node, at, *cluster, queue);
  if (const std::string group = Fields(node).text("user_group"_key).value_or(""); !group.empty())
    kind.profile.group = draft_.scenario.config.groups.id(group);
  if (!queue) return kind;
  kind.queue = *queue;
  kind.is_good = true;
  kind.id = draft_[*cluster].profiles.of(kind.profile);
  JobProfile overusing = kind.profile;
  overusing.overuse = true;
  kind.overusing = kind.id;
  if (options_.allow_overuse.value_or(false))
    kind.overusing = draft_[*cluster].profiles.of(overusing);
  kind.usual_slots = usual_slots(draft_[*cluster].config, *queue, kind.profile);
  kind.most_slots = draft_.largest_of(*cluster, *queue).count();
  draft_.of_tables.push_back({.workload = options_.workload,
                              .cluster = *cluster,
                              .id = kind.id,
                              .overusing = kind.overusing,
                              .profile = kind.profile,
                              .node = std::move(node)});
  return kind;
}

}  // namespace mcsim::config
