// Warns of what a scenario has and dispatch policies ignore.
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/slots_only.hpp"

namespace mcsim::config {
namespace {

/// What EASY is asked for that only clusters have which keep their jobs.
void warn_of_easy(ScenarioDraft& draft, const ClusterDraft& cluster, const JsonNode& node,
                  const JsonAt& at) {
  const EasyOptions& easy = cluster.config.model.easy;
  const EasyOptions usual;
  const bool is_left_out = exchanges_jobs(cluster.config, cluster.changes);
  const auto note = [&](bool is_set, std::string_view key) {
    if (!is_left_out || !is_set) return;
    const std::string text = "model.easy." + std::string(key) +
                             " is without effect in a cluster that exchanges jobs with others";
    const JsonNode* const model = node.find("model"_key);
    const JsonNode* const said = model == nullptr ? nullptr : model->find("easy"_key);
    if (said == nullptr || said->find(key) == nullptr) {
      draft.complaints.warning(at, "name"_key, text);
      return;
    }
    const JsonAt in_model(at, *model, 0);
    draft.complaints.warning(JsonAt(in_model, *said, 0), key, text);
  };
  note(easy.first != usual.first, "first"_key);
  note(easy.estimate_over != usual.estimate_over, "estimate_over"_key);
}

}  // namespace

void warn_of_baselines(ScenarioDraft& draft) {
  std::size_t position = 0;
  for_each_object(
      draft.tree.root, draft.list("clusters"_key), [&](JsonNode& node, const JsonAt& at) {
        const ClusterDraft& cluster = draft.clusters[position++];
        if (!draft.is_baseline(cluster.config.model.dispatch)) return;
        warn_of_easy(draft, cluster, node, at);
        const auto keys = keys_beyond_slots(cluster.config, cluster.changes);
        if (keys.empty()) return;
        std::string text = cluster.config.model.dispatch + " looks at slots only, not at ";
        for (const std::string_view name : keys)
          text.append(name == keys.front() ? "" : ", ").append(name);
        draft.complaints.warning(at, "name"_key, std::move(text));
      });
}

}  // namespace mcsim::config
