// Time windows from their text.
#include <optional>
#include <vector>

#include "scenario_values.hpp"
#include "settings_values.hpp"

namespace mcsim {
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

/// `hour`, `hour:minute` or `day:hour:minute`.
std::optional<Point> read_point(std::string_view text) {
  const auto fields = split(text, ':');
  if (fields.size() > 3) return std::nullopt;
  std::vector<int> numbers;
  for (const std::string_view field : fields) {
    const auto number = read_whole(field);
    if (!number || *number < 0 || *number > 59) return std::nullopt;
    numbers.push_back(static_cast<int>(*number));
  }
  Point point;
  if (numbers.size() == 3) point.day = numbers[0];
  const std::size_t hour = numbers.size() == 3 ? 1 : 0;
  const int minute = numbers.size() > 1 ? numbers[hour + 1] : 0;
  if (numbers[hour] > 23 || point.day.value_or(0) > 7) return std::nullopt;
  if (point.day == 7) point.day = 0;
  point.time = numbers[hour] * 1h + minute * 1min;
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

}  // namespace

std::optional<TimeWindows> read_windows(std::string_view text) {
  std::vector<TimeWindows::Part> parts;
  for (const std::string_view word : list_words(text))
    if (!add_window(parts, word)) return std::nullopt;
  return parts.empty() ? std::nullopt : std::optional(TimeWindows(std::move(parts)));
}

}  // namespace mcsim
