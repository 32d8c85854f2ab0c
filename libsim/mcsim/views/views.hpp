// The views bjobs, bhosts, bqueues, bclusters and lsload of one cluster at one instant of a run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

/// Why jobs pend in execution clusters, as those have reported it: lines of bjobs -p, by execution
/// cluster and the job's id there.
using ToldLines = std::map<std::pair<ClusterId, JobId>, std::vector<std::string>>;

/// What the views read: one cluster at the instant `at`, and the results of the run up to then.
struct ClusterView {
  const GridConfig& grid;
  std::span<const ClusterWorld> worlds;  ///< of all clusters
  const RunResults& run;
  const ClusterWorld& world;
  const ClusterResults& results;
  Time at;
  const Calendar& calendar;
  SchedulerReasons* reasons;  ///< at `at`; null: a baseline schedules, or no view needs them
  const ToldLines& told;      ///< for the cluster's forwarded jobs

  const ClusterConfig& config() const { return world.config; }
  /// The settings in force at `at`.
  const ClusterSettings& settings() const {
    return world.lsf ? world.lsf->settings : static_cast<const ClusterSettings&>(world.config);
  }
  /// The view of another cluster at the same instant.
  ClusterView of(ClusterId other) const {
    return {grid,     worlds,  run, worlds[index_of(other)], run.clusters[index_of(other)], at,
            calendar, nullptr, told};
  }
};

// Fields that -o may name.
std::span<const ViewField> job_fields();
std::span<const ViewField> host_fields();
std::span<const ViewField> queue_fields();
std::span<const ViewField> share_fields();
std::span<const ViewField> limit_fields();
std::span<const ViewField> link_fields();
std::span<const ViewField> exported_fields();
std::span<const ViewField> exported_resource_fields();
std::span<const ViewField> lease_fields();
std::span<const ViewField> shared_load_fields();
/// The fields of lsload: after mem come the external indices that each host has for itself.
std::vector<ViewField> load_fields(const ClusterConfig& config);

/// The name of a job: its id, or `7@C1` with its id in its submission cluster or in the cluster
/// that borrows its hosts.
struct JobName {
  JobId id{};
  std::optional<std::uint32_t> element{};  ///< of a job array; none: all
  ClusterId home = none<ClusterId>;
};

/// Which jobs bjobs shows.
struct JobFilter {
  bool all = false;      ///< -a: also finished jobs
  bool pending = false;  ///< -p: only waiting jobs
  std::optional<std::string> user;
  std::optional<std::string> queue;  ///< by a name of queue_names()
  std::vector<JobName> jobs;         ///< if not empty: only these jobs, finished or not
};

/// Which sections Limit blimits shows, and of sections with a counter for each consumer, which
/// counters. An empty list asks for all.
struct LimitFilter {
  bool all = false;                     ///< -a: also sections of which nothing is in use
  std::vector<std::string> names{};     ///< -n: of sections
  std::vector<std::string> hosts{};     ///< -m: those that count what jobs have on one of them
  std::vector<std::string> queues{};    ///< -q: those that count jobs of one of them; likewise
  std::vector<std::string> users{};     ///< -u
  std::vector<std::string> projects{};  ///< -P
};

/// One job as bjobs sees it: the cluster's own; a job received from another cluster; or a job that
/// a consumer runs on hosts borrowed from the cluster.
struct SeenJob {
  JobIndex index{};
  JobSlotId slot = none<JobSlotId>;  ///< while it is in flight
  QueueId queue{};                   ///< of `consumer`, if there is one
  JobStatus status{};                ///< of a forwarded job: the last that the cluster has heard of
  TraceJob asked{};  ///< with the ids of this cluster, or of `consumer` if there is one
  const JobOutcome* outcome = nullptr;
  const JobHistory* history = nullptr;      ///< null: at most one start and one end happened
  ClusterId home = none<ClusterId>;         ///< submission cluster of a received job
  JobId home_id{};                          ///< id of a received job in `home`
  HostId from_host{};                       ///< a host of the submission cluster
  const ForwardOutcome* forward = nullptr;  ///< null: not forwarded, or come back
  ClusterId place{};                        ///< the cluster that schedules the job
  ClusterId consumer = none<ClusterId>;     ///< the cluster that borrows its hosts from this one
  const JobArray* array = nullptr;          ///< in its submission cluster; null: it is no element
  std::uint32_t element = 0;                ///< its index there
  std::string_view name{};                  ///< bsub -J, of a job that is no element
};

