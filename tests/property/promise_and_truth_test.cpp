// What a receive queue's counters promise, a session keeps: at instants of random grids a job of
// one slot, without run limit, starts in a session of its own without preempting, exactly if the
// queue's available slots are above 0. No model says how many there are: the session is the judge.
//
// Left out, each by name in is_judged(): limits of queues, users, hosts and pools, sections Limit
// that take the job (a queue's counters are those of all its jobs, whoever submits them; what a
// section leaves to one of them they cannot say, but for those that MXJ says already), windows,
// loadSched, requirements, other types of hosts, advance reservations that are not active, and
// slots that other waiting jobs have reserved, since here nobody else waits. Accept intervals are
// lifted.
//
// MCSIM_GRIDS: how many grids (default 200); MCSIM_SEED: the seed of the first one.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/forwarding/queue_counters.hpp"
#include "mcsim/scheduler/host_places.hpp"
#include "mcsim/scheduler/session.hpp"
#include "mcsim/scheduler/slot_reserver.hpp"
#include "mcsim/scheduler/started_jobs.hpp"
#include "mcsim/scheduler/waiting_jobs.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/catch.hpp"
#include "support/environment.hpp"
#include "support/random_grid.hpp"
#include "support/ways_to_run.hpp"
#include "support/worlds.hpp"

