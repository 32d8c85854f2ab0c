// What single values may look like.
#include "mcsim/config/vocabulary/scenario_shapes.hpp"

#include <algorithm>

#include "mcsim/config/values/duration_meant.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/text/complaints.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/instants.hpp"
#include "mcsim/text/nearest.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

using Kind = JsonNode::Kind;

bool is_number(const JsonNode& node) { return node.is(Kind::whole) || node.is(Kind::real); }

std::string range_text(const VocabularyRow& row) {
  if (row.lowest == row.highest) return std::to_string(row.lowest);
  return "a whole number from " + std::to_string(row.lowest) + " to " +
         std::to_string(row.highest) +
         (row.zero.empty() ? "" : " (0: " + std::string(row.zero) + ")");
}

bool in_range(std::string_view text, const VocabularyRow& row) {
  const auto number = read_whole(text);
  return number && *number >= row.lowest && *number <= row.highest;
}

/// Whether a number, which may have a fraction, is in range.
bool in_decimal_range(std::string_view text, const VocabularyRow& row) {
  const auto number = read_decimal(text);
  const auto millionths = number ? in_units(*number, 6) : std::nullopt;
  if (!millionths) return false;
  return *millionths >= row.lowest * 1'000'000 && *millionths <= row.highest * 1'000'000;
}

/// Whether it is a duration of at least `lowest`, in milliseconds.
bool is_duration(std::string_view text, const VocabularyRow& row) {
  const auto duration = read_duration(text);
  return duration && duration->count() >= row.lowest;
}

/// The values of a choice, planned ones too.
std::vector<std::string_view> all_choices(const VocabularyRow& row) {
  auto all = split_words(row.allowed);
  const auto later = split_words(row.allowed_later);
  all.insert(all.end(), later.begin(), later.end());
  return all;
}

/// The first word that is no choice; none: all are.
std::optional<std::string_view> wrong_word(std::string_view text, const VocabularyRow& row) {
  const auto known = all_choices(row);
  for (const std::string_view word : split_words(text))
    if (std::ranges::find(known, word) == known.end()) return word;
  return std::nullopt;
}

/// What the writer of a wrong word may have meant.
std::string nearest_choice(std::string_view text, const VocabularyRow& row) {
  const auto word = wrong_word(text, row);
  const std::string_view near = word ? nearest_name(*word, all_choices(row)) : std::string_view{};
  if (near.empty()) return {};
  return "; nearest" + (*word == text ? "" : " to " + in_quotes(*word)) + ": " + std::string(near);
}

/// Whether the text of a value of the right kind is one of the row's type.
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
    case ValueType::decimal:
      return in_decimal_range(text, row);
    case ValueType::factor:
      return read_ratio(text).has_value();
    case ValueType::flag:
      return read_flag(text).has_value();
    case ValueType::duration:
      return is_duration(text, row);
    case ValueType::drawn_time:
      return read_drawn_time(text).has_value();
    case ValueType::moment:
      return is_duration(text, row) || read_instant(text).has_value();
    case ValueType::instant:
      return read_instant(text).has_value();
    case ValueType::limit_rule:
      return read_missing_limit(text).has_value();
    case ValueType::interval:
      return read_interval(text).has_value();
    case ValueType::run_limit:
      return read_run_limit(text).has_value();
    case ValueType::host_slots:
      return text == "!" || in_range(text, row);
    case ValueType::choices:
      return !wrong_word(text, row);
    case ValueType::windows:
      return read_windows(text).has_value();
    case ValueType::proc_limit:
      return read_proc_limit(text).has_value();
    case ValueType::mem_limit:
      return read_mem_limit(text).has_value();
    case ValueType::exit_values:
      return read_exit_values(text).has_value();
    case ValueType::reserve_time:
      return read_reserve_time(text).has_value();
    case ValueType::shield:
      return read_shield(text).has_value();
    case ValueType::threshold:
      return read_threshold(text).has_value();
    case ValueType::up_to:
      return is_infinit(text) || in_range(text, row);
    case ValueType::version:
      return read_version(text).has_value();
    default:
      return true;
  }
}

/// Whether the JSON kind of the value is right.
bool right_kind(const JsonNode& node, const VocabularySection& section, ValueType type) {
  const bool lsf_number = section.is_lsf() && is_number(node);
  switch (type) {
    case ValueType::whole:
      return node.is(Kind::whole) || (section.is_lsf() && node.is(Kind::text));
    case ValueType::decimal:
      return is_number(node) || (section.is_lsf() && node.is(Kind::text));
    case ValueType::number:
    case ValueType::factor:
      return is_number(node);
    case ValueType::flag:
      return node.is(Kind::boolean) || node.is(Kind::text);
    case ValueType::texts:
      return node.is(Kind::list) && std::ranges::all_of(node.children, [](const JsonNode& item) {
               return item.is(Kind::text);
             });
    case ValueType::job:
    case ValueType::up_to:
      return node.is(Kind::text) || node.is(Kind::whole);
    case ValueType::duration:
    case ValueType::drawn_time:
    case ValueType::moment:
      return node.is(Kind::text) || is_number(node);  // of numbers, only 0 is a duration
    default:
      return node.is(Kind::text) || lsf_number;
  }
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
           in_quotes(text);
  if (std::ranges::find(later, text) != later.end())
    return in_quotes(text) + " is " + std::string(planned_text);
  return "unknown " + in_quotes(text) + known_names(text, allowed);
}

}  // namespace

