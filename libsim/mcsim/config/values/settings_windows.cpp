// Time windows from their text.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/values/settings_values.hpp"

namespace mcsim::config {
namespace {

constexpr Duration day = 24h;

/// A point of the week; without a day: of every day.
struct Point {
  std::optional<int> day;
  Duration time{};
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// The numbers of a point of the week, not yet checked.
struct Numbers {
  std::optional<std::int64_t> day;
  std::int64_t hour = 0;
  std::int64_t minute = 0;

  std::string mistake() const {
    if (day && (*day < 0 || *day > 7)) return "a day is from 0 to 7";
    if (hour < 0 || hour > 23) return "an hour is from 0 to 23";
    return minute < 0 || minute > 59 ? "a minute is from 0 to 59" : "";
  }
};

/// `hour`, `hour:minute` or `day:hour:minute`.
std::optional<Numbers> read_numbers(std::string_view text) {
  std::vector<std::int64_t> numbers;
  for (const std::string_view field : split(text, ':')) {
    const auto number = read_whole(field);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  if (numbers.size() == 1) return Numbers{.day = {}, .hour = numbers[0]};
  if (numbers.size() == 2) return Numbers{.day = {}, .hour = numbers[0], .minute = numbers[1]};
  if (numbers.size() != 3) return std::nullopt;
  return Numbers{.day = numbers[0], .hour = numbers[1], .minute = numbers[2]};
}

std::optional<Point> read_point(std::string_view text) {
  const auto fields = read_numbers(text);
  if (!fields || !fields->mistake().empty()) return std::nullopt;
  Point point;
  if (fields->day) point.day = static_cast<int>(*fields->day % 7);
  point.time = fields->hour * 1h + fields->minute * 1min;
  return point;
}

/// A part of a circle of `length`, which may go over its end.
void add_part(std::vector<TimeWindows::Part>& parts, Duration from, Duration to, Duration offset,
              Duration length) {
  if (from < to) return parts.push_back({offset + from, offset + to});
  parts.push_back({offset + from, offset + length});
  if (to > Duration{}) parts.push_back({offset, offset + to});
}

bool add_window(std::vector<TimeWindows::Part>& parts, std::string_view text) {
  const auto ends = split(text, '-');
  if (ends.size() != 2) return false;
  const auto from = read_point(ends[0]);
  const auto to = read_point(ends[1]);
  if (!from || !to || from->day.has_value() != to->day.has_value()) return false;
  if (from->day == to->day && from->time == to->time) return false;
  if (from->day) {
    add_part(parts, *from->day * day + from->time, *to->day * day + to->time, Duration{},
             WeekClock::week);
    return true;
  }
  for (Duration start{}; start < WeekClock::week; start += day)
    add_part(parts, from->time, to->time, start, day);
  return true;
}

std::string mistake_in_window(std::string_view text) {
  const auto ends = split(text, '-');
  if (ends.size() != 2) return {};
  for (const std::string_view end : ends)
    if (const auto fields = read_numbers(end); fields && !fields->mistake().empty())
      return fields->mistake();
  const auto from = read_point(ends[0]);
  const auto to = read_point(ends[1]);
  const bool is_same = from && to && from->day == to->day && from->time == to->time;
  return is_same ? "its ends must differ" : "";
}

}  // namespace

std::string mistake_in_windows(std::string_view text) {
  for (const std::string_view word : list_words(text))
    if (const std::string mistake = mistake_in_window(word); !mistake.empty()) return mistake;
  return {};
}

std::optional<TimeWindows> read_windows(std::string_view text) {
  std::vector<TimeWindows::Part> parts;
  for (const std::string_view word : list_words(text))
    if (!add_window(parts, word)) return std::nullopt;
  return parts.empty() ? std::nullopt : std::optional(TimeWindows(std::move(parts)));
}

TimeWindows both_open(const TimeWindows& one, const TimeWindows& other) {
  if (!one.is_set()) return other;
  if (!other.is_set()) return one;
  std::vector<TimeWindows::Part> parts;
  for (const TimeWindows::Part& a : one.parts())
    for (const TimeWindows::Part& b : other.parts())
      if (std::max(a.from, b.from) < std::min(a.to, b.to))
        parts.push_back({std::max(a.from, b.from), std::min(a.to, b.to)});
  return TimeWindows(std::move(parts));
}

}  // namespace mcsim::config
