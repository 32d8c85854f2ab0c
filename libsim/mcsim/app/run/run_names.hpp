// Finds jobs, queues, hosts and clusters of a run by the names that a user types.
#pragma once

#include <string>
#include <vector>

#include "mcsim/base/diagnostics.hpp"
#include "mcsim/base/expected.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/trace/workload.hpp"

namespace mcsim::app {

struct NamedJob {
  ClusterId cluster{};
  JobIndex job{};
};
struct NamedQueue {
  ClusterId cluster{};
  QueueId queue{};
};
struct NamedHost {
  ClusterId cluster{};
  HostId host{};
};
struct NamedLeases {
  ClusterId provider{};
  ClusterId consumer{};
};

/// The job `7@C1`, or `7` if only one cluster has a job of that id. Errors: not a number, unknown,
/// not unique; for a row that was skipped when it was read, the reason.
Expected<NamedJob, Diagnostics> find_job(const GridConfig& grid,
                                         const std::vector<SkippedRow>& skipped,
                                         const std::string& name);
Expected<NamedQueue, Diagnostics> find_queue(const GridConfig& grid, const std::string& name);
Expected<NamedHost, Diagnostics> find_host(const GridConfig& grid, const std::string& name);
/// All leases of a provider to a consumer: `C1:C2`. Errors: unknown clusters; there is never a
/// lease.
Expected<NamedLeases, Diagnostics> find_leases(const GridConfig& grid, const std::string& name);
/// The cluster of that name; for an empty name the only cluster. Errors, about `option`: unknown,
/// or there are several clusters.
Expected<ClusterId, Diagnostics> find_cluster(const GridConfig& grid, const std::string& name,
                                              const std::string& option = "--cluster");

}  // namespace mcsim::app
