// Quantiles and tails of the distributions that intervals need.
#pragma once

#include <cstddef>
#include <cstdint>

#include "mcsim/rooms.hpp"

namespace mcsim::statistics {

/// The t that a Student-distributed number with that many degrees of freedom (at least 1) stays
/// within, on both sides, with probability `confidence`, above 0 and below 1.
double student_quantile(double confidence, std::size_t freedom);

/// The probability that such a number lies farther from 0 than `t`, on either side.
double student_tails(double t, std::size_t freedom);

/// The probability of at most `successes` in `trials`, each with probability `chance`.
double binomial_up_to(std::size_t successes, std::size_t trials, double chance);

}  // namespace mcsim::statistics
