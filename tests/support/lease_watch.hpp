// Watches leases from instant to instant: an observer, and a check of the state after each instant.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/results/lease_log.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Stops the run where busy slots change hands, where a provider starts a job on what it has
/// exported, or where a job that a lease kills is not requeued exactly once. Counts the same things
/// as LeaseLog, but from the state alone. Source: docs/rules/leasing.md, sections 2, 5 and 6.
class LeaseWatch final : public Observer {
 public:
  using Observer::on;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override { running_.erase({cluster, fact.job}); }
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const LeaseCut& fact) override;

  /// To be called after each instant.
  void look(const std::vector<ClusterWorld>& clusters, Time now);
  /// At the end of the run: a LeaseLog of the same run must agree with what was seen.
  void compare(const LeaseResults& told, const std::vector<ClusterWorld>& clusters, Time end);

  std::uint64_t kills() const { return killed_; }
  /// Jobs on several hosts of a provider whose hosts hold no job together with others.
  std::uint64_t apart() const { return apart_; }

 private:
  using Place = std::pair<ClusterId, HostId>;
  struct Start {
    ClusterId cluster{};
    HostId host{};
    JobIndex job{};
  };
  using LeaseKey = std::tuple<ClusterId, ClusterId, std::uint32_t>;  ///< provider, consumer, policy

  void check_provider(const ClusterWorld& world, HostId id);
  void check_consumer(const ClusterWorld& world, HostId id) const;
  void check_start(const ClusterWorld& world, const Start& start) const;
  void check_span(const ClusterWorld& world, const std::vector<HostSlots>& hosts);
  void count(const std::vector<ClusterWorld>& clusters, Time now);

  std::set<std::pair<ClusterId, JobIndex>> running_;
  std::vector<Start> started_;
  std::vector<std::pair<ClusterId, std::vector<HostSlots>>> spread_;  ///< on several hosts
  std::uint64_t apart_ = 0;
  std::uint64_t killed_ = 0;                     ///< jobs that were requeued
  std::uint64_t cut_ = 0;                        ///< jobs of LeaseCut
  std::map<Place, std::int64_t> above_;          ///< slots in use beyond those of the provider
  std::map<ClusterId, std::uint32_t> settings_;  ///< as of the last call of look()
  std::map<LeaseKey, std::int64_t> slots_;       ///< of consumers, since last_
  std::map<std::pair<ClusterId, ClusterId>, std::int64_t> busy_;  ///< on borrowed hosts, likewise
  std::map<LeaseKey, Int128> had_;
  std::map<std::pair<ClusterId, ClusterId>, Int128> used_;
  Time last_{};
};

}  // namespace mcsim::testing
