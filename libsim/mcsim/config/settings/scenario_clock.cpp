// Where virtual time 0 lies in the week.
#include "mcsim/config/settings/scenario_clock.hpp"

#include <chrono>

#include "mcsim/config/values/scenario_values.hpp"
#include "mcsim/config/vocabulary/keys.hpp"
#include "mcsim/config/vocabulary/scenario_check.hpp"
#include "mcsim/text/instants.hpp"

namespace mcsim::config {
namespace {

std::int64_t digits(std::string_view text, std::size_t at, std::size_t count) {
  return read_whole(text.substr(at, count)).value_or(0);
}

/// How long before an instant, in seconds since 1970, the last Sunday 00:00 UTC was.
Duration since_sunday(std::int64_t instant) {
  const std::chrono::sys_seconds time{std::chrono::seconds{instant}};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  return std::chrono::days{std::chrono::weekday{day}.c_encoding()} + (time - day);
}

}  // namespace

std::optional<Duration> read_utc_offset(std::string_view text) {
  if (text == "Z") return Duration{};
  const bool shaped = text.size() == 6 && (text[0] == '+' || text[0] == '-') && text[3] == ':';
  if (!shaped) return std::nullopt;
  for (const std::size_t at : {1U, 2U, 4U, 5U})
    if (text[at] < '0' || text[at] > '9') return std::nullopt;
  const std::int64_t hours = digits(text, 1, 2);
  const std::int64_t minutes = digits(text, 4, 2);
  if (hours > 23 || minutes > 59) return std::nullopt;
  const Duration ahead = hours * 1h + minutes * 1min;
  return text[0] == '-' ? -ahead : ahead;
}

void read_clock(ScenarioDraft& draft) {
  const Fields in(draft.tree.root);
  const auto start = in.text("start"_key);
  const auto written = in.text("utc_offset"_key);
  const auto ahead = written ? read_utc_offset(*written) : Duration{};
  if (!ahead)
    draft.complaints.error(JsonAt(draft.tree.root), "utc_offset"_key,
                           "expected +HH:MM, -HH:MM or Z, got " + in_quotes(*written));
  const auto instant = start ? read_instant(*start) : std::nullopt;
  if (!instant || !ahead) return;
  const Duration week = WeekClock::week;
  draft.clock.since_sunday = (since_sunday(*instant) + *ahead + week) % week;
}

}  // namespace mcsim::config
