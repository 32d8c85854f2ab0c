// The model of Lublin and Feitelson, against its formulas integrated here by other means. What is
// drawn may differ from them by four standard errors.
#include "mcsim/trace/lublin.hpp"

#include <algorithm>
#include <bit>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/read_trace.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing::lublin_test {

namespace {

Lublin model_of(ParameterTexts texts) {
  const auto model = read_lublin(texts);
  REQUIRE(model);
  return *model;
}

std::vector<WrongParameter> mistakes_of(const ParameterTexts& texts) {
  const auto model = read_lublin(texts);
  REQUIRE(!model);
  return model.error();
}

bool is_power_of_2(std::int64_t size) {
  return std::has_single_bit(static_cast<std::uint64_t>(size));
}

/// Mean and deviation of a value of a size, over the two uniform parts of its logarithm.
struct Expected2 {
  double mean = 0;
  double deviation = 0;
};
template <class Value>
Expected2 over_sizes(const LublinJobs& jobs, Value&& value) {
  constexpr int steps = 400'000;
  double sum = 0;
  double squares = 0;
  const auto add = [&](double share, std::int64_t size) {
    const double one = value(size);
    sum += share * one;
    squares += share * one * one;
  };
  add(jobs.serial_prob, 1);
  for (int step = 0; step < steps; ++step) {
    const double u = (step + 0.5) / steps;
    const double log2 =
        u < jobs.uprob ? jobs.ulow + (jobs.umed - jobs.ulow) * (u / jobs.uprob)
                       : jobs.umed + (jobs.uhi - jobs.umed) * ((u - jobs.uprob) / (1 - jobs.uprob));
    add(jobs.pow2_prob / steps, std::int64_t{1} << std::lround(log2));
    add((1 - jobs.serial_prob - jobs.pow2_prob) / steps, std::lround(std::exp2(log2)));
  }
  return {sum, std::sqrt(squares - sum * sum)};
}

double distribution(double log_of_run, double p, const LublinJobs& jobs) {
  if (log_of_run <= 0) return 0;
  return p * boost::math::gamma_p(jobs.a1, log_of_run / jobs.b1) +
         (1 - p) * boost::math::gamma_p(jobs.a2, log_of_run / jobs.b2);
}

constexpr std::uint64_t fnv(std::uint64_t hash, std::int64_t value) {
  return (hash ^ static_cast<std::uint64_t>(value)) * 0x100000001B3ULL;
}

}  // namespace

TEST_CASE("the defaults of the Lublin model are those of the authors' program") {
  const Lublin both = model_of({{"type", "both"}});
  REQUIRE(both.types.size() == 2);
  const LublinJobs batch{.type = "batch",
                         .queue = 1,
                         .serial_prob = 0.2927,
                         .pow2_prob = 0.6686,
                         .ulow = 1.2,
                         .umed = 5,
                         .uhi = 7,
                         .uprob = 0.875,
                         .a1 = 6.57,
                         .b1 = 0.823,
                         .pa = -0.003,
                         .pb = 0.6986,
                         .a2 = 639.1,
                         .b2 = 0.0156,
                         .aarr = 6.0415,
                         .barr = 0.8531,
                         .arar = 1.0519,
                         .anum = 6.1271,
                         .bnum = 5.274};
  CHECK(both.types[0] == batch);
  CHECK(both.types[1].type == "interactive");
  CHECK(both.types[1].umed == 3);
  CHECK(both.types[1].uhi == 5.5);
  CHECK(both.types[1].pb == 0.9156);
  const LublinJobs all = model_of({{"type", "all"}}).types.at(0);
  const LublinJobs typeless{.type = "all",
                            .queue = 0,
                            .serial_prob = 0.244,
                            .pow2_prob = 0.576,
                            .ulow = 0.8,
                            .umed = 4.5,
                            .uhi = 7,
                            .uprob = 0.86,
                            .a1 = 4.2,
                            .b1 = 0.94,
                            .pa = -0.0054,
                            .pb = 0.78,
                            .a2 = 312,
                            .b2 = 0.03,
                            .aarr = 10.2303,
                            .barr = 0.4871,
                            .arar = 1.0225,
                            .anum = 8.1737,
                            .bnum = 3.9631};
  CHECK(all == typeless);
  CHECK(both.max_run_time_s == static_cast<std::int64_t>(std::exp(12)));
  CHECK(both.max_gap_s == static_cast<std::int64_t>(std::exp(13)));
}

