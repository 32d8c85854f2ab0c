// The scenario's workloads: traces read into the clusters, and checked for job numbers in common.
#include <algorithm>
#include <filesystem>

#include "mcsim/config/scenario/scenario_begins.hpp"
#include "mcsim/config/scenario/scenario_generated.hpp"
#include "mcsim/config/scenario/scenario_memory.hpp"
#include "mcsim/config/scenario/scenario_origin.hpp"
#include "mcsim/config/scenario/scenario_profiles.hpp"
#include "mcsim/config/scenario/scenario_resampling.hpp"
#include "mcsim/config/scenario/scenario_table.hpp"
#include "mcsim/config/scenario/workload_targets.hpp"
#include "mcsim/config/scenario/workload_window.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/scenario_inputs.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

constexpr std::size_t most_workloads = 65'534;

/// Reads one entry of `workloads`.
class WorkloadEntry {
 public:
  WorkloadEntry(ScenarioDraft& draft, MemoryReader& memory, JsonNode& node, const JsonAt& at)
      : draft_(draft), memory_(memory), node_(node), at_(at), in_(node) {}

  /// The clusters that `options` sends jobs to, its own one first.
  std::vector<WorkloadSink> sinks(const WorkloadOptions& options) {
    std::vector<WorkloadSink> all;
    const auto add = [&](ClusterId id, QueueId queue) {
      if (std::ranges::find(all, id, &WorkloadSink::cluster) != all.end()) return;
      ProfileReader profiles(draft_);
      const JobProfile profile =
          all.empty() ? options.profile : profiles.of_workload(node_, at_, id, queue);
      all.push_back({id, draft_[id].trace, draft_[id].profiles, profile,
                     draft_.largest[index_of(id)], memory_.rooms(options, id)});
    };
    add(options.cluster, options.queue);
    for (std::size_t id = 0; is_table() && id < draft_.clusters.size(); ++id)
      add(static_cast<ClusterId>(id), draft_.clusters[id].config.default_queue);
    for (const auto& [number, target] : options.partition_map) add(target.cluster, target.queue);
    for (const auto& [name, weight, target] : options.spread.targets())
      add(target.cluster, target.queue);
    return all;
  }

  /// None: nobody has said how, and weeks are drawn if the trace is long.
  std::optional<Resample> resampled_by() const {
    if (draft_.choices.by_weeks && !in_.has("resample"_key) && !in_.has("model"_key))
      return std::nullopt;
    Resample by = Resample::none;
    read_choice(node_, scenario::workload["resample"], by);
    return by;
  }

  /// Writes down how its jobs are drawn, if nobody has said it.
  void note_resample(const std::string& by) {
    if (!in_.has("resample"_key)) write_text(node_, "resample"_key, by);
  }

  /// Notes the file that its jobs come from, which has this hash unless a model goes by it.
  void note_file(std::uint64_t hash) {
    if (const auto file = in_.text("file"_key))
      note_input(draft_, *file, generated_ ? generated_->input_hash.value_or(hash) : hash);
  }

  /// Whether its jobs are those of a table.
  bool is_table() const {
    return !in_.has("model"_key) && config::is_table(in_.text("file"_key).value_or(""));
  }
  /// Whether it says where jobs are submitted; the rows of a table may do so instead.
  bool has_cluster() const {
    return !is_table() || draft_.clusters.size() == 1 || in_.has("cluster"_key);
  }

