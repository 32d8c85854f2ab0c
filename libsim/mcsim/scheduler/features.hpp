// Which features the present settings use, so that sessions skip the others.
#pragma once

#include <vector>

#include "mcsim/model/config.hpp"

namespace mcsim::scheduler {

struct Features {
  bool counts_suspended = true;  ///< no queue has PREEMPTION
  bool selects_on_load = false;
  bool has_thresholds = false;      ///< loadSched is configured, and LIMs report load
  bool has_load_stops = false;      ///< likewise loadStop
  bool reserves_told = false;       ///< rusage of what ELIMs report
  bool ranks_by_told = false;       ///< order[] or thresholds of what hosts may share
  bool reacts_to_starts = false;    ///< a start may let others start: PREEMPTION, select on load
  bool has_reservations = false;    ///< advance reservations are configured
  bool has_user_hosts = false;      ///< JL/U or JL/P is configured
  bool has_limits = false;          ///< some section Limit is, and is looked at
  bool reserves_slots = false;      ///< SLOT_RESERVE of some queue
  bool has_spans = false;           ///< hosts are of several HostConfig::span_group
  std::vector<QueueId> preempting;  ///< queues that may preempt

  /// Whether load decides which hosts a job may start on.
  bool judges_load() const { return selects_on_load || has_thresholds || reserves_told; }
};

/// What jobs reserve of a numeric resource of the site's own changes with what runs: it is dynamic
/// where any requirement reserves it, and stays so.
void note_reserved(const ClusterConfig& config, ClusterSettings& settings);

Features features_of(const ClusterConfig& config, const ClusterSettings& settings);

}  // namespace mcsim::scheduler