TEST_CASE("sizes have the model's serial jobs, powers of 2 and mean logarithm") {
  constexpr std::size_t count = 200'000;
  for (const char* const type : {"batch", "interactive", "all"}) {
    INFO(type);
    const Lublin model = model_of({{"type", type}});
    const LublinJobs& jobs = model.types[0];
    const RngStream stream(3, "test/sizes");
    std::size_t serial = 0;
    std::size_t powers = 0;
    double logs = 0;
    for (std::size_t job = 0; job < count; ++job) {
      const std::int64_t size = lublin_size(model, jobs, JobDraws(stream, job));
      REQUIRE(size >= 1);
      REQUIRE(size <= 128);
      if (size == 1) ++serial;
      if (is_power_of_2(size)) ++powers;
      logs += std::log2(size);
    }
    const auto share = [&](std::size_t found) { return static_cast<double>(found) / count; };
    const auto error = [&](double p) { return std::sqrt(p * (1 - p) / count); };
    CHECK(std::abs(share(serial) - jobs.serial_prob) < 4 * error(jobs.serial_prob));
    const double pow2 =
        over_sizes(jobs, [](std::int64_t size) { return is_power_of_2(size); }).mean;
    CHECK(pow2 > jobs.serial_prob + jobs.pow2_prob);
    CHECK(std::abs(share(powers) - pow2) < 4 * error(pow2));
    const auto log2 = over_sizes(jobs, [](std::int64_t size) { return std::log2(size); });
    CHECK(std::abs(logs / count - log2.mean) < 4 * log2.deviation / std::sqrt(count));
  }
}

TEST_CASE("on a small machine the lower part of the sizes has no width") {
  const LublinJobs jobs = model_of({{"procs", "4"}}).types.at(0);
  CHECK(jobs.uhi == 2);
  CHECK(jobs.umed == jobs.ulow);
}

TEST_CASE("no size is more than the machine has") {
  const Lublin model = model_of({{"type", "all"}, {"procs", "100"}});
  const RngStream stream(3, "test/sizes");
  std::int64_t most = 0;
  for (std::size_t job = 0; job < 100'000; ++job) {
    const std::int64_t size = lublin_size(model, model.types[0], JobDraws(stream, job));
    REQUIRE(size <= 100);
    most = std::max(most, size);
  }
  CHECK(most > 95);
}