/// The jobs that a filter selects, ordered by id.
std::vector<SeenJob> jobs_seen(const ClusterView& view, const JobFilter& filter);
/// Whether the job is one of the cluster's own at any time, was received by it, or was on hosts
/// that it lends.
bool is_known(const ClusterView& view, const JobName& name);
/// The names for bjobs -q: queues of the cluster, and `queue@cluster` of clusters that may borrow
/// hosts from it.
std::vector<std::string> queue_names(const GridConfig& grid, ClusterId cluster);
/// A field of a job as bjobs -o prints it; `-`: the job has no value for it.
std::string job_value(const ClusterView& view, const SeenJob& job, std::size_t field);
ViewRecords job_records(const ClusterView& view, const std::vector<SeenJob>& jobs);
/// The hosts that are available to the cluster, in the order of the configuration, with borrowed
/// ones at the end. `wide`: the status says why a host is closed.
ViewRecords host_records(const ClusterView& view, bool wide);
/// The hosts that the cluster exports, in the order of the configuration: the slots that consumers
/// have of them, including slots in transit, and the consumers' jobs on them.
ViewRecords exported_records(const ClusterView& view);
/// The instances of shared resources that are lent: how much consumers have, and how much of that
/// their jobs have reserved.
ViewRecords exported_resource_records(const ClusterView& view);
/// All queues by falling PRIORITY; equal ones in the order of the configuration.
ViewRecords queue_records(const ClusterView& view);
/// The accounts of host partitions, each group's behind it; of some of them only, if any is named.
ViewRecords share_records(const ClusterView& view, const std::vector<std::string>& partitions);
/// The same of queues with FAIRSHARE, or with the shares of a partition: each tree once.
ViewRecords queue_share_records(const ClusterView& view, const std::vector<std::string>& queues);
/// The counters of sections Limit, as blimits_text() has them.
ViewRecords limit_records(const ClusterView& view, const LimitFilter& filter);

/// Send queues with each of their targets, and receive queues with each cluster that they accept
/// jobs from, in the order of the configuration.
ViewRecords link_records(const ClusterView& view);
/// The clusters that hosts are borrowed from or exported to, in the order of the scenario.
ViewRecords lease_records(const ClusterView& view);

/// How lsload shows run queues: as lengths; with -N normalized, as a new job would find the load in
/// terms of a processor of CPU factor 1; with -E effective, per processor, without the new job and
/// the CPU factor.
enum class RunQueueForm : std::uint8_t { raw, normalized, effective };
/// Whether LIMs report load: `model.load` is lim.
bool tells_load(const ClusterView& view);
/// The cluster's own hosts, the least loaded first, by the load that LIMs have reported up to
/// `view.at`. Requires tells_load().
ViewRecords load_records(const ClusterView& view, RunQueueForm form);
/// The shared resources that ELIMs report. Requires tells_load().
ViewRecords shared_load_records(const ClusterView& view);

// The output of the commands without -o. Source: Platform LSF Command Reference, bjobs, bhosts,
// bqueues, bclusters.
/// bjobs. `wide` is -w: nothing is cut off, and each job has one line.
std::string bjobs_text(const ClusterView& view, const std::vector<SeenJob>& jobs, bool wide,
                       bool header);
/// bjobs -p: waiting jobs with their reasons.
std::string bjobs_pending_text(const ClusterView& view, const std::vector<SeenJob>& jobs, bool wide,
                               bool header);
/// What the cluster knows a job to wait for (bsub -w), or not to begin before (bsub -b).
std::string dependency_text(const ClusterView& view, const SeenJob& job);
/// Time{}: it has none, or came from another cluster.
Time begin_time(const ClusterView& view, const SeenJob& job);
/// bjobs -l.
std::string bjobs_long_text(const ClusterView& view, const std::vector<SeenJob>& jobs);
/// bhosts, of host_records(). `wide` is -w.
std::string bhosts_text(const ViewRecords& hosts, bool wide, bool header);
/// bhosts -l.
std::string bhosts_long_text(const ViewRecords& hosts);
/// bhosts -e, of exported_records().
std::string bhosts_exported_text(const ViewRecords& hosts, bool wide, bool header);
/// bhosts -e -s.
std::string bhosts_exported_resources_text(const ClusterView& view, bool header);
/// bqueues, of queue_records().
std::string bqueues_text(const ViewRecords& queues, bool header);
/// bqueues -l: also what queues have of their slot pools, and shares of users; `recursive` is -r:
/// those of groups, too.
std::string bqueues_long_text(const ClusterView& view, const ViewRecords& queues, bool recursive);
/// Of that, the shares of users; empty: the queue has none.
std::string queue_shares_text(const ClusterView& view, const std::string& queue, bool recursive);
/// bhpart: host partitions, all or those named, with the shares of users. `recursive` is -r.
std::string bhpart_text(const ClusterView& view, const std::vector<std::string>& partitions,
                        bool recursive);
/// blimits: what is in use under sections Limit.
std::string blimits_text(const ClusterView& view, const LimitFilter& filter);
/// blimits -c: the sections as they are configured, groups as their members.
std::string blimits_config_text(const ClusterView& view, const LimitFilter& filter);
std::string bclusters_text(const ClusterView& view, bool header);
/// lsload. `is_long` is -l: also io and external indices. Source: lsload.
std::string lsload_text(const ClusterView& view, RunQueueForm form, bool is_long, bool header);
/// lsload -s.
std::string lsload_shared_text(const ClusterView& view, bool header);

}  // namespace mcsim::views
