// Checks questions of `mcsim decide` against rows like those of the vocabulary.
#include "mcsim/config/vocabulary/decide_check.hpp"

#include <algorithm>
#include <charconv>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/config/vocabulary/scenario_shapes.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

using Kind = JsonNode::Kind;

void refuse(JsonNode& node, const JsonAt& at, std::string message, TreeComplaints& complaints) {
  complaints.error(at, std::move(message));
  node.kind = Kind::broken;
}

void check_member(JsonNode& member, const JsonAt& at, const VocabularySection& section,
                  TreeComplaints& complaints) {
  const VocabularyRow* row = section.find(member.key);
  if (row == nullptr) {
    complaints.error(member.key_place, at.pointer(), unknown_key(section, member.key));
    if (const VocabularyRow* meant = meant_by(member.key, *at.parent->node, section))
      member.key = meant->key;
    member.kind = Kind::broken;
  } else if (row->type == ValueType::list) {
    if (!member.is(Kind::list))
      refuse(member, at, "expected a list, got " + shown(member), complaints);
  } else if (row->type == ValueType::object) {
    if (!member.is(Kind::object))
      refuse(member, at, "expected an object, got " + shown(member), complaints);
  } else if (row->is_policy && member.is(Kind::object)) {
    return;  // left to the caller, too
  } else if (row->required || !member.is(Kind::null)) {
    if (auto wrong = what_is_wrong(member, section, *row, split_words(row->allowed)))
      refuse(member, at, std::move(*wrong), complaints);
  }
}

}  // namespace

bool check_question(JsonNode& object, const JsonAt& at, const VocabularySection& section,
                    TreeComplaints& complaints) {
  if (!object.is(Kind::object)) {
    refuse(object, at, "expected an object, got " + shown(object), complaints);
    return false;
  }
  for (JsonNode& member : object.children)
    check_member(member, JsonAt(at, member, 0), section, complaints);
  for (const VocabularyRow& row : section.rows)
    if (row.required && object.find(row.key) == nullptr) complaints.error(at, row.key, "missing");
  return true;
}

void drop(JsonNode& object, std::span<const std::string_view> keys) {
  std::erase_if(object.children, [&](const JsonNode& member) {
    return std::ranges::find(keys, member.key) != keys.end();
  });
}

std::int32_t small_number(const Fields& fields, std::string_view key, std::int32_t fallback) {
  return static_cast<std::int32_t>(fields.whole(key).value_or(fallback));
}

double read_number(const JsonNode& object, const JsonAt& at, const char* key,
                   TreeComplaints& complaints) {
  const auto text = Fields(object).text(key);
  if (!text) return 0;
  double number = 0;  // stays 0 where the text is nearer to 0 than any double
  std::from_chars(text->data(), text->data() + text->size(), number);
  if (number < 0) complaints.error(at, key, "expected a number of at least 0, got " + *text);
  return number;
}

Duration seconds_in(const JsonNode& object, const JsonAt& at, const char* key,
                    TreeComplaints& complaints) {
  const auto text = Fields(object).text(key);
  if (!text) return {};
  const auto number = read_decimal(*text);
  const auto milliseconds = number ? in_units(*number, 3) : std::nullopt;
  if (milliseconds && *milliseconds >= 0 && *milliseconds <= longest_duration.count())
    return Duration(*milliseconds);
  complaints.error(at, key, "expected seconds, at least 0 and at most 1,000 years, got " + *text);
  return {};
}

}  // namespace mcsim::config