TEST_CASE("run times of small and large jobs are of the two gammas, cut off at the longest") {
  constexpr std::size_t count = 100'000;
  for (const char* const type : {"batch", "interactive", "all"})
    for (const std::int64_t size : {1, 64, 128}) {
      INFO(type << " size " << size);
      const Lublin model = model_of({{"type", type}});
      const LublinJobs& jobs = model.types[0];
      const double p = std::clamp(jobs.pa * static_cast<double>(size) + jobs.pb, 0.0, 1.0);
      const double all = distribution(std::log(model.max_run_time_s), p, jobs);
      const auto up_to = [&](std::int64_t seconds) {
        const double log_of_next = std::log(static_cast<double>(seconds + 1));
        return std::min(1.0, distribution(log_of_next, p, jobs) / all);
      };
      const RngStream stream(5, "test/runs");
      std::vector<std::int64_t> runs;
      double logs = 0;
      for (std::size_t job = 0; job < count; ++job) {
        runs.push_back(lublin_run_time(model, jobs, size, JobDraws(stream, job)));
        logs += std::log(runs.back());
      }
      for (const std::int64_t seconds : {10, 60, 600, 3600, 36000}) {
        INFO("seconds " << seconds);
        const double share = up_to(seconds);
        const auto found = std::ranges::count_if(runs, [&](auto run) { return run <= seconds; });
        CHECK(std::abs(static_cast<double>(found) / count - share) <=
              4 * std::sqrt(share * (1 - share) / count) + 1e-9);
      }
      // The mean logarithm, term by term over all whole seconds, long ones by thousandths.
      double mean = 0;
      double squares = 0;
      double below = 0;
      for (std::int64_t seconds = 1; seconds <= model.max_run_time_s;) {
        const std::int64_t next = seconds + 1 + seconds / 1000;
        const double here = up_to(next - 1);
        const double log = std::log(static_cast<double>(seconds + next - 1) / 2);
        mean += log * (here - below);
        squares += log * log * (here - below);
        below = here;
        seconds = next;
      }
      CHECK(std::abs(logs / count - mean) < 4 * std::sqrt((squares - mean * mean) / count));
      // Nearly p a1 b1 + (1 - p) a2 b2: what is cut off, or rounded to seconds, is little.
      CHECK(mean == Approx(p * jobs.a1 * jobs.b1 + (1 - p) * jobs.a2 * jobs.b2).margin(0.1));
    }
}

TEST_CASE("the day of the Lublin model is its gamma in half hours, from half past five on") {
  for (const char* const type : {"batch", "interactive", "all"}) {
    INFO(type);
    const Lublin model = model_of({{"type", type}});
    const LublinJobs& jobs = model.types[0];
    const std::vector<double> day = lublin_day(model, jobs);
    const auto up_to = [&](double at) { return boost::math::gamma_p(jobs.anum, at / jobs.bnum); };
    const double all = up_to(58.5) - up_to(10.5);
    for (int i = 11; i <= 58; ++i) {
      const double expected = 48 * (up_to(i + 0.5) - up_to(i - 0.5)) / all;
      CHECK(day[static_cast<std::size_t>(i - 1) % 48] == Approx(expected).epsilon(1e-7));
    }
  }
}

// Days are nearly independent, so the standard error of a half hour is taken from them. The times
// between arrivals at an even pace have the mean m and the deviation s, so that in a time T there
// are T / m jobs with the deviation sqrt(s^2 T / m^3).
// Narrow, late, early, and without a peak.
TEST_CASE("any gamma of the day has half hours with the mean 1") {
  const std::vector<ParameterTexts> shapes{{{"anum", "10000"}, {"bnum", "0.001"}},
                                           {{"anum", "10000"}, {"bnum", "10000"}},
                                           {{"anum", "2"}, {"bnum", "0.1"}, {"day_start", "40"}},
                                           {{"anum", "0.01"}, {"bnum", "3"}, {"day_start", "0"}}};
  for (const ParameterTexts& texts : shapes) {
    const Lublin model = model_of(texts);
    double sum = 0;
    for (const double share : lublin_day(model, model.types[0])) {
      CHECK(share >= 0);
      sum += share;
    }
    CHECK(sum == Approx(48));
  }
  CHECK(mistakes_of({{"anum", "100"}, {"bnum", "0.001"}}) ==
        std::vector<WrongParameter>{{"bnum",
                                     "all jobs come at one time of the day: expected bnum x "
                                     "sqrt(anum) of at least 0.1"}});
}

