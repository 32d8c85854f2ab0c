// The digits of a number, eight at a time: in short numbers, most of the cost is that the processor
// cannot predict how short they are.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "mcsim/rooms.hpp"

namespace mcsim::text {

constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

/// Up to eight digits in a row.
struct Digits {
  std::uint64_t number = 0;
  std::size_t count = 0;
};

/// Eight bytes as digits, the first in the lowest byte. A byte that is no digit becomes more than
/// 9.
[[gnu::always_inline]] inline std::uint64_t load_digits(const char* from) {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, from, sizeof bytes);
  if constexpr (std::endian::native == std::endian::big) bytes = __builtin_bswap64(bytes);
  return bytes ^ 0x3030303030303030;
}

/// How many bits the leading digits take.
[[gnu::always_inline]] inline unsigned bits_of_digits(std::uint64_t bytes) {
  // The high bit of each byte that is no digit. Carries reach only bytes behind the first of these.
  const std::uint64_t others = ((bytes + 0x7676767676767676) | bytes) & 0x8080808080808080;
  return static_cast<unsigned>(others == 0 ? 64 : std::countr_zero(others) & ~7);
}

/// How many digits stand at `from`, where eight bytes must be readable. Eight: or more.
[[gnu::always_inline]] inline std::size_t count_digits(const char* from) {
  return bits_of_digits(load_digits(from)) / 8;
}

/// The first digits at `from`, where eight bytes must be readable.
[[gnu::always_inline]] inline Digits read_digits(const char* from) {
  std::uint64_t bytes = load_digits(from);
  const unsigned bits = bits_of_digits(bytes);
  if (bits == 0) return {};
  bytes <<= 64 - bits;  // as if zeros stood in front
  bytes = bytes * 10 + (bytes >> 8);
  constexpr std::uint64_t pairs = 0x000000FF000000FF;
  bytes = ((bytes & pairs) * (100 + (std::uint64_t{1'000'000} << 32)) +
           (bytes >> 16 & pairs) * (1 + (std::uint64_t{10'000} << 32))) >>
          32;
  return {bytes, bits / 8};
}

}  // namespace mcsim::text
