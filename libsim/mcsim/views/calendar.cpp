// Turns virtual times into dates.
#include "mcsim/views/calendar.hpp"

#include <chrono>
#include <string_view>

#include "mcsim/config/settings/scenario_clock.hpp"
#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/text/instants.hpp"
#include "mcsim/text/json_tree.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::views {
namespace {

constexpr std::string_view months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::string_view days_of_week[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

std::string padded(std::int64_t number, char with) {
  return (number < 10 ? std::string(1, with) : std::string()) + std::to_string(number);
}

}  // namespace

Calendar Calendar::of(const std::string& effective) {
  Calendar calendar;
  const auto tree = parse_json(effective, "scenario.json");
  if (!tree) return calendar;
  if (const JsonNode* start = tree->root.find("start"); start != nullptr)
    calendar.start_ = std::chrono::seconds{read_instant(start->text).value_or(0)};
  if (const JsonNode* ahead = tree->root.find("utc_offset"); ahead != nullptr)
    calendar.start_ += read_utc_offset(ahead->text).value_or(Duration{});
  return calendar;
}

std::string Calendar::short_date(Time time) const {
  const Duration since = start_ + time.time_since_epoch();
  const auto days = std::chrono::floor<std::chrono::days>(since);
  const std::chrono::year_month_day date{std::chrono::sys_days{days}};
  const auto minutes = (since - days) / 1min;
  return std::string(months[static_cast<unsigned>(date.month()) - 1]) + " " +
         padded(static_cast<unsigned>(date.day()), ' ') + " " + padded(minutes / 60, '0') + ":" +
         padded(minutes % 60, '0');
}

std::string Calendar::long_date(Time time) const {
  const Duration since = start_ + time.time_since_epoch();
  const auto days = std::chrono::floor<std::chrono::days>(since);
  const std::chrono::weekday weekday{std::chrono::sys_days{days}};
  return std::string(days_of_week[weekday.c_encoding()]) + " " + short_date(time) + ":" +
         padded((since - days) / 1s % 60, '0');
}

std::string Calendar::instant(Time time) const {
  const std::string text = seconds_text(time.time_since_epoch()) + " s";
  return time.time_since_epoch() < 1h ? text : text + " (" + long_date(time) + ")";
}

}  // namespace mcsim::views