TEST_CASE("arrivals follow the half hours of the day, and there are as many as the gaps say") {
  for (const char* const type : {"batch", "interactive", "all"}) {
    INFO(type);
    const Lublin model = model_of({{"type", type}, {"jobs", "150000"}});
    const LublinJobs& jobs = model.types[0];
    const std::vector<MadeJob> made = make_lublin(model, 7);
    const auto days = static_cast<std::size_t>(made.back().submit_s / 86400);
    std::vector<std::vector<double>> counts(48, std::vector<double>(days));
    for (const MadeJob& job : made) {
      const auto at = static_cast<std::size_t>(job.submit_s);
      if (at / 86400 < days) ++counts[at % 86400 / 1800][at / 86400];
    }
    const std::vector<double> day = lublin_day(model, jobs);
    const double a_slot =
        static_cast<double>(made.size()) / (static_cast<double>(made.back().submit_s) / 1800);
    const auto n = static_cast<double>(days);
    for (std::size_t slot = 0; slot < 48; ++slot) {
      double sum = 0;
      double squares = 0;
      for (const double count : counts[slot]) {
        sum += count;
        squares += count * count;
      }
      const double error = std::sqrt((squares / n - sum / n * (sum / n)) / n);
      INFO("slot " << slot << " mean " << sum / n << " error " << error);
      CHECK(std::abs(sum / n - a_slot * day[slot]) < 4.5 * error + 0.02 * a_slot * day[slot]);
    }
    // By the distribution of the logarithm, in small steps.
    const double shape = jobs.aarr * jobs.arar;
    const double most = std::log(model.max_gap_s);
    double mass = 0;
    double mean = 0;
    double squares = 0;
    constexpr int steps = 200'000;
    double below = 0;
    for (int step = 0; step < steps; ++step) {
      const double here = boost::math::gamma_p(shape, most * (step + 1) / steps / jobs.barr);
      const double gap = std::exp(most * (step + 0.5) / steps);
      mass += here - below;
      mean += (here - below) * gap;
      squares += (here - below) * gap * gap;
      below = here;
    }
    mean /= mass;
    squares /= mass;
    const double whole = static_cast<double>(days) * 86400;
    const double jobs_wanted = whole / mean;
    const double deviation = std::sqrt((squares - mean * mean) * whole / (mean * mean * mean));
    INFO("jobs a day " << 86400 / mean);
    CHECK(std::abs(static_cast<double>(made.size()) - jobs_wanted) < 4 * deviation);
  }
}

TEST_CASE("jobs of the Lublin model are in order, the same for a seed, and more of them go on") {
  const std::vector<MadeJob> made = make_lublin(model_of({{"type", "both"}, {"jobs", "2000"}}), 5);
  CHECK(std::ranges::is_sorted(made, {}, &MadeJob::submit_s));
  const auto batch = std::ranges::count(made, 1, &MadeJob::queue);
  CHECK(batch > 200);
  CHECK(batch < 1800);
  const std::vector<MadeJob> fewer = make_lublin(model_of({{"type", "both"}, {"jobs", "500"}}), 5);
  CHECK(std::ranges::equal(fewer, std::span(made).first(500)));
  CHECK(make_lublin(model_of({{"type", "both"}, {"jobs", "500"}}), 6) != fewer);
  // Both types are there as if they were alone.
  const std::vector<MadeJob> alone = make_lublin(model_of({{"jobs", "200"}}), 5);
  std::vector<MadeJob> of_both;
  for (const MadeJob& job : made)
    if (job.queue == 1 && of_both.size() < 200) of_both.push_back(job);
  CHECK(of_both == alone);
}

TEST_CASE("jobs of the Lublin model have the same bits on every machine") {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const MadeJob& job : make_lublin(model_of({{"type", "both"}, {"jobs", "10000"}}), 1))
    for (const std::int64_t value : {job.submit_s, job.run_s, job.procs, job.queue})
      hash = fnv(hash, value);
  CHECK(hash == 0x85b0b643bf02faf);
}

