// Finds the numbers that no double can hold.
#include "mcsim/text/json_numbers.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

#include "mcsim/text/json_places.hpp"

namespace mcsim::text {
namespace {

std::int64_t exponent_of(std::string_view number) {
  const std::size_t mark = number.find_first_of("eE");
  if (mark == std::string_view::npos) return 0;
  std::string_view digits = number.substr(mark + 1);
  if (digits.starts_with('+')) digits.remove_prefix(1);
  std::int32_t exponent = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (error == std::errc{}) return exponent;
  using Limits = std::numeric_limits<std::int32_t>;
  return digits.starts_with('-') ? Limits::min() : Limits::max();
}

/// The place of the first digit that is not 0: 1 for ones, 0 for tenths.
std::int64_t order_of(std::string_view number) {
  const std::size_t point = std::min(number.find_first_of(".eE"), number.size());
  const std::size_t digit = number.find_first_of("123456789");
  if (digit == std::string_view::npos) return 0;
  const auto distance = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(digit);
  return digit < point ? distance : distance + 1;
}

/// Whether the number is too large for a double. Out of range is also what is too small for one.
bool is_huge(std::string_view number) {
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  return error == std::errc::result_out_of_range && order_of(number) + exponent_of(number) > 0;
}

/// The position behind the string or comment that begins at `start`; `start` if none begins there.
std::size_t end_of_words(std::string_view text, std::size_t start) {
  const auto behind = [&](std::size_t at, std::size_t size) {
    return at == std::string_view::npos ? text.size() : at + size;
  };
  const std::string_view rest = text.substr(start, 2);
  if (rest == "//") return behind(text.find_first_of("\r\n", start + 2), 1);
  if (rest == "/*") return behind(text.find("*/", start + 2), 2);
  if (!rest.starts_with('"')) return start;
  for (std::size_t at = start + 1; at < text.size(); ++at) {
    if (text[at] == '"') return at + 1;
    if (text[at] == '\\') ++at;
  }
  return text.size();
}

}  // namespace

std::string with_huge_numbers_tamed(std::string_view text) {
  std::string tamed(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_words(text, at);
    const std::string_view number = number_at(text, at);
    if (is_huge(number)) {
      tamed.replace(at, number.size(), number.size(), ' ');
      tamed[at] = '0';
    }
    at = std::max(end, at + std::max<std::size_t>(number.size(), 1));
  }
  return tamed;
}

}  // namespace mcsim::text
