// Adds up the tables of a run.
#include "mcsim/report/run_pictures.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace mcsim::report {
namespace {

/// So many columns of pixels are enough for any screen.
constexpr std::size_t most_bins = 2000;

// Hosts.

/// The most slots of each host that were in use at once, for hosts of unknown size.
void measure_hosts(RunTables& tables) {
  std::vector<Steps> used(tables.hosts.size());
  for (const Bar& bar : tables.bars) {
    if (bar.state == BarState::suspended) continue;
    for (std::uint32_t at = bar.first_part; at < bar.first_part + bar.parts; ++at)
      if (const HostPart& part = tables.parts[at]; tables.hosts[part.host].slots == 0)
        used[part.host].add(bar.start, bar.end, part.slots);
  }
  for (std::size_t host = 0; host < used.size(); ++host)
    for (const Level& level : used[host].take())
      tables.hosts[host].slots = std::max(tables.hosts[host].slots, level.value);
}

// Over time.

/// Calls `use(cluster, slots)` for the hosts of each cluster that a bar has slots of; `whose`:
/// which cluster of a host is meant.
template <class Use>
void each_place(const RunTables& tables, const Bar& bar, std::uint32_t HostRow::* whose, Use use) {
  for (std::uint32_t at = bar.first_part; at < bar.first_part + bar.parts;) {
    const std::uint32_t cluster = tables.hosts[tables.parts[at].host].*whose;
    std::int64_t slots = 0;
    for (; at < bar.first_part + bar.parts && tables.hosts[tables.parts[at].host].*whose == cluster;
         ++at)
      slots += tables.parts[at].slots;
    use(cluster, slots);
  }
}

std::vector<Steps> pending_steps(const RunTables& tables, std::size_t clusters) {
  std::vector<Steps> pending(clusters);
  std::vector<Instant> since(tables.jobs.size());
  for (std::size_t job = 0; job < since.size(); ++job) since[job] = tables.jobs[job].submit;
  for (const Bar& bar : tables.bars) {
    pending[tables.jobs[bar.job].cluster].add(since[bar.job], bar.start, 1);
    since[bar.job] = std::max(since[bar.job], bar.end);
  }
  for (std::size_t job = 0; job < since.size(); ++job) {
    const RunJob& row = tables.jobs[job];
    if (tables.statuses.names()[row.status] == "REJECTED") continue;
    pending[row.cluster].add(since[job], row.finish == no_instant ? tables.end : row.finish, 1);
  }
  return pending;
}

void add_series(const RunTables& tables, std::int64_t start, RunPictures& to) {
  const std::size_t count = tables.clusters.size();
  to.clusters.resize(count);
  for (const HostRow& host : tables.hosts) to.clusters[host.cluster].capacity += host.slots;
  std::vector<Steps> busy(count);
  std::vector<Steps> guests(count);
  for (const Bar& bar : tables.bars) {
    if (bar.state == BarState::suspended) continue;
    each_place(tables, bar, &HostRow::cluster, [&](std::uint32_t cluster, std::int64_t slots) {
      busy[cluster].add(bar.start, bar.end, slots);
      if (cluster != tables.jobs[bar.job].cluster) guests[cluster].add(bar.start, bar.end, slots);
    });
  }
  std::vector<Steps> pending = pending_steps(tables, count);
  WeekSums use(start);
  for (std::size_t at = 0; at < count; ++at) {
    ClusterSeries& one = to.clusters[at];
    const std::vector<Level> levels = busy[at].take();
    one.busy = binned(levels, to.bins);
    one.busy_time = integral(levels, to.bins.from, tables.end);
    const std::int64_t full = std::max<std::int64_t>((one.capacity * full_percent + 99) / 100, 1);
    one.full = stretches(levels, full, to.bins.from, tables.end);
    for (std::size_t level = 0; level + 1 < levels.size(); ++level)
      use.add(levels[level].from, levels[level + 1].from, static_cast<double>(levels[level].value));
    one.pending = binned(pending[at].take(), to.bins);
    one.guests = binned(guests[at].take(), to.bins);
  }
  double all = 0;
  for (const ClusterSeries& one : to.clusters) all += static_cast<double>(one.capacity);
  WeekSums offered(start);
  offered.add(to.bins.from, tables.end, all);
  for (std::size_t hour = 0; hour < hours_of_week; ++hour)
    if (offered.sums()[hour] > 0) to.week_use[hour] = use.sums()[hour] / offered.sums()[hour];
}

MostSlots most_of(const std::vector<double>& sums) {
  double all = 0;
  for (const double sum : sums) all += sum;
  const auto most = std::ranges::max_element(sums);
  if (all == 0) return {};
  return {.who = static_cast<std::uint32_t>(most - sums.begin()), .part = *most / all};
}

/// Whose jobs had the slots of each cluster when it was full for longest.
void add_who_filled(const RunTables& tables, RunPictures& to) {
  std::vector<std::vector<double>> queues(to.clusters.size(),
                                          std::vector<double>(tables.queues.size()));
  std::vector<std::vector<double>> users(to.clusters.size(),
                                         std::vector<double>(tables.users.size()));
  for (const Bar& bar : tables.bars) {
    if (bar.state == BarState::suspended) continue;
    each_place(tables, bar, &HostRow::cluster, [&](std::uint32_t cluster, std::int64_t slots) {
      const Stretches& full = to.clusters[cluster].full;
      const Instant begin = std::max(bar.start, full.longest_from);
      const Instant end = std::min(bar.end, full.longest_from + full.longest);
      if (end <= begin) return;
      const double time = static_cast<double>(slots) * static_cast<double>(end - begin);
      queues[cluster][tables.jobs[bar.job].queue] += time;
      users[cluster][tables.jobs[bar.job].user] += time;
    });
  }
  for (std::size_t at = 0; at < to.clusters.size(); ++at) {
    to.clusters[at].queue_when_full = most_of(queues[at]);
    to.clusters[at].user_when_full = most_of(users[at]);
  }
}

// Use.

/// `whose`: the number that jobs are added up by; `names`: of these.
std::vector<UsedSlotTime> use_by(const RunTables& tables, std::uint32_t RunJob::* whose,
                                 const std::vector<std::string>& names) {
  std::vector<UsedSlotTime> all(names.size());
  for (std::size_t at = 0; at < names.size(); ++at) all[at].name = names[at];
  std::uint32_t last = static_cast<std::uint32_t>(-1);
  for (const Bar& bar : tables.bars) {
    UsedSlotTime& one = all[tables.jobs[bar.job].*whose];
    const double time = static_cast<double>(bar.slots) * static_cast<double>(bar.end - bar.start);
    (bar.state == BarState::suspended ? one.suspended : one.used) += time;
    if (bar.job != last) ++one.jobs;
    last = bar.job;
  }
  std::erase_if(all, [](const UsedSlotTime& one) { return one.jobs == 0; });
  std::ranges::sort(all, {},
                    [](const UsedSlotTime& one) { return std::pair(-one.used, one.name); });
  return all;
}

// Waits.

/// The value at position ceil(part n), ascending, as the summary's quantiles.
std::int64_t quantile_of(const std::vector<std::int64_t>& sorted, std::size_t percent) {
  return sorted[(sorted.size() * percent + 99) / 100 - 1];
}

WaitGroup group_of(std::string name, const std::vector<std::int64_t>& sorted,
                   const std::vector<std::int64_t>& marks) {
  WaitGroup group;
  group.name = std::move(name);
  group.jobs = static_cast<std::uint32_t>(sorted.size());
  double sum = 0;
  for (const std::int64_t wait : sorted) sum += static_cast<double>(wait);
  group.mean = sum / static_cast<double>(sorted.size());
  group.median = quantile_of(sorted, 50);
  group.p95 = quantile_of(sorted, 95);
  group.longest = sorted.back();
  for (const std::int64_t mark : marks) {
    group.within.push_back(
        static_cast<std::uint32_t>(std::ranges::upper_bound(sorted, mark) - sorted.begin()));
    if (group.within.back() == group.jobs) break;
  }
  return group;
}

/// Groups whose jobs have waited most in all first; of equal ones in the order of first sight.
void order_by_wait(std::vector<WaitGroup>& groups) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t at = 0; at < groups.size(); ++at)
    order.emplace_back(-groups[at].mean * groups[at].jobs, at);
  std::ranges::sort(order);
  std::vector<WaitGroup> sorted;
  for (const auto& [weight, at] : order) sorted.push_back(std::move(groups[at]));
  groups = std::move(sorted);
}

