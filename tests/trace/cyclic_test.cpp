// The cyclic model: what goes in as rates and quantiles comes out. What is drawn may differ by four
// standard errors.
#include "mcsim/trace/cyclic.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "mcsim/trace/cyclic_clock.hpp"
#include "support/catch.hpp"
#include "support/read_trace.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing::cyclic_test {

namespace {

constexpr const char* run_times = "0:0 0.2:0 0.2:10 0.6:600 0.9:3600 0.9:86400 1:86400";
constexpr const char* widths = "0:1 0.3:1 0.3:2 0.5:2 0.5:4 0.95:4 0.95:64 1:64";

/// A rate for each hour of the week, from 2 to 19.5 jobs an hour.
std::string weekly_rates() {
  std::string rates;
  for (int hour = 0; hour < 168; ++hour)
    rates += std::to_string(2 + hour * 37 % 24) + (hour < 84 ? ".5 " : " ");
  return rates;
}

Cyclic model_of(ParameterTexts texts) {
  texts.emplace("run_times", run_times);
  texts.emplace("widths", widths);
  const auto model = read_cyclic(texts, nullptr);
  if (!model) FAIL(model.error()[0].name << " " << model.error()[0].message);
  return *model;
}

/// How many jobs come in each hour.
std::vector<double> by_hour(const std::vector<MadeJob>& jobs, std::int64_t days) {
  std::vector<double> counts(static_cast<std::size_t>(days * 24));
  for (const MadeJob& job : jobs) ++counts[static_cast<std::size_t>(job.submit_s / 3600)];
  return counts;
}

/// The largest distance of a sample from what `share_up_to` says.
double distance(std::vector<std::int64_t> sample,
                const std::function<double(std::int64_t)>& share_up_to) {
  std::ranges::sort(sample);
  double most = 0;
  for (std::size_t at = 0; at < sample.size(); ++at) {
    const bool is_last = at + 1 == sample.size() || sample[at + 1] != sample[at];
    if (!is_last) continue;
    const double share = static_cast<double>(at + 1) / static_cast<double>(sample.size());
    most = std::max(most, std::abs(share - share_up_to(sample[at])));
  }
  return most;
}

std::string swf_of(const std::vector<MadeJob>& jobs, const MadeHeader& header = {}) {
  std::string text;
  write_made_trace(header, jobs, [&](std::string_view part) { text += part; });
  return text;
}

}  // namespace

TEST_CASE("a cyclic clock goes by its paces, and stands still where they are 0") {
  CyclicClock clock({2, 0, 4}, Duration{1000});
  clock.pass(1);
  CHECK(clock.now() == 500ms);
  clock.pass(1);
  CHECK(clock.now() == 2000ms);
  clock.pass(5);
  CHECK(clock.now() == 3500ms);
  clock.pass(100, 7);
  CHECK(clock.slots() == 7);
}

// Sum of (n - e)^2 / e over 168 hours of the week is chi-square with 168 degrees of freedom, whose
// deviation is sqrt(336); over all hours each term has the mean 1 and the variance 2 + 1 / e, so
// that counts have their mean as variance.
TEST_CASE("arrivals of the cyclic model are Poisson, with the rates of the hours of the week") {
  constexpr std::int64_t days = 700;
  const Cyclic model = model_of({{"rates", weekly_rates()}, {"days", "700"}});
  const std::vector<MadeJob> jobs = make_cyclic(model, 4);
  CHECK(std::ranges::is_sorted(jobs, {}, &MadeJob::submit_s));
  const std::vector<double> counts = by_hour(jobs, days);
  std::vector<double> of_week(168);
  double dispersion = 0;
  double variance = 0;
  for (std::size_t hour = 0; hour < counts.size(); ++hour) {
    const double rate = model.tables.rates[hour % 168];
    of_week[hour % 168] += counts[hour];
    dispersion += (counts[hour] - rate) * (counts[hour] - rate) / rate;
    variance += 2 + 1 / rate;
  }
  const auto hours = static_cast<double>(counts.size());
  CHECK(std::abs(dispersion - hours) < 4 * std::sqrt(variance));
  double chi_square = 0;
  for (std::size_t hour = 0; hour < 168; ++hour) {
    const double expected = 100 * model.tables.rates[hour];
    chi_square += (of_week[hour] - expected) * (of_week[hour] - expected) / expected;
  }
  CHECK(std::abs(chi_square - 168) < 4 * std::sqrt(2.0 * 168));
}

