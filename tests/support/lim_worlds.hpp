// Worlds in which LIMs say what load is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "mcsim/base/random.hpp"
#include "mcsim/model/config.hpp"

namespace mcsim {

inline LoadThreshold drawn_threshold(RngStream& dice) {
  constexpr std::uint16_t indices[] = {builtin::r15s, builtin::r1m, builtin::r15m, builtin::ut};
  LoadThreshold threshold{.index = resource(indices[dice.below(4)])};
  const double sched = static_cast<double>(dice.below(8)) / 4;
  const std::uint64_t what = dice.below(3);
  if (what != 0) threshold.sched = sched;
  if (what != 1) threshold.stop = sched + static_cast<double>(dice.below(4)) / 4;
  return threshold;
}

/// Some LIMs end and begin, the first one, which is the master, among them; or sbatchds do.
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

/// Draws how LIMs exchange load, and thresholds of queues and hosts.
inline void give_lims(GridConfig& grid, std::uint64_t seed) {
  RngStream dice(seed, "test/lims");
  for (ClusterConfig& cluster : grid.clusters) {
    cluster.model.load = LoadMode::lim;
    cluster.model.lim_send_on_change = dice.below(3) == 0;
    if (dice.below(5) == 0) cluster.model.load_noise = 0.3;
    if (dice.below(2) == 0) cluster.params.sbd_sleep_time = (7 + dice.below(40)) * 1s;
    const auto add = [&](auto& to) {
      if (dice.below(3) == 0) to.thresholds.push_back(drawn_threshold(dice));
    };
    for (QueueConfig& queue : cluster.queues) add(queue);
    for (HostConfig& host : cluster.hosts) add(host);
    if (dice.below(3) == 0) give_faults(cluster, dice);
  }
}

}  // namespace mcsim
