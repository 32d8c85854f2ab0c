// Which leases must be established, and which must not, told from jobs and free slots alone.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// Stops the run where a lease is not established in time though a job asks for it, or established
/// though no job has come to a queue that names it; or where a job starts on a borrowed host though
/// its cluster has had the time to hear that the host or its sbatchd is down. A naive reading of
/// docs/rules/leasing.md, section 4: for worlds without limits of queues and users, -m, preemption
/// and JOB_ACCEPT_INTERVAL.
class LeaseAsks final : public Observer {
 public:
  explicit LeaseAsks(const GridConfig& grid) : grid_(grid) {}

  using Observer::on;
  void on(ClusterId cluster, const JobSubmitted& fact) override {
    const QueueId queue = grid_.clusters[index_of(cluster)].trace[fact.job].queue;
    submitted_[{cluster, queue}].push_back(fact.at);
  }

  void on(ClusterId cluster, const JobStarted& fact) override {
    for (const HostSlots& part : fact.hosts) started_.emplace_back(cluster, part.host);
  }

  /// To be called after each instant.
  void look(const std::vector<ClusterWorld>& clusters, Time now);

  /// Leases that had to be established, exclusive and shared ones, and those of wide jobs.
  int exclusive() const { return exclusive_; }
  int shared() const { return shared_; }
  int wide() const { return wide_; }

 private:
  using LeaseKey = std::pair<ClusterId, LeaseId>;  ///< provider
  /// What is known of a lease that is not established.
  struct Known {
    std::uint32_t settings = 0;                   ///< of the provider
    std::vector<std::pair<HostId, Slots>> hosts;  ///< that it exports
    Time since{};                                 ///< its consumer knows of these
    Time could_start = never;  ///< since when a job waits that could start with a first slot
  };

  void look_at(const ClusterWorld& provider, const LentLease& lease,
               const std::vector<ClusterWorld>& clusters, Time now);
  Duration latency_between(ClusterId a, ClusterId b) const;
  bool has_changed(const ClusterWorld& provider, const LentLease& lease, Known& known) const;
  std::optional<Time> first_job(const ClusterWorld& consumer, const std::set<HostId>& hosts,
                                Time since) const;
  std::optional<JobState> starter(const ClusterWorld& consumer,
                                  const std::set<HostId>& hosts) const;
  void check_start(const ClusterWorld& consumer, HostId id,
                   const std::vector<ClusterWorld>& clusters, Time now) const;
  void look_at_new(const ClusterWorld& consumer, Time now);

  const GridConfig& grid_;
  std::map<std::pair<ClusterId, QueueId>, std::vector<Time>> submitted_;
  std::vector<std::pair<ClusterId, HostId>> started_;  ///< since the last look
  std::map<LeaseKey, Known> known_;
  std::map<ClusterId, std::size_t> borrowed_;  ///< how many leases were looked at
  std::set<LeaseKey> counted_;
  int exclusive_ = 0;
  int shared_ = 0;
  int wide_ = 0;
};

}  // namespace mcsim::testing
