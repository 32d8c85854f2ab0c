// Whether days depend on each other in resampled traces as they do in the original.
#include <cstdlib>
#include <string>
#include <vector>

#include "mcsim/trace/resampling.hpp"
#include "support/catch.hpp"
#include "support/read_trace.hpp"

namespace mcsim::testing::resampled_days_test {

namespace {

constexpr Duration day{24 * 3'600'000};

/// A trace's jobs, and the slot-seconds of each.
struct Load {
  std::vector<SampledRow> rows;
  std::vector<double> work;
};

Load load_of(const std::string& path) {
  ReadTrace read(path);
  REQUIRE(read.report.has_value());
  const Trace trace = read.freeze();
  Load load;
  for (std::size_t at = 0; at < trace.size(); ++at) {
    const TraceJob& job = trace[static_cast<JobIndex>(at)];
    load.rows.push_back({job.submit, job.user});
    load.work.push_back(static_cast<double>(job.run.count()) / 1000 * job.slots.count());
  }
  return load;
}

/// Of the work that comes by day, in whole weeks.
double autocorrelation(const std::vector<double>& days, std::size_t lag) {
  double mean = 0;
  for (const double one : days) mean += one / static_cast<double>(days.size());
  double together = 0;
  double alone = 0;
  for (std::size_t at = 0; at < days.size(); ++at) {
    alone += (days[at] - mean) * (days[at] - mean);
    if (at + lag < days.size()) together += (days[at] - mean) * (days[at + lag] - mean);
  }
  return together / alone;
}

std::vector<double> days_of(const Load& load) {
  std::vector<double> days(static_cast<std::size_t>(7 * whole_weeks(load.rows.back().submit)));
  for (std::size_t at = 0; at < load.rows.size(); ++at) {
    const auto place = static_cast<std::size_t>(load.rows[at].submit.time_since_epoch() / day);
    if (place < days.size()) days[place] += load.work[at];
  }
  return days;
}

/// The mean over resamples.
double autocorrelation_of_resamples(const Load& load, Resample by, std::size_t lag) {
  constexpr int samples = 60;
  double mean = 0;
  for (std::uint64_t seed = 1; seed <= samples; ++seed) {
    std::vector<double> days(static_cast<std::size_t>(7 * whole_weeks(load.rows.back().submit)));
    for (const Resampled& one : resample(load.rows, by, seed)) {
      const Time submit = load.rows[one.row].submit + one.later;
      days[static_cast<std::size_t>(submit.time_since_epoch() / day)] += load.work[one.row];
    }
    mean += autocorrelation(days, lag) / samples;
  }
  return mean;
}

}  // namespace

TEST_CASE("a busy day comes after a busy day in weeks and users drawn anew, not in hours") {
  const char* const traces = std::getenv("MCSIM_TRACES");
  if (traces == nullptr) {
    WARN("skipped: MCSIM_TRACES is not set");
    return;
  }
  const Load load = load_of(std::string(traces) + "/nasa-18k.swf.gz");
  const double original = autocorrelation(days_of(load), 1);
  CHECK(original == Approx(0.542).margin(0.001));
  const double weeks = autocorrelation_of_resamples(load, Resample::weeks, 1);
  const double users = autocorrelation_of_resamples(load, Resample::users, 1);
  const double hours = autocorrelation_of_resamples(load, Resample::hours, 1);
  INFO("weeks " << weeks << ", users " << users << ", hours " << hours);
  CHECK(weeks > 0.6 * original);
  CHECK(users > 0.6 * original);
  CHECK(hours < 0.4 * original);
}

}  // namespace mcsim::testing::resampled_days_test
