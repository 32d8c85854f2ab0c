// Collects and writes the rows of segments.csv.
#include "mcsim/results/segments_csv.hpp"

#include <algorithm>
#include <tuple>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/model/job_number.hpp"
#include "mcsim/text/csv.hpp"
#include "mcsim/text/put.hpp"

namespace mcsim::results {

std::string_view name_of(SegmentState state) {
  switch (state) {
    case SegmentState::run:
      return "run";
    case SegmentState::suspended:
      return "suspended";
    case SegmentState::launching:
      return "launching";
    case SegmentState::reserved:
      return "reserved";
  }
  return {};
}

SegmentLog::SegmentLog(const GridConfig& grid)
    : grid_(grid), names_(grid), looked_(grid.clusters.size()) {
  for (const ClusterConfig& cluster : grid.clusters) jobs_.emplace_back(cluster.trace.size());
}

// Segments.

std::uint32_t SegmentLog::begin(const HomeJob& job, ClusterId cluster, SegmentState state, Time at,
                                Slots slots, AllocationId hosts) {
  const Job& known = state_of(job);
  segments_.push_back({.home = job.home,
                       .cluster = cluster,
                       .job = job.job,
                       .attempt = known.attempts + (known.is_placed ? 0 : 1),
                       .queue = job.queue,
                       .state = state,
                       .start = at,
                       .slots = slots,
                       .hosts = hosts});
  return static_cast<std::uint32_t>(segments_.size() - 1);
}

/// What it does with the slots that it was given changes.
void SegmentLog::become(ClusterId cluster, JobIndex index, SegmentState state, Time at) {
  const HomeJob job = names_.named(cluster, index);
  Job& known = state_of(job);
  if (known.segment == no_segment) return;  // it waits
  Segment& before = segments_[known.segment];
  if (before.state == state) return;
  if (before.start == at) {
    before.state = state;
    return;
  }
  go_on(job, state, at);
}

/// On the same hosts, in another segment.
void SegmentLog::go_on(const HomeJob& job, SegmentState state, Time at) {
  Job& known = state_of(job);
  segments_[known.segment].end = at;
  const Segment last = segments_[known.segment];
  known.segment = begin(job, last.cluster, state, at, last.slots, last.hosts);
}

/// The attempt is over.
void SegmentLog::leave(const HomeJob& job, Time at) {
  Job& known = state_of(job);
  if (known.segment != no_segment) segments_[known.segment].end = at;
  known = {.attempts = known.attempts};
}

// Facts.

void SegmentLog::on(ClusterId cluster, const JobForwarded& fact) {
  Job& job = state_of(names_.named(cluster, fact.job));
  ++job.attempts;
  job.is_placed = true;
}
void SegmentLog::on(ClusterId, const ForwardRefused& fact) {
  state_of({.home = fact.home, .job = fact.job}).is_placed = false;
}
void SegmentLog::on(ClusterId cluster, const GuestAccepted& fact) { names_.accept(cluster, fact); }
void SegmentLog::on(ClusterId cluster, const GuestReturned& fact) {
  leave(names_.named(cluster, fact.guest), fact.at);
}

void SegmentLog::on(ClusterId cluster, const JobStarted& fact) {
  const HomeJob job = names_.named(cluster, fact.job);
  Job& known = state_of(job);
  if (!known.is_placed) ++known.attempts;
  known.is_placed = true;
  known.segment =
      begin(job, cluster, SegmentState::run, fact.at, fact.slots, allocations_.add(fact.hosts));
}
void SegmentLog::on(ClusterId cluster, const JobSuspended& fact) {
  become(cluster, fact.job, SegmentState::suspended, fact.at);
}
void SegmentLog::on(ClusterId cluster, const JobResumed& fact) {
  if (fact.status != JobStatus::run) return;
  const bool is_launching = state_of(names_.named(cluster, fact.job)).is_launching;
  become(cluster, fact.job, is_launching ? SegmentState::launching : SegmentState::run, fact.at);
}
void SegmentLog::on(ClusterId cluster, const JobRequeued& fact) {
  leave(names_.named(cluster, fact.job), fact.at);
}
void SegmentLog::on(ClusterId cluster, const JobEnded& fact) {
  leave(names_.named(cluster, fact.job), fact.at);
}
void SegmentLog::on(ClusterId cluster, const JobSwitched& fact) {
  names_.move(cluster, fact);
  const HomeJob job = names_.named(cluster, fact.job);
  if (const std::uint32_t segment = state_of(job).segment; segment != no_segment)
    go_on(job, segments_[segment].state, fact.at);
}
void SegmentLog::on(ClusterId cluster, const LaunchBegins& fact) {
  state_of(names_.named(cluster, fact.job)).is_launching = true;
  become(cluster, fact.job, SegmentState::launching, fact.at);
}
void SegmentLog::on(ClusterId cluster, const LaunchRuns& fact) {
  state_of(names_.named(cluster, fact.job)).is_launching = false;
  become(cluster, fact.job, SegmentState::run, fact.at);
}

// Reservations.

void SegmentLog::look(const std::vector<ClusterWorld>& worlds, Time at) {
  for (const ClusterWorld& world : worlds) look_at(world, at);
}

void SegmentLog::look_at(const ClusterWorld& world, Time at) {
  if (!world.lsf) return;
  const auto& all = world.lsf->slot_reservations;
  if (std::exchange(looked_[index_of(world.id)], all.changes()) == all.changes()) return;
  std::map<ReservedKey, std::vector<HostSlots>> now;
  for (const auto& one : all)
    now[{world.id, world.lsf->jobs[one.job].index}].push_back({one.host, Slots{one.slots}});
  const ReservedKey first{world.id, JobIndex{}};
  for (auto known = reserved_.lower_bound(first);
       known != reserved_.end() && known->first.first == world.id;) {
    const auto found = now.find(known->first);
    if (found != now.end() && found->second == known->second.hosts) {
      now.erase(found);
      ++known;
    } else {
      segments_[known->second.segment].end = at;
      known = reserved_.erase(known);
    }
  }
  for (auto& [key, hosts] : now) {
    std::int32_t slots = 0;
    for (const HostSlots& part : hosts) slots += part.slots.count();
    const std::uint32_t segment =
        begin(names_.named(world.id, key.second), world.id, SegmentState::reserved, at,
              Slots{slots}, allocations_.add(hosts));
    reserved_[key] = {std::move(hosts), segment};
  }
}

// The table.

std::string SegmentLog::line(const Segment& segment) const {
  const ClusterConfig& home = grid_.clusters[index_of(segment.home)];
  const ClusterConfig& place = grid_.clusters[index_of(segment.cluster)];
  std::string hosts;
  allocations_.visit(segment.hosts, segment.slots, [&](const HostSlots& part) {
    if (!hosts.empty()) hosts += ' ';
    if (part.slots != Slots{1}) hosts += std::to_string(part.slots.count()) + "*";
    hosts += place.hosts[index_of(part.host)].name;
  });
  return std::to_string(static_cast<std::int64_t>(home.trace[segment.job].id)) + "," +
         csv_name(home.name) + "," + std::to_string(segment.attempt) + "," + csv_name(place.name) +
         "," + csv_name(place.queues[index_of(segment.queue)].name) + "," +
         std::string(name_of(segment.state)) + "," +
         seconds_text(segment.start.time_since_epoch()) + "," +
         (segment.end == never ? std::string() : seconds_text(segment.end.time_since_epoch())) +
         "," + std::to_string(segment.slots.count()) + "," + csv_name(hosts) +
         (has_arrays(grid_) ? "," + std::to_string(home.arrays.element(segment.job)) : "") + "\n";
}

std::optional<Diagnostic> SegmentLog::write(OutputFile& file) {
  const auto key = [&](std::uint32_t at) {
    const Segment& one = segments_[at];
    return std::tuple(one.home, grid_.clusters[index_of(one.home)].trace[one.job].id, one.job,
                      one.start, at);
  };
  std::vector<std::uint32_t> order(segments_.size());
  for (std::uint32_t at = 0; at < order.size(); ++at) order[at] = at;
  std::ranges::sort(order, {}, key);
  for (const std::string_view& name : segments_csv_columns) {
    if (&name != segments_csv_columns.data()) file.write(",");
    file.write(name);
  }
  file.write(has_arrays(grid_) ? ",index\n" : "\n");
  for (const std::uint32_t at : order)
    // What a job of no length did is no segment; neither is what it had reserved in between.
    if (segments_[at].end > segments_[at].start) file.write(line(segments_[at]));
  return file.close();
}

}  // namespace mcsim::results
