// Reads the settings of a cluster, part by part.
#include "mcsim/config/settings/settings.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/config/settings/scenario_inputs.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/field_defaults.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/lost_keywords.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/vocabulary.hpp"

namespace mcsim::config {
namespace {

/// Keeps the names that later readers look up, and that changes must not change.
void keep_names(ClusterDraft& cluster, SettingsDraft& in) {
  cluster.hosts = std::move(in.names.hosts);
  cluster.queues = std::move(in.names.queues);
  cluster.applications = std::move(in.names.applications);
  cluster.host_groups = std::move(in.names.host_groups);
  cluster.clients = std::move(in.names.clients);
  cluster.remote_groups = in.names.remote_groups;
  cluster.user_groups = std::move(in.names.user_groups);
  cluster.unlisted = std::move(in.names.unlisted);
  cluster.impossible = std::move(in.names.impossible);
  static_cast<KnownNames&>(cluster) = in.names;
  for (const HostConfig& host : in.settings.hosts) cluster.most_mxj.push_back(host.mxj);
}

/// Whose value a JSON pointer leads to.
struct ValueAt {
  const VocabularySection* section;
  const VocabularyRow* row;  ///< null: it is not known
  std::string_view object;   ///< the pointer of the object that has it
};
ValueAt value_at(std::string_view pointer) {
  const std::string_view whole = pointer;
  ValueAt at{&vocabulary().front(), nullptr, {}};
  while (pointer.starts_with('/')) {
    const std::string_view object = whole.substr(0, whole.size() - pointer.size());
    pointer.remove_prefix(1);
    const std::string_view step = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(step.size());
    if (at.row != nullptr && at.row->type == ValueType::list && read_whole(step)) continue;
    at.object = object;
    at.row = at.section->find(name_of_step(step));
    if (at.row == nullptr) return at;
    if (!at.row->child.empty()) at.section = find_section(at.row->child);
    MCSIM_CHECK(at.section != nullptr, "a section of the vocabulary is missing");
  }
  return at;
}

/// `loss` of a value or of the object that has it, which counts once however often it is told.
Loss counted_once(ScenarioDraft& draft, Loss loss, const ValueAt& at) {
  std::string thing = loss.who + " " + loss.what + " " + std::string(at.object);
  if (loss.who == "parameter") thing += " " + std::string(at.row->key);
  if (loss.count > 0 && !draft.counted_losses.insert(thing).second) loss.count = 0;
  return loss;
}

/// True: LSF only logs it, and goes on as `ending` says.
bool complain(ScenarioDraft& draft, JsonPlace place, const std::string& pointer,
              const std::string& text, const std::string& ending, Loss loss = {}) {
  if (!is_lsfs_own(draft, place, pointer)) {
    draft.complaints.error(place, pointer, text);
    return false;
  }
  const std::size_t line_end = std::min(text.find('\n'), text.size());  // before a picture
  draft.complaints.warning(
      place, pointer, text.substr(0, line_end) + ending + text.substr(line_end), std::move(loss));
  return true;
}

}  // namespace

bool is_of_lsf_file(const ScenarioDraft& draft, JsonPlace place) {
  return is_lsf_file(draft.complaints.file_of(place));
}

bool is_lsfs_own(const ScenarioDraft& draft, JsonPlace place, std::string_view pointer) {
  if (is_of_lsf_file(draft, place)) return true;
  const bool is_of_cluster = pointer.find("/lsb.") != std::string_view::npos ||
                             pointer.find("/lsf.") != std::string_view::npos ||
                             pointer.find("/lshosts") != std::string_view::npos;
  return is_of_cluster && place.source == 0 && holds_lsf_files(draft);
}

bool is_lsfs_own(const ScenarioDraft& draft, const JsonAt& at, std::string_view key) {
  return is_lsfs_own(draft, TreeComplaints::place_of(at, key), at.pointer_to(key));
}

Loss starts_no_job() { return {.who = "queue", .what = "starts no job", .count = 1}; }

void complain_of_no_start(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                          const std::string& text) {
  if (at.node->find(key) != nullptr && is_lsfs_own(draft, at, key))
    draft.complaints.warning(at, key, text, starts_no_job());
  else
    draft.complaints.error(at, key, text);
}

bool SettingsComplaints::error(const JsonAt& at, std::string_view key, const std::string& text) {
  return error(TreeComplaints::place_of(at, key), at.pointer_to(key), text);
}

bool SettingsComplaints::error(JsonPlace place, const std::string& pointer, const std::string& text,
                               bool is_lost_here) {
  const ValueAt at = value_at(pointer);
  if (at.row == nullptr) return complain(draft_, place, pointer, text, "; ignored");
  const Loss loss = is_lost_here ? loss_of_value(*at.section, *at.row) : Loss{};
  return complain(draft_, place, pointer, text, ignored_text(*at.section, *at.row),
                  counted_once(draft_, loss, at));
}

void SettingsComplaints::refusal(const JsonAt& at, std::string text) {
  draft_.complaints.error(at, std::move(text));
}

void SettingsComplaints::refusal(const JsonAt& at, std::string_view key, std::string text) {
  draft_.complaints.error(at, key, std::move(text));
}

void SettingsComplaints::warning(const JsonAt& at, std::string_view key, std::string text,
                                 Loss loss) {
  draft_.complaints.warning(at, key, std::move(text), std::move(loss));
}

void complain_planned(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                      std::string_view what, Loss loss) {
  complain(draft, TreeComplaints::place_of(at, key), at.pointer_to(key),
           std::string(what) + ": " + std::string(planned_text), "; ignored", std::move(loss));
}

bool complain_of_part(ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                      const std::string& text) {
  return complain_of_part(draft, TreeComplaints::place_of(at, key), at.pointer_to(key), text);
}

bool complain_of_part(ScenarioDraft& draft, JsonPlace place, const std::string& pointer,
                      const std::string& text) {
  const ValueAt at_value = value_at(pointer);
  const auto& [section, row, object] = at_value;
  Loss loss;
  const bool is_named = row != nullptr && thing_of(section->name) != "line";
  if (is_named && !row->no_effect)
    loss = counted_once(draft,
                        {.who = std::string(thing_of(section->name)),
                         .what = "loses part of " + std::string(row->key),
                         .count = 1},
                        at_value);
  return complain(draft, place, pointer, text, "; ignored", std::move(loss));
}

double number_of(std::string_view text) {
  double number = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

ClusterSettings read_settings(ScenarioDraft& draft, ClusterId cluster, const JsonNode& node,
                              const JsonAt& at) {
  ClusterDraft& known = draft[cluster];
  const bool first = known.config.hosts.empty() && known.config.queues.empty();
  SettingsDraft in(draft, cluster, node, at, known.config.hosts);
  in.is_first = first && index_of(cluster) == 0;
  in.names.config.name = known.config.name;
  in.names.config.model = known.config.model;
  static_cast<KnownNames&>(in.names) = known;
  read_shared(in);
  read_hosts(in);
  if (!first) in.settings.foreign_hosts = known.config.foreign_hosts;  // changes keep all hosts
  read_host_lines(in);
  read_resource_map(in);
  read_host_groups(in);
  read_host_limits(in);
  read_exports(in);
  read_resource_exports(in);
  read_user_groups(in);
  read_group_shares(in);
  read_host_partitions(in);
  read_params(in);
  read_reservation_usage(in);
  read_lim(in);
  read_user_limits(in);
  read_applications(in);
  read_queues(in);
  warn_of_idle_thresholds(in);
  read_preemption(in);
  read_pools(in);
  read_fairshare(in);
  read_limits(in);
  if (first) keep_names(known, in);
  known.borrowing.push_back({std::move(in.borrowing), std::move(in.names.remote_groups)});
  return std::move(in.settings);
}

}  // namespace mcsim::config
