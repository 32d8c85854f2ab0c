// EASY backfilling in its slowest form.
#include "support/naive_easy.hpp"

#include <algorithm>
#include <utility>

namespace mcsim::testing {
namespace {

/// A job that should have ended is expected any moment.
Time predicted_end(const NaiveCluster& cluster, const NaiveJob& running) {
  return std::max(end_of(running.start, running.expected), cluster.now() + 1ms);
}

std::int64_t free_at(const NaiveCluster& cluster, Time time) {
  return cluster.free_slots_without([&](const NaiveJob& job) {
    const Time end = predicted_end(cluster, job);
    return end <= time && end != never;
  });
}

/// Sticky: the first waiting job keeps the time that it got when it first could not start, until it
/// starts or that time has come. A job that got no time asks again.
Time reservation(NaiveCluster& cluster, std::size_t head, const EasyOptions& options) {
  const bool sticky = options.reservation == EasyOptions::Reservation::sticky;
  if (sticky && cluster.kept && cluster.kept->job == head && cluster.kept->time > cluster.now())
    return cluster.kept->time;
  const Time shadow = naive_shadow(cluster, cluster.jobs()[head]);
  cluster.kept.reset();
  if (shadow != never) cluster.kept = {head, shadow, cluster.now()};
  return shadow;
}

}  // namespace

Time naive_shadow(const NaiveCluster& cluster, const NaiveJob& job) {
  std::vector<Time> ends;
  for (const NaiveJob& other : cluster.jobs())
    if (other.runs() && !other.has_left) ends.push_back(predicted_end(cluster, other));
  std::ranges::sort(ends);
  for (const Time end : ends)
    if (end != never && free_at(cluster, end) >= job.asked.slots.count()) return end;
  return never;
}

void naive_easy_pass(NaiveCluster& cluster, const EasyOptions& options) {
  const std::vector<std::size_t> line = cluster.line();
  std::size_t next = 0;
  while (next < line.size() && cluster.fits(line[next])) cluster.start(line[next++]);
  if (next == line.size()) return;

  const std::size_t head = line[next];
  const Time shadow = reservation(cluster, head, options);
  std::int64_t extra = 0;
  if (options.extra) extra = free_at(cluster, shadow) - cluster.jobs()[head].asked.slots.count();
  for (++next; next < line.size(); ++next) {
    const NaiveJob& job = cluster.jobs()[line[next]];
    if (!cluster.fits(line[next])) continue;
    const Time end = end_of(cluster.now(), job.estimate);
    const bool in_time = shadow == never || end < shadow ||
                         (end == shadow && options.compare == EasyOptions::Compare::at_most);
    if (!in_time && job.asked.slots.count() > extra) continue;
    if (!in_time) extra -= job.asked.slots.count();
    cluster.start(line[next]);
  }
}

}  // namespace mcsim::testing
