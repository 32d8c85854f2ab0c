// What users and administrators do: to jobs, hosts and queues.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/scenario/sbatchd_actions.hpp"
#include "mcsim/config/scenario/scenario_conditions.hpp"
#include "mcsim/config/scenario/scenario_moves.hpp"
#include "mcsim/config/scenario/scenario_profiles.hpp"
#include "mcsim/config/scenario/scenario_targets.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/array_text.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::config {
namespace {

using ActionKind = TimelineEntry::Kind;

struct ActionShape {
  std::string_view name;
  ActionKind kind;
  std::string_view target;     ///< the key that names the target
  std::string_view into = {};  ///< another key that it needs: the new value
};
constexpr ActionShape actions[] = {
    {"bkill", ActionKind::bkill, "job"_key},
    {"bstop", ActionKind::bstop, "job"_key},
    {"bresume", ActionKind::bresume, "job"_key},
    {"bswitch", ActionKind::bswitch, "job"_key, "queue"_key},
    {"btop", ActionKind::btop, "job"_key},
    {"bbot", ActionKind::bbot, "job"_key},
    {"bmod", ActionKind::bmod, "job"_key},
    {"hclose", ActionKind::hclose, "host"_key},
    {"hopen", ActionKind::hopen, "host"_key},
    {"hshutdown", ActionKind::sbatchd_down, "host"_key},
    {"hstartup", ActionKind::sbatchd_down, "host"_key},
    {"qclose", ActionKind::qclose, "queue"_key},
    {"qopen", ActionKind::qopen, "queue"_key},
    {"qinact", ActionKind::qinact, "queue"_key},
    {"qact", ActionKind::qact, "queue"_key},
};

const ActionShape* shape_of(const JsonNode& node) {
  const auto name = Fields(node).text("do"_key);
  const auto* found = std::ranges::find(actions, name.value_or(""), &ActionShape::name);
  return found == std::end(actions) ? nullptr : found;
}

/// Each action needs its own target and takes no other.
bool check_keys(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                const ActionShape& shape) {
  bool complete = true;
  for (const std::string_view key : {"job"_key, "host"_key, "queue"_key, "hosts"_key}) {
    const bool wanted = key == shape.target || key == shape.into;
    const bool there = node.find(key) != nullptr;
    if (key == "hosts"_key && shape.kind == ActionKind::bmod) continue;
    if (!wanted && there)
      draft.complaints.error(at, key, std::string(shape.name) + " takes no " + std::string(key));
    if (wanted && !there)
      draft.complaints.error(at, key, "missing: " + std::string(shape.name) + " needs it");
    complete = complete && (there || !wanted);
  }
  const bool modifies = shape.kind == ActionKind::bmod;
  const bool changes_something =
      node.find("hosts"_key) != nullptr || node.find("depends"_key) != nullptr ||
      node.find("begin"_key) != nullptr || node.find("array"_key) != nullptr;
  if (modifies && !changes_something) {
    draft.complaints.error(at, "hosts"_key, "missing: bmod needs it, depends, begin or array");
    complete = false;
  }
  for (const std::string_view key : {"depends"_key, "begin"_key, "array"_key})
    if (!modifies && node.find(key) != nullptr)
      draft.complaints.error(at, key, std::string(shape.name) + " takes no " + std::string(key));
  const bool moves = shape.kind == ActionKind::btop || shape.kind == ActionKind::bbot;
  for (const std::string_view key : {"by"_key, "position"_key})
    if (!moves && node.find(key) != nullptr)
      draft.complaints.error(at, key, std::string(shape.name) + " takes no " + std::string(key));
  return complete;
}

/// The queue that bswitch sends a job of `cluster` to.
std::optional<QueueId> new_queue(ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                                 ClusterId cluster) {
  const auto written = Fields(node).text("queue"_key);
  if (!written) return std::nullopt;
  const auto split = written->rfind('@');
  if (split != std::string::npos) {
    const auto named = draft.find_cluster(at, "queue"_key, written->substr(split + 1));
    if (!named) return std::nullopt;
    if (*named != cluster) {
      draft.complaints.error(at, "queue"_key,
                             "expected a queue of the job's cluster, " +
                                 draft[cluster].config.name + ", got " + in_quotes(*written));
      return std::nullopt;
    }
  }
  return draft.find_queue(at, "queue"_key, written->substr(0, split), cluster);
}

/// The host as known to the acting cluster, which may borrow it.
std::optional<Target> borrowed_target(ScenarioDraft& draft, const Target& target, ClusterId acting,
                                      const JsonAt& at) {
  const ClusterConfig& home = draft[target.cluster].config;
  const std::string name = home.hosts[index_of(target.host)].name + "@" + home.name;
  const auto& known = draft[acting].hosts;
  if (const auto found = known.find(name); found != known.end())
    return Target{.cluster = acting, .host = found->second};
  if (draft.borrowed_known)
    draft.complaints.warning(
        at, "cluster"_key,
        name + " is never exported to " + draft[acting].config.name + ": it refuses the action");
  return std::nullopt;
}

/// The target, as the acting cluster knows it.
std::optional<Target> acted_on(ScenarioDraft& draft, const ActionShape& shape, const Target& target,
                               JsonNode& node, const JsonAt& at) {
  if (node.find("cluster"_key) == nullptr) return target;
  const auto acting = draft.find_cluster(node, at);
  if (!acting || *acting == target.cluster) return acting ? std::optional(target) : std::nullopt;
  if (shape.target == "host"_key && shape.kind != ActionKind::sbatchd_down)
    return borrowed_target(draft, target, *acting, at);
  draft.complaints.error(at, "cluster"_key,
                         "only the cluster of a " + std::string(shape.target) +
                             " acts on it: expected " + draft[target.cluster].config.name +
                             ", got " + draft[*acting].config.name);
  return std::nullopt;
}

/// Reads actions one after the other.
class ActionReader {
 public:
  explicit ActionReader(ScenarioDraft& draft)
      : draft_(draft),
        targets_(draft),
        profiles_(draft),
        sbatchds_(draft),
        moved_(moved_jobs(draft.tree.root)) {}

