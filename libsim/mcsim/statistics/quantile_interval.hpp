// An interval for a quantile, by order statistics: whatever the samples' distribution is.
#pragma once

#include <cstddef>
#include <optional>

#include "mcsim/rooms.hpp"

namespace mcsim::statistics {

/// Places in the sorted samples, from 0; the quantile lies between these two with probability
/// `coverage`, at least the confidence that was asked for.
struct QuantilePlaces {
  std::size_t low = 0;
  std::size_t high = 0;
  double coverage = 0;
};

/// For the quantile `share` (0.95: the 95th percentile) of `count` independent samples. Of the
/// narrowest intervals the one with tails as equal as can be. None: so few samples cannot say it.
/// Source: David, Nagaraja, "Order Statistics", 3rd edition, 2003, section 7.1.
std::optional<QuantilePlaces> quantile_places(std::size_t count, double share, double confidence);

}  // namespace mcsim::statistics
