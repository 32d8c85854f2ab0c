// Worlds in which PAM launches parallel jobs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "mcsim/base/random.hpp"
#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Launches all jobs of a cluster by this profile.
inline void launch_all(ClusterConfig& cluster, LaunchProfile profile) {
  cluster.launch = {.profiles = {std::move(profile)}, .least_slots = {Slots{1}}};
  cluster.launch.of_others = 0;
}

inline DrawnTime constant(Duration time) { return {.least = time}; }

inline DrawnTime drawn_launch_time(RngStream& dice) {
  const auto kind = static_cast<DrawnTime::Kind>(dice.below(3));
  const Duration least = dice.below(3) == 0 ? Duration{} : dice.below(4) * 1s;
  return {.kind = kind, .least = least, .spread = dice.below(5) * 1s};
}

inline LaunchFault drawn_launch_fault(const ClusterConfig& cluster, RngStream& dice) {
  using Kind = LaunchFault::Kind;
  LaunchFault fault{.kind = static_cast<Kind>(dice.below(5))};
  fault.probability = dice.below(2) == 0 ? 0.05 : 0.5;
  if (dice.below(3) == 0) fault.execution = 1;
  const bool is_of_tasks = fault.kind == Kind::task_cannot_start || fault.kind == Kind::ts_dies;
  if (is_of_tasks && dice.below(2) == 0) fault.task = static_cast<std::uint32_t>(dice.below(3));
  if ((is_of_tasks || fault.kind == Kind::res_dies) && dice.below(3) == 0)
    fault.hosts = {static_cast<HostId>(dice.below(cluster.hosts.size()))};
  if (dice.below(2) == 0) fault.at = dice.below(100) * 1s;
  fault.exit_code = static_cast<std::int32_t>(dice.below(3));
  return fault;
}

inline LaunchProfile drawn_launch(const ClusterConfig& cluster, RngStream& dice) {
  LaunchProfile profile;
  profile.name = "mpirun";
  profile.method = static_cast<std::int32_t>(1 + dice.below(2));
  profile.wrapper_start = drawn_launch_time(dice);
  profile.pjl_start = drawn_launch_time(dice);
  profile.ts_interval = dice.below(3) * 500ms;
  profile.ts_start = drawn_launch_time(dice);
  profile.task_start = drawn_launch_time(dice);
  if (dice.below(2) == 0) profile.latency = constant(100ms);
  if (dice.below(3) == 0)
    profile.slow_hosts = {{static_cast<HostId>(dice.below(cluster.hosts.size())), 5.0}};
  profile.on_lost_task = static_cast<OnLostTask>(dice.below(3));
  profile.exit_code = static_cast<std::int32_t>(dice.below(3));
  for (std::uint64_t more = dice.below(4); more > 0; --more)
    profile.faults.push_back(drawn_launch_fault(cluster, dice));
  return profile;
}

/// Draws how some jobs of each cluster are launched.
inline void give_launches(GridConfig& grid, std::uint64_t seed) {
  RngStream dice(seed, "test/launches");
  for (ClusterConfig& cluster : grid.clusters) {
    if (dice.below(5) == 0) continue;
    cluster.params.pjl_timeout = (3 + dice.below(40)) * 1s;
    LaunchRules& rules = cluster.launch;
    for (std::uint32_t row = 0; row < 2; ++row) {
      rules.profiles.push_back(drawn_launch(cluster, dice));
      rules.least_slots.push_back(Slots(static_cast<std::int32_t>(1 + dice.below(2))));
    }
    rules.profiles[1].name = "poe";
    if (dice.below(3) != 0) rules.of_others = 0;
    rules.of_queue.emplace(static_cast<QueueId>(dice.below(cluster.queues.size())), 1);
  }
}

}  // namespace mcsim::testing
