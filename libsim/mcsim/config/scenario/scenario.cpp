// From text to a validated scenario: a straight line of readers over one tree, whose complaints are
// handed over together.
#include "mcsim/config/scenario/scenario.hpp"

#include <algorithm>
#include <filesystem>

#include "mcsim/config/scenario/scenario_conf.hpp"
#include "mcsim/config/scenario/scenario_model.hpp"
#include "mcsim/config/scenario/scenario_origin.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/scenario_inputs.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/scenario_defaults.hpp"
#include "mcsim/config/vocabulary/scenario_paths.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::config {
namespace {

/// Whether an assignment says where the LSF files of clusters are: it comes before all others.
bool names_conf(std::string_view assignment) {
  const std::string_view path = assignment.substr(0, assignment.find('='));
  const auto ends_with = [&](std::string_view end) { return path.ends_with(end); };
  return (ends_with(".conf") && !ends_with(".lsf.conf")) ||
         (ends_with("/conf") && !ends_with("/lsf.conf"));
}

/// What a complaint calls an option: as it was typed, but cut where it is long.
std::string shown_option(std::string_view option, std::string_view text) {
  const auto cut = [](std::string_view part) {
    constexpr std::size_t longest = 100;
    std::size_t length = std::min(part.size(), longest);
    while (length < part.size() && length > 0 && (part[length] & 0xC0) == 0x80) --length;
    return std::string(part.substr(0, length)) + (length < part.size() ? "..." : "");
  };
  const std::size_t equals = text.find('=');
  std::string shown = std::string(option) + cut(text.substr(0, equals));
  return equals == text.npos ? shown : shown + "=" + cut(text.substr(equals + 1));
}

/// Applies the assignments that say where LSF files are, or those that do not.
void apply(ScenarioDraft& draft, const std::vector<std::string>& sets, std::string_view option,
           bool of_conf) {
  for (const std::string& set : sets)
    if (names_conf(set) == of_conf)
      set_path(draft.tree, set, shown_option(option, set), draft.complaints);
}

/// Reads the LSF files that clusters name.
void apply_conf(ScenarioDraft& draft) {
  apply(draft, draft.choices.sets, "--set ", true);
  apply(draft, draft.choices.varied, "--vary ", true);
  merge_conf(draft);
}

/// The value of an option. The word null becomes text: a null would mean that the option is not
/// given.
JsonNode option_value(const std::string& text) {
  JsonNode value = json_or_text(text);
  return value.is(JsonNode::Kind::null) ? json_text(text) : value;
}

/// The command line wins over the file, --seed and --until win over --set, and --vary over all.
void apply_choices(ScenarioDraft& draft) {
  JsonTree& tree = draft.tree;
  apply(draft, draft.choices.sets, "--set ", false);
  if (const auto& seed = draft.choices.seed)
    set_key(tree, "seed"_key, option_value(*seed), shown_option("--seed ", *seed));
  if (const auto& until = draft.choices.until)
    set_key(tree, "until"_key, json_text(*until), shown_option("--until ", *until));
  apply(draft, draft.choices.varied, "--vary ", false);
}

/// What is measured has no jobs: their waits have no mean.
void refuse_empty_measure(ScenarioDraft& draft) {
  const auto& measured = draft.scenario.config.measured;
  if (!measured || !draft.traces_known) return;
  for (const ClusterDraft& cluster : draft.clusters) {
    const Trace& trace = cluster.config.trace;
    for (std::size_t row = 0; row < trace.size(); ++row)
      if (measured->holds(trace[static_cast<JobIndex>(row)].submit)) return;
  }
  draft.complaints.error(JsonAt(draft.tree.root), "measure"_key,
                         "no job is submitted in it: there would be nothing to measure");
}

void read_all(ScenarioDraft& draft) {
  read_header(draft);
  read_clusters(draft);
  read_changes(draft);
  forget_mended_rules(draft);
  connect_clusters(draft);
  connect_leases(draft);
  read_links(draft);
  check_slots(draft);
  measure_reach(draft);
  read_reservations(draft);
  for (const InputFile& file : draft.conf_inputs) note_input(draft, file.name, file.hash);
  read_jobs(draft);
  read_workloads(draft);
  refuse_empty_measure(draft);
  check_impossible(draft);
  if (draft.traces_known) check_run_windows(draft);
  read_calendar(draft);
  read_faults(draft);
  read_elims(draft);
  read_launches(draft);
  write_inputs(draft);
  read_actions(draft);
  check_conditions(draft);
  read_foreign_profiles(draft);
  warn_of_unreported(draft);
  warn_of_idle_options(draft);
  warn_of_baselines(draft);
}

/// Warnings about traces are left out if there are errors elsewhere, which may have caused them.
Diagnostics all_diagnostics(ScenarioDraft& draft) {
  const Diagnostics of_tree = draft.complaints.take();
  const bool good = !of_tree.has_errors() && !draft.of_conf.has_errors();
  Diagnostics all = std::move(draft.of_conf);
  const auto add = [&](const Diagnostics& part, bool warn) {
    for (const Diagnostic& diagnostic : part.list)
      if (warn || diagnostic.severity == Severity::error) all.add(diagnostic);
  };
  add(of_tree, true);
  add(draft.of_files, good);
  return all;
}

JsonNode taken(JsonNode& root, std::string_view key) {
  JsonNode* found = root.find(key);
  return found == nullptr ? JsonNode{} : *found;
}

Scenario finish(ScenarioDraft& draft) {
  Scenario& scenario = draft.scenario;
  for (ClusterDraft& cluster : draft.clusters) {
    cluster.config.clock = draft.clock;
    for (auto& [name, hosts] : cluster.host_groups)
      if (!hosts.empty()) cluster.config.host_groups.push_back({name, std::move(hosts)});
    auto& timeline = cluster.config.timeline;
    timeline.insert(timeline.end(), cluster.changes.begin(), cluster.changes.end());
    scenario.config.clusters.push_back(std::move(cluster.config));
  }
  arrange_keys(draft.tree.root);
  scenario.effective = to_pretty_json(draft.tree.root);
  scenario.base_directory = draft.directory;
  scenario.sources = draft.tree.sources;
  scenario.expect = taken(draft.tree.root, "expect"_key);
  scenario.gates = taken(draft.tree.root, "gates"_key);
  return std::move(scenario);
}

Expected<Scenario, Diagnostics> read_tree(JsonTree tree, std::string directory,
                                          const ScenarioChoices& choices) {
  ScenarioDraft draft(tree, choices);
  draft.directory = std::move(directory);
  apply_conf(draft);
  write_containers(tree.root);
  apply_choices(draft);
  write_defaults(tree.root);
  if (check_shape(tree.root, choices, draft.complaints)) write_defaults(tree.root);
  if (tree.root.is(JsonNode::Kind::object)) read_all(draft);
  Diagnostics diagnostics = all_diagnostics(draft);
  if (diagnostics.has_errors()) return Unexpected(std::move(diagnostics));
  Scenario scenario = finish(draft);
  scenario.warnings = std::move(diagnostics);
  return scenario;
}

/// The slots of the machine that a trace was recorded on.
Expected<JsonNode, Diagnostics> slots_of(const std::string& path) {
  auto slots = read_swf_slots(path, path);
  if (!slots) return Unexpected(std::move(slots.error()));
  return json_whole(*slots);
}

JsonNode list_of(JsonNode item) {
  std::vector<JsonNode> items;
  items.push_back(std::move(item));
  return json_list(std::move(items));
}

template <class... Members>
JsonNode object_of(Members... members) {
  std::vector<JsonNode> all;
  (all.push_back(std::move(members)), ...);
  return json_object(std::move(all));
}

JsonNode from_option(JsonTree& tree, JsonNode value, const std::string& option) {
  tree.sources.push_back(option);
  value.place = {.source = static_cast<std::uint32_t>(tree.sources.size() - 1)};
  return value;
}

/// The smallest scenario around a trace. Its one host stands for a whole machine, which takes any
/// number of jobs at once.
JsonNode around(const std::string& path, JsonNode slots, JsonNode policy) {
  const std::string name = std::filesystem::path(path).filename().string();
  JsonNode host =
      object_of(json_member("name", json_text("host1")), json_member("ncpus", std::move(slots)));
  JsonNode params = object_of(json_member("JOB_ACCEPT_INTERVAL", json_whole(0)));
  JsonNode cluster = object_of(json_member("name", json_text("cluster1")),
                               json_member("hosts", list_of(std::move(host))),
                               json_member("lsb.params", std::move(params)));
  JsonNode workload = object_of(json_member("file", json_text(path)));
  return object_of(json_member("mcsim", json_whole(1)), json_member("name", json_text(name)),
                   json_member("clusters", list_of(std::move(cluster))),
                   json_member("workloads", list_of(std::move(workload))),
                   json_member("model", object_of(json_member("dispatch", std::move(policy)))));
}

}  // namespace

