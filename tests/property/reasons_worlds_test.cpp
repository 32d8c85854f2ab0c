// Pending reasons in random worlds that use all features of dispatch `lsf`: they say what a session
// would do, and removing the limit that they name helps.
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/reasons.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "mcsim/scheduler/session.hpp"
#include "mcsim/scheduler/started_jobs.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/lim_worlds.hpp"
#include "support/random_lsf_worlds.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::reasons_worlds_test {

namespace {

constexpr std::uint64_t usual_worlds = 1'500;

std::uint64_t worlds() {
  return fewer_by_environment(number_from_environment("MCSIM_REASON_WORLDS", usual_worlds));
}

bool is_free_to_start(const std::vector<GivenReason>& reasons) {
  const PendReason first = reasons.front().reason;
  return first == PendReason::new_job || first == PendReason::requeued ||
         first == PendReason::not_looked_at || first == PendReason::preexec_failed;
}

/// Whether only started jobs decide about this job.
bool can_stand_alone(const SchedulerState& state, const JobState& job) {
  const bool nobody_resumes = state.jobs.ssusp() == 0;
  const bool is_looked_at = job.bucket != none<BucketId>;  // its start has not just failed
  return nobody_resumes && is_looked_at && state.slot_reservations.empty() &&
         state.slot_reservations.reserving.empty() &&
         state.settings.queues[index_of(job.queue)].pool == none<PoolId>;
}

/// Whether the job would start in a session in which no other job waits.
bool starts_alone(const ClusterWorld& world, JobSlotId job, Time now) {
  SchedulerState state = *world.lsf;
  WaitingJobs waiting(world.config, state, now);
  std::vector<JobSlotId> others;
  state.jobs.visit([&](JobSlotId id, const JobState& other) {
    if (other.stage == Stage::pending && id != job) others.push_back(id);
  });
  for (const JobSlotId other : others) waiting.leave(other, Stage::psusp);
  HostPlaces(world.config, state, now).freed_everywhere();
  Session session(world.config, state, now);
  const SessionAction action = session.next();
  return action.kind == SessionAction::Kind::start && action.job == job;
}

void check_hosts(const ClusterWorld& world, const std::vector<GivenReason>& reasons) {
  std::multiset<HostId> hosts;
  for (const GivenReason& reason : reasons) hosts.insert(reason.hosts.begin(), reason.hosts.end());
  if (reasons.back().reason == PendReason::no_mbatchd) {
    REQUIRE(hosts.size() == 1);
    return;
  }
  const bool whole_job = !is_host_reason(reasons.back().reason);
  REQUIRE(hosts.size() == (whole_job ? 0 : world.lsf->hosts.size()));
  for (const HostId host : hosts) REQUIRE(hosts.count(host) == 1);
}

/// The world without the limit behind `reason`; none: the reason has no such limit.
std::optional<ClusterWorld> without_limit(const ClusterWorld& world, JobSlotId id,
                                          PendReason reason) {
  ClusterWorld other = world;
  QueueConfig& queue = other.lsf->settings.queues[index_of(other.lsf->jobs[id].queue)];
  switch (reason) {
    case PendReason::queue_inactive:
      other.lsf->queues[other.lsf->jobs[id].queue].active = true;
      return other;
    case PendReason::queue_limit:
    case PendReason::queue_limit_parallel:
      queue.qjob_limit = no_limit;
      return other;
    case PendReason::user_queue_limit:
    case PendReason::user_queue_limit_parallel:
      queue.ujob_limit = no_limit;
      return other;
    case PendReason::deadline:
      queue.ignore_deadline = true;
      return other;
    default:
      return std::nullopt;
  }
}

/// The world with no jobs on these hosts.
ClusterWorld with_empty_hosts(const ClusterWorld& world, const std::vector<HostId>& hosts,
                              Time now) {
  ClusterWorld other = world;
  std::set<JobSlotId> there;
  for (const HostId host : hosts)
    other.lsf->jobs.visit_on(host, [&](JobSlotId id, Slots) { there.insert(id); });
  for (const JobSlotId id : there) StartedJobs(other.config, *other.lsf, now).release(id);
  return other;
}

struct Seen {
  std::uint64_t jobs = 0;
  std::uint64_t alone = 0;
  std::uint64_t emptied = 0;
  std::set<PendReason> reasons;
};

void check_job(const ClusterWorld& world, JobSlotId id, Time now, Seen& seen) {
  const JobState& job = world.lsf->jobs[id];
  SchedulerReasons answers(world, now);
  const std::vector<GivenReason> reasons = answers.of(id);
  REQUIRE(!reasons.empty());
  check_hosts(world, reasons);
  const PendReason main = answers.main_of(id);
  REQUIRE(std::ranges::find(reasons, main, &GivenReason::reason) != reasons.end());
  ++seen.jobs;
  for (const GivenReason& reason : reasons) seen.reasons.insert(reason.reason);
  if (job.stage == Stage::pending)
    REQUIRE(world.lsf->lacks_mbatchd() == (reasons.front().reason == PendReason::no_mbatchd));
  if (job.stage != Stage::pending || world.lsf->lacks_mbatchd() ||
      !can_stand_alone(*world.lsf, job))
    return;
  INFO("first reason: " << text_of(reasons.front().reason));
  ++seen.alone;
  REQUIRE(starts_alone(world, id, now) == is_free_to_start(reasons));
  if (const auto other = without_limit(world, id, reasons.front().reason)) {
    const auto then = SchedulerReasons(*other, now).of(id);
    REQUIRE(then.front().reason != reasons.front().reason);
  }
  const bool only_full = reasons.size() == 1 && reasons[0].reason == PendReason::host_full;
  if (!only_full || world.lsf->features.has_reservations) return;
  const ClusterWorld other = with_empty_hosts(world, reasons[0].hosts, now);
  const std::vector<GivenReason> then = SchedulerReasons(other, now).of(id);
  ++seen.emptied;
  REQUIRE(starts_alone(other, id, now) == is_free_to_start(then));
  for (const GivenReason& reason : then) REQUIRE(reason.reason != PendReason::host_full);
}

void check_world(const GridConfig& grid, Seen& seen) {
  Simulation simulation(grid);
  Observer nobody;
  while (true) {
    const Time next = next_instant(simulation);
    if (next == never || next > *grid.until) return;
    const RunState state = simulation.run_until(next, nobody);
    const ClusterWorld& world = simulation.clusters()[0];
    INFO("at " << next.time_since_epoch().count() << " ms");
    world.lsf->jobs.visit([&](JobSlotId id, const JobState& job) {
      INFO("job " << index_of(job.index));
      if (!job.is_started()) check_job(world, id, next, seen);
    });
    if (state != RunState::until) return;
  }
}

}  // namespace

