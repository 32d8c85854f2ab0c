// Opens run folders, and plays their runs.
#include "mcsim/app/explain/replay.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/cluster/observers.hpp"
#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/results/table_digests.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/hexadecimal.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/views/calendar.hpp"

namespace mcsim::app {
namespace {

/// The time that a summary gives as a number of seconds; none: `node` is not such a number.
std::optional<Time> time_of(const JsonNode* node) {
  if (node == nullptr) return std::nullopt;
  const auto length = read_duration(node->text + "s");
  return length ? std::optional(Time{*length}) : std::nullopt;
}

bool all_have_ended(const JsonNode& summary) {
  const JsonNode* const jobs = summary.find("jobs");
  if (jobs == nullptr) return false;
  const auto count = [&](const char* key) {
    const JsonNode* const node = jobs->find(key);
    return node == nullptr ? 0 : node->whole;
  };
  return count("total") == count("DONE") + count("EXIT") + count("REJECTED");
}

}  // namespace

namespace {

namespace fs = std::filesystem;

/// Why a folder is not a run folder. The folder of a comparison holds several of them.
Unexpected<Diagnostics> not_a_run(const std::string& folder) {
  std::vector<std::string> runs;
  std::error_code ignored;
  if (fs::is_regular_file(fs::path(folder) / "compare.json", ignored))
    for (const auto& entry : fs::directory_iterator(folder, ignored))
      if (fs::is_regular_file(entry.path() / "summary.json", ignored))
        runs.push_back((fs::path(folder) / entry.path().filename()).string());
  if (runs.empty())
    return refusal(folder,
                   "is not a run folder: expected summary.json and scenario.json "
                   "in it, as mcsim run -o writes them");
  std::ranges::sort(runs);
  const std::vector<std::string_view> known(runs.begin(), runs.end());
  return refusal(folder, "is of a comparison; say which of its runs" + known_names({}, known));
}

/// With the command that made the run, if that had a program which is not there now.
Diagnostics with_command(Diagnostics wrong, const ReplayRequest& request,
                         const std::string& command_line) {
  const bool lacks_policy = std::ranges::any_of(
      wrong.list, [](const Diagnostic& one) { return one.pointer.ends_with("/forward_policy"); });
  if (lacks_policy && command_line.find("--policy") != command_line.npos)
    wrong.add(about_file(request.folder, "the run was made by: " + command_line));
  return wrong;
}

}  // namespace

Expected<Replay, Diagnostics> open_replay(const ReplayRequest& request, const Registry& registry) {
  std::optional<Duration> at;
  if (request.at) {
    at = read_duration(*request.at);
    if (!at)
      return refusal("--at " + *request.at,
                     "expected a duration with its unit (30d, 12h, 90min, 15s, 200ms)");
  }
  const std::string summary_file = (fs::path(request.folder) / "summary.json").string();
  std::error_code ignored;
  if (!fs::is_regular_file(summary_file, ignored)) return not_a_run(request.folder);
  const auto summary = read_json_file(summary_file, summary_file);
  if (!summary) return Unexpected(summary.error());
  const JsonNode* const format = summary->root.find("format");
  if (format == nullptr || !format->is(JsonNode::Kind::whole) || format->whole != 1)
    return refusal(summary_file, "format: expected 1, got " +
                                     (format == nullptr ? "nothing" : format->text) +
                                     ": not a run of this version of mcsim");
  Diagnostics changed = changed_files(request.folder, summary->root);
  if (changed.has_errors()) return Unexpected(std::move(changed));
  const JsonNode* complete = summary->root.find("complete");
  const bool is_complete = complete == nullptr || complete->boolean;
  if (!is_complete && !request.partial)
    return refusal(request.folder, "is of a run that was interrupted; --partial takes it");

  ScenarioChoices choices = choices_of(registry);
  choices.takes_sets = false;
  choices.takes_programs = true;
  const JsonNode* const engine = summary->root.find("engine");
  const JsonNode* const typed = engine == nullptr ? nullptr : engine->find("command_line");
  const std::string command_line = typed == nullptr ? "" : typed->text;
  auto scenario = load_scenario((fs::path(request.folder) / "scenario.json").string(), choices);
  if (!scenario)
    return Unexpected(with_command(std::move(scenario).error(), request, command_line));
  Replay replay;
  replay.scenario = std::move(*scenario);
  replay.changed = std::move(changed);
  append(replay.changed, other_programs(request.programs, command_line));
  for (ClusterConfig& cluster : replay.scenario.config.clusters) {
    cluster.model.elide = true;
    cluster.model.keep_elim_events = true;
  }
  replay.until = replay.scenario.config.until.value_or(never - 1ms);
  // A run that has stalled must be cut at its end, since after it time would go on and windows
  // would open and close. A run whose jobs have all ended is over by itself once all clusters know
  // that.
  if (!is_complete || !all_have_ended(summary->root))
    replay.until = std::min(replay.until, time_of(summary->root.find("end")).value_or(never - 1ms));
  replay.whole = is_complete;
  if (at) replay.asked = Time{*at};
  if (at && Time{*at} < replay.until) {
    replay.until = Time{*at};
    replay.whole = false;
  }
  const JsonNode* const jobs = summary->root.find("jobs");
  const JsonNode* const stalled = jobs == nullptr ? nullptr : jobs->find("stalled");
  replay.has_stalled = replay.whole && stalled != nullptr && stalled->whole > 0;
  if (const JsonNode* fingerprint = summary->root.find("fingerprint"); fingerprint != nullptr)
    replay.fingerprint = fingerprint->text;
  const JsonNode* const forwarding = summary->root.find("forwarding");
  const JsonNode* const forwards = forwarding == nullptr ? nullptr : forwarding->find("forwarded");
  replay.forwards = forwards == nullptr ? 0 : forwards->whole;
  replay.folder = request.folder;
  return replay;
}

namespace {

/// `observer` must include `recorder`.
Played play_to(const Replay& replay, const Registry& registry, Recorder& recorder,
               Observer& observer, const BeforeInstant& before) {
  Simulation simulation(replay.scenario.config, registry);
  const RunState state = simulation.run_until(replay.until, observer, [&](Time now) {
    before(simulation, now);
    return false;
  });
  RunResults results = std::move(recorder).results(simulation, state, replay.until);
  const Time at = results.end;
  return {std::move(simulation), std::move(results), at};
}

}  // namespace

Played play(const Replay& replay, const Registry& registry, Observer& observer,
            const BeforeInstant& before) {
  Recorder recorder(replay.scenario.config);
  Observers both{&recorder, &observer};
  return play_to(replay, registry, recorder, both, before);
}

Played play(const Replay& replay, const Registry& registry, const BeforeInstant& before) {
  Recorder recorder(replay.scenario.config);
  return play_to(replay, registry, recorder, recorder, before);
}

Diagnostics doubts(const Replay& replay, const Played& played) {
  Diagnostics found = replay.changed;
  const auto warn = [&](std::string text) {
    Diagnostic doubt = about_file(replay.folder, std::move(text));
    doubt.severity = Severity::warning;
    found.add(std::move(doubt));
  };
  if (replay.whole && hexadecimal(played.results.fingerprint) != replay.fingerprint)
    warn(
        "its results are of another run than this version makes of its scenario.json; what "
        "follows is of the latter");
  if (replay.asked && played.at < *replay.asked) {
    const Calendar calendar = Calendar::of(replay.scenario.effective);
    warn("the run ends at " + calendar.instant(played.at) + ", before " +
         calendar.instant(*replay.asked) + ": what follows is its end");
  }
  return found;
}

bool is_usage_of_replay(const Diagnostics& wrong) {
  return std::ranges::all_of(wrong.list,
                             [](const Diagnostic& one) { return one.file.starts_with("--at "); });
}

}  // namespace mcsim::app
