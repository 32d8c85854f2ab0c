// Resource requirement strings where they stand in a tree.
#include <algorithm>
#include <optional>
#include <string>

#include "mcsim/config/settings/settings.hpp"
#include "mcsim/config/settings/settings_draft.hpp"
#include "mcsim/config/values/requirement_text.hpp"

namespace mcsim::config {
namespace {

/// A piece of a long text, around a place in it.
struct Cutout {
  std::string text;
  std::size_t position;
};

Cutout cut_around(std::string_view text, std::size_t position) {
  constexpr std::size_t longest = 72;
  constexpr std::string_view dots = "...";
  if (text.size() <= longest) return {std::string(text), position};
  const auto is_inside = [](char letter) { return (letter & 0xC0) == 0x80; };  // of a letter
  position = std::min(position, text.size());
  std::size_t from = position < longest / 2 ? 0 : position - longest / 2;
  std::size_t to = std::min(from + longest, text.size());
  while (from < position && is_inside(text[from])) ++from;
  while (to < text.size() && is_inside(text[to])) ++to;
  Cutout cut{std::string(text.substr(from, to - from)), position - from};
  if (to < text.size()) cut.text += dots;
  if (from == 0) return cut;
  return {std::string(dots) + cut.text, cut.position + dots.size()};
}

}  // namespace

JsonPlace place_within(const ScenarioDraft& draft, const JsonAt& at, std::string_view key,
                       std::size_t position) {
  const JsonNode* member = at.node->find(key);
  const JsonPlace place = member == nullptr ? at.node->place : member->place;
  return place_within(at, key, position, !is_of_lsf_file(draft, place));
}

JsonPlace place_within(const JsonAt& at, std::string_view key, std::size_t position,
                       bool is_quoted) {
  const JsonNode* member = at.node->find(key);
  JsonPlace place = member == nullptr ? at.node->place : member->place;
  if (member == nullptr || place.line == 0) return place;
  place.column += static_cast<std::uint32_t>(position + (is_quoted ? 1 : 0));
  return place;
}

std::string picture(std::string_view text, std::size_t position) {
  const Cutout cut = cut_around(text, position);
  std::string lines = "\n" + caret_picture(cut.text, {.position = cut.position, .message = {}});
  for (auto end = lines.find('\n'); end != std::string::npos; end = lines.find('\n', end + 1))
    lines.insert(end + 1, "    ");
  return lines.substr(0, lines.find_last_not_of(' ') + 1);
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
  auto requirement = parse_requirement(text, resources);
  if (requirement) return std::move(*requirement);
  for (const RequirementMistake& mistake : requirement.error())
    if (all_known || !mistake.is_unknown_name)
      SettingsComplaints(draft).error(place_within(draft, at, key, mistake.position + dropped),
                                      at.pointer_to(key),
                                      mistake.message + picture(text, mistake.position));
  return std::nullopt;
}

}  // namespace mcsim::config
