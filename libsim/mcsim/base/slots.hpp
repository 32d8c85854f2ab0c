// Job slots: what hosts offer and jobs take.
#pragma once

#include <compare>
#include <cstdint>

#include "mcsim/base/check.hpp"

namespace mcsim::base {

/// A number of job slots, never negative: taking away more than there is stops the run.
class Slots {
 public:
  constexpr Slots() = default;
  // Compilers think the check too large to inline, but where it holds it is one branch.
  [[gnu::always_inline]] constexpr explicit Slots(std::int32_t count) : count_(count) {
    MCSIM_CHECK(count >= 0, "slots are never negative");
  }

  constexpr std::int32_t count() const { return count_; }
  constexpr auto operator<=>(const Slots&) const = default;

  constexpr Slots& operator+=(Slots other) { return *this = *this + other; }
  constexpr Slots& operator-=(Slots other) { return *this = *this - other; }
  friend constexpr Slots operator+(Slots a, Slots b) { return Slots(a.count_ + b.count_); }
  friend constexpr Slots operator-(Slots a, Slots b) { return Slots(a.count_ - b.count_); }

 private:
  std::int32_t count_ = 0;
};

/// The most slots that one host or one job can have; sums over a cluster are checked when a
/// scenario is read.
inline constexpr std::int32_t most_slots = 1'000'000'000;

}  // namespace mcsim::base
