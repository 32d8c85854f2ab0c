// --precision: how many replicas it takes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/app/cells/variations.hpp"
#include "mcsim/app/compare/replica_report.hpp"

namespace mcsim::app {

/// Replicas that nobody has to ask for: too few for any precision, but they tell the spread.
inline constexpr std::size_t first_replicas = 5;
/// Where only a precision is asked for.
inline constexpr std::size_t most_replicas = 100;

/// How far the least precise mean is from a precision.
struct LeastPrecise {
  double part = 0;          ///< its half-width as a part of its mean
  std::size_t needed = 0;   ///< replicas that would do if the spread stays
  std::string description;  ///< "wait_time.mean of dispatch=fcfs"
};

/// The mean whose half-width is largest as a part of it; none: all are at most `precision`.
std::optional<LeastPrecise> least_precise(const std::vector<Standings>& all,
                                          const std::vector<Variant>& variants, double precision);

/// How many replicas to have next: at least one more than `count`, at most twice as many.
std::size_t next_count(std::size_t count, std::size_t needed, std::size_t most);

}  // namespace mcsim::app
