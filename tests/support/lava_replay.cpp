// A scenario of a history, played again and again until its jobs end when they really did.
#include "support/lava_replay.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <regex>
#include <stdexcept>
#include <utility>

#include "mcsim/config/scenario/choices.hpp"
#include "mcsim/config/scenario/scenario.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "mcsim/text/json_tree.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing {

namespace lava_replay {

constexpr int most_rounds = 60;
constexpr HistorySeconds shortest_run = 0.1;

std::string seconds(HistorySeconds value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3fs", value);
  return text;
}

std::optional<std::string> match(const std::string& text, const char* pattern) {
  std::smatch found;
  if (!std::regex_search(text, found, std::regex(pattern))) return std::nullopt;
  return found[1].str();
}

/// bsub's options, each with its value, and what it runs.
struct Asked {
  std::map<std::string, std::string> options;
  std::string runs;
};

Asked asked_of(const std::vector<std::string>& command) {
  const std::string with_value = " -o -q -n -W -R -sp -J -w -m -app -M -E ";
  Asked asked;
  std::size_t at = 1;
  for (; at < command.size() && command[at].starts_with("-"); ++at)
    if (with_value.find(" " + command[at] + " ") == std::string::npos)
      asked.options[command[at]];
    else if (at + 1 < command.size())
      asked.options[command[at]] = command[at + 1], ++at;
  for (; at < command.size(); ++at) asked.runs += command[at] + " ";
  return asked;
}

/// `-W 2`, `-W 1:30`: minutes, or hours and minutes.
std::string limit_of(const std::string& text) {
  const auto colon = text.find(':');
  if (colon == std::string::npos) return text + "min";
  return std::to_string(60 * std::stoi(text.substr(0, colon)) + std::stoi(text.substr(colon + 1))) +
         "min";
}

/// The shell commands of jobs that are requeued count their executions: `[ $n -le 2 ] && exit 99`.
std::optional<std::string> exit_codes_of(const std::string& runs) {
  const auto times = match(runs, R"(-le (\d+) \])");
  const auto code = match(runs, R"(exit (\d+))");
  if (!code || !times) return code;
  std::string codes;
  for (int i = 0; i < std::stoi(*times); ++i) codes += *code + " ";
  return codes + "0";
}

JsonNode job_of(std::int64_t id, const LavaJob& job, HistorySeconds run) {
  const Asked asked = asked_of(job.command);
  std::vector<JsonNode> members;
  const auto add = [&](const char* key, JsonNode value) {
    members.push_back(json_member(key, std::move(value)));
  };
  const auto option = [&](const char* name) -> const std::string* {
    const auto found = asked.options.find(name);
    return found == asked.options.end() ? nullptr : &found->second;
  };
  add("id", json_whole(id));
  add("submit", json_text(seconds(job.submit)));
  add("user", json_text(job.user));
  add("run", json_text(seconds(run)));
  if (const auto* queue = option("-q")) add("queue", json_text(*queue));
  if (const auto* slots = option("-n")) {  // or min,max
    const std::size_t comma = slots->find(',');
    if (comma != std::string::npos) add("min_slots", json_whole(std::stoi(*slots)));
    add("slots", json_whole(std::stoi(slots->substr(comma + 1))));
  }
  if (const auto* limit = option("-W")) add("limit", json_text(limit_of(*limit)));
  if (const auto* requirement = option("-R")) add("res_req", json_text(*requirement));
  if (const auto* priority = option("-sp")) add("priority", json_whole(std::stoi(*priority)));
  if (const auto* hosts = option("-m")) add("hosts", json_text(*hosts));
  if (const auto* name = option("-J"); name != nullptr && name->find('[') != name->npos)
    add("name", json_text(*name));
  if (option("-x") != nullptr) {
    JsonNode yes;
    yes.kind = JsonNode::Kind::boolean;
    yes.boolean = true;
    add("exclusive", std::move(yes));
  }
  if (const auto codes = exit_codes_of(asked.runs)) add("exit_codes", json_text(*codes));
  return json_object(std::move(members));
}

JsonNode action_of(const LavaAction& action) {
  const std::vector<std::string>& words = action.command;
  std::vector<JsonNode> members{json_member("at", json_text(seconds(action.at)))};
  const auto add = [&](const char* key, const std::string& value) {
    members.push_back(json_member(key, json_text(value)));
  };
  if (words[0] == "badmin") {
    add("do", words.at(1));
    add(words[1][0] == 'h' ? "host" : "queue", words.at(2));
  } else if (words[0] == "bbot" || words[0] == "btop") {
    add("do", words[0]);
    add("job", words.at(1));
    if (words.size() > 2)
      members.push_back(json_member("position", json_whole(std::stoi(words[2]))));
    add("by", action.user == "lsfadmin" ? "admin" : "user");
  } else {
    add("do", words[0]);
    if (words[0] == "bswitch") add("queue", words.at(1));
    add("job", words.back());
  }
  return json_object(std::move(members));
}

/// By job, and by element of an array; 0: the job itself, or elements that are not there.
using Runs = std::map<std::pair<std::int64_t, std::int64_t>, HistorySeconds>;

std::string scenario_of(const LavaHistory& history, const Runs& runs) {
  std::vector<JsonNode> hosts;
  for (const auto& [name, slots] : history.hosts)
    hosts.push_back(json_object(
        {json_member("name", json_text(name)), json_member("ncpus", json_whole(slots))}));
  std::vector<JsonNode> jobs;
  for (const auto& [id, job] : history.jobs) jobs.push_back(job_of(id, job, runs.at({id, 0})));
  std::vector<JsonNode> actions;
  for (const LavaAction& action : history.actions) actions.push_back(action_of(action));
  std::vector<JsonNode> clusters;
  clusters.push_back(json_object({json_member("name", json_text("lava")),
                                  json_member("conf", json_text(history.folder + "/conf")),
                                  json_member("hosts", json_list(std::move(hosts)))}));
  JsonNode cpu_per_slot = json_text("0.00066");
  cpu_per_slot.kind = JsonNode::Kind::real;
  return to_pretty_json(json_object(
      {json_member("mcsim", json_whole(1)),
       // lsb.acct has 0.0066 CPU seconds for a job that sleeps for 10 s.
       json_member("model", json_object({json_member("preset", json_text("lava")),
                                         json_member("fairshare_cpu_per_slot", cpu_per_slot)})),
       json_member("clusters", json_list(std::move(clusters))),
       json_member("jobs", json_list(std::move(jobs))),
       json_member("actions", json_list(std::move(actions))),
       json_member("until", json_text("30min"))}));
}

/// Writes down executions, and which jobs ended by themselves.
struct Listener final : public Observer {
  explicit Listener(const GridConfig& grid) : config(grid.clusters[0]) {}