// The trace of the Parallel Workloads Archive that the authors' program made, for 256 processors.
TEST_CASE("jobs of the Lublin model are like those that the authors' program made") {
  const char* const traces = std::getenv("MCSIM_TRACES");
  if (traces == nullptr) {
    WARN("skipped: MCSIM_TRACES is not set");
    return;
  }
  ReadTrace read(std::string(traces) + "/lublin256-10k.swf.gz");
  REQUIRE(read.report.has_value());
  const Trace theirs = read.freeze();
  const Lublin model = model_of({{"type", "all"}, {"procs", "256"}, {"jobs", "100000"}});
  const std::vector<MadeJob> ours = make_lublin(model, 1);
  const auto compare = [&](const char* what, auto&& value) {
    double their_sum = 0;
    double our_sum = 0;
    double squares = 0;
    for (std::size_t row = 0; row < theirs.size(); ++row) {
      const TraceJob& job = theirs[static_cast<JobIndex>(row)];
      their_sum += value(job.slots.count(), static_cast<double>(job.run.count()) / 1000);
    }
    for (const MadeJob& job : ours) {
      const double one = value(job.procs, static_cast<double>(job.run_s));
      our_sum += one;
      squares += one * one;
    }
    const auto n = static_cast<double>(theirs.size());
    const auto m = static_cast<double>(ours.size());
    const double mean = our_sum / m;
    const double deviation = std::sqrt(squares / m - mean * mean);
    INFO(what << ": theirs " << their_sum / n << ", ours " << mean);
    CHECK(std::abs(their_sum / n - mean) < 4 * deviation * std::sqrt(1 / n + 1 / m));
  };
  compare("serial", [](std::int64_t size, double) { return size == 1 ? 1.0 : 0.0; });
  compare("powers of 2", [](std::int64_t size, double) { return is_power_of_2(size) ? 1.0 : 0.0; });
  compare("log2 of the size", [](std::int64_t size, double) { return std::log2(size); });
  compare("ln of run times", [](std::int64_t, double run) { return std::log(std::max(1.0, run)); });
  compare("ln of run times of large jobs", [](std::int64_t size, double run) {
    return size >= 64 ? std::log(std::max(1.0, run)) : 0.0;
  });
}

TEST_CASE("all mistakes in parameters of the Lublin model are told") {
  CHECK(mistakes_of({{"jobs", "0"}, {"type", "btach"}, {"serial_prob", "1.5"}, {"a1", "nan"}}) ==
        std::vector<WrongParameter>{
            {"jobs", "expected a whole number from 1 to 100000000, got \"0\""},
            {"type", "unknown \"btach\"; nearest: batch; known: batch, interactive, both, all"},
            {"serial_prob", "expected a number from 0 to 1, got \"1.5\""},
            {"a1", "expected a number from 0 to 1000000, got \"nan\""}});
  CHECK(mistakes_of({{"serial_prob", "0.5"},
                     {"pow2_prob", "0.75"},
                     {"umed", "8"},
                     {"a1", "0"},
                     {"type", "all"}}) ==
        std::vector<WrongParameter>{
            {"pow2_prob", "with serial_prob it is 1.25 for all jobs; expected at most 1"},
            {"umed", "expected ulow <= umed <= uhi, got 0.8, 8 and 7 for all jobs"},
            {"a1", "expected a number above 0, got \"0\""}});
  // Of two processors the log2 is 1, less than the least size of batch jobs that are not serial.
  CHECK(mistakes_of({{"procs", "2"}}) ==
        std::vector<WrongParameter>{
            {"procs",
             "too few: the log2 of the largest size, uhi, is 1, and that of the least one, ulow, "
             "1.2 for batch jobs"}});
  CHECK(mistakes_of({{"uhi", "1"}}) ==
        std::vector<WrongParameter>{
            {"uhi", "expected ulow <= umed <= uhi, got 1.2, 1.2 and 1 for batch jobs"}});
  CHECK(mistakes_of({{"uhi", "8"}}) ==
        std::vector<WrongParameter>{{"uhi", "expected at most log2 of procs, 7, got 8"}});
}

}  // namespace mcsim::testing::lublin_test