  /// None: complained about.
  std::optional<WorkloadOptions> options() {
    const bool is_placed = has_cluster();
    if (!is_placed) check_unplaced();
    if (is_table()) warn_of_trace_keys();
    WorkloadTargets targets(draft_, node_, at_);
    const auto cluster = is_placed ? home(targets) : std::optional(ClusterId{});
    bool has_queue = !is_placed;
    if (cluster && is_placed)
      if (const auto queue = draft_.find_queue(node_, at_, *cluster)) {
        options_.queue = *queue;
        has_queue = true;
      }
    const bool may_read = check_model_keys(draft_, node_, at_);
    if (cluster) targets.read(options_, is_placed ? cluster : std::nullopt, is_table());
    if (!has_queue || !may_read || !find_trace()) return std::nullopt;
    options_.shown_name = workload_name(node_);
    if (!generated_)
      options_.shown_name =
          seen_from_here(draft_.tree.sources[0], options_.file, options_.shown_name);
    options_.window = read_window(draft_, node_, at_, options_, is_table());
    // What a model makes lies nowhere for long.
    options_.cache = generated_ ? nullptr : draft_.choices.traces;
    options_.cluster = *cluster;
    if (const auto first = in_.whole("first"_key))
      options_.first = static_cast<std::uint64_t>(*first);
    options_.scale_arrivals = factor(scenario::workload["scale_arrivals"]);
    options_.scale_runtimes = factor(scenario::workload["scale_runtimes"]);
    if (const auto limits = in_.text("scale_limits"_key))
      options_.scale_limits = read_ratio(*limits);
    options_.allow_overuse = in_.flag("allow_overuse"_key);
    options_.dependencies = in_.flag("dependencies"_key);
    if (in_.text("slots"_key) == "allocated")
      options_.slots = WorkloadOptions::SlotField::allocated;
    if (is_placed || in_.has("missing_limit"_key)) options_.missing_limit = missing_limit(*cluster);
    options_.id_offset = whole_of(in_, scenario::workload["id_offset"]);
    options_.renumber = flag_of(in_, scenario::workload["renumber"]);
    options_.workload = static_cast<std::uint16_t>(draft_.scenario.workloads.size());
    options_.largest = draft_.largest[index_of(*cluster)];
    ProfileReader profiles(draft_);
    if (is_placed) options_.profile = profiles.of_workload(node_, at_, *cluster, options_.queue);
    options_.memory = MemoryField::none;
    if (!is_table()) memory_.read(options_, at_);
    return std::move(options_);
  }

 private:
  /// Its own cluster, which its spread names where nothing else does.
  std::optional<ClusterId> home(const WorkloadTargets& targets) {
    const auto spread = targets.first_of_spread();
    if (spread && !in_.has("cluster"_key))
      write_text(node_, "cluster"_key, draft_[*spread].config.name);
    return draft_.find_cluster(node_, at_);
  }

  /// What is about one cluster, where no cluster is named.
  void check_unplaced() {
    for (const std::string_view key : {"queue"_key, "queue_map"_key})
      if (const JsonNode* value = node_.find(key);
          value != nullptr && (value->is(JsonNode::Kind::text) || !value->children.empty()))
        draft_.complaints.error(at_, key, "of which cluster? expected `cluster` as well");
  }

  /// What is said of fields that traces have and tables have not.
  void warn_of_trace_keys() {
    const auto warn = [&](std::string_view key) {
      draft_.complaints.warning(at_, key,
                                "is without effect: the file is a table of jobs, no trace");
    };
    if (in_.text("slots"_key) == "allocated") warn("slots"_key);
    for (const std::string_view key : {"memory"_key, "dependencies"_key})
      if (in_.has(key)) warn(key);
    if (const JsonNode* map = node_.find("partition_map"_key);
        map != nullptr && !map->children.empty())
      warn("partition_map"_key);
  }

  /// The file, or the one that a model makes.
  bool find_trace() {
    const auto name = in_.text("file"_key);
    const bool has_model = in_.has("model"_key);
    const bool needs_file = !has_model || in_.text("model"_key) == "estimates";
    if (!in_.has("file"_key) && needs_file) draft_.complaints.error(at_, "file"_key, "missing");
    if ((!name && needs_file) || (name && !find_file(*name))) return false;
    if (!has_model) return true;
    generated_ = generate_workload(draft_, node_, at_, options_.file);
    if (generated_) options_.file = generated_->file.path();
    return generated_.has_value();
  }

  bool find_file(const std::string& name) {
    const std::filesystem::path path = std::filesystem::path(draft_.directory) / name;
    options_.file = path.string();
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) return true;
    std::string text = "no such file: " + options_.file;
    if (!std::filesystem::path(name).is_absolute())
      text += "; names are relative to the file that names them";
    if (draft_.choices.takes_sets)
      text += "; for another one: --set workloads." + std::to_string(at_.position) + ".file=PATH";
    draft_.complaints.error(at_, "file"_key, std::move(text));
    return false;
  }

  Ratio factor(const VocabularyRow& row) const { return read_or_default(in_, row, read_ratio); }

  MissingLimit missing_limit(ClusterId cluster) {
    if (!in_.has("missing_limit"_key)) {
      const bool baseline = draft_.is_baseline(draft_[cluster].config.model.dispatch);
      write_text(node_, "missing_limit"_key, baseline ? "run" : "queue");
    }
    return read_missing_limit(in_.text("missing_limit"_key).value_or("")).value_or(MissingLimit{});
  }

  ScenarioDraft& draft_;
  MemoryReader& memory_;
  JsonNode& node_;
  const JsonAt& at_;
  Fields in_;
  WorkloadOptions options_;
  std::optional<GeneratedTrace> generated_;  ///< by a model
};

