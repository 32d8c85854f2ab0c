// Reads values of Slurm's and PBS's accounting.
#include "mcsim/trace/scheduler_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace mcsim::trace {
namespace {

constexpr std::size_t most_count_digits = 15;
constexpr std::size_t most_listed_hosts = 1'000'000;

bool has_only_digits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The part of `text` before `sign`, which is taken off it; all of it where there is none.
std::string_view take_before(std::string_view& text, char sign) {
  const std::size_t at = text.find(sign);
  const std::string_view part = text.substr(0, at);
  text = at == std::string_view::npos ? std::string_view{} : text.substr(at + 1);
  return part;
}

/// One range of a list: 007, or 001-003; numbers keep the width that they are written with.
bool add_range(std::string_view before, std::string_view range, std::string_view behind,
               std::vector<std::string>& to) {
  std::string_view last = range;
  const std::string_view first = take_before(last, '-');
  if (last.empty()) last = first;
  const auto from = read_count(first);
  const auto up_to = read_count(last);
  if (!from || !up_to || *up_to < *from) return false;
  if (static_cast<std::size_t>(*up_to - *from) >= most_listed_hosts - to.size()) return false;
  for (std::int64_t number = *from; number <= *up_to; ++number) {
    const std::string digits = std::to_string(number);
    std::string name(before);
    if (digits.size() < first.size()) name.append(first.size() - digits.size(), '0');
    to.push_back(name.append(digits).append(behind));
  }
  return true;
}

/// One item of a list of hosts: rack1node[1-3], or a name. Of several brackets each combination.
bool add_hosts(std::string_view item, std::vector<std::string>& to) {
  std::vector<std::string> made{std::string()};
  while (!item.empty()) {
    const std::size_t open = item.find('[');
    for (std::string& name : made) name += item.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = item.find(']', open);
    if (close == std::string_view::npos) return false;
    std::vector<std::string> longer;
    for (const std::string& name : made) {
      std::string_view ranges = item.substr(open + 1, close - open - 1);
      if (ranges.empty()) return false;
      while (!ranges.empty())
        if (!add_range(name, take_before(ranges, ','), {}, longer)) return false;
    }
    made = std::move(longer);
    item.remove_prefix(close + 1);
  }
  if (made.size() > most_listed_hosts - to.size()) return false;
  for (std::string& name : made) {
    if (name.empty()) return false;
    to.push_back(std::move(name));
  }
  return true;
}

}  // namespace

std::optional<std::int64_t> read_count(std::string_view text) {
  if (text.empty() || text.size() > most_count_digits || !has_only_digits(text))
    return std::nullopt;
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::optional<std::int64_t> read_clock(std::string_view text) {
  std::int64_t seconds = 0;
  if (const std::size_t dash = text.find('-'); dash != std::string_view::npos) {
    const auto days = read_count(text.substr(0, dash));
    if (!days || *days > 100'000) return std::nullopt;
    seconds = *days * 24;
    text.remove_prefix(dash + 1);
    if (text.find(':') == std::string_view::npos) {  // days-hours
      const auto hours = read_count(text);
      return hours && *hours < 100'000 ? std::optional((seconds + *hours) * 3600) : std::nullopt;
    }
  }
  std::string_view whole = text.substr(0, text.find('.'));
  for (int parts = 0; parts < 3; ++parts) {
    const bool is_last = whole.find(':') == std::string_view::npos;
    const auto part = read_count(take_before(whole, ':'));
    if (!part || *part > 10'000'000'000) return std::nullopt;
    seconds = (parts == 0 ? seconds : seconds * 60) + *part;
    if (is_last) return seconds;
  }
  return std::nullopt;
}

std::optional<std::int64_t> read_memory(std::string_view text, std::int64_t unit) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
  std::string_view number = text.substr(0, digits);
  std::string_view rest = text.substr(digits);
  if (rest.ends_with('n') || rest.ends_with('c')) rest.remove_suffix(1);
  const auto whole = read_count(take_before(number, '.'));
  if (!whole || *whole > 1'000'000'000'000) return std::nullopt;
  const std::int64_t tenth = number.empty() || number[0] < '0' ? 0 : number[0] - '0';
  struct Unit {
    std::string_view name;
    std::int64_t kilobytes;
  };
  constexpr std::int64_t k = 1024;
  constexpr std::array<Unit, 8> units = {{{"K", 1},
                                          {"kb", 1},
                                          {"M", k},
                                          {"mb", k},
                                          {"G", k * k},
                                          {"gb", k * k},
                                          {"T", k * k * k},
                                          {"tb", k * k * k}}};
  if (rest.empty() || rest == "b") return *whole * (rest.empty() ? unit : 1) / 1024;
  for (const Unit& one : units)
    if (one.name == rest) {
      if (*whole > 1'000'000'000'000'000 / one.kilobytes) return std::nullopt;
      return *whole * one.kilobytes + tenth * one.kilobytes / 10;
    }
  return std::nullopt;
}

bool read_host_list(std::string_view text, std::vector<std::string>& to) {
  while (!text.empty()) {
    std::size_t end = 0;
    for (bool is_inside = false; end < text.size(); ++end) {
      if (text[end] == '[') is_inside = true;
      if (text[end] == ']') is_inside = false;
      if (text[end] == ',' && !is_inside) break;
    }
    if (!add_hosts(text.substr(0, end), to)) return false;
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return true;
}

}  // namespace mcsim::trace
