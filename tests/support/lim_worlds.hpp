// Worlds in which LIMs report the load.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "mcsim/base/random.hpp"
#include "mcsim/model/config.hpp"
#include "support/requirements.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

inline LoadThreshold drawn_threshold(RngStream& dice) {
  constexpr std::uint16_t indices[] = {builtin::r15s, builtin::r1m, builtin::r15m, builtin::ut};
  LoadThreshold threshold{.index = resource(indices[dice.below(4)])};
  const double sched = static_cast<double>(dice.below(8)) / 4;
  const std::uint64_t what = dice.below(3);
  if (what != 0) threshold.sched = sched;
  if (what != 1) threshold.stop = sched + static_cast<double>(dice.below(4)) / 4;
  return threshold;
}

/// Some LIMs, or sbatchds, stop and start again, also the first LIM, which is the master.
inline void give_faults(ClusterConfig& cluster, RngStream& dice) {
  for (std::uint64_t more = 1 + dice.below(4); more > 0; --more) {
    TimelineEntry entry{.at = Time{} + dice.below(2000) * 1s,
                        .kind = dice.below(3) == 0 ? TimelineEntry::Kind::sbatchd_down
                                                   : TimelineEntry::Kind::lim_down};
    entry.host = static_cast<HostId>(dice.below(std::min<std::size_t>(cluster.hosts.size(), 3)));
    entry.down_for = (1 + dice.below(600)) * 1s;
    if (!cluster.hosts[index_of(entry.host)].home) cluster.timeline.push_back(std::move(entry));
  }
}

/// An ELIM reports an external index, at times as unknown. A queue without another requirement
/// selects by it.
inline void give_index(ClusterConfig& cluster, RngStream& dice) {
  ElimConfig elim;
  elim.name = "elim.tokens";
  elim.start_up = dice.below(100) * 1s;
  for (std::size_t at = 0; at < cluster.hosts.size(); ++at)
    if (!cluster.hosts[at].home && dice.below(4) != 0)
      elim.hosts.push_back(static_cast<HostId>(at));
  const auto tokens = static_cast<std::uint16_t>(cluster.resources.size());
  ElimOutput output{.resource = resource(tokens), .name = "tokens"};
  for (Time when{}; when < Time{40min}; when += (1 + dice.below(300)) * 1s)
    output.steps.push_back(
        {when, dice.below(4) == 0 ? std::nullopt : std::optional<double>(dice.below(3))});
  elim.values.push_back(std::move(output));
  cluster.resources.push_back(
      {.name = "tokens", .kind = ResourceKind::numeric, .dynamic = true, .interval = 15});
  for (QueueConfig& queue : cluster.queues) {
    if (queue.rules.res_req != ResourceRequirement{}) continue;
    queue.rules.res_req = requirement(cluster, "select[tokens > 0]");
    break;
  }
  cluster.elims.push_back(std::move(elim));
}

/// Draws how LIMs exchange load, and thresholds of queues and hosts.
inline void give_lims(GridConfig& grid, std::uint64_t seed) {
  RngStream dice(seed, "test/lims");
  RngStream later(seed, "test/lims, later ideas");
  for (ClusterConfig& cluster : grid.clusters) {
    cluster.model.load = LoadMode::lim;
    cluster.model.mbatchd_start = later.below(40) * 1s;
    if (later.below(3) == 0) cluster.model.host_down = HostDown::silence;
    cluster.model.lim_send_on_change = dice.below(3) == 0;
    if (dice.below(5) == 0) cluster.model.load_noise = 0.3;
    if (dice.below(2) == 0) cluster.params.sbd_sleep_time = (7 + dice.below(40)) * 1s;
    const auto add = [&](auto& to) {
      if (dice.below(3) == 0) to.thresholds.push_back(drawn_threshold(dice));
    };
    for (QueueConfig& queue : cluster.queues) add(queue);
    for (HostConfig& host : cluster.hosts) add(host);
    if (dice.below(3) == 0) give_faults(cluster, dice);
    if (dice.below(4) == 0) cluster.lim.exchange_interval = (3 + dice.below(30)) * 1s;
    // The settings of a reconfiguration would lack the index.
    if (dice.below(4) == 0 && std::ranges::find(cluster.timeline, TimelineEntry::Kind::reconfigure,
                                                &TimelineEntry::kind) == cluster.timeline.end())
      give_index(cluster, dice);
  }
}

}  // namespace mcsim::testing
