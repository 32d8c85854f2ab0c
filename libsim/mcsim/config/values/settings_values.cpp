// Values of LSF's configuration from their text.
#include "mcsim/config/values/settings_values.hpp"

#include <algorithm>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/decimal.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// Whole numbers with blanks between them, each from `lowest` to `highest`.
std::optional<std::vector<std::int64_t>> read_numbers(std::string_view text, std::int64_t lowest,
                                                      std::int64_t highest) {
  std::vector<std::int64_t> numbers;
  for (const std::string_view word : split_words(text)) {
    const auto number = read_whole(word);
    if (!number || *number < lowest || *number > highest) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// Some codes, or all but some.
struct ExitCodes {
  bool all = false;
  std::vector<std::int32_t> listed;
  std::vector<std::int32_t> left_out;
};

/// None: it is no list of codes, or leaves out codes without `all`.
std::optional<ExitCodes> read_exit_codes(std::string_view text) {
  ExitCodes codes;
  for (std::string_view word : split_words(text)) {
    if (word == "all") {
      codes.all = true;
      continue;
    }
    const bool leaves_out = word.starts_with('~');
    if (leaves_out) word.remove_prefix(1);
    const auto code = read_whole(word);
    if (!code || *code < 0 || *code > 255) return std::nullopt;
    (leaves_out ? codes.left_out : codes.listed).push_back(static_cast<std::int32_t>(*code));
  }
  if (!codes.all && !codes.left_out.empty()) return std::nullopt;
  return codes;
}

}  // namespace

std::vector<std::string_view> list_words(std::string_view text) {
  const auto start = text.find_first_not_of(" \t");
  const auto end = text.find_last_not_of(" \t");
  if (start != std::string_view::npos && text[start] == '(' && text[end] == ')')
    text = text.substr(start + 1, end - start - 1);
  return split_words(text);
}

std::optional<ProcLimit> read_proc_limit(std::string_view text) {
  const auto numbers = read_numbers(text, 1, most_slots);
  if (!numbers || numbers->empty() || numbers->size() > 3) return std::nullopt;
  if (!std::ranges::is_sorted(*numbers)) return std::nullopt;
  const auto at = [&](std::size_t i) { return static_cast<std::int32_t>((*numbers)[i]); };
  ProcLimit limit;
  limit.most = at(numbers->size() - 1);
  if (numbers->size() > 1) limit.least = at(0);
  if (numbers->size() > 2) limit.usual = at(1);
  return limit;
}

std::optional<MemLimit> read_mem_limit(std::string_view text) {
  const auto numbers = read_numbers(text, 1, most_memory);
  if (!numbers || numbers->empty() || numbers->size() > 2) return std::nullopt;
  if (!std::ranges::is_sorted(*numbers)) return std::nullopt;
  MemLimit limit{.most = numbers->back()};
  if (numbers->size() > 1) limit.usual = numbers->front();
  return limit;
}

std::optional<std::vector<RequeueExitValue>> read_exit_values(std::string_view text) {
  constexpr std::string_view keyword = "EXCLUDE(";
  std::vector<RequeueExitValue> values;
  std::optional<std::vector<std::int32_t>> all;
  const auto add = [&](std::string_view part, bool exclude) {
    auto codes = read_exit_codes(part);
    if (!codes) return false;
    for (const std::int32_t code : codes->listed) values.push_back({code, exclude});
    if (!exclude && codes->all) all = std::move(codes->left_out);
    return !exclude || (!codes->listed.empty() && !codes->all);
  };
  while (true) {
    const auto start = text.find(keyword);
    if (!add(text.substr(0, start), false)) return std::nullopt;
    if (start == std::string_view::npos) break;
    text.remove_prefix(start + keyword.size());
    const auto end = text.find(')');
    if (end == std::string_view::npos || !add(text.substr(0, end), true)) return std::nullopt;
    text.remove_prefix(end + 1);
  }
  for (std::int32_t code = 1; all && code <= 255; ++code) {
    const bool is_given = std::ranges::find(values, code, &RequeueExitValue::code) != values.end();
    if (!is_given && std::ranges::find(*all, code) == all->end()) values.push_back({code, false});
  }
  return values.empty() ? std::nullopt : std::optional(std::move(values));
}

std::optional<std::int64_t> read_reserve_time(std::string_view text) {
  constexpr std::string_view keyword = "MAX_RESERVE_TIME[";
  if (!text.starts_with(keyword) || !text.ends_with(']')) return std::nullopt;
  const auto numbers = read_numbers(text.substr(keyword.size(), text.size() - keyword.size() - 1),
                                    1, most_sleep_times);
  if (!numbers || numbers->size() != 1) return std::nullopt;
  return numbers->front();
}

std::optional<PreemptShield> read_shield(std::string_view text) {
  const bool is_percent = text.ends_with('%');
  if (is_percent) text.remove_suffix(1);
  const auto number = read_whole(text);
  if (!number || *number < 1) return std::nullopt;
  if (*number > (is_percent ? 100 : longest_duration / 1min)) return std::nullopt;
  if (is_percent) return PreemptShield{.percent = static_cast<std::int32_t>(*number)};
  return PreemptShield{.time = *number * 1min};
}

std::optional<ThresholdText> read_threshold(std::string_view text) {
  ThresholdText threshold;
  const auto read_half = [](std::string_view half, std::optional<std::int64_t>& value) {
    while (half.starts_with(' ')) half.remove_prefix(1);
    while (half.ends_with(' ')) half.remove_suffix(1);
    if (half.empty()) return true;
    const auto number = read_decimal(half);
    if (number && !number->negative) value = in_units(*number, 3);
    return value.has_value();
  };
  const std::size_t slash = text.find('/');
  const bool reads = read_half(text.substr(0, slash), threshold.sched) &&
                     (slash == text.npos || read_half(text.substr(slash + 1), threshold.stop));
  if (!reads || threshold == ThresholdText{}) return std::nullopt;
  return threshold;
}

std::optional<SlotsPerProcessor> read_slots_per_processor(std::string_view text) {
  const auto number = read_decimal(text);
  if (!number || (number->negative && number->digits > 0)) return std::nullopt;
  const auto thousandths = in_units(*number, 3);
  if (!thousandths || *thousandths > std::int64_t{most_slots} * 1000) return std::nullopt;
  return SlotsPerProcessor{.thousandths = *thousandths};
}

}  // namespace mcsim::config
