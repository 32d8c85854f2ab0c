// Numbers and names as bytes, into room that the caller has made: for the rows of big tables.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "mcsim/base/time.hpp"

namespace mcsim::text {

/// The most bytes that a whole number or a time takes. Up to that many are overwritten, even if the
/// number is shorter.
inline constexpr std::size_t widest_number = 24;

inline char* put(char* place, char letter) {
  *place = letter;
  return place + 1;
}

/// Most texts are short, and a call would cost more than copying them.
[[gnu::always_inline]] inline char* put(char* place, std::string_view text) {
  const std::size_t size = text.size();
  const char* const from = text.data();
  if (size > 32) {
    std::memcpy(place, from, size);
  } else if (size > 16) {
    std::memcpy(place, from, 16);
    std::memcpy(place + size - 16, from + size - 16, 16);
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

/// The numbers below 1000 as three letters, and how many zeros they begin with. Most numbers of a
/// file take one to three of these entries, and 4 KiB stay in the first cache.
struct ThreeDigits {
  char letters[3];
  std::uint8_t zeros;
};
inline constexpr auto three_digits = [] {
  std::array<ThreeDigits, 1000 + 1> table{};  // four bytes are read from any of three letters
  for (unsigned number = 0; number < 1000; ++number)
    table[number] = {
        {static_cast<char>('0' + number / 100), static_cast<char>('0' + number / 10 % 10),
         static_cast<char>('0' + number % 10)},
        static_cast<std::uint8_t>(number < 10    ? 2
                                  : number < 100 ? 1
                                                 : 0)};
  return table;
}();

/// All three digits of a number below 1000.
inline char* put_three(char* place, std::uint64_t number) {
  std::memcpy(place, &three_digits[number], sizeof(ThreeDigits));
  return place + 3;
}

/// A number below 1000 without zeros in front.
inline char* put_first(char* place, std::uint64_t number) {
  const ThreeDigits& digits = three_digits[number];
  std::memcpy(place, digits.letters + digits.zeros, sizeof(ThreeDigits));
  return place + 3 - digits.zeros;
}

char* put_large(char* place, std::uint64_t number);
[[gnu::always_inline]] inline char* put_magnitude(char* place, std::uint64_t number) {
  constexpr std::uint64_t million = 1'000'000;
  if (number < 1000) return put_first(place, number);
  if (number < million) return put_three(put_first(place, number / 1000), number % 1000);
  const std::uint64_t millions = number / million;
  const std::uint64_t rest = number % million;
  place = millions < 1000 ? put_first(place, millions) : put_large(place, millions);
  return put_three(put_three(place, rest / 1000), rest % 1000);
}
/// The same for the few numbers that need it again.
[[gnu::noinline]] inline char* put_large(char* place, std::uint64_t number) {
  return put_magnitude(place, number);
}

inline char* put_number(char* place, std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  if (number >= 0) [[likely]]
    return put_magnitude(place, bits);
  *place = '-';
  return put_magnitude(place + 1, 0 - bits);
}

/// Milliseconds as seconds, with three decimals where they are not whole: 12, 12.500. `time` is at
/// least 0.
inline char* put_seconds(char* place, Duration time) {
  const auto milliseconds = static_cast<std::uint64_t>(time.count());
  place = put_magnitude(place, milliseconds / 1000);
  const std::uint64_t rest = milliseconds % 1000;
  if (rest == 0) [[likely]]
    return place;
  *place = '.';
  return put_three(place + 1, rest);
}

/// Millionths as a decimal number without trailing zeros: 1, 1.5, 1.000001. `millionths` is at
/// least 0.
inline char* put_millionths(char* place, std::int64_t millionths) {
  const auto all = static_cast<std::uint64_t>(millionths);
  place = put_magnitude(place, all / 1'000'000);
  const std::uint64_t rest = all % 1'000'000;
  if (rest == 0) return place;
  *place = '.';
  place = put_three(put_three(place + 1, rest / 1000), rest % 1000);
  while (place[-1] == '0') --place;
  return place;
}

inline std::string seconds_text(Duration time) {
  char room[widest_number + 8];
  return {room, put_seconds(room, time)};
}

inline std::string millionths_text(std::int64_t millionths) {
  char room[widest_number + 8];
  return {room, put_millionths(room, millionths)};
}

}  // namespace mcsim::text
