// What the clusters of a random grid lend each other: export policies, and the hosts and licences
// that may be borrowed for them.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/model/config.hpp"
#include "support/random_dice.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Draws the policies of one provider. Within one set of settings, a host whose slots are shared
/// has one consumer.
class RandomExports {
 public:
  /// `own`: how many hosts the provider has of its own, the first ones.
  RandomExports(std::size_t provider, std::int32_t clusters, std::int32_t own, ResourceId shared,
                Dice& dice)
      : provider_(static_cast<std::int32_t>(provider)),
        clusters_(clusters),
        used_(static_cast<std::size_t>(own)),
        shared_(shared),
        dice_(dice) {}

  /// Hosts with advance reservations are not shared: the two do not go together.
  void keep_unshared(const std::vector<ReservationConfig>& reservations);
  void add_to(ClusterSettings& cluster);

 private:
  enum class Use : std::uint8_t { none, exclusive, shared };

  std::vector<ExportShare> consumers(std::int32_t most);
  void add_policy(ClusterSettings& cluster);
  bool name_hosts(HostExport& policy);

  std::int32_t provider_;
  std::int32_t clusters_;
  std::vector<Use> used_;
  ResourceId shared_;  ///< a shared resource that it exports, too
  bool has_reservations_ = false;
  Dice& dice_;
};

/// Gives each cluster, behind its own hosts, all hosts that others ever export to it, and likewise
/// instances of shared resources; in all of its settings.
void add_borrowed(GridConfig& grid);

/// RemoteClusters: borrowed hosts of some providers hold no job of several slots together with
/// other hosts.
void keep_some_apart(ClusterConfig& cluster, Dice& dice);

}  // namespace mcsim::testing