/// 1, 2, 3-4, 5-8, 9-16 ...: the position of the class.
std::size_t width_class(std::int64_t slots) {
  std::size_t position = 0;
  for (std::int64_t most = 1; most < slots; most *= 2) ++position;
  return position;
}

std::string width_name(std::size_t position) {
  if (position == 0) return "1 slot";
  const std::int64_t most = std::int64_t{1} << position;
  if (position == 1) return "2 slots";
  return std::to_string(most / 2 + 1) + " to " + std::to_string(most) + " slots";
}

void add_waits(const RunTables& tables, RunPictures& to) {
  std::vector<std::pair<std::int64_t, std::uint32_t>> order;  // by wait: groups come out sorted
  for (std::uint32_t job = 0; job < tables.jobs.size(); ++job)
    if (tables.jobs[job].is_over()) order.emplace_back(tables.jobs[job].wait, job);
  std::ranges::sort(order);
  const std::vector<std::int64_t> marks = wait_marks();
  const auto grouped = [&](std::size_t count, auto key, auto name) {
    std::vector<std::vector<std::int64_t>> waits(count);
    for (const auto& [wait, job] : order) waits[key(tables.jobs[job])].push_back(wait);
    std::vector<WaitGroup> groups;
    for (std::size_t at = 0; at < count; ++at)
      if (!waits[at].empty()) groups.push_back(group_of(name(at), waits[at], marks));
    return groups;
  };
  constexpr std::size_t widths = 63;
  to.by_queue = grouped(
      tables.queues.size(), [](const RunJob& job) { return job.queue; },
      [&](std::size_t at) { return tables.queues.names()[at]; });
  to.by_user = grouped(
      tables.users.size(), [](const RunJob& job) { return job.user; },
      [&](std::size_t at) { return tables.users.names()[at]; });
  to.by_width =
      grouped(widths, [](const RunJob& job) { return width_class(job.slots); }, width_name);
  order_by_wait(to.by_queue);
  order_by_wait(to.by_user);
}

