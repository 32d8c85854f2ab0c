// Resource requirement strings where they stand in a tree.
#include <optional>
#include <string>
#include <utility>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/requirement_text.hpp"
#include "mcsim/text/picture.hpp"

namespace mcsim::config {

JsonPlace place_within(const ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                       std::size_t position) {
  const JsonNode* member = at.node->find(key);
  const JsonPlace place = member == nullptr ? at.node->place : member->place;
  const bool is_plain = is_of_lsf_file(draft, place) || draft.tables.contains(place.source);
  return place_within(at, key, position, !is_plain);
}

JsonPlace place_within(const JsonAt& at, std::string_view key, std::size_t position,
                       bool is_quoted) {
  const JsonNode* member = at.node->find(key);
  JsonPlace place = member == nullptr ? at.node->place : member->place;
  if (member == nullptr || place.line == 0) return place;
  place.column += static_cast<std::uint32_t>(position + (is_quoted ? 1 : 0));
  return place;
}

std::optional<ResourceRequirement> read_requirement(ScenarioDraft& draft,
                                                    std::span<const ResourceConfig> resources,
                                                    bool all_known, const JsonAt& at,
                                                    std::string_view key, std::string_view text) {
  std::size_t dropped = 0;
  if (text.size() >= 2 && text.starts_with('"') && text.ends_with('"')) {
    text = text.substr(1, text.size() - 2);
    dropped = 1;
  }
  UnderstoodRequirement understood = understand_requirement(text, resources);
  if (understood.mistakes.empty()) return std::move(understood.requirement);
  const bool is_any_left = !understood.requirement.text.empty();
  bool is_first = true;
  for (const RequirementMistake& mistake : understood.mistakes) {
    if (!all_known && mistake.is_unknown_name) continue;
    const JsonPlace place = place_within(draft, at, key, mistake.position + dropped);
    const std::string message = mistake.message + picture(text, mistake.position);
    if (is_any_left)
      complain_of_part(draft, place, at.pointer_to(key), message);
    else
      SettingsComplaints(draft).error(place, at.pointer_to(key), message,
                                      std::exchange(is_first, false));
  }
  if (!is_any_left) return std::nullopt;
  return std::move(understood.requirement);
}

}  // namespace mcsim::config