/// The number that a skipped row's job would have had; it wraps around beyond 64 bits.
JobId shifted(std::int64_t number, std::int64_t offset) {
  return static_cast<JobId>(static_cast<std::uint64_t>(number) +
                            static_cast<std::uint64_t>(offset));
}

/// Partitions that partition_map or cluster_map names and no job has.
void warn_of_nobody(ScenarioDraft& draft, const WorkloadReport& report, const JsonNode& node,
                    const JsonAt& at) {
  for (const int number : report.partitions_of_nobody)
    for (const std::string_view key : {"partition_map"_key, "cluster_map"_key})
      if (const JsonNode* map = node.find(key);
          map != nullptr && map->find(std::to_string(number)) != nullptr) {
        draft.complaints.warning(JsonAt(at, *map, 0), std::to_string(number),
                                 "no job has this partition (field 16)");
        break;
      }
}

/// Reads the jobs of a trace into the sinks. None: complained about.
std::optional<WorkloadReport> read_trace(ScenarioDraft& draft, const WorkloadOptions& options,
                                         const std::vector<WorkloadSink>& sinks,
                                         const JsonNode& node, const JsonAt& at) {
  Scenario& scenario = draft.scenario;
  const std::size_t skipped_before = scenario.skipped.size();
  for (const WorkloadSink& sink : sinks)
    draft.of_workloads.push_back({options.workload, sink.cluster, sink.profile});
  auto read = read_workload(options, sinks, scenario.config.users, scenario.config.groups,
                            scenario.skipped);
  for (std::size_t i = skipped_before; i < scenario.skipped.size(); ++i)
    draft.skipped_jobs.push_back(
        {options.cluster, shifted(scenario.skipped[i].job_id, options.id_offset)});
  if (!read) {
    append(draft.of_files, read.error());
    return std::nullopt;
  }
  warn_of_nobody(draft, *read, node, at);
  append(draft.of_files, read->warnings);
  return *std::move(read);
}

/// None: complained about.
std::optional<WorkloadReport> read_jobs_of(ScenarioDraft& draft, WorkloadEntry& entry,
                                           const WorkloadOptions& options, const JsonNode& node,
                                           const JsonAt& at) {
  Scenario& scenario = draft.scenario;
  const auto sinks = entry.sinks(options);
  const auto by = entry.resampled_by();
  const bool is_resampled = by && by != Resample::none;
  scenario.draws_workloads = scenario.draws_workloads || is_resampled;
  std::vector<TraceBuilder> aside(is_resampled || !by ? sinks.size() : 0);
  const auto into = aside.empty() ? sinks : with_traces(sinks, aside);
  std::optional<TableWorkload> table;
  if (entry.is_table()) table.emplace(draft, options, at, entry.has_cluster());
  auto read = table ? table->read(into) : read_trace(draft, options, into, node, at);
  if (read && !aside.empty()) {
    ResampledWorkload resampled(draft, sinks, std::move(aside), at);
    if (by)
      resampled.add(*by, options, *read);
    else
      resampled.add_by_weeks(options, *read);
  }
  const auto& by_weeks = scenario.by_weeks;
  const bool is_by_weeks = !by_weeks.empty() && by_weeks.back().workload == at.position;
  entry.note_resample(is_by_weeks ? "weeks" : "none");
  if (table && (is_resampled || is_by_weeks)) table->lose_ties();
  if (table && !is_resampled && !is_by_weeks) table->keep_ties();
  if (read) entry.note_file(read->hash);
  return read;
}

