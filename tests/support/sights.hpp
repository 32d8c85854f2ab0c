// What random worlds must show often enough, since faults have hidden where they did not: an
// observer that notes which of these a run has shown.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Their words are in sights.cpp, in this order.
enum class Sight : std::uint8_t {
  wide_job_in_pool,
  pool_beside_down_host,
  pool_beside_closed_host,
  wide_job_preempted,
  wide_guest_suspended,
  forward_beside_suspended,
  return_home,
  second_forward,
  wide_job_over_leases,
  wide_job_over_providers,
  borrowed_host_preferred,
  told_resource_reserved,
  told_resource_of_one_host,
  sight_count
};

inline constexpr std::size_t sights = static_cast<std::size_t>(Sight::sight_count);
using Sights = std::bitset<sights>;

constexpr std::size_t place_of(Sight sight) { return static_cast<std::size_t>(sight); }
std::string_view words_of(Sight sight);

/// Watches `simulation`, which must outlive it.
class SightWatcher final : public Observer {
 public:
  explicit SightWatcher(const Simulation& simulation) : simulation_(simulation) {}

  using Observer::on;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override;
  void on(ClusterId cluster, const JobForwarded& fact) override;
  void on(ClusterId cluster, const JobReturned& fact) override;

  const Sights& seen() const { return seen_; }

 private:
  void see(Sight sight, bool is_seen = true) {
    if (is_seen) seen_.set(place_of(sight));
  }
  void look_at_pool(const ClusterWorld& world, const JobState& job);
  void look_at_leases(const ClusterWorld& world, const JobStarted& fact);
  void look_at_preference(const ClusterWorld& world, const JobState& job, const JobStarted& fact);
  void look_at_resources(const ClusterWorld& world, const JobState& job, const JobStarted& fact);

  const Simulation& simulation_;
  Sights seen_;
  std::map<std::pair<ClusterId, JobIndex>, bool> returned_;
};

/// How many worlds have shown each.
class SightCounts {
 public:
  /// Plays a grid up to grid.until.
  void play(const GridConfig& grid);
  std::uint64_t worlds() const { return worlds_; }
  std::uint64_t of(Sight sight) const { return counts_[place_of(sight)]; }

 private:
  std::uint64_t worlds_ = 0;
  std::array<std::uint64_t, sights> counts_{};
};

}  // namespace mcsim::testing
