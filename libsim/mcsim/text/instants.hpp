// Instants in UTC as ISO 8601 writes them: 2026-01-01T00:00:00Z.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mcsim::text {

/// Seconds since 1970 as such a text. None: the year has more than four digits.
std::optional<std::string> instant_text(std::int64_t unix_time);
/// The seconds since 1970 that such a text stands for; none: it is no such text.
std::optional<std::int64_t> read_instant(std::string_view text);

}  // namespace mcsim::text
