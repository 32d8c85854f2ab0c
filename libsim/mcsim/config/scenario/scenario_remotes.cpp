// Which clusters know each other: section RemoteClusters of lsf.cluster, and lsf.shared.
#include <string>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"

namespace mcsim::config {
namespace {

/// The cluster's node, by its position among those that are objects.
const JsonNode* node_of(const ScenarioDraft& draft, ClusterId id) {
  const JsonNode* list = draft.tree.root.find("clusters"_key);
  std::size_t left = index_of(id);
  for (const JsonNode& node : list->children)
    if (node.is(JsonNode::Kind::object) && left-- == 0) return &node;
  return nullptr;
}

RemoteClusters remotes_of(const ScenarioDraft& draft, const JsonNode& node, const JsonAt& at,
                          std::size_t clusters) {
  RemoteClusters remotes;
  const JsonNode* file = node.find("lsf.cluster"_key);
  visit_lines(file, at, "RemoteClusters"_key, [&](const JsonNode& line, const JsonAt&) {
    const Fields fields(line);
    if (remotes.known.empty()) remotes.known.resize(clusters, false);
    const auto found = draft.cluster_ids.find(fields.text("CLUSTERNAME"_key).value_or(""));
    if (found == draft.cluster_ids.end()) return;  // complained about with the edges
    remotes.known[index_of(found->second)] = true;
    if (flag_of(fields, lsf::remote_clusters["RECV_FROM"])) return;
    remotes.no_parallel.resize(clusters, false);
    remotes.no_parallel[index_of(found->second)] = true;
  });
  return remotes;
}

}  // namespace

void read_remotes(ScenarioDraft& draft) {
  const std::size_t clusters = draft.list("clusters"_key)->children.size();
  for_each_object(draft.tree.root, draft.list("clusters"_key),
                  [&](const JsonNode& node, const JsonAt& at) {
                    draft.remotes.push_back(remotes_of(draft, node, at, clusters));
                  });
}

bool ScenarioDraft::is_left_out(ClusterId of, std::string_view name) const {
  const JsonNode* node = node_of(*this, of);
  const JsonNode* const files[] = {tree.root.find("lsf.shared"_key),
                                   node == nullptr ? nullptr : node->find("lsf.shared"_key)};
  bool found = false;
  for (const JsonNode* file : files)
    visit_lines(file, JsonAt(tree.root), "Cluster"_key, [&](const JsonNode& line, const JsonAt&) {
      found = found || Fields(line).text("ClusterName"_key) == name;
    });
  return found;
}

}  // namespace mcsim::config
