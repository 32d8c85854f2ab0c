// Draws the jobs of Lublin's and Feitelson's model.
#include "mcsim/trace/lublin.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "mcsim/trace/cyclic_clock.hpp"

namespace mcsim::trace {
namespace {

/// What is too long is drawn again so often; if it never fits, it is as long as it may be.
constexpr int most_draws = 1000;

std::int64_t largest_power_of_2(std::int64_t most) {
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(most)));
}

/// e^draw(), drawn again while that is above `most`.
template <class Draw>
double bounded_power(Draw&& draw, double most) {
  const double longest = natural_log(most);
  for (int tries = 0; tries < most_draws; ++tries)
    if (const double value = draw(); value <= longest) return natural_power(value);
  return most;
}

/// The gamma density over half hours, up to a factor, as a logarithm.
double log_density(double half_hours, const LublinJobs& jobs) {
  constexpr double least = 1e-9;  // at 0 itself it may be infinite
  const double at = std::max(half_hours, least);
  return (jobs.anum - 1) * natural_log(at) - at / jobs.bnum;
}

/// Its integral over one half hour around `middle`, by Simpson's rule, in units of e^scale.
double integral(double middle, const LublinJobs& jobs, double scale) {
  constexpr int steps = 64;
  double sum = 0;
  for (int step = 0; step <= steps; ++step) {
    const double at = middle - 0.5 + static_cast<double>(step) / steps;
    const double weight = step == 0 || step == steps ? 1 : (step % 2 == 1 ? 4 : 2);
    sum += weight * natural_power(log_density(at, jobs) - scale);
  }
  return sum / (3 * steps);
}

/// One type's jobs, one after the other.
class LublinArrivals {
 public:
  LublinArrivals(const Lublin& model, const LublinJobs& jobs, std::uint64_t seed)
      : model_(model),
        jobs_(jobs),
        arrivals_(seed, purpose("arrival")),
        sizes_(seed, purpose("size")),
        run_times_(seed, purpose("run")),
        clock_(lublin_day(model, jobs), Duration{1'800'000}) {
    arrive();
  }

  /// When the next job comes.
  Duration next() const { return clock_.now(); }
  MadeJob take() {
    MadeJob job{.submit_s = clock_.now() / Duration{1000}, .queue = jobs_.queue};
    job.procs = lublin_size(model_, jobs_, JobDraws(sizes_, taken_));
    job.run_s = lublin_run_time(model_, jobs_, job.procs, JobDraws(run_times_, taken_));
    ++taken_;
    arrive();
    return job;
  }

 private:
  std::string purpose(std::string_view what) const {
    return "lublin/" + std::string(jobs_.type) + "/" + std::string(what);
  }

  void arrive() {
    JobDraws draws(arrivals_, taken_);
    const double shape = jobs_.aarr * jobs_.arar;
    const double gap_s = bounded_power([&] { return jobs_.barr * draws.gamma(shape); },
                                       static_cast<double>(model_.max_gap_s));
    constexpr double half_hour_s = 1800;
    clock_.pass(gap_s / half_hour_s);
  }

  const Lublin& model_;
  const LublinJobs& jobs_;
  RngStream arrivals_;
  RngStream sizes_;
  RngStream run_times_;
  CyclicClock clock_;
  std::uint64_t taken_ = 0;
};

}  // namespace

std::vector<double> lublin_day(const Lublin& model, const LublinJobs& jobs) {
  const auto first = static_cast<double>(model.day_start);
  const double mode = (jobs.anum - 1) * jobs.bnum;
  const double scale = log_density(std::clamp(mode, first - 0.5, first + 47.5), jobs);
  std::vector<double> day(half_hours_of_day);
  double sum = 0;
  for (std::int64_t i = 0; i < half_hours_of_day; ++i) {
    const double share = integral(static_cast<double>(model.day_start + i), jobs, scale);
    // Half hours are counted from 1: half hour i of the gamma is slot i - 1 of the day.
    const std::int64_t slot = (model.day_start + i + half_hours_of_day - 1) % half_hours_of_day;
    day[static_cast<std::size_t>(slot)] = share;
    sum += share;
  }
  for (double& share : day) share *= static_cast<double>(half_hours_of_day) / sum;
  return day;
}

std::int64_t lublin_size(const Lublin& model, const LublinJobs& jobs, JobDraws draws) {
  const double kind = draws.unit();
  if (kind < jobs.serial_prob) return 1;
  const bool is_low = draws.unit() < jobs.uprob;
  const double log2 =
      is_low ? draws.uniform(jobs.ulow, jobs.umed) : draws.uniform(jobs.umed, jobs.uhi);
  if (kind < jobs.serial_prob + jobs.pow2_prob)
    // Rounded up it may be more than the machine has; m_lublin99 knows sizes of 2^n only.
    return std::min(std::int64_t{1} << static_cast<int>(log2 + 0.5),
                    largest_power_of_2(model.procs));
  return std::min(static_cast<std::int64_t>(binary_power(log2) + 0.5), model.procs);
}

std::int64_t lublin_run_time(const Lublin& model, const LublinJobs& jobs, std::int64_t size,
                             JobDraws draws) {
  const double p = std::clamp(jobs.pa * static_cast<double>(size) + jobs.pb, 0.0, 1.0);
  const auto log_of_run = [&] {
    return draws.unit() < p ? jobs.b1 * draws.gamma(jobs.a1) : jobs.b2 * draws.gamma(jobs.a2);
  };
  return static_cast<std::int64_t>(
      bounded_power(log_of_run, static_cast<double>(model.max_run_time_s)));
}

std::vector<MadeJob> make_lublin(const Lublin& model, std::uint64_t seed) {
  std::vector<LublinArrivals> types;
  for (const LublinJobs& jobs : model.types) types.emplace_back(model, jobs, seed);
  std::vector<MadeJob> made;
  made.reserve(static_cast<std::size_t>(model.jobs));
  while (static_cast<std::int64_t>(made.size()) < model.jobs)
    made.push_back(std::ranges::min_element(types, {}, &LublinArrivals::next)->take());
  return made;
}

}  // namespace mcsim::trace
