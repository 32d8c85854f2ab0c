// bjobs, bhosts, bqueues, bclusters and lsload of one cluster at one instant of a run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/reasons.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/views/calendar.hpp"
#include "mcsim/views/view_table.hpp"

namespace mcsim::views {

/// Why jobs pend in execution clusters, as those have told it: lines of bjobs -p by such a cluster
/// and the id there.
using ToldLines = std::map<std::pair<ClusterId, JobId>, std::vector<std::string>>;

/// A cluster at `at`. The results are of the run up to then.
struct ClusterView {
  const GridConfig& grid;
  std::span<const ClusterWorld> worlds;  ///< of all clusters
  const RunResults& run;
  const ClusterWorld& world;
  const ClusterResults& results;
  Time at;
  const Calendar& calendar;
  SchedulerReasons* reasons;  ///< at `at`; null: under a baseline, or nobody asks for them
  const ToldLines& told;      ///< of its forwarded jobs

  const ClusterConfig& config() const { return world.config; }
  /// As they are at `at`.
  const ClusterSettings& settings() const {
    return world.lsf ? world.lsf->settings : static_cast<const ClusterSettings&>(world.config);
  }
  /// Another cluster at the same instant.
  ClusterView of(ClusterId other) const {
    return {grid,     worlds,  run, worlds[index_of(other)], run.clusters[index_of(other)], at,
            calendar, nullptr, told};
  }
};

// Fields that -o may name.
std::span<const ViewField> job_fields();
std::span<const ViewField> host_fields();
std::span<const ViewField> queue_fields();
std::span<const ViewField> link_fields();
std::span<const ViewField> exported_fields();
std::span<const ViewField> exported_resource_fields();
std::span<const ViewField> lease_fields();
std::span<const ViewField> shared_load_fields();
/// With an external index of each host for itself after mem.
std::vector<ViewField> load_fields(const ClusterConfig& config);

/// A job by its id, or by that in its submission cluster, or in the one that borrows the hosts that
/// it is on: `7@C1`.
struct JobName {
  JobId id{};
  ClusterId home = none<ClusterId>;
};

/// Which jobs bjobs shows.
struct JobFilter {
  bool all = false;      ///< -a: finished ones too
  bool pending = false;  ///< -p: only those that wait
  std::optional<std::string> user;
  std::optional<std::string> queue;  ///< by a name of queue_names()
  std::vector<JobName> jobs;         ///< if not empty: only these, finished or not
};

/// One job as bjobs sees it: of the cluster's own; of another one that it has received; or of one
/// that borrows hosts from it, on these hosts.
struct SeenJob {
  JobIndex index{};
  JobSlotId slot = none<JobSlotId>;  ///< while it is in flight
  QueueId queue{};                   ///< of `consumer`, where there is one
  JobStatus status{};                ///< of one that is forwarded, as far as the cluster has heard
  TraceJob asked{};  ///< in the words of this cluster, or of `consumer`, with the id there
  const JobOutcome* outcome = nullptr;
  const JobHistory* history = nullptr;      ///< of a job that was suspended or requeued
  ClusterId home = none<ClusterId>;         ///< of one that was received
  JobId home_id{};                          ///< likewise
  HostId from_host{};                       ///< of the cluster that it was submitted to
  const ForwardOutcome* forward = nullptr;  ///< of one that was forwarded, and has not come back
  ClusterId place{};                        ///< whose scheduler has found hosts for it
  ClusterId consumer = none<ClusterId>;     ///< whose job it is on hosts that are lent to it
};

/// The jobs that a filter lets through, by id.
std::vector<SeenJob> jobs_seen(const ClusterView& view, const JobFilter& filter);
/// Whether there is, was or will be such a job of the cluster's own, or it has received it, or had
/// it on hosts that it lends.
bool is_known(const ClusterView& view, const JobName& name);
/// What bjobs -q may name: queues of the cluster, and `queue@cluster` of those that may borrow
/// hosts from it.
std::vector<std::string> queue_names(const GridConfig& grid, ClusterId cluster);
/// A field of a job, as bjobs -o prints it; `-` where it has none.
std::string job_value(const ClusterView& view, const SeenJob& job, std::size_t field);
ViewRecords job_records(const ClusterView& view, const std::vector<SeenJob>& jobs);
/// The hosts that are available to the cluster, in the order of the configuration, borrowed ones at
/// the end. `wide`: why one is closed.
ViewRecords host_records(const ClusterView& view, bool wide);
/// The hosts that the cluster exports, in the order of the configuration: the slots that consumers
/// have of them, or that are on their way between the two, and the jobs that they run there.
ViewRecords exported_records(const ClusterView& view);
/// The shared resources of which consumers are lent something, instance by instance: how much, and
/// what of that their jobs have reserved.
ViewRecords exported_resource_records(const ClusterView& view);
/// All queues: those of the larger PRIORITY first, of equal ones in the order of the configuration.
ViewRecords queue_records(const ClusterView& view);

/// Send queues with each of their targets, and receive queues with each cluster that they take jobs
/// from, in the order of the configuration.
ViewRecords link_records(const ClusterView& view);
/// Clusters that hosts are borrowed from, or exported to, in the order of the scenario.
ViewRecords lease_records(const ClusterView& view);

/// How lsload shows run queues: as lengths, with -N as what a job that comes would find on a
/// processor of CPU factor 1, or with -E without that job and whatever the processor is.
enum class RunQueueForm : std::uint8_t { raw, normalized, effective };
/// Whether LIMs tell load: `model.load` is lim.
bool tells_load(const ClusterView& view);
/// The cluster's own hosts, the least loaded first, by what their LIMs have told by `view.at`;
/// where tells_load().
ViewRecords load_records(const ClusterView& view, RunQueueForm form);
/// Resources that hosts share, and ELIMs report; where tells_load().
ViewRecords shared_load_records(const ClusterView& view);

// The commands without -o. Source: Platform LSF Command Reference, bjobs, bhosts, bqueues,
// bclusters.
/// bjobs, with -w where `wide`: nothing is cut off, and each job has one line.
std::string bjobs_text(const ClusterView& view, const std::vector<SeenJob>& jobs, bool wide,
                       bool header);
/// bjobs -p: with the reasons of those that wait.
std::string bjobs_pending_text(const ClusterView& view, const std::vector<SeenJob>& jobs, bool wide,
                               bool header);
/// bjobs -l.
std::string bjobs_long_text(const ClusterView& view, const std::vector<SeenJob>& jobs);
/// bhosts, with -w where `wide`.
std::string bhosts_text(const ClusterView& view, bool wide, bool header);
/// bhosts -l.
std::string bhosts_long_text(const ClusterView& view);
/// bhosts -e.
std::string bhosts_exported_text(const ClusterView& view, bool wide, bool header);
/// bhosts -e -s.
std::string bhosts_exported_resources_text(const ClusterView& view, bool header);
std::string bqueues_text(const ClusterView& view, bool header);
std::string bclusters_text(const ClusterView& view, bool header);
/// lsload, with -l where `is_long`: io and external indices, too. Source: lsload.
std::string lsload_text(const ClusterView& view, RunQueueForm form, bool is_long, bool header);
/// lsload -s.
std::string lsload_shared_text(const ClusterView& view, bool header);

}  // namespace mcsim::views