// The Kolmogorov-Smirnov distance of n values is above 1.95 / sqrt(n) once in a thousand times.
TEST_CASE("run times and widths of the cyclic model have their quantiles") {
  const Cyclic model = model_of({{"rates", "100"}, {"days", "21"}});
  const std::vector<MadeJob> jobs = make_cyclic(model, 4);
  const double bound = 1.95 / std::sqrt(static_cast<double>(jobs.size()));
  std::vector<std::int64_t> runs;
  std::vector<std::int64_t> procs;
  for (const MadeJob& job : jobs) {
    runs.push_back(job.run_s);
    procs.push_back(job.procs);
  }
  const auto run_share = [](std::int64_t run) {
    const double at = static_cast<double>(run) + 0.5;  // they are rounded
    if (run >= 86400) return 1.0;
    if (run >= 3600) return 0.9;
    if (at >= 600) return 0.6 + 0.3 * (at - 600) / 3000;
    return at < 10 ? 0.2 : 0.2 + 0.4 * (at - 10) / 590;
  };
  CHECK(distance(runs, run_share) < bound);
  const auto width_share = [](std::int64_t width) {
    return width >= 64 ? 1 : width >= 4 ? 0.95 : width >= 2 ? 0.5 : 0.3;
  };
  CHECK(distance(procs, width_share) < bound);
  CHECK(std::ranges::count(procs, 3) == 0);
  CHECK(model.procs == 64);
}

TEST_CASE("memory and users are there if their tables are") {
  const Cyclic model =
      model_of({{"rates", "5"}, {"days", "2"}, {"memory_mb", "0:512 1:512"}, {"users", "0:1 1:9"}});
  for (const MadeJob& job : make_cyclic(model, 4)) {
    CHECK(job.memory_kb == 512 * 1024);
    CHECK(job.user >= 1);
    CHECK(job.user <= 9);
  }
  CHECK(make_cyclic(model_of({{"rates", "5"}, {"days", "2"}}), 4)[0].user == -1);
}

TEST_CASE("the tables of a trace make another one like it") {
  const TempFolder room;
  const Cyclic model =
      model_of({{"rates", weekly_rates()}, {"days", "350"}, {"users", "0:3 0.3:3 0.3:7 1:7"}});
  MadeHeader header;
  header.add("MaxProcs", "100");
  const auto recorded =
      read_recorded_tables(room.write("t.swf", swf_of(make_cyclic(model, 4), header)), "t.swf");
  REQUIRE(recorded);
  const CyclicTables& tables = recorded->tables;
  CHECK(tables.days == 350);
  // 50 weeks: the standard error of a rate is sqrt(rate / 50).
  for (std::size_t hour = 0; hour < 168; ++hour)
    CHECK(std::abs(tables.rates[hour] - model.tables.rates[hour]) <
          4.5 * std::sqrt(model.tables.rates[hour] / 50));
  CHECK(tables.widths->points().size() == 8);
  CHECK(tables.widths->points()[1].p == Approx(0.3).margin(0.01));
  CHECK(tables.widths->points()[1].value == 1);
  CHECK(tables.run_times->at(0.4) == Approx(305).epsilon(0.05));
  CHECK(tables.run_times->at(0.95) == 86400);
  CHECK(tables.users->most() == 2);
  CHECK(!tables.memory_mb);
  const auto again = read_cyclic({{"days", "7"}}, &tables);
  REQUIRE(again);
  CHECK(again->procs == 100);
  // What is printed is read as the same.
  const auto texts = cyclic_texts(*again);
  const auto printed = read_cyclic(texts, nullptr);
  REQUIRE(printed);
  CHECK(make_cyclic(*printed, 9) == make_cyclic(*again, 9));
}