  void read(JsonNode& node, const JsonAt& at) {
    const ActionShape* shape = shape_of(node);
    if (shape == nullptr || !check_keys(draft_, node, at, *shape)) return;
    const auto named = targets_.find(node, at, shape->target);
    const auto target = named ? acted_on(draft_, *shape, *named, node, at) : std::nullopt;
    if (!target) return;
    TimelineEntry entry{.at = Time{Fields(node).duration("at"_key).value_or(0ms)},
                        .kind = shape->kind};
    if (shape->kind == ActionKind::sbatchd_down) {
      write_text(node, "cluster"_key, draft_[target->cluster].config.name);
      return turn_sbatchd(*target, entry.at, shape->name == "hstartup", at);
    }
    entry.host = target->host;
    entry.queue = target->queue;
    entry.job = target->job;
    entry.array = target->array;
    entry.elements = target->elements;
    entry.by_admin = Fields(node).text("by"_key) == "admin";
    const std::int64_t place = Fields(node).whole("position"_key).value_or(1);
    entry.place = static_cast<std::int32_t>(std::min<std::int64_t>(place, no_limit));
    if (shape->into == "queue"_key) {
      const auto queue = new_queue(draft_, node, at, target->cluster);
      if (!queue) return;
      entry.queue = *queue;
    }
    if (shape->kind == ActionKind::bmod && !target->is_skipped_job) {
      const bool asks_for_hosts = node.find("hosts"_key) != nullptr;
      entry.profile = asks_for_hosts ? new_profile(*target, node, at, entry.at) : none<ProfileId>;
      entry.condition = new_condition(*target, node, at, entry.at);
      entry.array_limit = new_limit(*target, node, at);
      if (const auto begin = Fields(node).duration("begin"_key)) entry.begin = Time{*begin};
    }
    write_text(node, "cluster"_key, draft_[target->cluster].config.name);
    if (!target->is_skipped_job)
      draft_[target->cluster].config.timeline.push_back(std::move(entry));
  }

  void close() { sbatchds_.close(); }

