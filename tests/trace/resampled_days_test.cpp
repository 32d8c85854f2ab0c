// Whether days depend on each other in resampled traces as they do in the original.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "mcsim/trace/resampling.hpp"
#include "support/catch.hpp"
#include "support/read_trace.hpp"

namespace mcsim::testing::resampled_days_test {

namespace {

constexpr Duration day{24 * 3'600'000};

/// A trace's jobs, and what each adds to its day: its slot-seconds, or 1.
struct Load {
  std::vector<SampledRow> rows;
  std::vector<double> work;
  std::vector<double> count;
  Duration phase{};  ///< when a day begins: weeks do so at the quiet hour

  std::size_t days() const { return static_cast<std::size_t>(7 * whole_weeks(rows.back().submit)); }
};

Load load_of(const std::string& path) {
  ReadTrace read(path);
  REQUIRE(read.report.has_value());
  const Trace trace = read.freeze();
  Load load;
  for (std::size_t at = 0; at < trace.size(); ++at) {
    const TraceJob& job = trace[static_cast<JobIndex>(at)];
    load.rows.push_back({job.submit, job.user, job.slots, job.run});
    load.work.push_back(static_cast<double>(job.run.count()) / 1000 * job.slots.count());
    load.count.push_back(1);
  }
  load.phase = Duration{quiet_hour(load.rows) % 24 * 3'600'000};
  return load;
}

using Days = std::vector<double>;

/// The sum of products of days that are `lag` apart, less the mean.
double products(const Days& days, std::size_t lag) {
  double mean = 0;
  for (const double one : days) mean += one / static_cast<double>(days.size());
  double sum = 0;
  for (std::size_t at = 0; at + lag < days.size(); ++at)
    sum += (days[at] - mean) * (days[at + lag] - mean);
  return sum;
}

/// From one day to the next.
double autocorrelation(const Days& days) { return products(days, 1) / products(days, 0); }

/// What is submitted before the first day begins belongs to the last one, as in resamples.
void add_job(Days& days, Time submit, Duration phase, double adds) {
  const auto length = day * static_cast<std::int64_t>(days.size());
  const auto since = (submit.time_since_epoch() - phase + length) % length;
  const auto day_of = static_cast<std::size_t>(since / day);
  if (day_of < days.size()) days[day_of] += adds;
}

double original_autocorrelation(const Load& load, const std::vector<double>& adds) {
  Days days(load.days());
  for (std::size_t at = 0; at < adds.size(); ++at)
    add_job(days, load.rows[at].submit, load.phase, adds[at]);
  return autocorrelation(days);
}

/// What users would have together if none had anything to do with another one.
double autocorrelation_of_users(const Load& load, const std::vector<double>& adds) {
  std::map<NameId, Days> users;
  for (std::size_t at = 0; at < adds.size(); ++at) {
    Days& days = users.try_emplace(load.rows[at].user, load.days()).first->second;
    add_job(days, load.rows[at].submit, load.phase, adds[at]);
  }
  double together = 0;
  double alone = 0;
  for (const auto& [user, days] : users) {
    together += products(days, 1);
    alone += products(days, 0);
  }
  return together / alone;
}

/// The mean over resamples.
double autocorrelation_of_resamples(const Load& load, const std::vector<double>& adds,
                                    Resample by) {
  constexpr int samples = 100;
  double mean = 0;
  for (std::uint64_t seed = 1; seed <= samples; ++seed) {
    Days days(load.days());
    for (const Resampled& one : resample(load.rows, by, seed))
      add_job(days, load.rows[one.row].submit + one.later, load.phase, adds[one.row]);
    mean += autocorrelation(days) / samples;
  }
  return mean;
}

}  // namespace

TEST_CASE("busy days come after busy days in weeks and users drawn anew, not in hours") {
  const char* const traces = std::getenv("MCSIM_TRACES");
  if (traces == nullptr) {
    WARN("skipped: MCSIM_TRACES is not set");
    return;
  }
  for (const char* const name : {"kth-28k", "nasa-18k"}) {
    const Load load = load_of(std::string(traces) + "/" + name + ".swf.gz");
    const double original = original_autocorrelation(load, load.count);
    const double weeks = autocorrelation_of_resamples(load, load.count, Resample::weeks);
    const double users = autocorrelation_of_resamples(load, load.count, Resample::users);
    const double hours = autocorrelation_of_resamples(load, load.count, Resample::hours);
    INFO(name << ": jobs a day " << original << ", weeks " << weeks << ", users " << users
              << ", hours " << hours);
    // One in seven days has another one behind it by weeks.
    CHECK(weeks > 0.8 * original);
    CHECK(users > 0.8 * original);
    CHECK(hours < 0.65 * original);
  }
}

// Users are drawn one by one. That heavy users keep out of each other's way, or are busy at the
// same time, is of no one user, and lost: what stays is what each has by himself.
TEST_CASE("of the work that comes by day, users drawn anew keep what each user has by himself") {
  const char* const traces = std::getenv("MCSIM_TRACES");
  if (traces == nullptr) {
    WARN("skipped: MCSIM_TRACES is not set");
    return;
  }
  struct Known {
    const char* name;
    double original;
    double of_users;
  };
  for (const auto& [name, original, of_users] :
       {Known{"kth-28k", -0.043, 0.166}, Known{"nasa-18k", 0.505, 0.374}}) {
    const Load load = load_of(std::string(traces) + "/" + name + ".swf.gz");
    INFO(name);
    CHECK(original_autocorrelation(load, load.work) == Approx(original).margin(0.001));
    CHECK(autocorrelation_of_users(load, load.work) == Approx(of_users).margin(0.001));
    const double weeks = autocorrelation_of_resamples(load, load.work, Resample::weeks);
    const double users = autocorrelation_of_resamples(load, load.work, Resample::users);
    const double hours = autocorrelation_of_resamples(load, load.work, Resample::hours);
    INFO("weeks " << weeks << ", users " << users << ", hours " << hours);
    // One in seven days has another one behind it by weeks. At KTH no day says much of the next.
    CHECK(weeks > 0.8 * original);
    CHECK(std::abs(weeks - original) < 0.1);
    CHECK(users == Approx(of_users).margin(0.03));
    CHECK(std::abs(hours) < 0.1);
  }
}

}  // namespace mcsim::testing::resampled_days_test