  using Observer::on;
  void on(ClusterId, const JobStarted& fact) override {
    LavaExecution& execution = executions_of(fact.job).emplace_back();
    execution.element = element_of(fact.job);
    execution.start = since_begin(fact.at);
    for (const HostSlots& part : fact.hosts)
      for (int i = 0; i < static_cast<int>(part.slots.count()); ++i)
        execution.hosts.push_back(config.hosts[index_of(part.host)].name);
  }
  void on(ClusterId, const JobEnded& fact) override {
    LavaExecution* const last = last_of(fact.job);
    if (last == nullptr) return;
    last->end = since_begin(fact.at);
    if (fact.reason != EndReason::none) cut.push_back(id_of(fact.job));
  }
  void on(ClusterId, const JobRequeued& fact) override {
    last_of(fact.job)->end = since_begin(fact.at);
  }

  static HistorySeconds since_begin(Time at) {
    return std::chrono::duration<HistorySeconds>(at - Time{}).count();
  }
  std::int64_t id_of(JobIndex job) const { return static_cast<std::int64_t>(config.trace[job].id); }
  std::int64_t element_of(JobIndex job) const { return config.arrays.element(job); }
  std::vector<LavaExecution>& executions_of(JobIndex job) { return played[id_of(job)]; }
  LavaExecution* last_of(JobIndex job) {
    auto& all = executions_of(job);
    const auto last = std::find_if(all.rbegin(), all.rend(), [&](const LavaExecution& one) {
      return one.element == element_of(job);
    });
    return last == all.rend() ? nullptr : &*last;
  }

