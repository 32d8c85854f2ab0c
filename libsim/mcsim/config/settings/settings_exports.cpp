// lsb.resources, sections HostExport: what a provider exports, and to whom.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/export_words.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

class ExportsReader {
 public:
  explicit ExportsReader(SettingsDraft& in) : in_(in) {}

  void read() {
    std::vector<bool> are_taken;  // by section
    visit_section(in_, "lsb.resources"_key, "HostExport"_key,
                  [&](const JsonNode& line, const JsonAt& at) {
                    const std::size_t before = in_.settings.exports.size();
                    policy(line, at);
                    are_taken.push_back(in_.settings.exports.size() > before);
                  });
    warn_of_left_out_hosts(in_, are_taken);
  }

 private:
  void policy(const JsonNode& line, const JsonAt& at) {
    if (refuse_baseline(at)) return;
    const ExportSection section{.at = at,
                                .is_quoted = !is_of_lsf_file(in_.draft, line.place),
                                .provider = in_.names.config.name,
                                .is_logged = is_lsfs_own(in_.draft, at, "DISTRIBUTION"_key)};
    TreeComplaints& complaints = in_.draft.complaints;
    const ExportWords words = read_export_words(section, complaints);
    bool is_good = words.is_good;
    HostExport policy{.slots = Slots(words.slots),
                      .most_hosts = words.most_hosts,
                      .mem = words.mem,
                      .swp = words.swp,
                      .is_shared = words.is_shared};
    policy.distribution = find_consumers(in_, at, words.distribution);
    for (const std::string_view word : list_words(words.hosts)) add_hosts(policy, word, at);
    if (!words.select.empty()) {
      auto select =
          read_requirement(in_.draft, in_.settings.resources, in_.names.are_resources_known(), at,
                           "RES_SELECT"_key, words.select);
      const bool is_select = select && check_select_only(section, *select, complaints);
      is_good = is_good && is_select;
      if (select) policy.select = *std::move(select);
    }
    if (!is_good) return;
    if (!has_one_consumer(policy, at)) return;
    warn_of_cut(policy, at);
    in_.settings.exports.push_back(std::move(policy));
  }

  bool refuse_baseline(const JsonAt& at) {
    const std::string& dispatch = in_.names.config.model.dispatch;
    if (!in_.draft.is_baseline(dispatch)) return false;
    in_.complaints().refusal(at,
                             "leases need LSF's own scheduler: expected model.dispatch lsf in " +
                                 in_.names.config.name + ", got " + dispatch);
    return true;
  }

  void add_hosts(HostExport& policy, std::string_view word, const JsonAt& at) {
    const auto hosts = find_hosts(in_.draft, in_.names, at, "PER_HOST"_key, word);
    for (const HostId id : hosts.value_or(std::vector<HostId>{}))
      if (std::ranges::find(policy.hosts, id) == policy.hosts.end())
        policy.hosts.push_back(id);
      else
        in_.complaints().warning(
            at, "PER_HOST"_key,
            "host " + in_.settings.hosts[index_of(id)].name + " is given twice");
  }

  /// Shared slots come out of MXJ, less the slots that earlier policies share.
  void warn_of_cut(const HostExport& policy, const JsonAt& at) {
    if (!policy.is_shared || policy.distribution.empty() || !in_.names.are_hosts_known()) return;
    std::map<std::pair<bool, std::int32_t>, std::vector<std::string>> cut;  // others share; slots
    for (const HostId id : policy.hosts) {
      const HostConfig& host = in_.settings.hosts[index_of(id)];
      std::int32_t& shared = shared_of_[id];
      const std::int32_t slots = std::min(policy.slots.count(), host.mxj.count() - shared);
      if (slots < policy.slots.count()) cut[{shared > 0, slots}].push_back(host.name);
      shared += slots;
    }
    for (const auto& [how, hosts] : cut)
      in_.complaints().warning(
          at, "SLOTS"_key,
          (how.first ? "is above what other shared leases leave of MXJ of " : "is above MXJ of ") +
              first_names(hosts) + ": " + std::to_string(how.second) +
              (how.second == 1 ? " slot" : " slots") + (hosts.size() > 1 ? " of each" : "") +
              (how.second == 1 ? " is" : " are") + " shared, not " +
              std::to_string(policy.slots.count()));
  }

  /// A host in a shared lease has one consumer, over all policies that export it. False: complained
  /// about, and LSF leaves the policy out.
  bool has_one_consumer(const HostExport& policy, const JsonAt& at) {
    for (const HostId host : policy.hosts)
      for (const ExportShare& share : policy.distribution) {
        auto [known, is_new] = consumer_of_.try_emplace(host, share.consumer, false);
        known->second.second = known->second.second || policy.is_shared;
        if (is_new || known->second.first == share.consumer || !known->second.second) continue;
        return !in_.complaints().error(
            at, "PER_HOST"_key,
            "host " + in_.settings.hosts[index_of(host)].name +
                " is in a shared lease: expected one consumer in all policies, got " +
                name_of(known->second.first) + " and " + name_of(share.consumer));
      }
    return true;
  }
  const std::string& name_of(ClusterId id) const {
    for (const auto& [name, cluster] : in_.draft.cluster_ids)
      if (cluster == id) return name;
    return in_.names.config.name;
  }

  SettingsDraft& in_;
  std::map<HostId, std::pair<ClusterId, bool>> consumer_of_;  ///< the first one; shared
  std::map<HostId, std::int32_t> shared_of_;                  ///< slots, by the policies so far
};

}  // namespace

void read_exports(SettingsDraft& in) { ExportsReader(in).read(); }

}  // namespace mcsim::config
