// The scenario's `pjl`: which jobs are launched how.
#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "mcsim/config/scenario/scenario_targets.hpp"
#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

using FaultKind = LaunchFault::Kind;

/// Reads one entry of `pjl`.
class LaunchReader {
 public:
  LaunchReader(ScenarioDraft& draft, Targets& targets, const JsonNode& node, const JsonAt& at,
               ClusterId id)
      : draft_(draft),
        targets_(targets),
        node_(node),
        at_(at),
        in_(node),
        id_(id),
        cluster_(draft[id]),
        rules_(cluster_.config.launch),
        row_(static_cast<LaunchRules::Row>(rules_.profiles.size())) {}

  void read() {
    profile_.name = in_.text("name"_key).value_or("");
    if (!profile_.name.empty() && std::ranges::find(rules_.profiles, profile_.name,
                                                    &LaunchProfile::name) != rules_.profiles.end())
      complain("name"_key, "there are two of the name " + profile_.name);
    profile_.method = count_of(in_, scenario::pjl["method"]);
    if (profile_.method == 1 && text_of(in_, scenario::pjl["wrapper_start"]) != "0s")
      complain("wrapper_start"_key, "a wrapper starts the PJL with method 2 only");
    profile_.wrapper_start = time(scenario::pjl["wrapper_start"]);
    profile_.pjl_start = time(scenario::pjl["pjl_start"]);
    profile_.ts_interval = duration_of(in_, scenario::pjl["ts_interval"]);
    profile_.ts_start = time(scenario::pjl["ts_start"]);
    profile_.task_start = time(scenario::pjl["task_start"]);
    profile_.latency = time(scenario::pjl["latency"]);
    read_choice(node_, scenario::pjl["on_lost_task"], profile_.on_lost_task);
    profile_.exit_code = count_of(in_, scenario::pjl["exit_code"]);
    visit_lines(&node_, at_, "slow_hosts"_key,
                [&](const JsonNode& line, const JsonAt& at) { read_slow_hosts(line, at); });
    visit_lines(&node_, at_, "faults"_key,
                [&](const JsonNode& fault, const JsonAt& at) { read_fault(fault, at); });
    read_whom();
    rules_.least_slots.push_back(Slots{count_of(in_, scenario::pjl["min_slots"])});
    rules_.profiles.push_back(std::move(profile_));
  }

 private:
  void complain(std::string_view key, std::string message) {
    draft_.complaints.error(at_, key, std::move(message));
  }
  DrawnTime time(const VocabularyRow& row) const {
    return read_or_default(in_, row, read_drawn_time);
  }

  // Whom it is for.

  template <class Key>
  void choose(std::map<Key, LaunchRules::Row>& rows, const Key& whom, std::string_view key,
              std::string_view word) {
    const auto [place, is_new] = rows.try_emplace(whom, row_);
    if (is_new || place->second == row_) return;
    complain(key, in_quotes(std::string(word)) + " is launched by " + name_of(place->second) +
                      " already");
  }
  std::string name_of(LaunchRules::Row row) const {
    const std::string& name = rules_.profiles[row].name;
    return name.empty() ? "another entry" : name;
  }

  void read_whom() {
    const std::string jobs = in_.text("jobs"_key).value_or("");
    for (const std::string_view word : split_words(jobs))
      if (const auto job = targets_.find_job(node_, at_, "jobs"_key, word);
          job && !job->is_skipped_job)
        choose(rules_.of_job, {job->cluster, job->row}, "jobs"_key, word);
    const std::string applications = in_.text("applications"_key).value_or("");
    for (const std::string_view word : split_words(applications))
      if (const auto found = cluster_.applications.find(word); found != cluster_.applications.end())
        choose(rules_.of_application, found->second, "applications"_key, word);
      else if (cluster_.applications_known && !cluster_.lost_applications.may_hold(word))
        complain("applications"_key, "unknown application " + in_quotes(std::string(word)) +
                                         " in " + cluster_.config.name +
                                         known_names(word, names_of(cluster_.applications)));
    const std::string queues = in_.text("queues"_key).value_or("");
    for (const std::string_view word : split_words(queues))
      if (const auto queue = draft_.find_queue(at_, "queues"_key, word, id_))
        choose(rules_.of_queue, *queue, "queues"_key, word);
    if (in_.has("jobs"_key) || in_.has("applications"_key) || in_.has("queues"_key)) return;
    if (rules_.of_others)
      complain("name"_key,
               "all other jobs are launched by " + name_of(*rules_.of_others) + " already");
    else
      rules_.of_others = row_;
  }

