// The hosts that export policies leave out, though they name them, or the hosts are as they ask.
#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/model/idle_host.hpp"
#include "mcsim/model/select.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

using HostNames = std::vector<std::string>;

constexpr std::string_view unswapped = "hosts of type DLINUX are exported with SWP only";

/// Source: Platform LSF 7.0.6, MultiCluster guide, Exporting Other Resources.
bool lacks_swap(const HostConfig& host, const HostExport& policy) {
  return host.type == "DLINUX" && !policy.swp;
}

/// The first resource of an expression that the host does not define.
ResourceId first_undefined(const SelectExpression& select, const IdleHost& host) {
  for (const SelectExpression::Node& node : select.nodes)
    if (node.op == SelectExpression::Op::resource && !host.number(node.resource) &&
        !host.text(node.resource))
      return node.resource;
  return none<ResourceId>;
}

class LeftOutHosts {
 public:
  explicit LeftOutHosts(SettingsDraft& in) : in_(in), taken_(in.settings.hosts.size()) {
    for (const HostExport& policy : in.settings.exports)
      for (const HostId host : policy.hosts) taken_[index_of(host)] = "named by another policy";
  }

  /// Tells of one policy, after all that stand before it.
  void tell_of(const HostExport& policy, const JsonAt& at) {
    if (!policy.selects()) return tell_of_named(policy, at);
    if (in_.names.are_hosts_whole()) tell_of_selected(policy, at);
  }

 private:
  void tell_of_named(const HostExport& policy, const JsonAt& at) {
    HostNames names;
    for (const HostId id : policy.hosts)
      if (const HostConfig& host = in_.settings.hosts[index_of(id)]; lacks_swap(host, policy))
        names.push_back(host.name);
    if (names.empty()) return;
    tell(at, "PER_HOST"_key, names, unswapped);
    if (names.size() == policy.hosts.size())
      tell_of_nothing(at, "PER_HOST"_key, "it leaves out all that it names");
  }

  void tell_of_selected(const HostExport& policy, const JsonAt& at) {
    const SelectExpression select = lasting_part(policy.select.select, in_.settings);
    std::map<std::string, HostNames> left_out;  // by reason
    std::map<std::string, HostNames> taken;     // likewise, of hosts that other policies export
    std::int32_t count = 0;                     // of hosts that it exports
    for (std::size_t i = 0; i < in_.settings.hosts.size(); ++i) {
      const auto id = static_cast<HostId>(i);
      const HostConfig& host = in_.settings.hosts[i];
      if (host.home || !select_host(select, IdleHost(in_.settings, id, std::nullopt, true)))
        continue;
      if (const std::string why = why_not(policy, select, id); !why.empty())
        left_out[why].push_back(host.name);
      else if (!taken_[i].empty())
        taken[std::string(taken_[i])].push_back(host.name);
      else if (count++ < policy.most_hosts)
        taken_[i] = "selected by an earlier policy";
    }
    if (count < policy.most_hosts) left_out.merge(taken);
    for (const auto& [why, names] : left_out) tell(at, "RES_SELECT"_key, names, why);
    if (count == 0)
      tell_of_nothing(at, "RES_SELECT"_key,
                      left_out.empty() ? "no host is as it asks" : "no other host is as it asks");
  }

  /// Why a host is not exported though it is as a policy asks, if it has all that nobody says.
  std::string why_not(const HostExport& policy, const SelectExpression& select, HostId id) const {
    const IdleHost known(in_.settings, id, std::nullopt);
    if (!select_host(select, known)) {
      ResourceId unknown = undefined_in(select, known);
      if (unknown == none<ResourceId>) unknown = first_undefined(select, known);
      return "nothing says their " + in_.settings.resources[index_of(capacity_of(unknown))].name +
             "; give it in `hosts` of the scenario";
    }
    return lacks_swap(in_.settings.hosts[index_of(id)], policy) ? std::string(unswapped) : "";
  }

  void tell(const JsonAt& at, std::string_view key, const HostNames& names, std::string_view why) {
    in_.complaints().warning(
        at, key, "the policy leaves out " + first_names(names) + ": " + std::string(why),
        {.who = "host", .what = "is not exported", .count = names.size()});
  }
  void tell_of_nothing(const JsonAt& at, std::string_view key, const std::string& why) {
    in_.complaints().warning(at, key, "the policy exports nothing: " + why,
                             {.who = "export policy", .what = "exports nothing", .count = 1});
  }

  SettingsDraft& in_;
  std::vector<std::string_view> taken_;  ///< by HostId: why no policy selects it; empty: any may
};

}  // namespace

void warn_of_left_out_hosts(SettingsDraft& in, const std::vector<bool>& are_taken) {
  LeftOutHosts left_out(in);
  std::size_t line = 0;
  std::size_t policy = 0;
  visit_section(in, "lsb.resources"_key, "HostExport"_key, [&](const JsonNode&, const JsonAt& at) {
    if (are_taken[line++]) left_out.tell_of(in.settings.exports[policy++], at);
  });
}

}  // namespace mcsim::config
