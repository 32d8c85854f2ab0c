// Counts slots and finds states for bhosts and bqueues.
#include "mcsim/views/place_status.hpp"

#include <algorithm>

#include "mcsim/scheduler/host_rules.hpp"

namespace mcsim::views {

HostCounts host_counts(const ClusterWorld& world, HostId id) {
  HostCounts counts;
  if (world.baseline) {
    const Host& host = world.baseline->hosts[id];
    counts.max = host.mxj.count();
    counts.run = host.busy.count();
    return counts;
  }
  const HostState& host = world.lsf->hosts[id];
  counts.max = host.mxj;
  counts.run = host.running;
  counts.reserved = host.reserved;
  world.lsf->jobs.visit_on(id, [&](JobSlotId job, Slots slots) {
    const Stage stage = world.lsf->jobs[job].stage;
    if (stage == Stage::ssusp) counts.ssusp += slots.count();
    if (stage == Stage::ususp) counts.ususp += slots.count();
  });
  return counts;
}

bool is_available(const ClusterWorld& world, HostId id) {
  const bool is_borrowed = world.config.hosts[index_of(id)].home.has_value();
  if (world.baseline) return !is_borrowed;
  const HostState& host = world.lsf->hosts[id];
  if (is_borrowed) return host.known_by > 0;
  const bool is_lent_out = host.leased < 0 && host.mxj == 0;
  return !is_lent_out || host.running + host.suspended > 0;
}

void visit_away(const ClusterWorld& world,
                const std::function<void(JobSlotId job, JobStatus status)>& visit) {
  for (const Neighbour& neighbour : world.forwarding.neighbours)
    neighbour.ledger.visit(
        [&](const ForwardLedger::Entry& entry) { visit(entry.job, entry.heard); });
}

std::string host_status(const ClusterWorld& world, HostId id) {
  const HostCounts counts = host_counts(world, id);
  if (world.baseline) {
    const Host& host = world.baseline->hosts[id];
    if (host.down) return "unavail";
    if (host.closed) return "closed_Adm";
    return counts.run >= counts.max ? "closed_Full" : "ok";
  }
  const HostState& host = world.lsf->hosts[id];
  if (host.down || host.cut_off) return "unavail";
  if (host.unreached) return "unreach";
  if (host.unheard) return "closed_LIM";
  if (host.closed) return "closed_Adm";
  if (!host.in_window) return "closed_Wind";
  if (host.exclusive_jobs > 0) return "closed_Excl";
  if (host.paused > 0) return "closed_Inact";
  const bool suspended_count = world.lsf->features.counts_suspended;
  const std::int32_t used =
      counts.run + counts.reserved + (suspended_count ? counts.ssusp + counts.ususp : 0);
  if (used >= counts.max) return "closed_Full";
  if (host.nans > 0) return "closed_Busy";
  const HostRules rules(world.config, *world.lsf, world.agenda.now());
  return rules.exceeded(id) != nullptr ? "closed_Busy" : "ok";
}

QueueCounts queue_counts(const ClusterWorld& world, QueueId id) {
  QueueCounts counts;
  if (world.baseline) {
    world.baseline->jobs.visit([&](JobSlotId, const JobInFlight& job) {
      if (world.config.trace[job.index].queue == id)
        (job.start == never ? counts.pend : counts.run) += job.slots.count();
    });
    return counts;
  }
  counts.reserved = world.lsf->queues[id].count.reserved;
  const auto add = [&](const JobState& job, JobStatus status) {
    if (job.queue != id) return;
    std::int64_t& count = status == JobStatus::run     ? counts.run
                          : status == JobStatus::ssusp ? counts.ssusp
                          : status == JobStatus::ususp ? counts.ususp
                                                       : counts.pend;
    count += job.slots.count();
  };
  world.lsf->jobs.visit([&](JobSlotId, const JobState& job) {
    if (job.stage != Stage::away)
      add(job, job.stage == Stage::running ? JobStatus::run
               : job.stage == Stage::ssusp ? JobStatus::ssusp
               : job.stage == Stage::ususp ? JobStatus::ususp
                                           : JobStatus::pend);
  });
  visit_away(world, [&](JobSlotId job, JobStatus status) { add(world.lsf->jobs[job], status); });
  counts.pend -= counts.reserved;  // bqueues counts reserved slots only under RSV
  return counts;
}

std::string queue_status(const ClusterWorld& world, QueueId id) {
  if (world.baseline) return world.baseline->queues[id].open ? "Open:Active" : "Closed:Active";
  const QueueState& queue = world.lsf->queues[id];
  const std::string open = queue.open ? "Open:" : "Closed:";
  if (!queue.active) return open + "Inact_Adm";
  return open + (queue.dispatches && queue.runs ? "Active" : "Inact_Win");
}

}  // namespace mcsim::views
