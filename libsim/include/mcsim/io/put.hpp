// Numbers and names as bytes, into room that the caller has made: for the rows of big tables.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "mcsim/base/time.hpp"

namespace mcsim {

/// No whole number or time takes more bytes; what is behind a number, up to here, is overwritten.
inline constexpr std::size_t widest_number = 24;

inline char* put(char* place, char letter) {
  *place = letter;
  return place + 1;
}

/// Most texts are short, and a call would cost more than they do.
inline char* put(char* place, std::string_view text) {
  const std::size_t size = text.size();
  const char* const from = text.data();
  if (size > 16) {
    std::memcpy(place, from, size);
  } else if (size >= 8) {
    std::memcpy(place, from, 8);
    std::memcpy(place + size - 8, from + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(place, from, 4);
    std::memcpy(place + size - 4, from + size - 4, 4);
  } else if (size > 0) {
    place[0] = from[0];
    place[size / 2] = from[size / 2];
    place[size - 1] = from[size - 1];
  }
  return place + size;
}

/// The eight digits of a number below 10^8, the first in the lowest byte: in halves, then in
/// quarters, then one by one, all of a step at once.
constexpr std::uint64_t eight_digits(std::uint64_t number) {
  const std::uint64_t halves = number / 10'000 | number % 10'000 << 32;
  const std::uint64_t hundreds = (halves * 10'486 >> 20) & 0x0000'007F'0000'007F;
  const std::uint64_t quarters = hundreds | (halves - hundreds * 100) << 16;
  const std::uint64_t tens = (quarters * 103 >> 10) & 0x000F'000F'000F'000F;
  return tens | (quarters - tens * 10) << 8;
}
static_assert(eight_digits(12'345'678) == 0x0807060504030201);
static_assert(eight_digits(99'999'999) == 0x0909090909090909);

/// Eight digits as letters, without the first `bits` / 8.
inline void put_digits(char* place, std::uint64_t digits, int bits) {
  digits = (digits | 0x3030'3030'3030'3030) >> bits;
  if constexpr (std::endian::native == std::endian::big) digits = __builtin_bswap64(digits);
  std::memcpy(place, &digits, sizeof digits);
}

inline char* put_magnitude(char* place, std::uint64_t number) {
  constexpr std::uint64_t most = 100'000'000;
  if (number >= most) {
    place = put_magnitude(place, number / most);
    put_digits(place, eight_digits(number % most), 0);
    return place + 8;
  }
  if (number < 10) return put(place, static_cast<char>('0' + number));
  const std::uint64_t digits = eight_digits(number);
  const int zeros = std::countr_zero(digits) & ~7;
  put_digits(place, digits, zeros);
  return place + 8 - zeros / 8;
}

inline char* put_number(char* place, std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  if (number >= 0) [[likely]]
    return put_magnitude(place, bits);
  *place = '-';
  return put_magnitude(place + 1, 0 - bits);
}

/// Milliseconds as seconds, with three decimals where they are not whole: 12, 12.500. At least 0.
inline char* put_seconds(char* place, Duration time) {
  const auto milliseconds = static_cast<std::uint64_t>(time.count());
  const std::uint64_t seconds = milliseconds / 1000;
  const std::uint64_t rest = milliseconds - seconds * 1000;
  place = put_magnitude(place, seconds);
  if (rest == 0) [[likely]]
    return place;
  *place = '.';
  put_digits(place + 1, eight_digits(rest), 5 * 8);
  return place + 4;
}

/// Millionths as a decimal number without trailing zeros: 1, 1.5, 1.000001. At least 0.
inline char* put_millionths(char* place, std::int64_t millionths) {
  const auto all = static_cast<std::uint64_t>(millionths);
  place = put_magnitude(place, all / 1'000'000);
  const std::uint64_t rest = all % 1'000'000;
  if (rest == 0) return place;
  const std::uint64_t digits = eight_digits(rest * 100);  // the last two are zeros, too
  *place = '.';
  put_digits(place + 1, digits, 0);
  return place + 1 + 8 - std::countl_zero(digits) / 8;
}

inline std::string seconds_text(Duration time) {
  char room[widest_number + 8];
  return {room, put_seconds(room, time)};
}

inline std::string millionths_text(std::int64_t millionths) {
  char room[widest_number + 8];
  return {room, put_millionths(room, millionths)};
}

}  // namespace mcsim
