// Writes and reads instants in UTC.
#include "mcsim/text/instants.hpp"

#include <chrono>

namespace mcsim::text {
namespace {

std::string digits(std::int64_t number, std::size_t count) {
  std::string text = std::to_string(number);
  return text.size() < count ? std::string(count - text.size(), '0') + text : text;
}

}  // namespace

std::optional<std::string> instant_text(std::int64_t unix_time) {
  const std::chrono::sys_seconds time{std::chrono::seconds{unix_time}};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  constexpr std::chrono::sys_days first{std::chrono::year{0} / 1 / 1};
  constexpr std::chrono::sys_days end{std::chrono::year{10'000} / 1 / 1};
  if (day < first || day >= end) return std::nullopt;
  const std::chrono::year_month_day date{day};
  const std::int64_t seconds = (time - day).count();
  return digits(static_cast<int>(date.year()), 4) + "-" +
         digits(static_cast<unsigned>(date.month()), 2) + "-" +
         digits(static_cast<unsigned>(date.day()), 2) + "T" + digits(seconds / 3600, 2) + ":" +
         digits(seconds / 60 % 60, 2) + ":" + digits(seconds % 60, 2) + "Z";
}

std::optional<std::int64_t> read_instant(std::string_view text) {
  constexpr std::string_view shape = "0000-00-00T00:00:00Z";
  if (text.size() != shape.size()) return std::nullopt;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (shape[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != shape[i]) return std::nullopt;
  const auto part = [&](std::size_t from, std::size_t length) {
    unsigned number = 0;
    for (const char digit : text.substr(from, length))
      number = 10 * number + static_cast<unsigned>(digit - '0');
    return number;
  };
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(part(0, 4))),
                                         std::chrono::month(part(5, 2)),
                                         std::chrono::day(part(8, 2))};
  if (!date.ok() || part(11, 2) > 23 || part(14, 2) > 59 || part(17, 2) > 59) return std::nullopt;
  const std::chrono::sys_seconds day = std::chrono::sys_days{date};
  return day.time_since_epoch().count() + std::int64_t{part(11, 2)} * 3600 +
         std::int64_t{part(14, 2)} * 60 + part(17, 2);
}

}  // namespace mcsim::text
