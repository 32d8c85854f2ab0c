// Draws how many jobs have which estimate.
#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <tuple>

#include "mcsim/trace/estimate_head.hpp"
#include "mcsim/trace/user_estimates.hpp"
#include "mcsim/trace/variates.hpp"

namespace mcsim::trace {
namespace {

/// An estimate and its share of the jobs in per cent.
struct Share {
  std::int64_t seconds = 0;
  double per_cent = 0;
};

/// Multiplies so that they add up to `sum`.
void scale_to(std::span<Share> shares, double sum) {
  double all = 0;
  for (const Share& one : shares) all += one.per_cent;
  for (Share& one : shares) one.per_cent = all > 0 ? one.per_cent * (sum / all) : 0;
}

std::vector<Share> head_of(const EstimateModel& model, std::uint64_t seed) {
  std::vector<Share> head;
  for (const std::int64_t seconds :
       popular_estimates(model.max_s, RngStream(seed, "estimates/popularity")))
    if (head.size() < model.values) head.push_back({seconds, 0});
  double others = 0;
  for (std::size_t at = 1; at < head.size(); ++at) {
    const auto rank = static_cast<double>(at + 1);
    head[at].per_cent = model.head_a * natural_power(model.head_b * rank) + model.head_c;
    others += head[at].per_cent;
  }
  // Where there are no other estimates, these have all jobs.
  const double sum = head.size() < model.values ? model.head_sum : 100;
  head[0].per_cent = model.max_share < 0 ? sum - others : model.max_share;
  if (model.max_share >= 0) scale_to(std::span(head).subspan(1), sum - model.max_share);
  return head;
}

/// The seconds that are nearest to `wished` and free; between 0 and `max_s`, both excluded.
std::int64_t free_near(std::int64_t wished, std::int64_t max_s,
                       const std::set<std::int64_t>& taken) {
  constexpr std::int64_t round_offsets[] = {0, 30, -30, 20, -20, 10, -10};
  const auto is_free = [&](std::int64_t seconds) {
    return seconds > 0 && seconds < max_s && !taken.contains(seconds);
  };
  for (const std::int64_t offset : round_offsets)
    if (is_free(wished + offset)) return wished + offset;
  // The authors' program has one estimate less then.
  for (std::int64_t offset = 1;; ++offset)
    for (const std::int64_t seconds : {wished + offset, wished - offset})
      if (is_free(seconds)) return seconds;
}

std::vector<Share> tail_of(const EstimateModel& model, const std::vector<Share>& head,
                           std::uint64_t seed) {
  const std::size_t count = model.values - head.size();
  std::set<std::int64_t> taken;
  for (const Share& one : head) taken.insert(one.seconds);
  const double values = static_cast<double>(model.values);
  const double above_1 = model.time_p * natural_power(model.time_q * natural_log(values));
  const double a = 1 + std::max(above_1, 1e-9);  // at 1 itself the last one would be no number
  std::vector<Share> tail;
  for (std::size_t at = 1; at <= count; ++at) {
    const double x = static_cast<double>(at) / static_cast<double>(count);
    const double minutes = (a - 1) * x / (a - x) * static_cast<double>(model.max_s) / 60;
    const std::int64_t wished = static_cast<std::int64_t>(minutes + 0.5) * 60;
    tail.push_back({free_near(wished, model.max_s, taken), 0});
    taken.insert(tail.back().seconds);
  }
  RngStream stream(seed, "estimates/tail");
  shuffle(tail, stream);
  for (std::size_t at = 0; at < count; ++at)
    tail[at].per_cent =
        natural_power(model.tail_b * natural_log(static_cast<double>(head_values + 1 + at)));
  scale_to(tail, 100 - model.head_sum);
  return tail;
}

/// Whole numbers of jobs, each one at least, that add up to `jobs`; first come those that were
/// rounded down most.
std::vector<EstimateBin> in_jobs(const std::vector<Share>& shares, std::size_t jobs) {
  std::vector<EstimateBin> bins;
  std::vector<std::tuple<double, std::int64_t, std::size_t>> rests;  // negative, to be sorted
  std::size_t all = 0;
  for (const Share& one : shares) {
    const double wished = std::max(0.0, one.per_cent) / 100 * static_cast<double>(jobs);
    const std::size_t whole = std::max<std::size_t>(1, static_cast<std::size_t>(wished));
    rests.emplace_back(static_cast<double>(whole) - wished, one.seconds, bins.size());
    bins.push_back({one.seconds, whole});
    all += whole;
  }
  std::ranges::sort(rests);
  for (std::size_t at = 0; all < jobs; at = (at + 1) % rests.size(), ++all)
    ++bins[std::get<2>(rests[at])].jobs;
  for (; all > jobs; --all) --std::ranges::max_element(bins, {}, &EstimateBin::jobs)->jobs;
  return bins;
}

}  // namespace

std::size_t usual_values(std::size_t jobs) {
  struct Point {
    double jobs, values;
  };
  constexpr Point points[] = {{0, 0},      {20, 10},     {200, 20},    {1000, 35},
                              {10000, 90}, {70000, 340}, {250000, 565}};
  const auto count = static_cast<double>(jobs);
  for (std::size_t at = 1; at < std::size(points); ++at) {
    const Point& from = points[at - 1];
    const Point& to = points[at];
    if (count <= to.jobs) {
      const double more = (count - from.jobs) * ((to.values - from.values) / (to.jobs - from.jobs));
      return std::max<std::size_t>(1, static_cast<std::size_t>(from.values + more + 0.5));
    }
  }
  return static_cast<std::size_t>(std::end(points)[-1].values);
}

std::vector<EstimateBin> draw_estimates(const EstimateModel& model, std::size_t jobs,
                                        std::uint64_t seed) {
  std::vector<Share> shares = head_of(model, seed);
  if (shares.size() < model.values) {
    const std::vector<Share> tail = tail_of(model, shares, seed);
    shares.insert(shares.end(), tail.begin(), tail.end());
  }
  std::vector<EstimateBin> bins = in_jobs(shares, jobs);
  std::ranges::sort(bins, std::ranges::greater{}, &EstimateBin::seconds);
  return bins;
}

}  // namespace mcsim::trace
