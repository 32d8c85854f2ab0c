// What queues and application profiles say alike: limits, exit values, resource requirements.
#include <algorithm>
#include <cmath>
#include <span>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

class RulesReader {
 public:
  RulesReader(SettingsDraft& in, const JsonNode& line, const JsonAt& at)
      : in_(in), fields_(line), at_(at) {}

  JobRules read() {
    run_limit();
    cpu_limit();
    proc_limit();
    mem_limit();
    if (const auto text = fields_.text("REQUEUE_EXIT_VALUES"_key))
      rules_.requeue_exit_values =
          read_exit_values(*text).value_or(std::vector<RequeueExitValue>{});
    rules_.rerunnable = fields_.flag("RERUNNABLE"_key);
    warn_of_checkpoints();
    rules_.retries = read_retries(*at_.node);
    if (const auto text = fields_.text("RES_REQ"_key))
      rules_.res_req = read_requirement(in_.draft, in_.settings.resources,
                                        in_.names.are_resources_known(), at_, "RES_REQ"_key, *text)
                           .value_or(ResourceRequirement{});
    note_indices(in_.draft, in_.id, in_.settings.resources, rules_.res_req, at_, "RES_REQ"_key);
    return std::move(rules_);
  }

 private:
  void run_limit() {
    const auto limits = limits_of("RUNLIMIT"_key);
    if (!limits) return;
    rules_.run_limit = limits->largest;
    rules_.default_run_limit = limits->usual;
  }

  void cpu_limit() {
    const auto limits = limits_of("CPULIMIT"_key);
    if (!limits) return;
    rules_.cpu_limit = limits->largest;
    rules_.default_cpu_limit = limits->usual;
  }

  struct Limits {
    Duration largest{};
    std::optional<Duration> usual{};
  };

  /// [default] maximum, on hosts of CPU factor 1.
  std::optional<Limits> limits_of(std::string_view key) {
    const auto limit = read_run_limit(fields_.text(key).value_or(""));
    if (!limit) return std::nullopt;
    Limits limits;
    const auto largest = normalised(key, limit->largest, limit->largest_on);
    if (limit->usual) limits.usual = normalised(key, *limit->usual, limit->usual_on);
    if (!largest || (limit->usual && !limits.usual)) return std::nullopt;
    if (limits.usual > largest) {
      in_.complaints().error(at_, key, "the default is above the maximum");
      return std::nullopt;
    }
    limits.largest = *largest;
    return limits;
  }

  /// A limit on a host of CPU factor f stands for f times as long on one of factor 1. None: what
  /// `on` names is complained about.
  std::optional<Duration> normalised(std::string_view key, Duration limit, const std::string& on) {
    if (on.empty()) return limit;
    const auto factor = factor_of(key, on);
    const bool is_absolute = key == "RUNLIMIT"_key && in_.settings.params.abs_runlimit;
    const bool scales = in_.names.config.model.run_time_scaling && !is_absolute;
    if (!factor) return std::nullopt;
    if (!scales) return limit;
    const double length = std::round(static_cast<double>(limit.count()) * *factor);
    const auto longest = static_cast<double>(longest_duration.count());
    return Duration{static_cast<std::int64_t>(std::clamp(length, 1.0, longest))};
  }

  std::optional<double> factor_of(std::string_view key, const std::string& name) {
    const auto model = in_.model_factors.find(name);
    if (model != in_.model_factors.end()) return model->second;
    const auto host = in_.names.hosts.find(name);
    if (host != in_.names.hosts.end()) return in_.settings.hosts[index_of(host->second)].cpuf;
    if (in_.names.may_be_host(name) || in_.names.may_be_resource(name)) return std::nullopt;
    std::vector<std::string_view> known;
    for (const auto& one : in_.model_factors) known.push_back(one.first);
    for (const auto& one : in_.names.hosts) known.push_back(one.first);
    in_.complaints().error(
        at_, key, "unknown host or host model " + in_quotes(name) + known_names(name, known));
    return std::nullopt;
  }

