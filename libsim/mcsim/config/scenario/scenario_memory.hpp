// Whether jobs of a trace reserve the memory that its rows have, and how much there is for them.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/config/settings/scenario_draft.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::config {

/// Reads the memory of hosts, once for each cluster and queue.
class MemoryReader {
 public:
  explicit MemoryReader(ScenarioDraft& draft);

  /// Sets what `options`, which have all queues by now, say of memory. `at`: the workload.
  void read(WorkloadOptions& options, const JsonAt& at);
  /// The room of jobs of each queue of `cluster` that the workload names.
  std::vector<MemoryRoom> rooms(const WorkloadOptions& options, ClusterId cluster);

 private:
  /// What the hosts of one cluster, or of one of its queues, ever have.
  struct HostMemory {
    std::vector<MemoryHosts> kinds{};
    std::vector<std::string> unknown{};  ///< hosts of which nothing says how much they have
    bool any_known = false;
  };

  /// none: of all hosts of the cluster.
  const HostMemory& of(ClusterId cluster, QueueId queue = none<QueueId>);
  const std::vector<ClusterId>& reached(ClusterId cluster, QueueId queue) const;
  /// The hosts without a word among those that the workload's jobs can run on, and whether others
  /// have one.
  std::pair<std::string, bool> unknown(const WorkloadOptions& options);

  ScenarioDraft& draft_;
  bool moves_;  ///< actions give jobs another queue
  std::map<std::pair<ClusterId, QueueId>, HostMemory> known_;
};

}  // namespace mcsim::config
