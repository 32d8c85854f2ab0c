// bjobs, bhosts, bqueues and bclusters of one cluster at one instant of a run.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/io/calendar.hpp"
#include "mcsim/io/view_table.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/lsf_reasons.hpp"

namespace mcsim {

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
  LsfReasons* reasons;    ///< at `at`; null: the cluster is under a baseline
  const ToldLines& told;  ///< of its forwarded jobs

  const ClusterConfig& config() const { return world.config; }
  /// As they are at `at`.
  const ClusterSettings& settings() const {
    return world.lsf ? world.lsf->settings : static_cast<const ClusterSettings&>(world.config);
  }
};

// Fields that -o may name.
std::span<const ViewField> job_fields();
std::span<const ViewField> host_fields();
std::span<const ViewField> queue_fields();
std::span<const ViewField> link_fields();

/// A job by its id, or by that in its submission cluster: `7@C1`.
struct JobName {
  JobId id{};
  ClusterId home = none<ClusterId>;
};

/// Which jobs bjobs shows.
struct JobFilter {
  bool all = false;      ///< -a: finished ones too
  bool pending = false;  ///< -p: only those that wait
  std::optional<std::string> user;
  std::optional<std::string> queue;
  std::vector<JobName> jobs;  ///< if not empty: only these, finished or not
};

/// One job as bjobs sees it: of the cluster's own, or of another one that it has received.
struct SeenJob {
  JobIndex index{};
  JobSlotId slot = none<JobSlotId>;  ///< while it is in flight
  QueueId queue{};
  JobStatus status{};  ///< of one that is forwarded, as far as the cluster has heard
  TraceJob asked{};    ///< in the words of this cluster, with the id that it has here
  const JobOutcome* outcome = nullptr;
  const JobHistory* history = nullptr;      ///< of a job that was suspended or requeued
  ClusterId home = none<ClusterId>;         ///< of one that was received
  JobId home_id{};                          ///< likewise
  HostId from_host{};                       ///< of the cluster that it was submitted to
  const ForwardOutcome* forward = nullptr;  ///< of one that was forwarded, and has not come back
  ClusterId place{};                        ///< whose hosts it is on
};

/// The jobs that a filter lets through, by id.
std::vector<SeenJob> jobs_seen(const ClusterView& view, const JobFilter& filter);
/// Whether there is, was or will be such a job of the cluster's own, or it has received it.
bool is_known(const ClusterView& view, const JobName& name);
/// A field of a job, as bjobs -o prints it; `-` where it has none.
std::string job_value(const ClusterView& view, const SeenJob& job, std::size_t field);
ViewRecords job_records(const ClusterView& view, const std::vector<SeenJob>& jobs);
/// All hosts, in the order of the configuration. `wide`: why one is closed.
ViewRecords host_records(const ClusterView& view, bool wide);
/// All queues: those of the larger PRIORITY first, of equal ones in the order of the configuration.
ViewRecords queue_records(const ClusterView& view);

/// Send queues with each of their targets, and receive queues with each cluster that they take jobs
/// from, in the order of the configuration.
ViewRecords link_records(const ClusterView& view);

// The commands without -o. Source: Platform LSF Command Reference, bjobs, bhosts, bqueues,
// bclusters.
std::string bjobs_text(const ClusterView& view, const std::vector<SeenJob>& jobs, bool header);
/// bjobs -p: with the reasons of those that wait.
std::string bjobs_pending_text(const ClusterView& view, const std::vector<SeenJob>& jobs,
                               bool header);
/// bjobs -l.
std::string bjobs_long_text(const ClusterView& view, const std::vector<SeenJob>& jobs);
/// bhosts, with -w where `wide`.
std::string bhosts_text(const ClusterView& view, bool wide, bool header);
/// bhosts -l.
std::string bhosts_long_text(const ClusterView& view);
std::string bqueues_text(const ClusterView& view, bool header);
std::string bclusters_text(const ClusterView& view, bool header);

}  // namespace mcsim