 private:
  void turn_sbatchd(const Target& target, Time when, bool starts, const JsonAt& at) {
    if (draft_[target.cluster].config.model.dispatch == "lsf")
      sbatchds_.add(target.cluster, target.host, when, starts, at);
    else
      draft_.complaints.warning(at, "do"_key, "is without effect: model.dispatch is not \"lsf\"");
  }
  /// The profile of the job with other hosts; all else stays as it was submitted.
  ProfileId new_profile(const Target& target, const JsonNode& node, const JsonAt& at, Time when) {
    ClusterDraft& cluster = draft_[target.cluster];
    const TraceJob& job = cluster.config.trace[target.row];
    const JobProfile& before = cluster.profiles.all()[index_of(job.profile)];
    const JobProfile after = profiles_.with_hosts(before, node, at, target.cluster, job);
    const MaybeCause cause = profiles_.cause(after, at, target.cluster, job);
    if (cause && !profiles_.cause(before, at, target.cluster, job) && is_last_move(target, when))
      draft_.complaints.warning(
          at, "hosts"_key,
          draft_.impossible.text_of(*cause) + ": if the job still waits then, it never starts");
    return cluster.profiles.of(after);
  }
  /// bmod -J "%n"; negative: the limit of the array stays.
  std::int32_t new_limit(const Target& target, const JsonNode& node, const JsonAt& at) {
    const auto text = Fields(node).text("array"_key);
    if (!text) return -1;
    if (target.array == none<ArrayId> || target.elements) {
      draft_.complaints.error(at, "array"_key,
                              target.elements ? "the limit is one of the whole array: write " +
                                                    job_number(target) + " as the job"
                                              : "job " + job_number(target) + " is no job array");
      return -1;
    }
    const auto limit = parse_array_limit(*text);
    if (limit) return *limit;
    for (const RequirementMistake& mistake : limit.error())
      draft_.complaints.error(place_within(draft_, at, "array"_key, mistake.position),
                              at.pointer_to("array"_key),
                              mistake.message + picture(*text, mistake.position));
    return -1;
  }
  static std::string job_number(const Target& target) {
    return std::to_string(static_cast<std::int64_t>(target.job));
  }
  /// The condition of bmod -w; none: it leaves that as it is.
  ConditionId new_condition(const Target& target, const JsonNode& node, const JsonAt& at,
                            Time when) {
    auto asked = read_condition(draft_, node, at);
    if (!asked) return none<ConditionId>;
    ClusterDraft& cluster = draft_[target.cluster];
    const Trace& trace = cluster.config.trace;
    std::uint32_t known = 0;  // jobs that are submitted before it
    for (std::uint32_t size = static_cast<std::uint32_t>(trace.size()); size > 0;) {
      const std::uint32_t half = size / 2;
      const bool is_before = trace[static_cast<JobIndex>(known + half)].submit < when;
      known += is_before ? half + 1 : 0;
      size = is_before ? size - half - 1 : half;
    }
    asked->cluster = target.cluster;
    asked->job = target.job;
    asked->user = trace[target.row].user;
    if (!refs_) refs_.emplace(draft_);
    ConditionTable& table = cluster.config.conditions;
    const auto before = static_cast<JobIndex>(known);
    std::vector<JobCondition> rows;
    if (target.array == none<ArrayId>) {
      rows.push_back(refs_->resolved(*asked, target.row, before));
    } else {
      const JobArray& array = cluster.config.arrays[target.array];
      const ArrayIndices& elements = target.elements ? *target.elements : array.spec.indices;
      rows = refs_->resolved_of_array(*asked, array, &elements, before);
    }
    const auto first_row = static_cast<ConditionId>(table.rows.size());
    for (JobCondition& row : rows) {
      if (const ConditionId first = table.of(row.job); first != none<ConditionId>)
        row.kills_orphan = table[first].kills_orphan;
      table.rows.push_back(row);
      cluster.conditions.push_back({asked->place, asked->pointer});
    }
    return first_row;
  }
  /// Whether nothing else moves the job, which has not been killed before.
  bool is_last_move(const Target& target, Time when) const {
    const auto& timeline = draft_[target.cluster].config.timeline;
    const auto moves = moved_.find(static_cast<std::int64_t>(target.job));
    return moves != moved_.end() && moves->second.count == 1 &&
           std::ranges::none_of(timeline, [&](const TimelineEntry& entry) {
             return entry.kind == ActionKind::bkill && entry.job == target.job && entry.at <= when;
           });
  }

  ScenarioDraft& draft_;
  Targets targets_;
  ProfileReader profiles_;
  SbatchdActions sbatchds_;
  MovedJobs moved_;
  std::optional<ConditionRefs> refs_;  ///< made when a bmod asks for a condition
};

}  // namespace

void read_actions(ScenarioDraft& draft) {
  ActionReader reader(draft);
  for_each_object(draft.tree.root, draft.list("actions"_key),
                  [&](JsonNode& node, const JsonAt& at) { reader.read(node, at); });
  reader.close();
}

}  // namespace mcsim::config