  // Hosts and faults.

  /// Ascending; hosts that were complained about are left out.
  std::vector<HostId> hosts_of(const JsonNode& node, const JsonAt& at) {
    std::set<HostId> hosts;
    const std::string text = Fields(node).text("hosts"_key).value_or("");
    for (const std::string_view word : split_words(text))
      for (const std::string& name : expand_borrowed(word))
        if (const auto found = find_hosts(draft_, cluster_, at, "hosts"_key, name))
          hosts.insert(found->begin(), found->end());
    return {hosts.begin(), hosts.end()};
  }

  void read_slow_hosts(const JsonNode& line, const JsonAt& at) {
    const std::string factor = Fields(line).text("factor"_key).value_or("1");
    for (const HostId host : hosts_of(line, at)) {
      const auto place =
          std::ranges::lower_bound(profile_.slow_hosts, host, {}, &LaunchProfile::SlowHost::host);
      if (place != profile_.slow_hosts.end() && place->host == host)
        draft_.complaints.error(at, "hosts"_key,
                                cluster_.config.hosts[index_of(host)].name + " is given twice");
      else
        profile_.slow_hosts.insert(place, {host, number_of(factor)});
    }
  }

  void read_fault(const JsonNode& node, const JsonAt& at) {
    const Fields in(node);
    LaunchFault fault;
    if (!in.text("does"_key)) return;
    read_choice(node, scenario::pjl_fault["does"], fault.kind);
    const bool is_of_task =
        fault.kind == FaultKind::task_cannot_start || fault.kind == FaultKind::ts_dies;
    const bool has_time = fault.kind != FaultKind::pjl_cannot_start &&
                          fault.kind != FaultKind::task_cannot_start &&
                          fault.kind != FaultKind::pjl_hangs;
    only(in, at, "task"_key, is_of_task);
    only(in, at, "hosts"_key, is_of_task || fault.kind == FaultKind::res_dies);
    only(in, at, "at"_key, has_time);
    only(in, at, "code"_key, fault.kind == FaultKind::pjl_exits);
    fault.probability = number_of(text_of(in, scenario::pjl_fault["probability"]));
    if (in.has("job"_key)) {
      const auto job = targets_.find(node, at, "job"_key);
      if (!job || job->is_skipped_job) return;
      fault.job = {job->cluster, job->row};
    }
    const auto number = [&](std::string_view key) -> std::optional<std::uint32_t> {
      const auto value = in.whole(key);
      return value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
    };
    fault.execution = number("execution"_key);
    fault.task = number("task"_key);
    if (in.has("hosts"_key)) {
      fault.hosts = hosts_of(node, at);
      if (fault.hosts.empty()) return;  // complained about
    }
    fault.at = in.duration("at"_key);
    fault.exit_code = count_of(in, scenario::pjl_fault["code"]);
    profile_.faults.push_back(std::move(fault));
  }
  void only(const Fields& in, const JsonAt& at, std::string_view key, bool may_be) {
    if (!may_be && in.has(key))
      draft_.complaints.error(
          at, key, "a fault that does " + in.text("does"_key).value_or("") + " has no such key");
  }

  ScenarioDraft& draft_;
  Targets& targets_;
  const JsonNode& node_;
  const JsonAt& at_;
  Fields in_;
  ClusterId id_;
  ClusterDraft& cluster_;
  LaunchRules& rules_;
  LaunchRules::Row row_;
  LaunchProfile profile_;
};

}  // namespace

void read_launches(ScenarioDraft& draft) {
  Targets targets(draft);
  for_each_object(draft.tree.root, draft.list("pjl"_key), [&](JsonNode& node, const JsonAt& at) {
    const auto cluster = draft.find_cluster(node, at);
    if (cluster) LaunchReader(draft, targets, node, at, *cluster).read();
  });
}

}  // namespace mcsim::config
