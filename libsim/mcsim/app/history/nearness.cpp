// Compares waits of a run with those of the history.
#include "mcsim/app/history/nearness.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "mcsim/statistics/two_samples.hpp"

namespace mcsim::app {
namespace {

constexpr std::size_t most_users = 10;

GroupNearness nearness(std::string kind, std::string name,
                       const std::vector<const ToldJob*>& jobs) {
  std::vector<double> really;
  std::vector<double> run;
  for (const ToldJob* job : jobs) {
    really.push_back(job->really);
    run.push_back(job->waited);
  }
  GroupNearness group{.kind = std::move(kind),
                      .name = std::move(name),
                      .jobs = jobs.size(),
                      .median_quotient = {},
                      .rank_correlation = statistics::rank_correlation(really, run)};
  std::ranges::sort(really);
  std::ranges::sort(run);
  group.really_median = statistics::quantile(really, 0.5);
  group.run_median = statistics::quantile(run, 0.5);
  group.really_p95 = statistics::quantile(really, 0.95);
  group.run_p95 = statistics::quantile(run, 0.95);
  if (group.really_median > 0) group.median_quotient = group.run_median / group.really_median;
  group.distance = statistics::largest_distance(really, run);
  return group;
}

/// One group for each key, in the order of keys.
template <class Key>
void add_groups(std::vector<GroupNearness>& to, const ToldJobs& told, const std::string& kind,
                const std::function<Key(const ToldJob&)>& key_of,
                const std::function<std::string(const Key&)>& name_of) {
  std::map<Key, std::vector<const ToldJob*>> groups;
  for (const ToldJob& job : told.jobs) groups[key_of(job)].push_back(&job);
  if (groups.size() < 2) return;  // that is all jobs
  for (const auto& [key, jobs] : groups) to.push_back(nearness(kind, name_of(key), jobs));
}

/// Of each user the place among those with most jobs; most_users: none of them.
std::vector<std::size_t> ranks_of_users(const ToldJobs& told) {
  std::vector<std::size_t> jobs(told.users.size());
  for (const ToldJob& job : told.jobs) ++jobs[job.user];
  std::vector<std::uint32_t> order(told.users.size());
  for (std::uint32_t user = 0; user < order.size(); ++user) order[user] = user;
  std::ranges::sort(order, {}, [&](std::uint32_t user) {
    return std::pair(-static_cast<std::int64_t>(jobs[user]), user);
  });
  std::vector<std::size_t> rank(told.users.size(), most_users);
  for (std::size_t at = 0; at < order.size() && at < most_users; ++at) rank[order[at]] = at;
  return rank;
}

std::string width_name(int power) {
  const std::int64_t least = power == 0 ? 1 : (std::int64_t{1} << (power - 1)) + 1;
  const std::int64_t most = std::int64_t{1} << power;
  return least == most ? std::to_string(most) : std::to_string(least) + "-" + std::to_string(most);
}

int power_of(std::int64_t slots) {
  int power = 0;
  while (power < 62 && (std::int64_t{1} << power) < slots) ++power;
  return power;
}

/// Adds `amount` over a time to the sums of spans.
void spread(std::vector<SpanMeans>& spans, double length, double from, double to, double amount,
            double SpanMeans::* which) {
  const double origin = spans.front().from;
  for (auto at = static_cast<std::size_t>(std::max(0.0, (from - origin) / length));
       at < spans.size() && spans[at].from < to; ++at) {
    const double begin = std::max(from, spans[at].from);
    const double end = std::min(to, spans[at].from + length);
    if (end > begin) spans[at].*which += amount * (end - begin) / length;
  }
}

/// From the first submission to the last end, in s.
std::pair<double, double> whole_span(const ToldJobs& told) {
  if (told.jobs.empty()) return {};
  double first = told.jobs.front().submitted;
  double last = first;
  for (const ToldJob& job : told.jobs) {
    first = std::min(first, job.submitted);
    last = std::max(
        {last, job.submitted + job.waited + job.run, job.submitted + job.really + job.really_run});
  }
  return {first, last};
}

}  // namespace

std::vector<GroupNearness> groups_of(const ToldJobs& told, std::int64_t first_hour) {
  std::vector<GroupNearness> groups;
  if (told.jobs.empty()) return groups;
  std::vector<const ToldJob*> all;
  for (const ToldJob& job : told.jobs) all.push_back(&job);
  groups.push_back(nearness("all", "all jobs", all));
  add_groups<std::string>(
      groups, told, "queue", [&](const ToldJob& job) { return told.queues[job.queue]; },
      [](const std::string& name) { return name; });
  const std::vector<std::size_t> rank = ranks_of_users(told);
  std::vector<std::string> by_rank(most_users + 1, "others");
  for (std::size_t user = 0; user < rank.size(); ++user)
    if (rank[user] < most_users) by_rank[rank[user]] = told.users[user];
  add_groups<std::size_t>(
      groups, told, "user", [&](const ToldJob& job) { return rank[job.user]; },
      [&](const std::size_t& at) { return by_rank[at]; });
  add_groups<int>(
      groups, told, "slots", [](const ToldJob& job) { return power_of(job.slots); }, width_name);
  add_groups<int>(
      groups, told, "hour",
      [&](const ToldJob& job) {
        const auto hours = static_cast<std::int64_t>(std::floor(job.submitted / 3600));
        return static_cast<int>((hours + first_hour) % 24);
      },
      [](const int& hour) { return std::to_string(hour); });
  return groups;
}

double usual_span(const ToldJobs& told) {
  const auto [first, last] = whole_span(told);
  return last - first >= 86'400 ? 3600 : last - first >= 1800 ? 60 : 1;
}

std::vector<SpanMeans> means_over_time(const ToldJobs& told, double length) {
  std::vector<SpanMeans> spans;
  if (told.jobs.empty()) return spans;
  auto [first, last] = whole_span(told);
  first = std::floor(first / length) * length;
  for (double from = first; from < last || spans.empty(); from += length)
    spans.push_back({.from = from});
  for (const ToldJob& job : told.jobs) {
    const auto slots = static_cast<double>(job.slots);
    const double ran = job.submitted + job.waited;
    const double really = job.submitted + job.really;
    spread(spans, length, ran, ran + job.run, slots, &SpanMeans::run_busy);
    spread(spans, length, really, really + job.really_run, slots, &SpanMeans::really_busy);
    spread(spans, length, job.submitted, ran, 1, &SpanMeans::run_waiting);
    spread(spans, length, job.submitted, really, 1, &SpanMeans::really_waiting);
  }
  return spans;
}

StartDistances::StartDistances(const ToldJobs& told) {
  for (const ToldJob& job : told.jobs) all_.push_back(std::abs(job.late()));
  std::ranges::sort(all_);
}

double StartDistances::share_within(double seconds) const {
  const auto within = std::upper_bound(all_.begin(), all_.end(), seconds) - all_.begin();
  return static_cast<double>(within) / static_cast<double>(all_.size());
}

double StartDistances::seconds_of_share(double share) const {
  return statistics::quantile(all_, share);
}

std::vector<std::size_t> farthest(const ToldJobs& told, std::size_t most) {
  std::vector<std::size_t> order(told.jobs.size());
  for (std::size_t at = 0; at < order.size(); ++at) order[at] = at;
  const std::size_t count = std::min(most, order.size());
  std::ranges::partial_sort(
      order, order.begin() + static_cast<std::ptrdiff_t>(count), {},
      [&](std::size_t at) { return std::pair(-std::abs(told.jobs[at].late()), at); });
  order.resize(count);
  std::erase_if(order, [&](std::size_t at) { return told.jobs[at].late() == 0; });
  return order;
}

}  // namespace mcsim::app