namespace mcsim::testing::promise_and_truth_test {
namespace {

struct Seen {
  std::uint64_t judged = 0;
  std::uint64_t promised = 0;
  std::uint64_t beside_suspended = 0;  ///< promised on a host with a suspended job
  std::uint64_t beside_exclusive = 0;  ///< not promised, on a host that an exclusive job has
};

bool has_future_reservation(const ClusterConfig& config, Time now) {
  return std::ranges::any_of(config.reservations,
                             [&](const ReservationConfig& one) { return one.start > now; });
}

/// Whether some active reservation lets the user without a name in.
bool may_use_reservation(const ClusterConfig& config, Time now) {
  return std::ranges::any_of(config.reservations, [&](const ReservationConfig& one) {
    return one.start <= now && now < one.end && one.users.has(none<NameId>);
  });
}

/// A profile that asks for nothing; none: there is none.
ProfileId plain_profile(const ClusterConfig& config) {
  for (std::size_t at = 0; at < config.profiles.size(); ++at) {
    const JobProfile& profile = config.profiles[at];
    const ResourceRequirement& asked = profile.res_req;
    if (!profile.hosts && !profile.exclusive && profile.application == none<ApplicationId> &&
        asked.select.empty() && asked.rusage.empty() && asked.same.empty())
      return static_cast<ProfileId>(at);
  }
  return none<ProfileId>;
}

/// Whether some section Limit takes such a job, and says more than MXJ does.
bool is_limited(const ClusterWorld& world, QueueId queue) {
  const ClusterSettings& settings = world.lsf->settings;
  const ProfileId plain = plain_profile(world.config);
  if (plain == none<ProfileId>) return false;  // is not judged anyway
  const NameId project = world.config.profiles[index_of(plain)].project;
  const LimitJob job{
      .user = none<NameId>,
      .queue = queue,
      .project = project == none<NameId> ? settings.params.default_project : project};
  return std::ranges::any_of(settings.limits, [&](const LimitSection& row) {
    return row.takes(job) && (row.limits_slots() || row.limits_jobs());
  });
}

/// Whether nothing but slots decides whether a job of one slot starts from the queue.
bool is_judged(const ClusterWorld& world, QueueId id, Time now) {
  const SchedulerState& state = *world.lsf;
  const QueueConfig& queue = state.settings.queues[index_of(id)];
  const QueueState& present = state.queues[id];
  const bool has_limits = queue.qjob_limit < no_limit || queue.ujob_limit < no_limit ||
                          queue.hjob_limit < no_limit || queue.pjob_limit.thousandths >= 0 ||
                          !state.settings.user_limits.empty() || state.features.has_user_hosts ||
                          queue.pool != none<PoolId> || is_limited(world, id);
  const bool is_shut = !present.active || !present.dispatches || !present.runs ||
                       queue.run_window.is_set() || state.lacks_mbatchd();
  const ResourceRequirement& asked = queue.rules.res_req;
  const bool asks = !asked.select.empty() || !asked.rusage.empty() || !asked.same.empty();
  const std::string& type = state.settings.hosts.front().type;
  const bool has_types = std::ranges::any_of(
      state.settings.hosts, [&](const HostConfig& host) { return host.type != type; });
  return queue.forwarding.receives() && !has_limits && !is_shut && !asks && !has_types &&
         !state.features.has_thresholds && state.slot_reservations.empty() &&
         !has_future_reservation(world.config, now) && !may_use_reservation(world.config, now) &&
         plain_profile(world.config) != none<ProfileId>;
}

/// Whether a new job of one slot starts in a session in which nobody else waits.
bool starts(const ClusterWorld& world, QueueId queue, Time now) {
  const ClusterConfig& config = world.config;
  SchedulerState state = *world.lsf;
  std::vector<JobSlotId> others;
  state.jobs.visit([&](JobSlotId id, const JobState& other) {
    if (other.stage == Stage::pending) others.push_back(id);
  });
  for (const JobSlotId other : others) {
    SlotReserver(config, state, now).stop(other);
    WaitingJobs(config, state, now).leave(other, Stage::psusp);
  }
  for (std::size_t at = 0; at < state.hosts.size(); ++at)
    HostPlaces(config, state, now).change(static_cast<HostId>(at), [](HostState& host) {
      host.accepted.reset();
    });
  HostPlaces(config, state, now).freed_everywhere();
  JobState job;
  job.index = static_cast<JobIndex>(1U << 30);
  job.stage = Stage::delayed;
  job.queue = queue;
  job.profile = plain_profile(config);
  job.slots = Slots(1);
  job.position = state.jobs.next_position();
  const JobSlotId id = state.jobs.add(job);
  WaitingJobs(config, state, now).wait(id);
  Session session(config, state, now);
  while (const SessionAction action = session.next()) {
    if (action.kind == SessionAction::Kind::start) return action.job == id;
    if (action.kind != SessionAction::Kind::resume) return false;  // it would preempt
    StartedJobs(config, state, now).resume(action.job);
  }
  return false;
}

void note(const SchedulerState& state, bool is_promised, Seen& seen) {
  ++seen.judged;
  if (is_promised) ++seen.promised;
  for (std::size_t at = 0; at < state.hosts.size(); ++at) {
    const HostState& host = state.hosts[static_cast<HostId>(at)];
    if (is_promised && host.ssusp_jobs > 0) ++seen.beside_suspended;
    if (!is_promised && host.exclusive_jobs > 0 && host.mxj > host.running) ++seen.beside_exclusive;
  }
}

void check_cluster(const ClusterWorld& world, Time now, Seen& seen) {
  const SchedulerState& state = *world.lsf;
  for (std::size_t at = 0; at < state.queues.size(); ++at) {
    const auto queue = static_cast<QueueId>(at);
    if (!is_judged(world, queue, now)) continue;
    const QueueCounters counters =
        count_queue(world.config, state, count_plan(state, queue), now, now);
    INFO(world.config.name << " " << state.settings.queues[at].name << ": available "
                           << counters.available.count());
    const bool is_promised = counters.available > Slots{};
    note(state, is_promised, seen);
    REQUIRE(starts(world, queue, now) == is_promised);
  }
}

void check_grid(const GridConfig& grid, Seen& seen) {
  Simulation simulation(grid);
  Observer nobody;
  for (int instant = 0;; ++instant) {
    const Time next = next_instant(simulation);
    if (next == never || (grid.until && next > *grid.until)) return;
    const RunState state = simulation.run_until(next, nobody);
    if (instant % 3 == 0)
      for (const ClusterWorld& world : simulation.clusters()) {
        INFO("at " << next.time_since_epoch().count() << " ms");
        if (world.lsf) check_cluster(world, next, seen);
      }
    if (state != RunState::until) return;
  }
}

}  // namespace

TEST_CASE("a job starts without preempting exactly where its queue has available slots",
          "[property][forwarding][invariants]") {
  const std::uint64_t grids = number_from_environment("MCSIM_GRIDS", 200);
  const std::uint64_t first = number_from_environment("MCSIM_SEED", 1);
  Seen seen;
  for (std::uint64_t seed = first; seed < first + grids; ++seed) {
    INFO("seed " << seed);
    const GridConfig grid = random_grid_world(seed).grid;
    check_grid(grid, seen);
  }
  INFO(seen.judged << " judged, " << seen.promised << " promised, " << seen.beside_suspended
                   << " beside suspended jobs, " << seen.beside_exclusive
                   << " beside exclusive jobs");
  CHECK(seen.judged > 10 * grids);
  CHECK(seen.promised > grids);
  CHECK(seen.judged - seen.promised > grids);
  CHECK(seen.beside_suspended > grids / 10);
  CHECK(seen.beside_exclusive > grids / 50);  // most of these grids have limits
}

}  // namespace mcsim::testing::promise_and_truth_test
