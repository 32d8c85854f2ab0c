// Chooses the popular estimates as the authors' program does.
#include "mcsim/trace/estimate_head.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/trace/user_estimates.hpp"

namespace mcsim::trace {
namespace {

constexpr std::int64_t minute_s = 60;
constexpr std::int64_t hour_s = 60 * minute_s;

/// Estimates that are popular in each of the four traces that the authors looked at.
constexpr std::int64_t popular_everywhere[] = {
    5 * minute_s, 10 * minute_s, 15 * minute_s, 20 * minute_s, 30 * minute_s,
    1 * hour_s,   2 * hour_s,    3 * hour_s,    4 * hour_s,    5 * hour_s,
    6 * hour_s,   8 * hour_s,    10 * hour_s,   12 * hour_s,   18 * hour_s};
/// Others are multiples of these, the largest first.
constexpr std::int64_t round_steps[] = {200 * hour_s,  100 * hour_s, 50 * hour_s, 10 * hour_s,
                                        5 * hour_s,    2 * hour_s,   1 * hour_s,  20 * minute_s,
                                        10 * minute_s, 5 * minute_s};

/// By the rank of a popular estimate in time (0: the longest, then from the shortest on): its rank
/// in popularity in SDSC-106, CTC, KTH (4 hours) and Blue Horizon. Source: the paper.
constexpr std::array<std::array<int, 4>, head_values> observed_ranks = {
    {{3, 1, 1, 1},     {1, 3, 4, 6},     {4, 4, 10, 5},    {17, 2, 14, 3},  {13, 12, 20, 7},
     {7, 9, 2, 2},     {8, 8, 3, 18},    {18, 18, 7, 19},  {2, 6, 12, 4},   {6, 7, 6, 11},
     {16, 11, 19, 20}, {10, 20, 5, 9},   {5, 16, 18, 10},  {15, 5, 16, 14}, {14, 14, 9, 13},
     {19, 13, 17, 16}, {11, 10, 15, 15}, {12, 15, 13, 17}, {9, 17, 8, 8},   {20, 19, 11, 12}}};

bool is_in(const std::vector<std::int64_t>& list, std::int64_t value) {
  return std::ranges::find(list, value) != list.end();
}

/// The longest first, the others from the shortest on.
std::vector<std::int64_t> head_times(std::int64_t max_s) {
  std::vector<std::int64_t> times{max_s};
  for (const std::int64_t seconds : popular_everywhere)
    if (seconds < max_s) times.push_back(seconds);
  for (const std::int64_t step : round_steps)
    for (std::int64_t seconds = max_s / step * step; seconds > 0; seconds -= step)
      if (times.size() < head_values && !is_in(times, seconds)) times.push_back(seconds);
  std::sort(times.begin() + 1, times.end());
  return times;
}

/// Gives each rank in time a rank in popularity that is not taken: one of those that its own row or
/// an earlier one has, drawn twice, the smaller of both. The longest estimate is the most popular
/// one. A rank that no later row has is given when its last row comes.
class RankDraw {
 public:
  explicit RankDraw(RngStream stream) : stream_(stream) {
    for (std::size_t time = 0; time < head_values; ++time)
      for (const int rank : observed_ranks[time]) last_row_[index(rank)] = time;
  }

  std::vector<int> draw() {
    std::vector<int> ranks;
    for (std::size_t time = 0; time < head_values; ++time) {
      for (const int rank : observed_ranks[time])
        if (!is_taken_[index(rank)]) pool_.push_back(rank);
      const int rank = time == 0 ? 1 : next(time);
      is_taken_[index(rank)] = true;
      std::erase(pool_, rank);
      ranks.push_back(rank);
    }
    return ranks;
  }

 private:
  static std::size_t index(int rank) { return static_cast<std::size_t>(rank - 1); }

  int next(std::size_t time) {
    for (int rank = 1; rank <= static_cast<int>(head_values); ++rank)
      if (!is_taken_[index(rank)] && last_row_[index(rank)] <= time) return rank;
    MCSIM_CHECK(!pool_.empty(), "no rank of popularity is left");
    const int one = pool_[stream_.below(pool_.size())];
    return std::min(one, pool_[stream_.below(pool_.size())]);
  }

  RngStream stream_;
  std::array<std::size_t, head_values> last_row_{};
  std::array<bool, head_values> is_taken_{};
  std::vector<int> pool_;
};

}  // namespace

std::vector<std::int64_t> popular_estimates(std::int64_t max_s, RngStream stream) {
  const std::vector<std::int64_t> times = head_times(max_s);
  const std::vector<int> ranks = RankDraw(stream).draw();
  std::vector<std::pair<int, std::int64_t>> ranked;
  for (std::size_t at = 0; at < times.size(); ++at) ranked.emplace_back(ranks[at], times[at]);
  std::ranges::sort(ranked);
  std::vector<std::int64_t> popular;
  popular.reserve(ranked.size());
  for (const auto& [rank, seconds] : ranked) popular.push_back(seconds);
  return popular;
}

}  // namespace mcsim::trace