Expected<Scenario, Diagnostics> load_conf_directory(const std::string& directory,
                                                    const ScenarioChoices& choices) {
  JsonTree tree;
  tree.sources.push_back(directory);
  tree.root = around_conf(directory);
  return read_tree(std::move(tree), "", choices);
}

Expected<Scenario, Diagnostics> load_scenario(const std::string& path,
                                              const ScenarioChoices& choices) {
  const auto text = read_json_text(path, path);
  if (!text) return Unexpected(text.error());
  auto tree = parse_json(*text, path);
  if (!tree) return Unexpected(std::move(tree.error()));
  auto scenario = read_tree(std::move(*tree), origin_of(path), choices);
  if (scenario) return scenario;
  return Unexpected(with_pictures(std::move(scenario.error()), path, *text));
}

Expected<Scenario, Diagnostics> load_trace(const std::string& path,
                                           const std::optional<std::string>& slots,
                                           const std::string& policy,
                                           const ScenarioChoices& choices) {
  JsonTree tree;
  tree.sources.push_back(path);
  auto count = slots ? Expected<JsonNode, Diagnostics>(from_option(
                           tree, option_value(*slots), shown_option("--slots ", *slots)))
                     : slots_of(path);
  if (!count) return Unexpected(std::move(count.error()));
  JsonNode dispatch = from_option(tree, json_text(policy), shown_option("--dispatch ", policy));
  tree.root = around(path, std::move(*count), std::move(dispatch));
  return read_tree(std::move(tree), origin_of("trace"), choices);
}

}  // namespace mcsim::config