void read_one(ScenarioDraft& draft, MemoryReader& memory, JsonNode& node, const JsonAt& at) {
  WorkloadEntry entry(draft, memory, node, at);
  const auto options = entry.options();
  auto report = options ? read_jobs_of(draft, entry, *options, node, at) : std::nullopt;
  if (!report) draft.traces_known = false;
  draft.scenario.config.workloads.push_back(workload_name(node));
  draft.scenario.workloads.push_back(std::move(report).value_or(WorkloadReport{}));
}

/// A job's number and where it comes from.
struct Origin {
  JobId id;
  std::uint16_t workload;
  bool operator<(const Origin& other) const {
    return id != other.id ? id < other.id : workload < other.workload;
  }
};

std::vector<Origin> jobs_by_number(const Trace& trace) {
  std::vector<Origin> jobs;
  jobs.reserve(trace.size());
  for (std::size_t row = 0; row < trace.size(); ++row) {
    const TraceJob& job = trace[static_cast<JobIndex>(row)];
    jobs.push_back({job.id, job.workload});
  }
  std::ranges::sort(jobs, std::less<Origin>{});
  return jobs;
}

/// Numbers that a workload shares with an earlier one.
struct Clash {
  std::uint64_t count = 0;
  JobId first{};
  std::uint16_t earlier = 0;  ///< the other workload of `first`
};

bool numbers_ascend(const Trace& trace) {
  for (std::size_t row = 1; row < trace.size(); ++row)
    if (trace[static_cast<JobIndex>(row)].id <= trace[static_cast<JobIndex>(row - 1)].id)
      return false;
  return true;
}

std::vector<Clash> clashes_of(const Trace& trace, std::size_t workloads) {
  std::vector<Clash> clashes(workloads);
  if (numbers_ascend(trace)) return clashes;  // as most do: nothing to sort
  const auto jobs = jobs_by_number(trace);
  for (std::size_t i = 1; i < jobs.size(); ++i) {
    if (jobs[i].id != jobs[i - 1].id || jobs[i].workload == jobs[i - 1].workload) continue;
    Clash& clash = clashes[jobs[i].workload];
    if (clash.count++ == 0) clash = {1, jobs[i].id, jobs[i - 1].workload};
  }
  return clashes;
}

/// Each complaint is about the later of two workloads.
void check_numbers(ScenarioDraft& draft, const ClusterDraft& cluster) {
  const auto clashes = clashes_of(cluster.config.trace, draft.scenario.workloads.size());
  for_each_object(draft.tree.root, draft.list("workloads"_key), [&](JsonNode&, const JsonAt& at) {
    const std::size_t workload = at.position + 1;  // 0: the scenario's own jobs
    if (workload >= clashes.size() || clashes[workload].count == 0) return;
    const Clash& clash = clashes[workload];
    std::string text = "job " + std::to_string(static_cast<std::int64_t>(clash.first)) + " of " +
                       cluster.config.name + " is also in " +
                       draft.scenario.config.workloads[clash.earlier];
    if (clash.count > 1) text += " (and " + std::to_string(clash.count - 1) + " more such)";
    const auto key = at.node->find("file"_key) != nullptr ? "file"_key : "model"_key;
    const bool is_renumbered = Fields(*at.node).flag("renumber"_key).value_or(false);
    draft.complaints.error(at, key,
                           text + (is_renumbered ? "; give id_offset, beside renumber"
                                                 : "; give id_offset or renumber"));
  });
}

}  // namespace

void read_workloads(ScenarioDraft& draft) {
  JsonNode* list = draft.list("workloads"_key);
  if (list != nullptr && list->children.size() > most_workloads)
    return draft.complaints.error(JsonAt(draft.tree.root), "workloads"_key,
                                  "a scenario has at most 65534 workloads");
  MemoryReader memory(draft);
  for_each_object(draft.tree.root, list,
                  [&](JsonNode& node, const JsonAt& at) { read_one(draft, memory, node, at); });
  for (ClusterDraft& cluster : draft.clusters)
    cluster.config.trace = std::move(cluster.trace).freeze();
  if (draft.traces_known) {
    place_arrays(draft);
    place_begins(draft);
    place_job_texts(draft);
    read_dependencies(draft);
    read_conditions(draft);
  }
  if (draft.scenario.workloads.size() > 1)
    for (const ClusterDraft& cluster : draft.clusters) check_numbers(draft, cluster);
}

}  // namespace mcsim::config
