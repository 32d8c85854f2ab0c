// All settings that a cluster ever has: the first ones, and those of each reconfiguration.
#pragma once

#include <memory>
#include <utility>

#include "mcsim/model/config.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Calls visit(const ClusterSettings&) for each.
template <class Visit>
void for_each_settings(const ClusterConfig& cluster, Visit&& visit) {
  visit(static_cast<const ClusterSettings&>(cluster));
  for (const TimelineEntry& entry : cluster.timeline)
    if (entry.settings) visit(*entry.settings);
}

/// Calls change(ClusterSettings&) for each.
template <class Change>
void change_each_settings(ClusterConfig& cluster, Change&& change) {
  change(static_cast<ClusterSettings&>(cluster));
  for (TimelineEntry& entry : cluster.timeline) {
    if (!entry.settings) continue;
    ClusterSettings settings = *entry.settings;
    change(settings);
    entry.settings = std::make_shared<const ClusterSettings>(std::move(settings));
  }
}

}  // namespace mcsim::testing
