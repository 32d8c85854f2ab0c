// What export policies require of their consumers, now that all clusters are known: LSF's own
// scheduler, and the same definition of a resource.
#include <algorithm>
#include <string>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

std::string described(const ResourceConfig& resource) {
  constexpr std::string_view kinds[] = {"Boolean", "Numeric", "String"};
  const auto flag = [](bool value) { return value ? "Y" : "N"; };
  return std::string(kinds[static_cast<std::size_t>(resource.kind)]) +
         ", INCREASING=" + flag(resource.increasing) + ", RELEASE=" + flag(resource.release);
}

class ConsumerCheck {
 public:
  ConsumerCheck(ScenarioDraft& draft, ClusterId id, const ClusterSettings& settings)
      : draft_(draft), provider_(draft[id]), settings_(settings) {}

  /// Checks a section HostExport.
  void check_hosts(const HostExport& policy, const JsonAt& at) {
    for (const ExportShare& share : policy.distribution) {
      const ClusterConfig& consumer = draft_[share.consumer].config;
      if (draft_.is_baseline(consumer.model.dispatch))
        draft_.complaints.error(at, "DISTRIBUTION"_key,
                                "leases need LSF's own scheduler: expected model.dispatch lsf in " +
                                    consumer.name + ", got " + consumer.model.dispatch);
    }
  }

  /// Checks a section SharedResourceExport.
  void check_resource(const std::string& name, const JsonAt& at) {
    const auto& all = settings_.resources;
    const auto found = std::ranges::find(all, name, &ResourceConfig::name);
    if (found == all.end()) return;  // complained about
    const auto id = static_cast<ResourceId>(found - all.begin());
    const auto& exports = settings_.resource_exports;
    const auto policy = std::ranges::find(exports, id, &SharedResourceExport::resource);
    if (policy == exports.end()) return;  // likewise
    for (const ExportShare& share : policy->distribution)
      check_definition(*found, draft_[share.consumer], at);
  }

 private:
  void check_definition(const ResourceConfig& resource, const ClusterDraft& consumer,
                        const JsonAt& at) {
    const auto& all = consumer.config.resources;
    const auto found = std::ranges::find(all, resource.name, &ResourceConfig::name);
    const std::string& here = provider_.config.name;
    const std::string& there = consumer.config.name;
    if (found != all.end() && *found == resource) return;
    if (found == all.end() && consumer.may_be_resource(resource.name)) return;
    const std::string wish = ": expected the same definition in lsf.shared of " + here + " and " +
                             there + ", got " + described(resource) + " in " + here + " and ";
    draft_.complaints.error(at, "NAME"_key,
                            "resource " + resource.name + " is defined differently" + wish +
                                (found == all.end() ? "nothing" : described(*found)) + " in " +
                                there);
  }

  ScenarioDraft& draft_;
  const ClusterDraft& provider_;
  const ClusterSettings& settings_;
};

}  // namespace

void check_consumers(ScenarioDraft& draft, ClusterId cluster, const ClusterSettings& settings,
                     const JsonNode& node, const JsonAt& at) {
  ConsumerCheck check(draft, cluster, settings);
  const JsonNode* file = node.find("lsb.resources"_key);
  if (file == nullptr) return;
  const JsonAt at_file(at, *file, 0);
  std::size_t position = 0;
  visit_lines(file, at_file, "HostExport"_key, [&](const JsonNode&, const JsonAt& line) {
    if (position < settings.exports.size()) check.check_hosts(settings.exports[position++], line);
  });
  visit_lines(file, at_file, "SharedResourceExport"_key,
              [&](const JsonNode& line, const JsonAt& here) {
                if (const auto name = Fields(line).text("NAME"_key))
                  check.check_resource(*name, here);
              });
}

}  // namespace mcsim::config
