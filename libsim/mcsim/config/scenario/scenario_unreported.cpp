// External load indices that are asked for, and that no ELIM can ever report.
#include <algorithm>
#include <string>
#include <utility>

#include "mcsim/config/settings/scenario_draft.hpp"

namespace mcsim::config {
namespace {

/// Whether an ELIM ever reports a value, and not only that it is unknown.
bool tells(const ElimOutput& output) {
  return output.steps.empty() || std::ranges::any_of(output.steps, [](const ElimLevel& step) {
           return step.value.has_value();
         });
}

/// Whether an ELIM can report the index: on any host, or on a reporter of an instance if it is
/// shared. Of what is borrowed the provider tells.
bool can_be_reported(const ClusterConfig& cluster, ResourceId id) {
  const auto is_of = [&](const SharedResource& shared) { return shared.resource == id; };
  const bool is_borrowed = std::ranges::any_of(
      cluster.shared_resources,
      [&](const SharedResource& shared) { return is_of(shared) && shared.home; });
  if (is_borrowed) return true;
  const bool is_shared = std::ranges::any_of(cluster.shared_resources, is_of);
  const auto shares = [&](HostId host) {
    return std::ranges::any_of(cluster.shared_resources, [&](const SharedResource& shared) {
      return is_of(shared) &&
             std::ranges::find(shared.reporters, index_of(host)) != shared.reporters.end();
    });
  };
  return std::ranges::any_of(cluster.elims, [&](const ElimConfig& elim) {
    return std::ranges::any_of(elim.values, [&](const ElimOutput& output) {
      return output.resource == id && tells(output) &&
             (!is_shared || std::ranges::any_of(elim.hosts, shares));
    });
  });
}

}  // namespace

void note_index(ScenarioDraft& draft, ClusterId cluster, const ResourceConfig& resource,
                const JsonAt& at, std::string_view key) {
  if (!resource.is_external()) return;
  const auto [asked, is_new] = draft.asked_indices.try_emplace({cluster, resource.name});
  if (is_new) asked->second = {TreeComplaints::place_of(at, key), at.pointer_to(key)};
}

void note_indices(ScenarioDraft& draft, ClusterId cluster,
                  const std::vector<ResourceConfig>& resources,
                  const ResourceRequirement& requirement, const JsonAt& at, std::string_view key) {
  const auto note = [&](ResourceId id) {
    if (index_of(id) < resources.size())
      note_index(draft, cluster, resources[index_of(id)], at, key);
  };
  for (const SelectExpression::Node& node : requirement.select.nodes) note(node.resource);
  for (const OrderKey& one : requirement.order) note(one.resource);
  for (const ResourceUse& use : requirement.rusage) note(use.resource);
}

void warn_of_unreported(ScenarioDraft& draft) {
  // An ELIM that could not be read may report it.
  if (draft.complaints.any_errors() || draft.of_files.has_errors() || draft.of_conf.has_errors())
    return;
  for (const auto& [name, asked] : draft.asked_indices) {
    const ClusterConfig& cluster = draft[name.first].config;
    const auto found = std::ranges::find(cluster.resources, name.second, &ResourceConfig::name);
    const auto id = static_cast<ResourceId>(found - cluster.resources.begin());
    if (found == cluster.resources.end() || draft.is_baseline(cluster.model.dispatch) ||
        can_be_reported(cluster, id))
      continue;
    draft.complaints.warning(asked.place, asked.pointer,
                             "no ELIM of `elim` can ever report " + name.second + " in " +
                                 cluster.name + ": its value stays unknown",
                             {.who = "resource", .what = "stays unknown", .count = 1});
  }
}

}  // namespace mcsim::config