TEST_CASE("a real trace and one by its tables have the same run times, widths and hours") {
  const char* const traces = std::getenv("MCSIM_TRACES");
  if (traces == nullptr) {
    WARN("skipped: MCSIM_TRACES is not set");
    return;
  }
  const std::string path = std::string(traces) + "/kth-28k.swf.gz";
  const auto recorded = read_recorded_tables(path, path);
  REQUIRE(recorded);
  const auto model = read_cyclic({}, &recorded->tables);
  REQUIRE(model);
  CHECK(model->procs == 100);
  std::vector<std::vector<std::int64_t>> ours(3);
  for (const MadeJob& job : make_cyclic(*model, 2)) {
    ours[0].push_back(job.run_s);
    ours[1].push_back(job.procs);
    ours[2].push_back(job.submit_s / 3600 % 168);
  }
  ReadTrace read(path);
  REQUIRE(read.report.has_value());
  const Trace trace = read.freeze();
  std::vector<std::vector<std::int64_t>> theirs(3);
  for (std::size_t row = 0; row < trace.size(); ++row) {
    const TraceJob& job = trace[static_cast<JobIndex>(row)];
    theirs[0].push_back(job.run.count() / 1000);
    theirs[1].push_back(job.slots.count());
    theirs[2].push_back(job.submit.time_since_epoch() / Duration{3'600'000} % 168);
  }
  for (std::size_t what = 0; what < 3; ++what) {
    std::ranges::sort(theirs[what]);
    const auto share_up_to = [&](std::int64_t value) {
      const auto end = std::ranges::upper_bound(theirs[what], value);
      return static_cast<double>(end - theirs[what].begin()) /
             static_cast<double>(theirs[what].size());
    };
    INFO("what " << what << ": " << distance(ours[what], share_up_to));
    // 1.95 / sqrt(n), and half of a step between two quantiles.
    const double bound = 1.95 / std::sqrt(static_cast<double>(ours[what].size())) + 0.0025;
    CHECK(distance(ours[what], share_up_to) < bound);
  }
  CHECK(static_cast<double>(ours[0].size()) ==
        Approx(static_cast<double>(theirs[0].size())).epsilon(0.03));
}

TEST_CASE("a trace of less than a week does not tell each hour of it") {
  const TempFolder room;
  const auto made = make_cyclic(model_of({{"rates", "5"}, {"days", "6"}}), 4);
  const auto read = read_recorded_tables(room.write("t.swf", swf_of(made)), "t.swf");
  REQUIRE(!read);
  CHECK(read.error().list[0].message ==
        "expected a trace of a week or more, to know each hour of the week");
}

TEST_CASE("all mistakes in parameters of the cyclic model are told") {
  const auto wrong = read_cyclic({{"days", "0"},
                                  {"rates", "1 2 3"},
                                  {"run_times", "0:-5 1:5"},
                                  {"procs", "2"},
                                  {"widths", "0:1 1:8"}},
                                 nullptr);
  REQUIRE(!wrong);
  CHECK(wrong.error() == std::vector<WrongParameter>{
                             {"days", "expected a whole number from 1 to 36500, got \"0\""},
                             {"rates", "expected 1, 24 or 168 numbers, got 3"},
                             {"run_times", "expected values from 0 to 1000000000, got -5 to 5"},
                             {"procs", "is less than the largest width, 8"}});
  const auto missing = read_cyclic({{"rates", "0"}}, nullptr);
  REQUIRE(!missing);
  CHECK(missing.error() ==
        std::vector<WrongParameter>{{"rates", "expected a rate above 0"},
                                    {"run_times", "missing; a trace may have it"},
                                    {"widths", "missing; a trace may have it"}});
}

}  // namespace mcsim::testing::cyclic_test
