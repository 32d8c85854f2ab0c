// Leases, load and launches in words.
#include <string>

#include "support/random_text.hpp"

namespace mcsim::testing {
namespace {

std::string host(HostId id) { return "h" + std::to_string(index_of(id) + 1); }
std::string cluster(ClusterId id) { return "C" + std::to_string(index_of(id) + 1); }

std::string shares(const std::vector<ExportShare>& distribution) {
  std::string text = " DISTRIBUTION";
  for (const ExportShare& share : distribution)
    text += " " + cluster(share.consumer) + ":" + std::to_string(share.shares);
  return text;
}

std::string to_text(const HostExport& policy) {
  std::string text = policy.is_shared ? "  shared" : "  exclusive";
  for (const HostId id : policy.hosts) text += " " + host(id);
  text += number("SLOTS", policy.slots.count(), 0) + number("NHOSTS", policy.most_hosts, 0);
  text += number("MEM/1000", policy.mem.value_or(-1), -1);
  return text + number("SWP/1000", policy.swp.value_or(-1), -1) + shares(policy.distribution) +
         "\n";
}

std::string to_text(const DrawnTime& time) {
  return seconds(time.least) + (time.spread > 0ms ? "+" + seconds(time.spread) : "") +
         choice("kind", time.kind);
}

std::string to_text(const LaunchFault& fault) {
  constexpr const char* names[] = {"pjl_cannot_start", "pjl_exits", "task_cannot_start", "ts_dies",
                                   "res_dies"};
  std::string text = std::string(" ") + names[static_cast<std::size_t>(fault.kind)] + "(" +
                     std::to_string(fault.probability);
  if (fault.execution) text += " execution " + std::to_string(*fault.execution);
  if (fault.task) text += " task " + std::to_string(*fault.task);
  for (const HostId id : fault.hosts) text += " " + host(id);
  if (fault.at) text += " at " + seconds(*fault.at);
  return text + number("exit_code", fault.exit_code, 1) + ")";
}

std::string to_text(const LaunchProfile& profile) {
  std::string text =
      "  launch " + profile.name + number("method", profile.method, 1) +
      " wrapper=" + to_text(profile.wrapper_start) + " pjl=" + to_text(profile.pjl_start) +
      length("ts_interval", profile.ts_interval, 0ms) + " ts=" + to_text(profile.ts_start) +
      " task=" + to_text(profile.task_start) + " latency=" + to_text(profile.latency) +
      choice("on_lost_task", profile.on_lost_task) + number("exit_code", profile.exit_code, 1);
  for (const LaunchProfile::SlowHost& slow : profile.slow_hosts)
    text += " " + host(slow.host) + " x" + std::to_string(slow.factor);
  for (const LaunchFault& fault : profile.faults) text += to_text(fault);
  return text + "\n";
}

std::string to_text(const LaunchRules& rules) {
  std::string text;
  for (std::size_t row = 0; row < rules.profiles.size(); ++row)
    text += to_text(rules.profiles[row]) +
            "   least_slots=" + std::to_string(rules.least_slots[row].count()) + "\n";
  for (const auto& [queue, row] : rules.of_queue)
    text += "   of q" + std::to_string(index_of(queue) + 1) + ": " + std::to_string(row) + "\n";
  if (rules.of_others) text += "   of others: " + std::to_string(*rules.of_others) + "\n";
  return text;
}

std::string to_text(const ElimMishap& mishap) {
  constexpr const char* names[] = {"exits",   "hangs",       "half_line",
                                   "garbage", "wrong_count", "floods"};
  std::string text =
      std::string(" ") + names[static_cast<std::size_t>(mishap.kind)] + " at " + seconds(mishap.at);
  if (mishap.every) text += " every " + seconds(*mishap.every);
  return text + flag("drawn", mishap.drawn) + number("number", mishap.number, 0);
}

std::string to_text(const ElimConfig& elim) {
  std::string text = "  " + elim.name + " interval=" + seconds(elim.interval) +
                     length("start_up", elim.start_up, 0ms) + flag("on_change", elim.on_change);
  for (const HostId id : elim.hosts) text += " " + host(id);
  for (const ElimMishap& mishap : elim.mishaps) text += to_text(mishap);
  for (const ElimOutput& output : elim.values) {
    text += "\n   " + output.name + (output.steps.empty() ? " walks" : "");
    for (const ElimLevel& level : output.steps)
      text += " " + seconds(level.at) + ":" + (level.value ? std::to_string(*level.value) : "-");
  }
  return text + "\n";
}

}  // namespace

std::string thresholds_text(const std::vector<LoadThreshold>& thresholds,
                            const std::vector<ResourceConfig>& resources) {
  std::string text;
  for (const LoadThreshold& one : thresholds)
    text += " " + resources[index_of(one.index)].name + "=" +
            (one.sched ? std::to_string(*one.sched) : "-") + "/" +
            (one.stop ? std::to_string(*one.stop) : "-");
  return text;
}

std::string lease_text(const ClusterSettings& settings) {
  std::string text;
  for (const HostExport& policy : settings.exports) text += to_text(policy);
  for (const SharedResourceExport& policy : settings.resource_exports)
    text += "  exports " + std::to_string(policy.amount) + "/1000 of " +
            settings.resources[index_of(policy.resource)].name + shares(policy.distribution) + "\n";
  if (!text.empty()) text += "  MC_RECLAIM_DELAY=" + seconds(settings.params.reclaim_delay) + "\n";
  return text;
}

std::string to_text(const LimParameters& lim) {
  if (lim == LimParameters{}) return "";
  std::string text = "  EXINTERVAL=" + seconds(lim.exchange_interval) +
                     " ELIM_POLL_INTERVAL=" + seconds(lim.elim_poll_interval);
  if (lim.elim_block_time) text += " LSF_ELIM_BLOCKTIME=" + seconds(*lim.elim_block_time);
  if (lim.elim_restarts) text += " LSF_ELIM_RESTARTS=" + std::to_string(*lim.elim_restarts);
  return text + "\n";
}

std::string model_text(const ModelConfig& model) {
  std::string text = model.dispatch == "lsf" ? "" : " " + model.dispatch;
  if (model.load == LoadMode::lim) text += " load=lim";
  if (model.host_down == HostDown::silence) text += " host_down=silence";
  if (model.load_noise > 0) text += " load_noise=" + std::to_string(model.load_noise);
  text += flag("lim_send_on_change", model.lim_send_on_change) +
          flag("lava_elim", model.lava_elim) +
          flag("elim_keep_values_on_exit", model.elim_keep_values_on_exit) +
          flag("lease_keep_one_slot", model.lease_keep_one_slot) +
          length("lease_inactive", model.lease_inactive, 0ms) +
          length("mbatchd_start", model.mbatchd_start, 10s);
  if (model.lease_dealing != "deficit") text += " lease_dealing=" + model.lease_dealing;
  if (model.lease_reclaim != "lsf") text += " lease_reclaim=" + model.lease_reclaim;
  return text;
}

std::string mixture_text(const ClusterConfig& cluster) {
  std::string text = to_text(cluster.launch);
  for (const ElimConfig& elim : cluster.elims) text += to_text(elim);
  for (const RandomFault& fault : cluster.random_faults)
    text += "  " + host(fault.host) + " fails from " + seconds(fault.from) + " on, mtbf " +
            seconds(fault.mtbf) + ", mttr " + seconds(fault.mttr) + "\n";
  return text;
}

}  // namespace mcsim::testing