TEST_CASE("a pending job's reasons say whether a session of its own would start it", "[property]") {
  Seen seen;
  for (std::uint64_t seed = 1; seed <= worlds(); ++seed) {
    INFO("seed " << seed);
    GridConfig grid = random_lsf_world(seed).grid;
    if (seed % 5 == 0) give_lims(grid, seed);
    check_world(grid, seen);
  }
  INFO(seen.jobs << " jobs, " << seen.alone << " alone, " << seen.emptied << " after emptying");
  CHECK(seen.alone > 1'000);
  CHECK(seen.emptied > 100);
  // All reasons of LSF's scheduler occurred, except one limit that these worlds hardly reach.
  seen.reasons.insert(PendReason::host_group_cpu_limit);
  // No job of these worlds waits for others: dependencies_property_test.cpp.
  seen.reasons.insert(
      {PendReason::dependency, PendReason::dependency_never, PendReason::begin_time});
  // A single cluster forwards and borrows nothing.
  for (const PendReason reason :
       {PendReason::forwarded, PendReason::no_receive_queue, PendReason::came_back,
        PendReason::forward_user, PendReason::forward_hosts, PendReason::forward_limit,
        PendReason::forward_delay, PendReason::guest_limit, PendReason::init_failed,
        PendReason::gave_up, PendReason::host_out_of_reach, PendReason::host_not_borrowed,
        PendReason::host_first_slot, PendReason::host_lease_over, PendReason::host_serial})
    seen.reasons.insert(reason);
  for (auto at = static_cast<int>(PendReason::delayed); at <= static_cast<int>(last_pend_reason);
       ++at) {
    INFO(text_of(static_cast<PendReason>(at)));
    CHECK(seen.reasons.contains(static_cast<PendReason>(at)));
  }
}

TEST_CASE("what jobs wait for in the end does not hang on skipped sessions", "[property]") {
  for (std::uint64_t seed = 1; seed <= worlds(); ++seed) {
    const GridConfig grid = random_lsf_world(seed).grid;
    for (const Time until : {at(57s), at(101s), *grid.until}) {
      INFO("seed " << seed << " until " << until.time_since_epoch().count() << " ms");
      const RunResults skipped = run_until(grid, until);
      const RunResults all = run_every_session(grid, until);
      for (std::size_t job = 0; job < all.clusters[0].jobs.size(); ++job)
        REQUIRE(skipped.clusters[0].jobs[job].pend_reason == all.clusters[0].jobs[job].pend_reason);
    }
  }
}

}  // namespace mcsim::testing::reasons_worlds_test
