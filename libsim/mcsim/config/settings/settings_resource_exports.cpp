// lsb.resources, sections SharedResourceExport: what a provider exports of resources that hosts
// share, and to whom.
#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "mcsim/config/settings/export_words.hpp"
#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/nearest.hpp"

namespace mcsim::config {
namespace {

bool is_before(JsonPlace a, JsonPlace b) {
  return a.line != b.line ? a.line < b.line : a.column < b.column;
}

std::vector<const SharedResource*> instances_of(const ClusterSettings& settings, ResourceId id) {
  std::vector<const SharedResource*> instances;
  for (const SharedResource& shared : settings.shared_resources)
    if (shared.resource == id) instances.push_back(&shared);
  return instances;
}

/// Whether the policy may export a host to the consumer that has one of the instances.
bool may_bring(const HostExport& policy, ClusterId consumer,
               const std::vector<const SharedResource*>& instances) {
  const auto& consumers = policy.distribution;
  if (std::ranges::find(consumers, consumer, &ExportShare::consumer) == consumers.end())
    return false;
  if (policy.selects()) return true;
  return std::ranges::any_of(instances, [&](const SharedResource* shared) {
    return std::ranges::any_of(policy.hosts, [&](HostId host) {
      return std::ranges::binary_search(shared->hosts, index_of(host));
    });
  });
}

class ResourceExportsReader {
 public:
  explicit ResourceExportsReader(SettingsDraft& in) : in_(in) {}

  void read() {
    visit_section(in_, "lsb.resources"_key, "SharedResourceExport"_key,
                  [&](const JsonNode& line, const JsonAt& at) { policy(line, at); });
  }

 private:
  void policy(const JsonNode& line, const JsonAt& at) {
    if (!is_behind_hosts(line, at)) return;
    const Fields fields(line);
    const ExportSection section{.at = at,
                                .is_quoted = !is_of_lsf_file(in_.draft, line.place),
                                .provider = in_.names.config.name,
                                .is_logged = is_lsfs_own(in_.draft, at, "DISTRIBUTION"_key)};
    const ShareWords shares = read_shares(section, in_.draft.complaints);
    const auto consumers = find_consumers(in_, at, shares.list);
    const auto name = fields.text("NAME"_key);
    const ResourceId id = name ? exported(*name, at) : none<ResourceId>;
    const auto amount = fields.whole("NINSTANCES"_key);
    if (!amount && !in_.complaints().any_errors())  // in a change
      in_.complaints().error(at, "NINSTANCES"_key, "missing");
    if (id == none<ResourceId> || !shares.is_good || !amount) return;
    SharedResourceExport policy{
        .resource = id, .amount = *amount * amount_unit, .distribution = consumers};
    warn_of_no_effect(policy, at);
    in_.settings.resource_exports.push_back(std::move(policy));
  }

  /// LSF reads its own file from the top: the exports of hosts must stand first.
  bool is_behind_hosts(const JsonNode& line, const JsonAt& at) {
    if (!is_of_lsf_file(in_.draft, line.place)) return true;
    bool is_behind = false;
    bool is_in_front = false;
    visit_section(in_, "lsb.resources"_key, "HostExport"_key,
                  [&](const JsonNode& host, const JsonAt&) {
                    if (host.place.source != line.place.source) return;
                    (is_before(host.place, line.place) ? is_behind : is_in_front) = true;
                  });
    if (!is_in_front || is_behind) return true;
    in_.complaints().warning(at, "NAME"_key,
                             "stands before any HostExport, and is ignored: expected it behind "
                             "those that export the hosts");
    return false;
  }

  /// None: it cannot be exported, and that is complained about.
  ResourceId exported(const std::string& name, const JsonAt& at) {
    if (in_.left_out.contains(name)) return none<ResourceId>;  // complained about
    if (!seen_.insert(name).second) {
      in_.complaints().error(at, "NAME"_key, "resource " + name + " is given twice");
      return none<ResourceId>;
    }
    const ResourceId id = find_resource(in_, name);
    if (id == none<ResourceId>)
      complain_unknown(name, at);
    else if (instances_of(in_.settings, id).empty())
      complain_not_shared(id, at);
    else
      return id;
    return none<ResourceId>;
  }

  void complain_unknown(const std::string& name, const JsonAt& at) {
    if (in_.names.may_be_resource(name)) return;
    std::vector<std::string_view> known;
    for (std::size_t i = builtin::count; i < in_.settings.resources.size(); ++i)
      known.push_back(in_.settings.resources[i].name);
    in_.complaints().error(at, "NAME"_key,
                           "unknown resource " + in_quotes(name) + known_names(name, known));
  }

  void complain_not_shared(ResourceId id, const JsonAt& at) {
    const ResourceConfig& resource = in_.settings.resources[index_of(id)];
    if (in_.names.lost_map.may_hold(resource.name) || !in_.names.hosts_known) return;
    in_.complaints().error(
        at, "NAME"_key,
        resource.kind == ResourceKind::numeric
            ? "no hosts share " + resource.name +
                  ": expected a resource with an instance in ResourceMap, other than [default]"
            : "expected a numeric resource that hosts share; " + resource.name + " is not numeric");
  }

  void warn_of_no_effect(const SharedResourceExport& policy, const JsonAt& at) {
    if (in_.complaints().any_errors()) return;  // a HostExport may be missing
    const auto instances = instances_of(in_.settings, policy.resource);
    for (const ExportShare& share : policy.distribution) {
      const auto brings = [&](const HostExport& hosts) {
        return may_bring(hosts, share.consumer, instances);
      };
      if (std::ranges::any_of(in_.settings.exports, brings)) continue;
      in_.complaints().warning(at, "DISTRIBUTION"_key,
                               "is without effect for " + name_of(share.consumer) +
                                   ": no HostExport exports a host to it that has " +
                                   in_.settings.resources[index_of(policy.resource)].name);
    }
  }
  const std::string& name_of(ClusterId id) const {
    return std::ranges::find_if(in_.draft.cluster_ids,
                                [&](const auto& entry) { return entry.second == id; })
        ->first;
  }

  SettingsDraft& in_;
  std::set<std::string, std::less<>> seen_;
};

}  // namespace

void read_resource_exports(SettingsDraft& in) { ResourceExportsReader(in).read(); }

}  // namespace mcsim::config
