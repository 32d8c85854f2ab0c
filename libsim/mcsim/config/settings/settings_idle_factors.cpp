// Factors of user fairshare that change no priority as things are: each is warned of once.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

/// Source of what each factor is for: docs/rules/fairshare.md, 2.
class IdleFactors {
 public:
  explicit IdleFactors(SettingsDraft& in)
      : in_(in), options_(in.names.config.model.fairshare), sends_(in.settings.queues.size()) {
    std::size_t position = 0;
    visit_lines(&in.node, in.at, "lsb.queues"_key, [&](const JsonNode& line, const JsonAt&) {
      if (position < sends_.size()) sends_[position++] = Fields(line).has("SNDJOBS_TO"_key);
    });
  }

  void warn() {
    if (in_.settings.fairshares.empty()) return;
    // By now defaults stand in lsb.params: what is as it is by default is not warned of.
    const FairshareFactors given = read_fairshare_factors(in_, nullptr);
    visit_part("lsb.params"_key, [&](const JsonNode&, const JsonAt& at) {
      for (const std::string_view key : keys)
        if (!is_default(key, given) && !is_for_pools(key))
          warn_of(key, at, in_.settings.fairshares);
    });
    visit_part("lsf.conf"_key, [&](const JsonNode& node, const JsonAt& at) {
      if (Fields(node).whole(charge_duration))
        warn_of(charge_duration, at, in_.settings.fairshares);
      warn_of_slots(node, at);
    });
    std::size_t position = 0;
    visit_lines(&in_.node, in_.at, "lsb.queues"_key, [&](const JsonNode& line, const JsonAt& at) {
      if (position >= in_.settings.queues.size()) return;
      const QueueConfig& queue = in_.settings.queues[position++];
      for (const FairshareConfig& tree : in_.settings.fairshares)
        if (tree.of != FairshareConfig::Of::host_partition && tree.name == queue.name)
          for (const std::string_view key : keys)
            if (Fields(line).has(key)) warn_of(key, at, {tree});
    });
  }

 private:
  static constexpr std::array<std::string_view, 9> keys = {
      "CPU_TIME_FACTOR"_key, "RUN_TIME_FACTOR"_key,      "COMMITTED_RUN_TIME_FACTOR"_key,
      "RUN_JOB_FACTOR"_key,  "FWD_JOB_FACTOR"_key,       "FAIRSHARE_ADJUSTMENT_FACTOR"_key,
      "HIST_HOURS"_key,      "ENABLE_HIST_RUN_TIME"_key, "RUN_TIME_DECAY"_key};
  static constexpr std::string_view charge_duration =
      "LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION"_key;

  /// LSB_NCPU_ENFORCE is about FAIRSHARE of queues: host partitions count slots anyway.
  void warn_of_slots(const JsonNode& conf, const JsonAt& at) {
    const std::string counts = Fields(conf).text("LSB_NCPU_ENFORCE"_key).value_or("1");
    const bool is_on = counts == "1" || counts == "Y" || counts == "y";
    const auto is_of_queue = [](const FairshareConfig& tree) {
      return tree.of != FairshareConfig::Of::host_partition;
    };
    if (is_on || options_.run == FairshareOptions::Run::jobs ||
        std::ranges::none_of(in_.settings.fairshares, is_of_queue))
      return;
    in_.complaints().warning(at, "LSB_NCPU_ENFORCE"_key,
                             "has no effect: model.fairshare_run says whether run times count by "
                             "slot, and is slots; jobs is what this asks for");
  }

