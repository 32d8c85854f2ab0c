// Random streams without state: a draw is a pure function of (seed, purpose, entity, n), so a draw
// that is added in one place changes none elsewhere, and the order of events changes none.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

/// High and low half of a 64 x 64 bit product.
constexpr std::array<std::uint64_t, 2> multiply_wide(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
}

/// Philox2x64-10. Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2,
/// 3", SC 2011; the tests compare with the authors' known answers.
constexpr std::array<std::uint64_t, 2> philox(std::array<std::uint64_t, 2> counter,
                                              std::uint64_t key) {
  for (int round = 0; round < 10; ++round) {
    const auto [high, low] = multiply_wide(0xD2B74407B1CE6E93ULL, counter[0]);
    counter = {high ^ key ^ counter[1], low};
    key += 0x9E3779B97F4A7C15ULL;
  }
  return counter;
}

/// FNV-1a, 64 bits: turns a purpose or an entity's name into part of a key.
constexpr std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const char letter : name)
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3ULL;
  return hash;
}

/// One purpose's random numbers, e.g. `RngStream{seed, config.name + "/daemon_phase"}`.
class RngStream {
 public:
  constexpr RngStream(std::uint64_t seed, std::string_view purpose)
      : key_(philox({hash_name(purpose), 0}, seed)[0]) {}

  /// The n-th number of `entity`, uniform over 64 bits.
  constexpr std::uint64_t at(std::uint64_t entity, std::uint64_t n) const {
    return two_at(entity, n)[0];
  }
  /// That number, and a second one at the same cost.
  constexpr std::array<std::uint64_t, 2> two_at(std::uint64_t entity, std::uint64_t n) const {
    return philox({n, entity}, key_);
  }
  /// The next number of this stream.
  constexpr std::uint64_t next() { return at(0, drawn_++); }

  /// The next number from 0 to bound - 1, each as likely to within 2^-64 x bound; bound > 0.
  constexpr std::uint64_t below(std::uint64_t bound) { return multiply_wide(next(), bound)[0]; }

  /// The next number from 0 (inclusive) to 1 (exclusive), a multiple of 2^-53.
  constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

 private:
  std::uint64_t key_;
  std::uint64_t drawn_ = 0;
};

}  // namespace mcsim::base
