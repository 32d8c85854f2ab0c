// Decimal numbers of traces and scenarios, held exactly: they are never rounded twice, and never by
// binary floating point.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "mcsim/base/time.hpp"

namespace mcsim::text {

/// digits x 10^-scale, with the sign apart. Holds 18 significant digits; what follows is cut off.
struct Decimal {
  std::uint64_t digits = 0;
  int scale = 0;
  bool negative = false;
};

/// All of `text` as a decimal number: `5`, `-1`, `0.25`, `1.5e3`. None: it is no such number, such
/// as `nan`, `inf`, `0x10` or nothing at all.
std::optional<Decimal> read_decimal(std::string_view text);

/// `number` x 10^decimals as a whole number, halves rounded up in magnitude. None: beyond 10^18.
std::optional<std::int64_t> in_units(const Decimal& number, int decimals);

/// Whether `number` has no fraction: 4 and 4.00, but not 4.5.
bool is_whole(const Decimal& number);

/// A factor as a ratio of two whole numbers, both above 0.
struct Ratio {
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;

  bool operator==(const Ratio&) const = default;
};

/// `text` as a factor: a decimal number above 0 and at most 10^6, with at most 12 decimals.
/// None: it is something else.
std::optional<Ratio> read_ratio(std::string_view text);

/// `time` x `factor` in whole milliseconds, halves rounded up. A result beyond longest_duration
/// becomes one millisecond more than that. `time` is at least 0.
Duration really_scaled(Duration time, Ratio factor);
inline Duration scaled(Duration time, Ratio factor) {
  return factor.numerator == factor.denominator ? time : really_scaled(time, factor);
}

}  // namespace mcsim::text
