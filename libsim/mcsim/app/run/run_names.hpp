// Jobs, queues, hosts and clusters of a run by the names that a user types.
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

/// `7@C1`, or `7` where one cluster only has such a job. Errors: no number, unknown, not unique; of
/// one that was skipped when it was read, why.
Expected<NamedJob, Diagnostics> find_job(const GridConfig& grid,
                                         const std::vector<SkippedRow>& skipped,
                                         const std::string& name);
Expected<NamedQueue, Diagnostics> find_queue(const GridConfig& grid, const std::string& name);
Expected<NamedHost, Diagnostics> find_host(const GridConfig& grid, const std::string& name);
/// All leases of a provider and a consumer: `C1:C2`. Errors: unknown clusters; there is never one.
Expected<NamedLeases, Diagnostics> find_leases(const GridConfig& grid, const std::string& name);
/// The cluster of that name; of none, the only one. Errors, of the option that names it: unknown,
/// or there are several.
Expected<ClusterId, Diagnostics> find_cluster(const GridConfig& grid, const std::string& name,
                                              const std::string& option = "--cluster");

}  // namespace mcsim::app
