// The orders that the literature compares. Each formula is evaluated as it stands, in double
// precision, with r, w and s in seconds: docs/rules/baselines.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "mcsim/base/log.hpp"
#include "mcsim/baseline/order.hpp"
#include "mcsim/policy/parameters.hpp"

namespace mcsim::baseline {
namespace orders_detail {

inline constexpr double infinite = std::numeric_limits<double>::infinity();

inline double seconds(Duration time) { return static_cast<double>(time.count()) / 1000; }
/// The requested time; without a limit it is infinite.
inline double requested(const JobFacts& job) {
  return job.requested >= unlimited ? infinite : seconds(job.requested);
}
/// The same where a formula divides by it, or takes its logarithm.
inline double requested_from_1(const JobFacts& job) { return std::max(requested(job), 1.0); }
inline double slots(const JobFacts& job) { return job.slots.count(); }
inline double log_of_submit(const JobFacts& job) {
  return decimal_log(std::max(seconds(job.submit.time_since_epoch()), 1.0));
}

/// The cube root of a number from 1 to 2^31, but for its last digits.
inline double cube_root(double x) {
  double root = std::sqrt(std::sqrt(x));  // at least 1/6 of it, and no more
  for (int step = 0; step < 8; ++step) root = (2 * root + x / (root * root)) / 3;
  return root;
}

}  // namespace orders_detail

/// The queue with the highest PRIORITY first.
struct ByPriority {
  static constexpr std::string_view name = "priority";
  double key(const JobFacts& job) const { return -static_cast<double>(job.priority); }
};

/// The shortest requested time first.
struct ShortestFirst {
  static constexpr std::string_view name = "sjf";
  double key(const JobFacts& job) const { return orders_detail::requested(job); }
};

/// The longest requested time first.
struct LongestFirst {
  static constexpr std::string_view name = "ljf";
  double key(const JobFacts& job) const { return -orders_detail::requested(job); }
};

/// The smallest area first: requested time x slots.
struct SmallestAreaFirst {
  static constexpr std::string_view name = "saf";
  double key(const JobFacts& job) const {
    return orders_detail::requested(job) * orders_detail::slots(job);
  }
};

/// The largest (w / r)^3 n first. Source: Tang, Lan, Desai, Buettner, "Fault-aware, utility-based
/// job scheduling on Blue Gene/P systems", IEEE Cluster 2009.
struct Wfp3 {
  static constexpr std::string_view name = "wfp3";
  double scale(const JobFacts& job) const { return orders_detail::requested_from_1(job); }
  double key(double requested, Slots slots, Duration waited) const {
    const double x = orders_detail::seconds(waited) / requested;
    return -(x * x * x * slots.count());
  }
  double rate(const JobFacts& job) const {
    return orders_detail::cube_root(job.slots.count()) / orders_detail::requested_from_1(job);
  }
};

/// The largest w / (log2(n) r) first; serial jobs before all others. Source: as of Wfp3.
struct Unicef {
  static constexpr std::string_view name = "unicef";
  double scale(const JobFacts& job) const {
    if (job.slots <= Slots{1}) return 0;  // key() does not look at it
    return binary_log(job.slots.count()) * orders_detail::requested_from_1(job);
  }
  double key(double divisor, Slots slots, Duration waited) const {
    if (slots <= Slots{1}) return -orders_detail::infinite;
    return -(orders_detail::seconds(waited) / divisor);
  }
  double rate(const JobFacts& job) const {
    return job.slots <= Slots{1} ? orders_detail::infinite : 1 / scale(job);
  }
};

/// The functions that were learnt from simulations. Source of all four: Carastan-Santos, de
/// Camargo, "Obtaining dynamic scheduling policies with simulation and machine learning", SC 2017.
struct F1 {
  static constexpr std::string_view name = "f1";
  double key(const JobFacts& job) const {
    const double r = orders_detail::requested_from_1(job);
    if (r == orders_detail::infinite) return r;
    return decimal_log(r) * orders_detail::slots(job) + 870 * orders_detail::log_of_submit(job);
  }
};
struct F2 {
  static constexpr std::string_view name = "f2";
  double key(const JobFacts& job) const {
    return std::sqrt(orders_detail::requested_from_1(job)) * orders_detail::slots(job) +
           25'600 * orders_detail::log_of_submit(job);
  }
};
struct F3 {
  static constexpr std::string_view name = "f3";
  double key(const JobFacts& job) const {
    return orders_detail::requested_from_1(job) * orders_detail::slots(job) +
           6'860'000 * orders_detail::log_of_submit(job);
  }
};
struct F4 {
  static constexpr std::string_view name = "f4";
  double key(const JobFacts& job) const {
    return orders_detail::requested_from_1(job) * std::sqrt(orders_detail::slots(job)) +
           530'000 * orders_detail::log_of_submit(job);
  }
};

/// The largest PRIORITY of the queue + w / step first: after each `step` of waiting a job counts as
/// if its queue had a PRIORITY that is higher by 1. All jobs grow alike, so time changes nothing:
/// the key is exact, in whole milliseconds.
struct Aging {
  static constexpr std::string_view name = "aging";
  Duration step = std::chrono::hours{1};

  void parameters(PolicyParameters& in) {
    in.duration("step", step, 1ms, "how long a job waits for what counts as 1 of PRIORITY");
  }
  double key(const JobFacts& job) const {
    return static_cast<double>(job.submit.time_since_epoch().count() - job.priority * step.count());
  }
};

static_assert(JobOrder<ByPriority> && JobOrder<Aging> && SteadyOrder<Wfp3> && SteadyOrder<Unicef>);
static_assert(FixedOrder<F1> && !SteadyOrder<F1> && !FixedOrder<Wfp3>);

}  // namespace mcsim::baseline
