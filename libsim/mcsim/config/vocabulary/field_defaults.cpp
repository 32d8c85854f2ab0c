// Members of an object, or their defaults.
#include "mcsim/config/vocabulary/field_defaults.hpp"

#include "mcsim/config/vocabulary/lost_keywords.hpp"

namespace mcsim::config {

namespace {

/// The part of a rule such as "20; 10 with `lsf_version` 10 or above" that holds for a version.
std::string of_version(std::string_view rule, bool is_lsf_10) {
  constexpr std::string_view mark = " with `lsf_version` 10 or above";
  const std::size_t end = rule.find(mark);
  const std::size_t first = rule.find("; ");
  if (end == std::string_view::npos || first > end) return std::string(rule);
  const std::string_view more = rule.substr(end + mark.size());
  return std::string(is_lsf_10 ? rule.substr(first + 2, end - first - 2) : rule.substr(0, first))
      .append(more);
}

}  // namespace

std::string ignored_text(const VocabularySection& section, const VocabularyRow& row,
                         std::optional<bool> is_lsf_10) {
  if (row.required || section.is_policy()) return "; this entry is ignored";
  const std::string_view rule = row.fallback_rule.empty() ? default_text(row) : row.fallback_rule;
  if (rule.empty()) return "; ignored";
  if (rule == "none") return "; all of " + std::string(row.key) + " is ignored";
  return "; ignored, and LSF's default holds: " +
         (is_lsf_10 ? of_version(rule, *is_lsf_10) : std::string(rule));
}

Loss loss_of_value(const VocabularySection& section, const VocabularyRow& row) {
  if (row.no_effect) return {};
  const std::string thing(thing_of(section.name));
  const auto lost = [&]() -> std::string {
    if (thing == "parameter") return "is ignored";
    if (row.required || section.is_policy()) return thing == "line" ? "is ignored" : "is left out";
    return "loses " + std::string(row.key);
  };
  return {.who = thing, .what = lost(), .count = 1};
}

std::string text_of(const Fields& fields, const VocabularyRow& row) {
  return fields.text(row.key).value_or(std::string(default_text(row)));
}

bool flag_of(const Fields& fields, const VocabularyRow& row) {
  return read_or_default(fields, row, read_flag);
}

std::int64_t whole_of(const Fields& fields, const VocabularyRow& row) {
  return read_or_default(fields, row, read_whole);
}

std::int32_t count_of(const Fields& fields, const VocabularyRow& row) {
  return static_cast<std::int32_t>(whole_of(fields, row));
}

std::int32_t up_to(const Fields& fields, const VocabularyRow& row) {
  return read_or_default(fields, row, read_up_to);
}

Duration duration_of(const Fields& fields, const VocabularyRow& row) {
  return read_or_default(fields, row, read_duration);
}

Duration seconds_of(const Fields& fields, const VocabularyRow& row) {
  return whole_of(fields, row) * 1s;
}

}  // namespace mcsim::config
