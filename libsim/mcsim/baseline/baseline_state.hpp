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
  BaselineState(const ClusterConfig& config, AnyDispatch dispatch, AnyOrder order_of_lines,
                bool on_raster)
      : PolicyState(config.model, std::move(dispatch), std::move(order_of_lines), on_raster),
        arrivals_first(per_event && config.model.easy.first == EasyOptions::First::arrivals),
        frees_at_estimate(per_event &&
                          config.model.easy.estimate_over == EasyOptions::EstimateOver::free),
        prepares(is_changing || frees_at_estimate),
        hosts(config.hosts),
        jobs(foresight) {
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

  bool arrivals_first;     ///< of an instant, with per_event
  bool frees_at_estimate;  ///< slots are free when estimates are over, with per_event
  bool prepares;           ///< something is to be done before what happens in an instant

  HostIndex hosts;
  Table<QueueId, Queue> queues;
  JobTable jobs;
  std::uint32_t arrivals = 0;  ///< so far: refused jobs count, too
  std::uint64_t waiting = 0;
  std::uint64_t running = 0;
  std::vector<HostSlots> taken;  ///< the hosts of the job whose start has begun
};

/// What is known of a job that waits.
JobFacts facts_of(const ClusterConfig& config, const BaselineState& state, JobSlotId id);

}  // namespace mcsim::baseline