  template <class Visit>
  void visit_part(std::string_view key, Visit&& visit) {
    const JsonNode* const part = in_.node.find(key);
    if (part != nullptr && part->is(JsonNode::Kind::object)) visit(*part, JsonAt(in_.at, *part, 0));
  }
  static bool is_default(std::string_view key, const FairshareFactors& by) {
    const FairshareFactors usual;
    if (key == "CPU_TIME_FACTOR"_key) return by.cpu_time == usual.cpu_time;
    if (key == "RUN_TIME_FACTOR"_key) return by.run_time == usual.run_time;
    if (key == "COMMITTED_RUN_TIME_FACTOR"_key)
      return by.committed_run_time == usual.committed_run_time;
    if (key == "RUN_JOB_FACTOR"_key) return by.run_job == usual.run_job;
    if (key == "FWD_JOB_FACTOR"_key) return by.fwd_job == usual.fwd_job;
    if (key == "FAIRSHARE_ADJUSTMENT_FACTOR"_key) return by.adjustment == usual.adjustment;
    if (key == "HIST_HOURS"_key) return by.hist_hours == usual.hist_hours;
    if (key == "ENABLE_HIST_RUN_TIME"_key)
      return by.enable_hist_run_time == usual.enable_hist_run_time;
    return by.run_time_decay == usual.run_time_decay;
  }
  /// The use of slot pools decays by it, too.
  bool is_for_pools(std::string_view key) const {
    return key == "HIST_HOURS"_key && !in_.settings.pools.empty();
  }

  /// Where it is idle in all trees that it is for.
  void warn_of(std::string_view key, const JsonAt& at, const std::vector<FairshareConfig>& trees) {
    std::optional<std::string> why;
    for (const FairshareConfig& tree : trees) {
      why = why_idle(key, tree);
      if (!why) return;
    }
    in_.complaints().warning(at, key, "has no effect: " + *why);
  }

  /// None: it counts, or it is what it is without being given.
  std::optional<std::string> why_idle(std::string_view key, const FairshareConfig& tree) const {
    const FairshareFactors& by = tree.factors;
    const auto because = [](bool is_idle, const char* why) {
      return is_idle ? std::optional<std::string>(why) : std::nullopt;
    };
    if (options_.priority == "slots" && key != "HIST_HOURS"_key)
      return "model.fairshare_priority slots counts slots only";
    if (key == "FAIRSHARE_ADJUSTMENT_FACTOR"_key)
      return because(by.adjustment != 0, "a site's own plug-in is not simulated, and adjusts by 0");
    if (key == "CPU_TIME_FACTOR"_key)
      return because(by.cpu_time != 0 && options_.cpu_per_slot == 0,
                     "model.fairshare_cpu_per_slot is 0, so jobs use no CPU time");
    if (key == "ENABLE_HIST_RUN_TIME"_key)
      return because(by.enable_hist_run_time && by.run_time == 0, "RUN_TIME_FACTOR is 0");
    if (key == "RUN_TIME_DECAY"_key)
      return because(by.run_time_decay && by.run_time == 0, "RUN_TIME_FACTOR is 0");
    if (key == "FWD_JOB_FACTOR"_key)
      return because(!forwards(tree), "no queue whose users it is for has SNDJOBS_TO");
    if (key == charge_duration) return because(!by.fwd_job, "FWD_JOB_FACTOR is not defined");
    if (key != "HIST_HOURS"_key) return std::nullopt;
    if (options_.decay == "none") return "model.fairshare_decay is none";
    const bool decays = (by.cpu_time != 0 && options_.cpu_per_slot != 0) ||
                        (by.run_time != 0 && (by.run_time_decay || by.enable_hist_run_time));
    return because(!decays || options_.priority == "slots", "nothing that counts decays");
  }
  bool forwards(const FairshareConfig& tree) const {
    return std::ranges::any_of(tree.queues, [&](QueueId id) { return sends_[index_of(id)]; });
  }

  SettingsDraft& in_;
  const FairshareOptions& options_;
  std::vector<bool> sends_;  ///< by QueueId: has SNDJOBS_TO
};

}  // namespace

void warn_of_idle_factors(SettingsDraft& in) { IdleFactors(in).warn(); }

}  // namespace mcsim::config
