// Members of an object, or their defaults.
#include "mcsim/config/vocabulary/field_defaults.hpp"

#include "mcsim/config/vocabulary/lost_keywords.hpp"

namespace mcsim::config {

std::string ignored_text(const VocabularySection& section, const VocabularyRow& row) {
  if (row.required || section.is_policy()) return "; this entry is ignored";
  const std::string_view rule = row.fallback_rule.empty() ? default_text(row) : row.fallback_rule;
  if (rule.empty()) return "; ignored";
  if (rule == "none") return "; all of " + std::string(row.key) + " is ignored";
  return "; ignored, and LSF's default holds: " + std::string(rule);
}

Loss loss_of_value(const VocabularySection& section, const VocabularyRow& row) {
  if (row.no_effect) return {};
  const std::string thing(thing_of(section.name));
  const bool is_whole = row.required || section.is_policy() || thing == "parameter";
  return {
      .who = thing, .what = is_whole ? "is ignored" : "loses " + std::string(row.key), .count = 1};
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
