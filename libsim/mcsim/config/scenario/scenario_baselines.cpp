// Warns of what a scenario has and dispatch policies ignore.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/slots_only.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"

namespace mcsim::config {
namespace {

/// Where an option of `section` is without effect, as the end of a sentence; empty: it has one.
std::string where_idle(const ScenarioDraft& draft, const ClusterDraft& cluster,
                       const VocabularySection& section, std::string_view key) {
  const ModelConfig& model = cluster.config.model;
  const std::string under_other = "with dispatch " + model.dispatch;
  if (!draft.is_baseline(model.dispatch)) return under_other;
  const bool is_easy = &section == &scenario::easy;
  // A program's own policy may look at any option.
  const std::array<std::string_view, 3> others{"fcfs", "recorded",
                                               is_easy ? "conservative" : "easy"};
  if (&section != &scenario::baseline && std::ranges::find(others, model.dispatch) != others.end())
    return under_other;
  if (!is_easy) return "";
  const bool is_of_events = key == "first"_key || key == "estimate_over"_key;
  if (is_of_events && exchanges_jobs(cluster.config, cluster.changes))
    return "in a cluster that exchanges jobs with others";
  if (cluster.config.params.job_scheduling_interval > 0ms && (is_of_events || key == "pass"_key))
    return "with JOB_SCHEDULING_INTERVAL above 0";
  const bool is_of_instants = model.easy.pass == EasyOptions::Pass::instant;
  return is_of_events && is_of_instants ? "where model.easy.pass is \"instant\"" : "";
}

bool is_default(const JsonNode& value, const VocabularyRow& row) {
  const std::string text = value_text(value);
  if (row.type == ValueType::flag) return read_flag(text) == read_flag(default_text(row));
  return text == default_text(row);
}

/// Warns of what a `model` says that none of the clusters which it is for looks at.
class IdleOptions {
 public:
  IdleOptions(ScenarioDraft& draft, std::span<const ClusterDraft> of) : draft_(draft), of_(of) {}

  void warn(const JsonNode& object, const JsonAt& at) {
    const JsonNode* const model = object.find("model"_key);
    if (model == nullptr || of_.empty()) return;
    const JsonAt in_model(at, *model, 0);
    for (const VocabularySection* section :
         {&scenario::baseline, &scenario::easy, &scenario::conservative}) {
      const std::string_view name = section->name.substr(section->name.find('.') + 1);
      const JsonNode* const options = model->find(name);
      if (options == nullptr || !options->is(JsonNode::Kind::object)) continue;
      for (const JsonNode& option : options->children)
        check(*section, option, JsonAt(in_model, *options, 0));
    }
  }

 private:
  void check(const VocabularySection& section, const JsonNode& option, const JsonAt& at) {
    const VocabularyRow* const row = section.find(option.key);
    const bool says_something =
        !option.is(JsonNode::Kind::broken) && !option.is(JsonNode::Kind::null);
    if (row == nullptr || !says_something || is_default(option, *row)) return;
    const auto where = [&](const ClusterDraft& cluster) {
      return where_idle(draft_, cluster, section, option.key);
    };
    const bool is_idle = std::ranges::none_of(
        of_, [&](const ClusterDraft& cluster) { return where(cluster).empty(); });
    const std::string what = std::string(section.name) + "." + std::string(option.key);
    if (is_idle) return tell(option, at, what + " is without effect " + where(of_.front()));
    for (const ClusterDraft& cluster : of_)
      if (what.starts_with("model." + cluster.config.model.dispatch + ".") &&
          !where(cluster).empty())
        tell(option, at,
             what + " is without effect for " + cluster.config.name + ", " + where(cluster));
  }
  void tell(const JsonNode& option, const JsonAt& at, std::string text) {
    draft_.complaints.warning(at, option.key, std::move(text));
  }

  ScenarioDraft& draft_;
  std::span<const ClusterDraft> of_;
};

}  // namespace

void warn_of_baselines(ScenarioDraft& draft) {
  IdleOptions(draft, draft.clusters).warn(draft.tree.root, JsonAt(draft.tree.root));
  std::size_t position = 0;
  for_each_object(
      draft.tree.root, draft.list("clusters"_key), [&](JsonNode& node, const JsonAt& at) {
        const ClusterDraft& cluster = draft.clusters[position++];
        IdleOptions(draft, std::span(&cluster, 1)).warn(node, at);
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