  const ClusterConfig& config;
  LavaReplay played;
  std::vector<std::int64_t> cut;  ///< jobs that something else ended: limits, kills
};

/// The first guess: as long as the first execution, or what the job's command says.
Runs first_runs(const LavaHistory& history) {
  Runs runs;
  for (const auto& [id, job] : history.jobs) {
    const auto sleeps = match(asked_of(job.command).runs, R"(sleep (\d+))");
    if (!sleeps) throw std::runtime_error("a job that does not sleep");
    const HistorySeconds usual = std::stod(*sleeps) + 0.4;
    runs[{id, 0}] = usual;
    for (const LavaExecution& one : job.executions) runs[{id, one.element}] = usual;
    const bool is_requeued = job.executions.size() > 1 && job.executions[0].element == 0;
    if (is_requeued && job.executions[0].end)
      runs[{id, 0}] = *job.executions[0].end - job.executions[0].start;
  }
  return runs;
}

/// A scenario has one run time for all elements of an array; here each has its own.
void set_runs_of_elements(ClusterConfig& cluster, const Runs& runs) {
  if (cluster.arrays.empty()) return;
  TraceBuilder trace;
  for (std::size_t row = 0; row < cluster.trace.size(); ++row) {
    const auto index = static_cast<JobIndex>(row);
    TraceJob job = cluster.trace[index];
    const auto run = runs.find({static_cast<std::int64_t>(job.id), cluster.arrays.element(index)});
    if (run != runs.end()) job.run = Duration(std::llround(run->second * 1000));
    trace.add(job);
  }
  cluster.trace = std::move(trace).freeze();
}

/// The only execution of a job, or of an element; null: there are none, or several.
const LavaExecution* only_one(const std::vector<LavaExecution>& all, std::int64_t element) {
  const LavaExecution* found = nullptr;
  for (const LavaExecution& one : all) {
    if (one.element != element) continue;
    if (found != nullptr) return nullptr;
    found = &one;
  }
  return found;
}

/// Makes jobs end when they really did. Returns whether any run time has changed.
bool correct(Runs& runs, const LavaHistory& history, const Listener& run) {
  bool has_changed = false;
  for (auto& [name, length] : runs) {
    const auto& [id, element] = name;
    const auto played = run.played.find(id);
    if (played == run.played.end() || std::ranges::find(run.cut, id) != run.cut.end()) continue;
    const LavaExecution* const real = only_one(history.jobs.at(id).executions, element);
    const LavaExecution* const here = only_one(played->second, element);
    if (real == nullptr || here == nullptr || !real->end || !here->end) continue;
    const HistorySeconds late = *here->end - *real->end;
    const HistorySeconds corrected = std::max(length - late, shortest_run);
    has_changed = has_changed || std::abs(corrected - length) > 0.001;
    length = corrected;
  }
  return has_changed;
}

std::string text_of(const std::vector<std::string>& hosts) {
  std::string text;
  for (const std::string& host : hosts) text += " " + host;
  return text;
}

std::string job_text(std::int64_t id, const LavaExecution& real, const LavaExecution& played) {
  return "job " + std::to_string(id) + ": really " + seconds(real.start) + " on" +
         text_of(real.hosts) + ", here " + seconds(played.start) + " on" + text_of(played.hosts);
}

}  // namespace lava_replay

LavaReplay replay(const LavaHistory& history) {
  using namespace lava_replay;
  const TempFolder folder;
  Runs runs = first_runs(history);
  for (int round = 0; round < most_rounds; ++round) {
    auto scenario = load_scenario(folder.write("s.json", scenario_of(history, runs)),
                                  choices_of(default_registry()));
    if (!scenario) throw std::runtime_error(to_text(scenario.error().list.front()));
    set_runs_of_elements(scenario->config.clusters[0], runs);
    Listener run(scenario->config);
    Simulation simulation(scenario->config);
    simulation.run_until(scenario->config.until.value(), run);
    if (!correct(runs, history, run)) return run.played;
  }
  throw std::runtime_error(history.name + ": its jobs never end when they really did");
}

LavaDifferences differences(const LavaHistory& history, const LavaReplay& played,
                            const std::vector<std::int64_t>& known) {
  using namespace lava_replay;
  LavaDifferences found;
  struct Both {
    std::int64_t id;
    const LavaExecution& real;
    const LavaExecution& here;
  };
  std::vector<Both> all;
  for (const auto& [id, job] : history.jobs) {
    if (std::ranges::find(known, id) != known.end()) continue;
    const auto it = played.find(id);
    const std::size_t count = it == played.end() ? 0 : it->second.size();
    if (count != job.executions.size())
      found.starts.push_back("job " + std::to_string(id) + " starts " +
                             std::to_string(job.executions.size()) + " times, here " +
                             std::to_string(count) + " times");
    for (std::size_t i = 0; i < std::min(count, job.executions.size()); ++i)
      all.push_back({id, job.executions[i], it->second[i]});
  }
  for (const Both& one : all) {
    if (std::abs(one.real.start - one.here.start) > 1)
      found.starts.push_back(job_text(one.id, one.real, one.here));
    if (one.real.hosts != one.here.hosts)
      found.hosts.push_back(job_text(one.id, one.real, one.here));
    // A second is what the real times are exact to.
    for (const Both& other : all)
      if (one.real.start < other.real.start - 1 && one.here.start > other.here.start + 1)
        found.inversions.push_back(std::to_string(one.id) + " and " + std::to_string(other.id));
  }
  return found;
}

}  // namespace mcsim::testing
