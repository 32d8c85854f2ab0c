// The state of a cluster under a baseline: slots, waiting lines, predicted ends.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/baseline/host_index.hpp"
#include "mcsim/baseline/job_table.hpp"
#include "mcsim/baseline/policy_state.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim::baseline {

/// One queue as it is now.
struct Queue {
  QueueConfig config;
  bool open = true;        ///< qclose: refuses new jobs
  std::uint32_t line = 0;  ///< the waiting line of its jobs
};

/// A cluster that neither sends jobs to others nor receives any.
struct BaselineState : PolicyState {
  BaselineState(const ClusterConfig& config, AnyDispatch dispatch, bool on_raster)
      : PolicyState(config.model, std::move(dispatch), on_raster), hosts(config.hosts) {
    for (const QueueConfig& queue : config.queues) queues.add({.config = queue});
    jobs.reserve(config.trace.size());
    places.reserve(config.trace.size());
  }

  /// Of all sessions so far.
  Work work() const {
    Work all = lines.work();
    all.hosts += hosts.hosts_taken();
    return all;
  }

  HostIndex hosts;
  Table<QueueId, Queue> queues;
  JobTable jobs;
  std::uint32_t arrivals = 0;  ///< so far: refused jobs count, too
  std::uint64_t waiting = 0;
  std::uint64_t running = 0;
  std::vector<HostSlots> taken;  ///< the hosts of the job whose start has begun
};

}  // namespace mcsim::baseline
