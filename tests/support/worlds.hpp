// Small worlds for tests: machines, tables of jobs, and a run from beginning to end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/registry/registry.hpp"
#include "mcsim/simulation/recorder.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// The instant that lies `since_start` after virtual time 0.
constexpr Time at(Duration since_start) { return Time{} + since_start; }

/// One row of a table of jobs.
struct JobRow {
  std::int64_t id = 1;
  Duration submit{};
  std::int32_t slots = 1;
  Duration run{};
  Duration limit = queues_default;
  QueueId queue{};
};

/// The rows as a trace. A limit that is given counts as requested by the user.
Trace trace_of(const std::vector<JobRow>& rows);

/// One host "h1" with that many slots, and one queue "normal" without limits; sessions in every
/// round in which something has changed.
ClusterConfig flat_machine(std::int32_t slots, const std::string& dispatch,
                           const std::vector<JobRow>& rows);

/// Hosts "h1", "h2", ... with these slots, otherwise a flat machine.
ClusterConfig machine(const std::vector<std::int32_t>& slots_of_hosts, const std::string& dispatch,
                      const std::vector<JobRow>& rows);

/// A flat machine under EASY with these options.
ClusterConfig easy_machine(std::int32_t slots, const EasyOptions& options,
                           const std::vector<JobRow>& rows);

/// A grid of this cluster alone.
GridConfig grid_of(ClusterConfig cluster);

/// Entries of the timeline.
TimelineEntry host_down(Duration when, HostId host, Duration down_for);
TimelineEntry bkill(Duration when, std::int64_t job);
TimelineEntry on_host(Duration when, TimelineEntry::Kind kind, HostId host);
TimelineEntry on_queue(Duration when, TimelineEntry::Kind kind, QueueId queue);
/// From `when` on the cluster has these settings.
TimelineEntry reconfigure(Duration when, const ClusterSettings& settings);

/// A run from virtual time 0 to the end.
RunResults run_all(const GridConfig& config, const Registry& registry = default_registry());

/// The next instant at which anything happens; never: none.
Time next_instant(const Simulation& simulation);

/// The outcomes of the jobs of a single cluster, by place in the order of submission.
JobOutcomes outcomes(ClusterConfig cluster, const Registry& registry = default_registry());

/// When the jobs of a single cluster started.
std::vector<Time> start_times(ClusterConfig cluster, const Registry& registry = default_registry());

/// The hosts of a job, in the order of its allocation.
std::vector<HostSlots> hosts_of(const ClusterResults& results, const Trace& trace, JobIndex job);

}  // namespace mcsim::testing
