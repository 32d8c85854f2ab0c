// The state of a cluster under a baseline: slots, waiting lines, predicted ends.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/baseline/dispatch.hpp"
#include "mcsim/baseline/end_profile.hpp"
#include "mcsim/baseline/host_index.hpp"
#include "mcsim/baseline/job_table.hpp"
#include "mcsim/baseline/order.hpp"
#include "mcsim/baseline/queue.hpp"
#include "mcsim/baseline/waiting_line.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"

namespace mcsim::baseline {

/// What is known of run times; for a program's own policy by the options of EASY.
inline Foresight foresight_by(const ModelConfig& model) {
  const auto is_actual = [](PredictedBy by) { return by == PredictedBy::actual; };
  if (model.dispatch != "conservative")
    return {is_actual(model.easy.running), is_actual(model.easy.candidates)};
  return {is_actual(model.conservative.runtime), is_actual(model.conservative.runtime)};
}

/// Baselines see slots and time, and nothing else of a cluster.
struct BaselineState {
  BaselineState(const ClusterConfig& config, AnyDispatch dispatch, AnyOrder order_of_lines,
                bool on_raster)
      : policy(std::move(dispatch)),
        order(std::move(order_of_lines)),
        predicts_ends(policy.predicts_ends()),
        has_gates(policy.has_gates()),
        hears(policy.hears()),
        per_event(policy.per_event() && !on_raster),
        turns_on_raster(order.changes() && on_raster),
        arrivals_first(config.model.easy.first == EasyOptions::First::arrivals),
        frees_at_estimate(config.model.easy.estimate_over == EasyOptions::EstimateOver::free),
        hosts(config.hosts),
        jobs(foresight_by(config.model)) {
    for (const QueueConfig& queue : config.queues) queues.add({.config = queue});
    jobs.reserve(config.trace.size());
    places.reserve(config.trace.size());
  }

  AnyDispatch policy;
  AnyOrder order;      ///< of the waiting lines
  bool predicts_ends;  ///< policy.predicts_ends(), and so on: read on every event
  bool has_gates;
  bool hears;
  bool per_event;          ///< never on a raster, where an instant has one session
  bool turns_on_raster;    ///< time alone may change who is first in a session of the raster
  bool arrivals_first;     ///< of an instant, with per_event
  bool frees_at_estimate;  ///< slots are free when estimates are over, with per_event

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
