// The state of a cluster under a baseline: slots, waiting lines, predicted ends.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/baseline/dispatch.hpp"
#include "mcsim/baseline/end_profile.hpp"
#include "mcsim/baseline/host_index.hpp"
#include "mcsim/baseline/job_table.hpp"
#include "mcsim/baseline/waiting_line.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim::baseline {

/// One queue as it is now.
struct Queue {
  QueueConfig config;
  bool open = true;        ///< qclose: refuses new jobs
  std::uint32_t line = 0;  ///< the waiting line of its jobs
};

/// What predicts ends of jobs; for a program's own policy it is the option of EASY.
inline PredictedBy predicted_by(const ModelConfig& model) {
  return model.dispatch == "conservative" ? model.conservative.runtime : model.easy.runtime;
}

/// Baselines see slots and time, and nothing else of a cluster.
struct BaselineState {
  BaselineState(const ClusterConfig& config, AnyDispatch dispatch, bool on_raster)
      : policy(std::move(dispatch)),
        predicts_ends(policy.predicts_ends()),
        has_gates(policy.has_gates()),
        hears(policy.hears()),
        per_event(policy.per_event() && !on_raster),
        knows_run_times(predicted_by(config.model) == PredictedBy::actual),
        hosts(config.hosts) {
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

  AnyDispatch policy;
  bool predicts_ends;  ///< policy.predicts_ends(), and so on: read on every event
  bool has_gates;
  bool hears;
  bool per_event;  ///< never on a raster, where an instant has one session
  bool knows_run_times;

  HostIndex hosts;
  Table<QueueId, Queue> queues;
  JobTable jobs;
  WaitingLines lines;  ///< largest line_key first
  Table<JobSlotId, WaitingLine::Place> places;
  EndProfile ends;
  bool lines_are_stale = false;  ///< a line_key has changed: arrange_lines() before a session
  bool ends_are_stale = false;   ///< other slots will become free: count_ends() before a session
  std::uint64_t version = 0;     ///< of what is free and running
  std::uint32_t arrivals = 0;    ///< so far: refused jobs count, too
  std::uint64_t waiting = 0;
  std::uint64_t running = 0;
  std::vector<HostSlots> taken;  ///< the hosts of the job whose start has begun
};

}  // namespace mcsim::baseline