void add_week_waits(const RunTables& tables, std::int64_t start, RunPictures& to) {
  WeekSums waits(start);
  WeekSums over(start);
  WeekSums jobs(start);
  for (const RunJob& job : tables.jobs) {
    jobs.add_at(job.submit, 1);
    if (!job.is_over()) continue;
    over.add_at(job.submit, 1);
    waits.add_at(job.submit, static_cast<double>(job.wait));
  }
  to.week_jobs = jobs.sums();
  for (std::size_t hour = 0; hour < hours_of_week; ++hour)
    if (over.sums()[hour] > 0) to.week_wait[hour] = waits.sums()[hour] / over.sums()[hour];
}

// Flows.

std::vector<Flow> flows_of(const RunTables& tables) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Flow> found;
  std::vector<std::uint32_t> counted(tables.jobs.size(), static_cast<std::uint32_t>(-1));
  for (const Bar& bar : tables.bars) {
    const std::uint32_t from = tables.jobs[bar.job].cluster;
    each_place(tables, bar, &HostRow::home, [&](std::uint32_t cluster, std::int64_t slots) {
      Flow& flow = found[{from, cluster}];
      // A job that goes on where it has just been counts once.
      if (counted[bar.job] != cluster) ++flow.jobs;
      counted[bar.job] = cluster;
      if (bar.state != BarState::suspended)
        flow.slot_time += static_cast<double>(slots) * static_cast<double>(bar.end - bar.start);
    });
  }
  std::vector<Flow> flows;
  for (auto& [key, flow] : found) {
    flow.from = key.first;
    flow.to = key.second;
    flows.push_back(flow);
  }
  return flows;
}

}  // namespace

std::vector<std::int64_t> wait_marks() {
  // Renard's numbers, so that steps look alike on a logarithmic axis. Source: ISO 3, R10.
  constexpr std::array<std::int64_t, 10> steps = {100, 125, 160, 200, 250, 315, 400, 500, 630, 800};
  constexpr std::int64_t year = std::int64_t{366} * 24 * 3'600'000;
  std::vector<std::int64_t> marks{0};
  for (std::int64_t decade = 10; marks.back() < year; decade *= 10)
    for (const std::int64_t step : steps) marks.push_back(step * decade);
  return marks;
}

RunPictures run_pictures(RunTables& tables, std::int64_t start) {
  measure_hosts(tables);
  RunPictures pictures;
  if (!tables.jobs.empty())
    pictures.from = std::ranges::min(tables.jobs, {}, &RunJob::submit).submit;
  // A short run needs no more columns than it has changes.
  const std::size_t changes = 4 * (tables.jobs.size() + tables.bars.size()) + 16;
  pictures.bins = Bins::of(pictures.from, tables.end, std::min(most_bins, changes));
  add_series(tables, start, pictures);
  add_who_filled(tables, pictures);
  add_waits(tables, pictures);
  add_week_waits(tables, start, pictures);
  pictures.use_by_queue = use_by(tables, &RunJob::queue, tables.queues.names());
  pictures.use_by_user = use_by(tables, &RunJob::user, tables.users.names());
  pictures.flows = flows_of(tables);
  return pictures;
}

}  // namespace mcsim::report
