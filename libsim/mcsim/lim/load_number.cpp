// Numbers by std::from_chars, which knows no locale and never allocates.
#include "mcsim/lim/load_number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "mcsim/model/load_index.hpp"

namespace mcsim::lim {
namespace {

using Kind = LoadNumber::Kind;

constexpr LoadNumber no_number{};
constexpr LoadNumber too_large{.kind = Kind::out_of_range};

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// from_chars accepts no plus sign. One before anything but a number is kept.
std::string_view without_plus(std::string_view text) {
  const bool signs_a_number =
      text.size() > 1 && text[0] == '+' && (is_digit(text[1]) || text[1] == '.');
  return signs_a_number ? text.substr(1) : text;
}

/// The decimal number at the beginning of a text.
struct Prefix {
  double value = 0;
  std::size_t length = 0;  ///< 0: there is none
  bool out_of_range = false;
};

/// Whether a number out of a double's range is too large, not too small.
bool is_large(std::string_view number) {
  const std::size_t mark = number.find_first_of("eE");
  if (mark != std::string_view::npos) return number.find('-', mark) == std::string_view::npos;
  return number.find_first_not_of("-0.") < number.find('.');
}

Prefix prefix_of(std::string_view text) {
  Prefix result;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result.value);
  if (error == std::errc::invalid_argument) return {};
  result.length = static_cast<std::size_t>(end - text.data());
  result.out_of_range = error == std::errc::result_out_of_range;
  if (result.out_of_range) result.value = is_large(text.substr(0, result.length)) ? HUGE_VAL : 0.0;
  return result;
}

/// strtod() recognizes 0x1F; from_chars must be told.
Prefix hexadecimal_prefix(std::string_view text) {
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const std::string_view rest = text.substr(sign);
  if (!rest.starts_with("0x") && !rest.starts_with("0X")) return {};
  Prefix result;
  const std::string_view digits = rest.substr(2);
  if (digits.empty() || digits[0] == '-') return {};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(),
                                            result.value, std::chars_format::hex);
  if (error == std::errc::invalid_argument || !std::isfinite(result.value)) return {};
  result.length = sign + 2 + static_cast<std::size_t>(end - digits.data());
  result.out_of_range = error == std::errc::result_out_of_range;
  if (text.starts_with('-')) result.value = -result.value;
  return result;
}

/// As strtod() reads it.
Prefix c_prefix_of(std::string_view text) {
  const Prefix hexadecimal = hexadecimal_prefix(text);
  if (hexadecimal.length > 0) return hexadecimal;
  const std::string_view number = without_plus(text);
  Prefix decimal = prefix_of(number);
  if (decimal.length > 0) decimal.length += text.size() - number.size();
  return decimal;
}

/// To a LIM, a load of INFINIT_LOAD or more is unknown.
LoadNumber as_load(double value) {
  if (!(std::abs(value) < infinite_load)) return {.kind = Kind::unknown};
  return {.kind = Kind::known, .value = value};
}

}  // namespace

LoadNumber read_load_number(std::string_view text) {
  const std::string_view number = without_plus(text);
  const Prefix prefix = prefix_of(number);
  if (prefix.length == 0 || prefix.length != number.size()) return no_number;
  if (prefix.out_of_range) return prefix.value == 0 ? as_load(0) : too_large;
  const bool is_a_word = !std::isfinite(prefix.value);  // nan, inf, infinity
  if (is_a_word) return no_number;
  return std::abs(prefix.value) > infinite_load ? too_large : as_load(prefix.value);
}

LoadNumber read_load_prefix(std::string_view text) {
  const double value = c_prefix_of(text).value;
  return std::isnan(value) ? LoadNumber{.kind = Kind::known, .value = value} : as_load(value);
}

LoadNumber read_load_whole(std::string_view text) {
  const Prefix prefix = c_prefix_of(text);
  const bool whole = prefix.length > 0 && prefix.length == text.size();
  if (!whole || prefix.out_of_range || !std::isfinite(prefix.value)) return no_number;
  return as_load(prefix.value);
}

std::optional<std::int32_t> read_load_count(std::string_view text) {
  const std::string_view number = without_plus(text);
  std::int32_t count = 0;
  const char* const end = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), end, count);
  if (error != std::errc() || stop != end) return std::nullopt;
  return count;
}

}  // namespace mcsim::lim
