// The use of a cluster's hosts by host type, by host group, and of those that a queue may use.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/simulation/simulation.hpp"

namespace mcsim::results {

/// An observer for clusters whose hosts differ in that; of others it keeps nothing. What all hosts
/// of a cluster offer is counted as the recorder counts it.
class HostUseLog final : public Observer {
 public:
  /// Whether some cluster has hosts that differ.
  static bool is_of_use(const GridConfig& grid);
  explicit HostUseLog(const GridConfig& grid);
  /// The simulation that the facts come from, which stays where it is until results().
  void watch(const Simulation& simulation) { simulation_ = &simulation; }

  using Observer::on;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override;
  void on(ClusterId cluster, const JobResumed& fact) override;
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const CapacityChanged& fact) override;

  /// Adds what was seen by `end` to the results of clusters.
  void add_to(std::vector<ClusterResults>& clusters, Time end);

 private:
  struct Host {
    SlotUse while_submitting{};
    SlotUse whole_span{};
    std::int64_t allocated = 0;  ///< slots, now
    std::int64_t capacity = 0;
    Time settled{};
  };
  struct Job {
    std::vector<HostSlots> hosts;
    bool runs = false;
  };
  struct Cluster {
    std::vector<Host> hosts;
    std::vector<bool> in_queues;     ///< by host
    std::vector<std::string> types;  ///< by host
    std::vector<HostGroup> groups;
    std::map<JobIndex, Job> jobs;
  };

  static void open(Cluster& cluster, const ClusterConfig& config);
  void settle(Host& host, Time now) const;
  void run(ClusterId id, JobIndex job, bool runs, Time now);
  void leave(ClusterId id, JobIndex job, Time now);
  std::int64_t capacity_of(ClusterId id, HostId host) const;

  const Simulation* simulation_ = nullptr;
  std::vector<Cluster> clusters_;  ///< without hosts: they do not differ
  Time first_submit_ = never;
  Time last_submit_{};
  Measured watched_{};  ///< of while_submitting
};

}  // namespace mcsim::results
