// Numbers and names as bytes, into room that the caller has made: for the rows of big tables.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "mcsim/base/time.hpp"

namespace mcsim {

/// No whole number or time takes more bytes.
inline constexpr std::size_t widest_number = 24;

inline char* put(char* place, char letter) {
  *place = letter;
  return place + 1;
}

inline char* put(char* place, std::string_view text) {
  if (!text.empty()) std::memcpy(place, text.data(), text.size());
  return place + text.size();
}

inline char* put_number(char* place, std::int64_t number) {
  return std::to_chars(place, place + widest_number, number).ptr;
}

/// Milliseconds as seconds, with three decimals where they are not whole: 12, 12.500. At least 0.
inline char* put_seconds(char* place, Duration time) {
  const std::int64_t milliseconds = time.count();
  place = put_number(place, milliseconds / 1000);
  const auto rest = static_cast<int>(milliseconds % 1000);
  if (rest == 0) [[likely]]
    return place;
  *place++ = '.';
  *place++ = static_cast<char>('0' + rest / 100);
  *place++ = static_cast<char>('0' + rest / 10 % 10);
  *place++ = static_cast<char>('0' + rest % 10);
  return place;
}

/// Millionths as a decimal number without trailing zeros: 1, 1.5, 1.000001. At least 0.
inline char* put_millionths(char* place, std::int64_t millionths) {
  place = put_number(place, millionths / 1'000'000);
  auto rest = static_cast<int>(millionths % 1'000'000);
  if (rest == 0) return place;
  *place++ = '.';
  for (int unit = 100'000; rest > 0; rest %= unit, unit /= 10)
    *place++ = static_cast<char>('0' + rest / unit);
  return place;
}

inline std::string seconds_text(Duration time) {
  char room[widest_number + 4];
  return {room, put_seconds(room, time)};
}

inline std::string millionths_text(std::int64_t millionths) {
  char room[widest_number + 8];
  return {room, put_millionths(room, millionths)};
}

}  // namespace mcsim
