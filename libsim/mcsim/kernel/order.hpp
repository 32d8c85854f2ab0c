// The order of events at one time: round, phase, source, and the source's own number, in one word.
#pragma once

#include <cstdint>

#include "mcsim/base/check.hpp"

namespace mcsim::kernel {

/// A part of a round, by its position in it; below 16. cluster/phase.hpp names the phases.
enum class Phase : std::uint8_t {};

/// Number of a round within its instant, from 1.
using Round = std::uint32_t;

/// A run that needs more rounds than this at one instant would never leave it.
inline constexpr Round most_rounds = 10'000;

/// Which actor an event comes from: its position in the table of actors.
using Source = std::uint32_t;
inline constexpr Source most_sources = 1U << 12;

/// (round, phase, source, source's own number), packed so that one comparison of words orders them.
/// With the time before it, this is the total order of all events of one actor.
class Order {
 public:
  static constexpr int number_bits = 34;
  static constexpr std::uint64_t most_numbers = std::uint64_t{1} << number_bits;

  constexpr Order() = default;
  [[gnu::always_inline]] constexpr Order(Round round, Phase phase, Source source,
                                         std::uint64_t number)
      : word_(std::uint64_t{round} << 50 | std::uint64_t{static_cast<std::uint8_t>(phase)} << 46 |
              std::uint64_t{source} << number_bits | number) {
    MCSIM_CHECK(source < most_sources, "too many actors for the order of events");
    MCSIM_CHECK(number < most_numbers, "too many events for the order of events");
  }

  constexpr Round round() const { return static_cast<Round>(word_ >> 50); }
  constexpr Phase phase() const { return static_cast<Phase>(word_ >> 46 & 0xF); }
  constexpr std::uint64_t word() const { return word_; }
  constexpr auto operator<=>(const Order&) const = default;

 private:
  std::uint64_t word_ = 0;
};
static_assert(most_rounds < 1U << 14);

}  // namespace mcsim::kernel
