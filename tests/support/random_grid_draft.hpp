// A random grid in the making: what the parts of its generator share.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/model/config.hpp"
#include "support/random_dice.hpp"
#include "support/random_grid_features.hpp"
#include "support/random_lsf_draft.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

class GridDraft : public Dice {
 public:
  explicit GridDraft(std::uint64_t seed) : Dice(seed, "test/grid_world") {}

  bool wants(GridFeature feature) const { return wanted[place_of(feature)]; }
  /// Whether the feature is to be used here, once in `chances` places; then it counts as used.
  bool uses(GridFeature feature, std::uint64_t chances = 1) {
    const bool here = wants(feature) && one_in(chances);
    if (here) used.set(place_of(feature));
    return here;
  }
  void has_used(GridFeature feature) { used.set(place_of(feature)); }

  ClusterConfig& operator[](ClusterId id) { return clusters[index_of(id)].cluster; }
  QueueConfig& queue(const SendTarget& target) {
    return (*this)[target.cluster].queues[index_of(target.queue)];
  }

  /// Calls visit(id, cluster) for each cluster.
  template <class Visit>
  void for_each_cluster(Visit&& visit) {
    for (std::size_t at = 0; at < clusters.size(); ++at)
      visit(static_cast<ClusterId>(at), clusters[at].cluster);
  }

  GridFeatures wanted;
  GridFeatures used;
  std::vector<LsfDraft> clusters;
  std::vector<LinkConfig> links;
  std::vector<NameId> users;  ///< the same in all clusters
};

// The parts of the generator, in the order in which they must be called.

void draw_edges(GridDraft& draft);
void draw_links(GridDraft& draft);  ///< for the edges
/// For the links: in some grids all clusters send jobs to one queue.
void draw_rivals(GridDraft& draft, std::uint64_t seed);
void draw_forwarding(GridDraft& draft);
void draw_foreign_profiles(GridDraft& draft);  ///< of jobs that come from other clusters
/// Changes forwarding in each reconfiguration of a timeline.
void change_forwarding(GridDraft& draft);

/// The parts of draw_forwarding() for one queue, and for one cluster's MC_PLUGIN_SCHEDULE_ENHANCE.
void draw_receive_limits(GridDraft& draft, QueueForwarding& forwarding);
void draw_send_limits(GridDraft& draft, QueueForwarding& forwarding, Duration mbd_sleep_time);
void draw_setting(GridDraft& draft, ForwardingParameters& forwarding);

}  // namespace mcsim::testing