  void mem_limit() {
    const auto limit = read_mem_limit(fields_.text("MEMLIMIT"_key).value_or(""));
    if (!limit) return;
    const auto in_kb = [&](std::int64_t memory) {
      return memory > most_memory / in_.kb_of_limits ? most_memory : memory * in_.kb_of_limits;
    };
    rules_.mem_limit = in_kb(limit->most);
    if (limit->usual) rules_.default_mem_limit = in_kb(*limit->usual);
  }

  /// TASKLIMIT is what LSF 9.1.3 and later call PROCLIMIT.
  void proc_limit() {
    const bool both = fields_.has("TASKLIMIT"_key) && fields_.has("PROCLIMIT"_key);
    if (both && is_lsfs_own(in_.draft, at_, "PROCLIMIT"_key))
      in_.complaints().warning(at_, "PROCLIMIT"_key,
                               "TASKLIMIT is the same limit, and counts; ignored");
    else if (both)
      in_.complaints().error(at_, "TASKLIMIT"_key,
                             "PROCLIMIT is the same limit: expected one of them");
    const auto text =
        fields_.text(fields_.has("TASKLIMIT"_key) ? "TASKLIMIT"_key : "PROCLIMIT"_key);
    if (text) rules_.proc_limit = read_proc_limit(*text).value_or(ProcLimit{});
  }

  /// Once for all queues, and for all application profiles.
  void warn_of_checkpoints() {
    constexpr std::string_view of_queue[] = {"CHKPNT"_key};
    constexpr std::string_view of_profile[] = {"CHKPNT_DIR"_key, "CHKPNT_PERIOD"_key};
    warn_of_checkpoints("lsb.queues"_key, of_queue, "queue");
    warn_of_checkpoints("lsb.applications"_key, of_profile, "application profile");
  }
  void warn_of_checkpoints(std::string_view file, std::span<const std::string_view> keys,
                           const char* who) {
    const auto found =
        std::ranges::find_if(keys, [&](std::string_view key) { return says(*at_.node, key); });
    if (found == keys.end() || !in_.warned_of_checkpoints.insert(file).second) return;
    std::size_t count = 0;
    visit_lines(&in_.node, in_.at, file, [&](const JsonNode& line, const JsonAt&) {
      count += std::ranges::any_of(keys, [&](std::string_view key) { return says(line, key); });
    });
    in_.complaints().warning(at_, *found,
                             "checkpoints are not simulated: a job that runs again, of this or of "
                             "others that have them, runs its whole run time anew, but for what "
                             "TERMINATE[CHKPNT] of JOB_CONTROLS keeps",
                             {.who = who, .what = "loses checkpoints", .count = count});
  }
  static bool says(const JsonNode& line, std::string_view key) {
    const JsonNode* const value = line.find(key);
    return value != nullptr && !(value->is(JsonNode::Kind::text) && value->text.empty());
  }

  SettingsDraft& in_;
  Fields fields_;
  const JsonAt& at_;
  JobRules rules_;
};

}  // namespace

JobRules read_rules(SettingsDraft& in, const JsonNode& line, const JsonAt& at) {
  JobRules rules = RulesReader(in, line, at).read();
  read_controls(in, line, at, rules);
  return rules;
}

void read_applications(SettingsDraft& in) {
  visit_lines(&in.node, in.at, "lsb.applications"_key, [&](const JsonNode& line, const JsonAt& at) {
    const auto name = Fields(line).text("NAME"_key);
    if (!name) return;
    const auto id = static_cast<ApplicationId>(in.settings.applications.size());
    if (!in.names.applications.emplace(*name, id).second) {
      in.complaints().error(at, "NAME"_key, "application " + *name + " is given twice");
      return;
    }
    in.settings.applications.push_back({.name = *name, .rules = read_rules(in, line, at)});
    if (!in.names.are_hosts_whole()) return;
    const ResourceRequirement& asked = in.settings.applications.back().rules.res_req;
    warn_of_impossible(in.draft, in.names, in.settings, asked, at, {.application = id});
    warn_of_wide_ptile(in.draft, in.names, in.settings, asked, at, {.application = id});
  });
}

}  // namespace mcsim::config
