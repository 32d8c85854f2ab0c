// The first number for which something holds, found without looking at all of them.
#pragma once

#include <cstdint>

namespace mcsim::base {

/// The first number above `below` for which `is` holds. It must not hold for `below`, must hold
/// from some number on, and for all above the first. In time that grows as the logarithm of the
/// distance.
template <class Is>
std::int64_t first_after(std::int64_t below, Is&& is) {
  std::int64_t step = 1;
  while (!is(below + step)) {
    below += step;
    step *= 2;
  }
  std::int64_t first = below + step;
  while (first - below > 1) {
    const std::int64_t middle = below + (first - below) / 2;
    (is(middle) ? first : below) = middle;
  }
  return first;
}

}  // namespace mcsim::base
