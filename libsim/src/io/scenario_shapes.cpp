// What single values may look like.
#include "scenario_shapes.hpp"

#include <algorithm>

#include "mcsim/io/complaints.hpp"
#include "mcsim/io/decimal.hpp"
#include "mcsim/io/nearest.hpp"
#include "scenario_check.hpp"
#include "scenario_values.hpp"

namespace mcsim {
namespace {

using Kind = JsonNode::Kind;

bool is_number(const JsonNode& node) { return node.is(Kind::whole) || node.is(Kind::real); }

std::string range_text(const VocabularyRow& row) {
  if (row.lowest == row.highest) return std::to_string(row.lowest);
  return "a whole number from " + std::to_string(row.lowest) + " to " + std::to_string(row.highest);
}

bool in_range(std::string_view text, const VocabularyRow& row) {
  const auto number = read_whole(text);
  return number && *number >= row.lowest && *number <= row.highest;
}

/// Values that are right as far as their kind goes, told apart by their text.
bool reads(std::string_view text, const VocabularyRow& row) {
  switch (row.type) {
    case ValueType::text:
      return !row.required || !text.empty();
    case ValueType::name:
      return is_name(text) && std::cmp_less_equal(text.size(), row.highest);
    case ValueType::job:
      return !text.empty();
    case ValueType::host_range:
      return expand_hosts(text).has_value();
    case ValueType::whole:
      return in_range(text, row);
    case ValueType::factor:
      return read_ratio(text).has_value();
    case ValueType::flag:
      return read_flag(text).has_value();
    case ValueType::duration:
      return read_duration(text).has_value();
    case ValueType::instant:
      return is_instant(text);
    case ValueType::limit_rule:
      return read_missing_limit(text).has_value();
    case ValueType::interval:
      return read_interval(text).has_value();
    case ValueType::run_limit:
      return read_run_limit(text).has_value();
    case ValueType::host_slots:
      return text == "!" || in_range(text, row);
    default:
      return true;
  }
}

/// Whether JSON's own kind of the value will do.
bool right_kind(const JsonNode& node, const VocabularySection& section, ValueType type) {
  const bool lsf_number = section.is_lsf() && is_number(node);
  switch (type) {
    case ValueType::whole:
      return node.is(Kind::whole) || (section.is_lsf() && node.is(Kind::text));
    case ValueType::number:
    case ValueType::factor:
      return is_number(node);
    case ValueType::flag:
      return node.is(Kind::boolean) || node.is(Kind::text);
    case ValueType::job:
      return node.is(Kind::text) || node.is(Kind::whole);
    default:
      return node.is(Kind::text) || lsf_number;
  }
}

/// What LSF would take and this version does not; empty: nothing of the kind.
std::string_view planned_part(std::string_view text, const VocabularyRow& row) {
  if (row.type == ValueType::run_limit && text.find('/') != std::string_view::npos)
    return "a host or model behind a run limit is ";
  const auto words = split_words(text);
  const bool two = row.type == ValueType::interval && words.size() == 2;
  return two && read_interval(words[0]) && read_interval(words[1]) ? "a second number is " : "";
}

std::string listed(std::span<const std::string_view> values) {
  std::string text;
  for (const std::string_view value : values)
    text += (text.empty() ? "" : ", ") + std::string(value);
  return text;
}

std::optional<std::string> wrong_choice(std::string_view text, const VocabularyRow& row,
                                        std::span<const std::string_view> allowed) {
  if (std::ranges::find(allowed, text) != allowed.end()) return std::nullopt;
  const auto later = split_words(row.allowed_later);
  if (row.allowed_later == "*")
    return "values other than " + listed(allowed) + " are " + std::string(planned_text) + "; got " +
           quoted(text);
  if (std::ranges::find(later, text) != later.end())
    return quoted(text) + " is " + std::string(planned_text);
  return "unknown " + quoted(text) + known_names(text, allowed);
}

}  // namespace

std::string wish(const VocabularySection& section, const VocabularyRow& row) {
  switch (row.type) {
    case ValueType::name:
      return "a name of letters, digits, '_', '-' and '.'" +
             (row.highest < INT32_MAX ? ", at most " + std::to_string(row.highest) + " long" : "");
    case ValueType::job:
      return "a job: ID or ID@CLUSTER";
    case ValueType::host_range:
      return "a host, or a range of hosts such as a[001-100], upwards and of at most 1000000";
    case ValueType::whole:
      return range_text(row);
    case ValueType::number:
      return "a number";
    case ValueType::factor:
      return "a number above 0 and at most 1000000, with at most 12 decimals";
    case ValueType::flag:
      return section.is_lsf() ? "Y or N" : "yes or no (true or false)";
    case ValueType::duration:
      return "a duration such as 200ms, 15s, 10min, 2h or 5d, at most 1,000 years";
    case ValueType::instant:
      return "an instant in UTC such as 2026-01-01T00:00:00Z";
    case ValueType::limit_rule:
      return "run, queue, none, or a duration with its unit";
    case ValueType::interval:
      return "whole seconds, or milliseconds such as 200ms";
    case ValueType::run_limit:
      return "[default] max, each [hours:]minutes, above 0";
    case ValueType::host_slots:
      return range_text(row) + ", or !";
    default:
      return row.required ? "text that is not empty" : "text";
  }
}

std::optional<std::string> what_is_wrong(const JsonNode& node, const VocabularySection& section,
                                         const VocabularyRow& row,
                                         std::span<const std::string_view> allowed) {
  const std::string text = value_text(node);
  const bool kind_fits = right_kind(node, section, row.type);
  if (kind_fits && row.type == ValueType::choice) return wrong_choice(text, row, allowed);
  if (const auto part = planned_part(text, row); kind_fits && !part.empty())
    return std::string(part) + std::string(planned_text) + "; got " + quoted(text);
  if (kind_fits && reads(text, row)) return std::nullopt;
  const bool is_choice = row.type == ValueType::choice;
  return "expected " + (is_choice ? "one of " + listed(allowed) : wish(section, row)) + ", got " +
         shown(node);
}

}  // namespace mcsim
