// Conservative backfilling in its slowest form.
#include "support/naive_conservative.hpp"

#include <algorithm>
#include <vector>

#include "support/naive_cluster.hpp"

namespace mcsim::testing {
namespace {

Duration length_of(const NaiveJob& job) { return std::max(job.estimate, 1ms); }

/// A job that should have ended is expected any moment.
Time predicted_end(const NaiveCluster& cluster, const NaiveJob& running) {
  return std::max(end_of(running.start, length_of(running)), cluster.now() + 1ms);
}

}  // namespace

void NaiveConservative::ended(const NaiveCluster& cluster, const NaiveJob& job) {
  if (end_of(job.start, length_of(job)) > cluster.now()) freed = true;
}

void NaiveConservative::left(std::size_t position) {
  if (reserved_.erase(position) > 0) freed = true;
}

/// The slots that running jobs and all reservations leave free.
std::int64_t NaiveConservative::free_at(const NaiveCluster& cluster, Time time) const {
  std::int64_t free = cluster.free_slots_without([&](const NaiveJob& job) {
    const Time end = predicted_end(cluster, job);
    return end <= time && end != never;
  });
  for (const auto& [position, start] : reserved_) {
    const NaiveJob& job = cluster.jobs()[position];
    if (start <= time && time < end_of(start, length_of(job))) free -= job.asked.slots.count();
  }
  return free;
}

/// Checked at `from`, and at each moment before the job's end at which a reservation begins.
bool NaiveConservative::fits(const NaiveCluster& cluster, const NaiveJob& job, Time from) const {
  const Time end = end_of(from, length_of(job));
  std::vector<Time> moments{from};
  for (const auto& [position, start] : reserved_) moments.push_back(start);
  return std::ranges::all_of(moments, [&](Time moment) {
    const bool concerns = moment >= from && moment < end;
    return !concerns || free_at(cluster, moment) >= job.asked.slots.count();
  });
}

Time NaiveConservative::earliest(const NaiveCluster& cluster, const NaiveJob& job) const {
  std::vector<Time> moments{cluster.now()};
  for (const NaiveJob& other : cluster.jobs())
    if (other.runs()) moments.push_back(predicted_end(cluster, other));
  for (const auto& [position, start] : reserved_)
    if (start != never) moments.push_back(end_of(start, length_of(cluster.jobs()[position])));
  std::ranges::sort(moments);
  for (const Time moment : moments)
    if (moment != never && fits(cluster, job, moment)) return moment;
  return never;
}

/// Those with a reservation, in the order of the line.
std::vector<std::size_t> NaiveConservative::line(const NaiveCluster& cluster) const {
  std::vector<std::size_t> line;
  for (const std::size_t position : cluster.line())
    if (reserved_.contains(position)) line.push_back(position);
  return line;
}

void NaiveConservative::make_anew(NaiveCluster& cluster) {
  const std::vector<std::size_t> before = line(cluster);
  reserved_.clear();
  for (const std::size_t position : before)
    reserved_[position] = earliest(cluster, cluster.jobs()[position]);
}

void NaiveConservative::move_forward(NaiveCluster& cluster) {
  for (const std::size_t position : line(cluster)) {
    reserved_.erase(position);
    const Time start = earliest(cluster, cluster.jobs()[position]);
    reserved_[position] = start;
  }
}

void NaiveConservative::reserve_new(NaiveCluster& cluster) {
  for (const std::size_t position : cluster.line()) {
    if (reserved_.size() >= cluster.config().model.conservative.depth) return;
    if (!reserved_.contains(position)) {
      const Time start = earliest(cluster, cluster.jobs()[position]);
      reserved_[position] = start;
    }
  }
}

bool NaiveConservative::start_one(NaiveCluster& cluster) {
  for (const std::size_t position : line(cluster))
    if (reserved_[position] <= cluster.now()) {
      reserved_.erase(position);
      cluster.start(position);
      return true;
    }
  const bool all_have = cluster.waiting().size() == reserved_.size();
  for (const std::size_t position : cluster.line()) {
    if (all_have || !fits(cluster, cluster.jobs()[position], cluster.now())) continue;
    reserved_.erase(position);
    cluster.start(position);
    return true;
  }
  return false;
}

void NaiveConservative::pass(NaiveCluster& cluster) {
  const bool is_late = std::ranges::any_of(
      reserved_, [&](const auto& reserved) { return reserved.second < cluster.now(); });
  if (hosts_changed || is_late || cluster.may_overrun())
    make_anew(cluster);
  else if (freed)
    move_forward(cluster);
  hosts_changed = freed = false;
  do reserve_new(cluster);
  while (start_one(cluster));
}

Time NaiveConservative::next_check(const NaiveCluster& cluster) const {
  // A reservation that relies on a job that should have ended would only be moved on.
  const Time after = cluster.may_overrun() ? cluster.now() + 1ms : cluster.now();
  Time next = never;
  for (const auto& [position, start] : reserved_)
    if (start > after) next = std::min(next, start);
  return next;
}

}  // namespace mcsim::testing
