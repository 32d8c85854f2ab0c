// bjobs, bhosts and bqueues of one cluster at one instant of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mcsim/base/time.hpp"
#include "mcsim/io/calendar.hpp"
#include "mcsim/io/view_table.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/system/cluster_world.hpp"
#include "mcsim/system/lsf_reasons.hpp"

namespace mcsim {

/// A cluster at `at`. The results are of the run up to then.
struct ClusterView {
  const GridConfig& grid;
  const ClusterWorld& world;
  const ClusterResults& results;
  Time at;
  const Calendar& calendar;
  LsfReasons* reasons;  ///< at `at`; null: the cluster is under a baseline

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

/// Which jobs bjobs shows.
struct JobFilter {
  bool all = false;      ///< -a: finished ones too
  bool pending = false;  ///< -p: only those that wait
  std::optional<std::string> user;
  std::optional<std::string> queue;
  std::vector<JobId> jobs;  ///< if not empty: only these, finished or not
};

/// One job as bjobs sees it.
struct SeenJob {
  JobIndex index{};
  JobSlotId slot = none<JobSlotId>;  ///< while it is in flight
  QueueId queue{};
  JobStatus status{};
};

/// The jobs that a filter lets through, by id.
std::vector<SeenJob> jobs_seen(const ClusterView& view, const JobFilter& filter);
/// A field of a job, as bjobs -o prints it; `-` where it has none.
std::string job_value(const ClusterView& view, const SeenJob& job, std::size_t field);
ViewRecords job_records(const ClusterView& view, const std::vector<SeenJob>& jobs);
/// All hosts, in the order of the configuration. `wide`: why one is closed.
ViewRecords host_records(const ClusterView& view, bool wide);
/// All queues: those of the larger PRIORITY first, of equal ones in the order of the configuration.
ViewRecords queue_records(const ClusterView& view);

// The commands without -o. Source: Platform LSF Command Reference, bjobs, bhosts, bqueues.
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

}  // namespace mcsim
