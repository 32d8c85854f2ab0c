// Reads the parameters of the model of estimates, and gives estimates to jobs.
#include "mcsim/trace/user_estimates.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/base/random.hpp"
#include "mcsim/trace/model_tables.hpp"
#include "mcsim/trace/quantile_table.hpp"
#include "mcsim/trace/variates.hpp"

namespace mcsim::trace {
namespace {

constexpr Duration one_second{1000};
constexpr Duration an_hour = one_second * 3600;

std::int64_t usual_max_s(const EstimatedJobs& jobs) {
  const Duration longest = *std::ranges::max_element(jobs.run_times);
  const Duration in_hours =
      std::max(an_hour, an_hour * ((longest + an_hour - Duration{1}) / an_hour));
  return std::max(in_hours, jobs.longest_request) / one_second;
}

/// What the popular estimates but the longest have in per cent.
double others_of(const EstimateModel& model) {
  double sum = 0;
  for (std::size_t rank = 2; rank <= head_values; ++rank)
    sum += model.head_a * natural_power(model.head_b * static_cast<double>(rank)) + model.head_c;
  return sum;
}

void check_estimates(ParameterReader& in, const EstimateModel& model, std::size_t jobs) {
  in.above_0("time_p", model.time_p);
  if (in.are_good({"values"}) && model.values > jobs)
    in.wrong("values", "expected at most as many as jobs, " + std::to_string(jobs));
  if (in.are_good({"values", "max_estimate"}) &&
      static_cast<std::int64_t>(model.values) > model.max_s)
    in.wrong("values", "expected at most one for each one_second of max_estimate, " +
                           std::to_string(model.max_s));
  if (in.are_good({"max_share", "head_sum"}) && model.max_share > model.head_sum)
    in.wrong("max_share", "expected at most head_sum, " + double_text(model.head_sum));
  if (model.max_share < 0 && in.are_good({"head_sum", "head_a", "head_b", "head_c"}) &&
      others_of(model) > model.head_sum)
    in.wrong("head_sum",
             "the popular estimates of ranks 2 to 20 have " + double_text(others_of(model)) +
                 " per cent of the jobs by head_a, head_b and head_c; expected at least that");
}

}  // namespace

Expected<EstimateModel, std::vector<WrongParameter>> read_estimates(const ParameterTexts& given,
                                                                    const EstimatedJobs& jobs) {
  MCSIM_CHECK(!jobs.run_times.empty(), "estimates of no jobs");
  ParameterReader in(estimate_parameters, given);
  const std::size_t count = jobs.run_times.size();
  const auto values = in.given_whole("values");
  EstimateModel model{.max_s = in.given_whole("max_estimate").value_or(usual_max_s(jobs)),
                      .max_share = in.given_decimal("max_share").value_or(-1),
                      .values = values ? static_cast<std::size_t>(*values) : usual_values(count),
                      .head_sum = in.decimal("head_sum"),
                      .head_a = in.decimal("head_a"),
                      .head_b = in.decimal("head_b"),
                      .head_c = in.decimal("head_c"),
                      .tail_b = in.decimal("tail_b"),
                      .time_p = in.decimal("time_p"),
                      .time_q = in.decimal("time_q")};
  check_estimates(in, model, count);
  if (in.any_wrong()) return Unexpected(in.take());
  return model;
}

std::string estimates_text(const EstimateModel& model) {
  std::string text =
      "max_estimate " + std::to_string(model.max_s) + ", values " + std::to_string(model.values);
  if (model.max_share >= 0) text += ", max_share " + double_text(model.max_share);
  const std::pair<std::string_view, double> others[] = {
      {"head_sum", model.head_sum}, {"head_a", model.head_a}, {"head_b", model.head_b},
      {"head_c", model.head_c},     {"tail_b", model.tail_b}, {"time_p", model.time_p},
      {"time_q", model.time_q}};
  for (const auto& [name, value] : others)
    text += ", " + std::string(name) + " " + double_text(value);
  return text;
}

Expected<std::vector<std::int64_t>, std::size_t> assign_estimates(
    std::span<const EstimateBin> estimates, std::span<const Duration> run_times,
    std::uint64_t seed) {
  std::vector<std::int64_t> left;  // from the longest to the shortest
  for (const EstimateBin& bin : estimates) left.insert(left.end(), bin.jobs, bin.seconds);
  MCSIM_CHECK(left.size() == run_times.size(), "as many estimates as jobs");
  const Duration longest = one_second * left.front();
  const auto run_time = [&](std::size_t job) { return std::min(run_times[job], longest); };
  std::vector<std::size_t> jobs(run_times.size());
  std::iota(jobs.begin(), jobs.end(), std::size_t{0});
  std::ranges::sort(jobs, {}, [&](std::size_t job) { return std::pair(-run_time(job), job); });
  const auto fits = [&](std::size_t job, std::size_t estimate) {
    return run_time(job) <= one_second * left[estimate];
  };
  std::size_t without = 0;
  for (std::size_t at = 0; at < jobs.size(); ++at)
    if (!fits(jobs[at], at)) ++without;
  if (without > 0) return Unexpected(without);
  RngStream stream(seed, "estimates/jobs");
  std::vector<std::int64_t> given(jobs.size());
  std::size_t end = 0;  // of the estimates that are long enough for a job
  for (std::size_t at = 0; at < jobs.size(); ++at) {
    while (end < left.size() && (end <= at || fits(jobs[at], end))) ++end;
    // What an earlier job has left is longer than that one runs, and so than this one.
    std::swap(left[at], left[at + stream.below(end - at)]);
    given[jobs[at]] = left[at];
  }
  return given;
}

}  // namespace mcsim::trace
