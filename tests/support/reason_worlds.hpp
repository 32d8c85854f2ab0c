// Small worlds for one pending reason each, and the reasons that they show.
#pragma once

#include <algorithm>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/reasons.hpp"
#include "support/catch.hpp"
#include "support/worlds.hpp"

#include "support/rooms.hpp"

namespace mcsim::testing::reason_worlds {

using Reasons = std::vector<GivenReason>;

inline constexpr QueueId first_queue{};
inline constexpr HostId first_host{};
inline constexpr HostId second_host{1};

/// A job of these worlds.
struct Asks {
  std::int64_t id = 1;
  std::int32_t slots = 1;
  Duration limit = queues_default;
  std::uint32_t user = 0;
  std::uint32_t profile = 0;
  std::uint16_t queue = 0;
  Duration submit{};
};

inline Trace trace_of(const std::vector<Asks>& jobs) {
  TraceBuilder builder;
  for (const Asks& asks : jobs) {
    TraceJob job;
    job.id = static_cast<JobId>(asks.id);
    job.submit = at(asks.submit);
    job.run = 1000s;
    job.limit = asks.limit;
    job.user = static_cast<NameId>(asks.user);
    job.profile = static_cast<ProfileId>(asks.profile);
    job.slots = Slots(asks.slots);
    job.queue = static_cast<QueueId>(asks.queue);
    builder.add(job);
  }
  return std::move(builder).freeze();
}

inline ClusterConfig cluster_of(const std::vector<std::int32_t>& hosts,
                                const std::vector<Asks>& jobs) {
  ClusterConfig cluster = machine(hosts, "lsf", {});
  cluster.trace = trace_of(jobs);
  return cluster;
}

/// Adds a queue "other" of this PRIORITY.
inline QueueConfig& add_queue(ClusterConfig& cluster, std::int32_t priority) {
  QueueConfig queue;
  queue.name = "other";
  queue.priority = priority;
  cluster.queues.push_back(queue);
  return cluster.queues.back();
}

/// Adds a profile, which jobs name by its number.
inline JobProfile& add_profile(ClusterConfig& cluster) {
  cluster.profiles.emplace_back();
  return cluster.profiles.back();
}

inline TimelineEntry on_job(Duration when, TimelineEntry::Kind kind, std::int64_t id) {
  TimelineEntry entry = bkill(when, id);
  entry.kind = kind;
  return entry;
}

inline TimeWindows window(Duration from, Duration to) { return TimeWindows({{from, to}}); }

/// The reasons of the job with the largest id, `when` after the start.
inline Reasons reasons_of_last(const ClusterConfig& cluster, Duration when = 5s) {
  Simulation simulation(grid_of(cluster));
  Observer nobody;
  simulation.run_until(at(when), nobody);
  const ClusterWorld& world = simulation.clusters()[0];
  JobSlotId last = none<JobSlotId>;
  world.lsf->jobs.visit([&](JobSlotId id, const JobState& job) {
    if (last == none<JobSlotId> || world.lsf->jobs[last].index < job.index) last = id;
  });
  REQUIRE(last != none<JobSlotId>);
  REQUIRE(!world.lsf->jobs[last].is_started());
  SchedulerReasons answers(world, at(when));
  Reasons reasons = answers.of(last);
  CHECK(std::ranges::find(reasons, answers.main_of(last), &GivenReason::reason) != reasons.end());
  return reasons;
}

inline PendReason only_reason(const ClusterConfig& cluster, Duration when = 5s) {
  const Reasons reasons = reasons_of_last(cluster, when);
  CHECK(reasons.size() == 1);
  return reasons.front().reason;
}

/// The reason of the first host for the last job.
inline PendReason reason_of_first_host(const ClusterConfig& cluster, Duration when = 5s) {
  for (const GivenReason& reason : reasons_of_last(cluster, when))
    if (!reason.hosts.empty() && reason.hosts.front() == first_host) return reason.reason;
  return PendReason::none;
}

}  // namespace mcsim::testing::reason_worlds
