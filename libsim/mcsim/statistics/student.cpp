// Asks Boost.Math, in one file, since its headers are large.
#include "mcsim/statistics/student.hpp"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

namespace mcsim::statistics {

namespace math = boost::math;

double student_quantile(double confidence, std::size_t freedom) {
  const math::students_t distribution(static_cast<double>(freedom));
  return math::quantile(math::complement(distribution, (1 - confidence) / 2));
}

double student_tails(double t, std::size_t freedom) {
  const math::students_t distribution(static_cast<double>(freedom));
  return 2 * math::cdf(math::complement(distribution, std::abs(t)));
}

double binomial_up_to(std::size_t successes, std::size_t trials, double chance) {
  const math::binomial distribution(static_cast<double>(trials), chance);
  return math::cdf(distribution, static_cast<double>(successes));
}

}  // namespace mcsim::statistics
