// Warns of what a scenario has and dispatch policies ignore.
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/slots_only.hpp"

namespace mcsim::config {

void warn_of_baselines(ScenarioDraft& draft) {
  std::size_t position = 0;
  for_each_object(draft.tree.root, draft.list("clusters"_key), [&](JsonNode&, const JsonAt& at) {
    const ClusterDraft& cluster = draft.clusters[position++];
    if (!draft.is_baseline(cluster.config.model.dispatch)) return;
    const auto keys = keys_beyond_slots(cluster.config, cluster.changes);
    if (keys.empty()) return;
    std::string text = cluster.config.model.dispatch + " looks at slots only, not at ";
    for (const std::string_view name : keys)
      text.append(name == keys.front() ? "" : ", ").append(name);
    draft.complaints.warning(at, "name"_key, std::move(text));
  });
}

}  // namespace mcsim::config
