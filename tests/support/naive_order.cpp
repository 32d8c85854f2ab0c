// Orders of waiting lines in their slowest form.
#include "support/naive_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace mcsim::testing {
namespace {

double in_seconds(Duration time) { return static_cast<double>(time.count()) / 1000.0; }

/// With more digits than a double has, then rounded: the last digit is right.
double log10_of(double x) { return static_cast<double>(std::log10(static_cast<long double>(x))); }
double log2_of(double x) { return static_cast<double>(std::log2(static_cast<long double>(x))); }

/// The largest score is first.
double score(const NaiveCluster& cluster, const NaiveJob& job) {
  const BaselineOptions& options = cluster.config().model.baseline;
  const std::string& order = options.order;
  const double infinity = std::numeric_limits<double>::infinity();
  const double asked = job.requested >= unlimited ? infinity : in_seconds(job.requested);
  const double r = std::max(1.0, asked);
  const double n = job.asked.slots.count();
  const double s = std::max(1.0, in_seconds(job.submitted - Time{}));
  const double w = in_seconds(cluster.now() - job.submitted);
  if (order == "priority") return cluster.priority(job);
  if (order == "sjf") return -asked;
  if (order == "ljf") return asked;
  if (order == "saf") return -(asked * n);
  if (order == "wfp3") return (w / r) * (w / r) * (w / r) * n;
  if (order == "unicef") return n == 1 ? infinity : w / (log2_of(n) * r);
  if (order == "f1") return r == infinity ? -r : -(log10_of(r) * n + 870 * log10_of(s));
  if (order == "f2") return -(std::sqrt(r) * n + 25600 * log10_of(s));
  if (order == "f3") return -(r * n + 6860000 * log10_of(s));
  if (order == "f4") return -(r * std::sqrt(n) + 530000 * log10_of(s));
  return 0;
}

/// In milliseconds x the step, so that it is exact.
std::int64_t age(const NaiveCluster& cluster, const NaiveJob& job) {
  const PolicyValues values = values_of(cluster.config().model, "order");
  const Duration hour = std::chrono::hours{1};
  const std::int64_t step =
      (values.empty() ? hour : std::get<Duration>(values.front().value)).count();
  return cluster.priority(job) * step + (cluster.now() - job.submitted).count();
}

}  // namespace

bool naive_comes_before(const NaiveCluster& cluster, const NaiveJob& a, const NaiveJob& b) {
  if (cluster.config().model.baseline.order == "aging") {
    if (age(cluster, a) != age(cluster, b)) return age(cluster, a) > age(cluster, b);
  } else if (score(cluster, a) != score(cluster, b)) {
    return score(cluster, a) > score(cluster, b);
  }
  return a.number < b.number;
}

bool naive_order_changes(const ClusterConfig& config) {
  const std::string& order = config.model.baseline.order;
  return config.model.dispatch != "lsf" && (order == "wfp3" || order == "unicef");
}

}  // namespace mcsim::testing
