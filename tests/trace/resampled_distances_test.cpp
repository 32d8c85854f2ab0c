// How far resampled traces are from the original: Kolmogorov and Smirnov's distance of run times,
// widths and the hours of the week at which jobs come.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/random.hpp"
#include "mcsim/trace/resampling.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/read_trace.hpp"

namespace mcsim::testing::resampled_distances_test {

namespace {

constexpr std::uint64_t samples = 100;

/// Run times, widths, hours of the week.
using Looks = std::array<std::vector<double>, 3>;

double hour_of_week(Time submit) {
  return static_cast<double>(submit.time_since_epoch() / Duration{3'600'000} % 168);
}

struct Jobs {
  std::vector<SampledRow> rows;
  Looks looks;  ///< by row

  std::int64_t weeks() const { return whole_weeks(rows.back().submit); }
};

Jobs jobs_of(const std::string& path) {
  ReadTrace read(path);
  REQUIRE(read.report.has_value());
  const Trace trace = read.freeze();
  Jobs jobs;
  for (std::size_t at = 0; at < trace.size(); ++at) {
    const TraceJob& job = trace[static_cast<JobIndex>(at)];
    jobs.rows.push_back({job.submit, job.user, job.slots, job.run});
    jobs.looks[0].push_back(static_cast<double>(job.run.count()));
    jobs.looks[1].push_back(job.slots.count());
    jobs.looks[2].push_back(hour_of_week(job.submit));
  }
  return jobs;
}

/// The whole weeks of a trace, `times` one after the other.
Jobs repeated(const Jobs& of, std::int64_t times) {
  Jobs all;
  for (std::int64_t time = 0; time < times; ++time)
    for (std::size_t row = 0; row < of.rows.size(); ++row) {
      if (of.rows[row].submit >= Time{week * of.weeks()}) continue;
      all.rows.push_back(of.rows[row]);
      all.rows.back().submit += week * (of.weeks() * time);
      for (std::size_t look = 0; look < all.looks.size(); ++look)
        all.looks[look].push_back(of.looks[look][row]);
    }
  return all;
}

/// The largest distance of two distributions; `a` is sorted.
double distance(const std::vector<double>& a, std::vector<double> b) {
  std::ranges::sort(b);
  double most = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const double x = std::min(a[i], b[j]);
    while (i < a.size() && a[i] <= x) ++i;
    while (j < b.size() && b[j] <= x) ++j;
    most = std::max(most, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                   static_cast<double>(j) / static_cast<double>(b.size())));
  }
  return most;
}

using Distances = std::array<double, 3>;

/// The mean over resamples; `begin`: the hour at which weeks begin, if not the quiet one.
Distances distances(const Jobs& jobs, Resample by,
                    std::optional<std::int64_t> begin = std::nullopt) {
  Looks original = jobs.looks;
  for (auto& look : original) std::ranges::sort(look);
  Distances mean{};
  for (std::uint64_t seed = 1; seed <= samples; ++seed) {
    Looks drawn;
    const std::vector<Resampled> all =
        begin ? resample(jobs.rows, by, seed, *begin) : resample(jobs.rows, by, seed);
    for (const Resampled& one : all) {
      drawn[0].push_back(jobs.looks[0][one.row]);
      drawn[1].push_back(jobs.looks[1][one.row]);
      drawn[2].push_back(hour_of_week(jobs.rows[one.row].submit + one.later));
    }
    for (std::size_t look = 0; look < drawn.size(); ++look)
      mean[look] += distance(original[look], std::move(drawn[look])) / samples;
  }
  return mean;
}

/// The mean distance of one half of the original's weeks, drawn without repetition, from the other.
Distances distances_of_halves(const Jobs& jobs) {
  Distances mean{};
  const auto weeks = static_cast<std::size_t>(jobs.weeks());
  for (std::uint64_t seed = 1; seed <= samples; ++seed) {
    RngStream stream(seed, "test/halves");
    std::vector<std::size_t> half(weeks);
    for (std::size_t at = 0; at < weeks; ++at) half[at] = at % 2;
    for (std::size_t at = weeks; at > 1; --at) std::swap(half[at - 1], half[stream.below(at)]);
    std::array<Looks, 2> both;
    for (std::size_t row = 0; row < jobs.rows.size(); ++row) {
      const auto of = static_cast<std::size_t>(jobs.rows[row].submit.time_since_epoch() / week);
      if (of >= weeks) continue;
      for (std::size_t look = 0; look < mean.size(); ++look)
        both[half[of]][look].push_back(jobs.looks[look][row]);
    }
    for (std::size_t look = 0; look < mean.size(); ++look) {
      std::ranges::sort(both[0][look]);
      mean[look] += distance(both[0][look], std::move(both[1][look])) / samples;
    }
  }
  return mean;
}

}  // namespace

TEST_CASE("resamples of a real trace have its run times, widths and hours of the week") {
  const char* const traces = std::getenv("MCSIM_TRACES");
  if (traces == nullptr) {
    WARN("skipped: MCSIM_TRACES is not set");
    return;
  }
  const Jobs jobs = jobs_of(std::string(traces) + "/kth-28k.swf.gz");
  for (const Resample by : {Resample::hours, Resample::users})
    for (const double one : distances(jobs, by)) {
      INFO("by " << static_cast<int>(by));
      CHECK(one < 0.02);
    }
  const auto [runs, widths, hours] = distances(jobs, Resample::weeks);
  CHECK(widths < 0.02);
  CHECK(hours < 0.02);
  CHECK(runs == Approx(0.0205).margin(0.0005));  // see the next test
}

// If weeks differ by chance, the halves of W weeks are as far from each other as two samples of W/2
// weeks, which is twice as far as one sample of W weeks from what all come of. That a resample is
// half as far is no fault of resampling: it is what the trace knows. Four times the weeks halve it.
// Weeks begin here where those of the halves do.
TEST_CASE("resamples by weeks are as far from a trace as its own weeks let them") {
  const char* const traces = std::getenv("MCSIM_TRACES");
  if (traces == nullptr) {
    WARN("skipped: MCSIM_TRACES is not set");
    return;
  }
  for (const char* const name : {"kth-28k", "nasa-18k"}) {
    const Jobs jobs = jobs_of(std::string(traces) + "/" + name + ".swf.gz");
    const Distances resampled = distances(jobs, Resample::weeks, 0);
    const Distances halves = distances_of_halves(jobs);
    const Distances longer = distances(repeated(jobs, 4), Resample::weeks, 0);
    for (std::size_t look = 0; look < resampled.size(); ++look) {
      INFO(name << ", look " << look << ": " << resampled[look] << ", halves " << halves[look]
                << ", four times as long " << longer[look]);
      CHECK(resampled[look] == Approx(halves[look] / 2).epsilon(0.15));
      CHECK(longer[look] == Approx(resampled[look] / 2).epsilon(0.12));
      CHECK(longer[look] < 0.02);
    }
  }
}

}  // namespace mcsim::testing::resampled_distances_test
