// Decimal numbers read from text, and computed with.
#include "mcsim/text/decimal.hpp"

#include <algorithm>
#include <charconv>

#include "mcsim/base/wide.hpp"
#include "mcsim/text/digits.hpp"

namespace mcsim::text {
namespace {

constexpr std::uint64_t largest_digits = 1'000'000'000'000'000'000;  // 10^18

constexpr std::uint64_t power_of_ten(int exponent) {
  std::uint64_t power = 1;
  for (; exponent > 0; --exponent) power *= 10;
  return power;
}

/// Adds one digit; digits past the 18th are cut off.
void add_digit(Decimal& number, char digit, bool after_point) {
  if (number.digits >= largest_digits / 10) {
    if (!after_point) --number.scale;
    return;
  }
  number.digits = number.digits * 10 + static_cast<std::uint64_t>(digit - '0');
  if (after_point) ++number.scale;
}

/// Reads `e+05` at the end of `text`; false: something else stands there.
bool read_exponent(std::string_view text, Decimal& number) {
  text.remove_prefix(1);
  if (text.starts_with('+')) text.remove_prefix(text.starts_with("+-") ? 0 : 1);
  int exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (text.empty() || end != text.data() + text.size() || error != std::errc{}) return false;
  number.scale -= std::clamp(exponent, -100'000, 100'000);
  return true;
}

}  // namespace

std::optional<Decimal> read_decimal(std::string_view text) {
  Decimal number;
  std::size_t place = 0;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) number.negative = text[place++] == '-';
  bool after_point = false;
  bool any_digit = false;
  for (; place < text.size(); ++place) {
    if (text[place] == '.' && !after_point) {
      after_point = true;
    } else if (is_digit(text[place])) {
      any_digit = true;
      add_digit(number, text[place], after_point);
    } else {
      break;
    }
  }
  if (!any_digit) return std::nullopt;
  if (place == text.size()) return number;
  if (text[place] != 'e' && text[place] != 'E') return std::nullopt;
  if (!read_exponent(text.substr(place), number)) return std::nullopt;
  return number;
}

std::optional<std::int64_t> in_units(const Decimal& number, int decimals) {
  const int shift = decimals - number.scale;
  std::uint64_t units = number.digits;
  if (shift < 0) {
    const std::uint64_t power = shift < -18 ? 0 : power_of_ten(-shift);
    units = power == 0 ? 0 : (units + power / 2) / power;
  } else if (units > 0) {
    if (shift > 18 || units > largest_digits / power_of_ten(shift)) return std::nullopt;
    units *= power_of_ten(shift);
  }
  const auto magnitude = static_cast<std::int64_t>(units);
  return number.negative ? -magnitude : magnitude;
}

bool is_whole(const Decimal& number) {
  if (number.scale <= 0 || number.digits == 0) return true;
  return number.scale <= 18 && number.digits % power_of_ten(number.scale) == 0;
}

std::optional<Ratio> read_ratio(std::string_view text) {
  const auto number = read_decimal(text);
  if (!number || number->negative || number->digits == 0) return std::nullopt;
  Decimal rest = *number;
  for (; rest.digits % 10 == 0; rest.digits /= 10) --rest.scale;
  if (rest.scale > 12) return std::nullopt;
  const auto numerator = in_units(rest, std::max(rest.scale, 0));
  const auto denominator = static_cast<std::int64_t>(power_of_ten(std::max(rest.scale, 0)));
  if (!numerator || *numerator > 1'000'000 * denominator) return std::nullopt;
  return Ratio{*numerator, denominator};
}

Duration really_scaled(Duration time, Ratio factor) {
  const Int128 product = static_cast<Int128>(time.count()) * factor.numerator;
  if (product / factor.denominator > longest_duration.count())
    return longest_duration + Duration{1};
  return Duration{rounded_ratio(product, factor.denominator)};
}

}  // namespace mcsim::text
