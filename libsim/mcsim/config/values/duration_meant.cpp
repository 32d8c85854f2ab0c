// From durations as people write them to those that a scenario has.
#include "mcsim/config/values/duration_meant.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/words.hpp"

namespace mcsim::config {
namespace {

/// A unit of time as people write it, and as durations have it.
struct TimeUnit {
  std::string_view unit;  ///< empty: weeks, which have none
  std::int64_t ms;
  std::string_view words;
};
/// The larger ones first.
constexpr TimeUnit time_units[] = {
    {"", 604'800'000, "w week weeks"},        {"d", 86'400'000, "d day days"},
    {"h", 3'600'000, "h hr hrs hour hours"},  {"min", 60'000, "min mins m mn minute minutes"},
    {"s", 1000, "s sec secs second seconds"}, {"ms", 1, "ms msec msecs millisecond milliseconds"},
};

/// The unit that `word` means; without a word the one below `before`: 1h30. Null: none.
const TimeUnit* unit_of(std::string_view word, const TimeUnit* before) {
  if (word.empty())
    return before == nullptr || before + 1 == std::end(time_units) ? nullptr : before + 1;
  for (const TimeUnit& one : time_units)
    for (const std::string_view known : split_words(one.words))
      if (known == word) return &one;
  return nullptr;
}

/// "1.5hours" as "1.5h"; empty: it is no number with a unit.
std::string with_our_unit(const std::string& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const TimeUnit* const unit = unit_of(std::string_view(text).substr(end), nullptr);
  return unit == nullptr ? "" : text.substr(0, end) + std::string(unit->unit);
}

/// Several numbers with units, or weeks, as one: "1h30" as "90min"; empty: they are none.
std::string in_one_unit(std::string_view text) {
  constexpr std::int64_t most = 1'000'000'000;
  std::int64_t sum = 0;
  const TimeUnit* unit = nullptr;
  while (!text.empty()) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto number = read_whole(text.substr(0, digits));
    text.remove_prefix(digits);
    const std::size_t letters = std::min(text.find_first_of("0123456789"), text.size());
    unit = unit_of(text.substr(0, letters), unit);
    text.remove_prefix(letters);
    if (!number || *number > most || unit == nullptr) return {};
    sum += *number * unit->ms;
    if (sum > longest_duration.count()) return {};
  }
  for (const TimeUnit& one : time_units)
    if (!one.unit.empty() && sum > 0 && sum % one.ms == 0)
      return std::to_string(sum / one.ms) + std::string(one.unit);
  return {};
}

}  // namespace

std::string duration_meant(const std::string& written) {
  std::string text = small_letters(written);
  std::erase(text, ' ');
  const auto meant = [&](const char* unit, const char* name) {
    return read_duration(text + unit)
               ? std::string("; for ") + name + " write \"" + text + unit + '"'
               : std::string();
  };
  if (read_duration(text)) return text == written ? "" : "; write \"" + text + '"';
  if (const std::string minutes = meant("in", "minutes"); text.ends_with('m') && !minutes.empty())
    return minutes;
  if (const std::string seconds = meant("s", "seconds"); !seconds.empty()) return seconds;
  for (const std::string& one : {with_our_unit(text), in_one_unit(text)})
    if (!one.empty() && read_duration(one)) return "; write \"" + one + '"';
  return {};
}

}  // namespace mcsim::config