std::string wish(const VocabularySection& section, const VocabularyRow& row) {
  switch (row.type) {
    case ValueType::name:
      return "a name of letters, digits, '_', '-' and '.'" +
             (row.highest < INT32_MAX ? ", at most " + std::to_string(row.highest) + " long" : "");
    case ValueType::texts:
      return "a list of texts";
    case ValueType::job:
      return "a job: ID or ID@CLUSTER";
    case ValueType::host_range:
      return "a host, or a range of hosts such as a[001-100], upwards and of at most 1000000";
    case ValueType::whole:
      return range_text(row);
    case ValueType::number:
      return "a number";
    case ValueType::decimal:
      return "a number from " + std::to_string(row.lowest) + " to " + std::to_string(row.highest);
    case ValueType::factor:
      return "a number above 0 and at most 1000000, with at most 12 decimals";
    case ValueType::flag:
      return section.is_lsf() ? "Y or N" : "yes or no (true or false)";
    case ValueType::duration:
      return duration_wish(row) + (row.lowest > 1 ? "," : "") +
             " such as 200ms, 15s, 10min, 2h or 5d, at most 1,000 years";
    case ValueType::drawn_time:
      return "a duration such as 200ms or 15s, exponential(MEAN), uniform(LEAST, MOST), or a "
             "duration + exponential(MEAN)";
    case ValueType::instant:
      return "an instant in UTC such as 2026-01-01T00:00:00Z";
    case ValueType::moment:
      return "a duration such as 12h or 5d, or an instant in UTC such as 2026-01-01T00:00:00Z";
    case ValueType::limit_rule:
      return "run, queue, none, or a duration with its unit";
    case ValueType::interval:
      return "whole seconds, or milliseconds such as 200ms; a second such number may follow";
    case ValueType::run_limit:
      return "[default] max, each [hours:]minutes[/host or model], above 0, and no default above "
             "max";
    case ValueType::host_slots:
      return range_text(row) + ", or !";
    case ValueType::choices:
      return "some of " + listed(split_words(row.allowed));
    case ValueType::windows:
      return "[day:]hour[:minute]-[day:]hour[:minute] ..., a day (0 to 7) on both sides or on none";
    case ValueType::proc_limit:
      return "[min [default]] max, whole numbers from 1, none less than the one before";
    case ValueType::mem_limit:
      return "[default] max, whole numbers from 1, and no default above max";
    case ValueType::exit_values:
      return "exit codes from 0 to 255, or all and ~code ..., some of them as EXCLUDE(code ...)";
    case ValueType::reserve_time:
      return "MAX_RESERVE_TIME[n], n from 1 to 1000000";
    case ValueType::shield:
      return "whole minutes from 1 to " + std::to_string(longest_duration / 1min) +
             ", or per cent from 1% to 100%";
    case ValueType::up_to:
      return range_text(row) + ", or infinit";
    case ValueType::version:
      return "a version as text, such as \"7.0.6\" or \"10.1\"";
    case ValueType::threshold:
      return "sched, sched/stop or /stop, decimal numbers from 0, rounded to 3 decimals";
    default:
      return row.required ? "text that is not empty" : "text";
  }
}

std::string duration_wish(const VocabularyRow& row) {
  if (row.lowest == 0) return "a duration";
  if (row.lowest == 1) return "a duration above 0";
  return "a duration of " + std::to_string(row.lowest) + "ms at least";
}

std::optional<std::string> what_is_wrong(const JsonNode& node, const VocabularySection& section,
                                         const VocabularyRow& row,
                                         std::span<const std::string_view> allowed) {
  const std::string text = value_text(node);
  const bool kind_fits = right_kind(node, section, row.type);
  if (kind_fits && row.type == ValueType::choice) return wrong_choice(text, row, allowed);
  if (kind_fits && reads(text, row)) return std::nullopt;
  const bool is_choice = row.type == ValueType::choice;
  const std::string why = row.type == ValueType::windows ? mistake_in_windows(text) : "";
  const bool is_time = row.type == ValueType::duration || row.type == ValueType::drawn_time ||
                       row.type == ValueType::moment || row.type == ValueType::limit_rule;
  const std::string near = row.type == ValueType::choices ? nearest_choice(text, row)
                           : is_time                      ? duration_meant(text)
                                                          : "";
  return "expected " + (is_choice ? "one of " + listed(allowed) : wish(section, row)) + ", got " +
         shown(node) + (why.empty() ? "" : ": " + why) + near;
}

}  // namespace mcsim::config
