// Which jobs load suspends, and which of them resume: the rules of an sbatchd.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/scheduler/host_rules.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::cluster {

/// What keeps a job suspended that load has suspended.
struct LoadHold {
  enum class Rule : std::uint8_t {
    none,      ///< it resumes when its sbatchd looks, unless another job goes first
    sbatchd,   ///< that of its first host is down
    lim,       ///< that of its first host does not answer
    load,      ///< an index is beyond loadSched
    paging,    ///< the host has not been idle for PG_SUSP_IT
    window,    ///< the run window of its queue is closed
    slots,     ///< the slots that it had on a host are not free
    resource,  ///< what it had reserved by rusage and gave back is not free
  };
  Rule rule = Rule::none;
  HostId host = none<HostId>;  ///< that keeps it; none: no single one
  // Of load:
  ResourceId index{};
  double load = 0;        ///< as the sbatchd knows it; run queues are effective ones
  double sched = 0;       ///< loadSched
  bool of_queue = false;  ///< else a threshold of the host

  bool operator==(const LoadHold&) const = default;
};

/// Looks at the state, changes nothing; not to be kept. The sbatchd of a host judges the jobs whose
/// first host is its own, by the load of all their hosts: of its own as the LIM there has it now,
/// of others as mbatchd knows it. Source: docs/rules/lsf.md, 4.6; docs/rules/load.md, section 4.
class LoadStops {
 public:
  LoadStops(const ClusterConfig& config, const SchedulerState& state, Time now, HostId host)
      : config_(config),
        state_(state),
        now_(now),
        host_(host),
        own_(state.load->own(host)),
        rules_(config, state, now) {}

  struct Stop {
    JobSlotId job{};
    LoadStopped why;
  };
  /// The jobs that the sbatchd suspends now, in this order.
  std::vector<Stop> stops() const;
  /// The job that it resumes, if it suspends none; none: there is no such job.
  JobSlotId goes_on() const;
  /// What holds back a job of its own that load has suspended: the first rule in the order of
  /// LoadHold, and of its hosts the first.
  LoadHold hold(JobSlotId id) const;
  /// Whether the sbatchd has to look again though nothing changes: a job is too young to be
  /// suspended, or is suspended.
  bool looks_again() const;

 private:
  bool is_old_enough(const JobState& job) const {
    return now_ - job.since >= state_.settings.params.sbd_sleep_time;
  }
  std::vector<JobSlotId> jobs_of(bool are_stopped) const;
  std::int32_t running_jobs() const;
  double idle_minutes(HostId host) const;
  std::optional<double> load(HostId host, ResourceId index) const;
  std::optional<double> own_load(ResourceId index) const;
  const LoadThreshold* exceeded(HostId host, const std::vector<LoadThreshold>& thresholds) const;
  std::optional<LoadStopped> what_stops(JobSlotId id) const;
  std::optional<LoadStopped> what_stops(JobSlotId id, HostId host, ResourceId index) const;
  std::optional<LoadHold> held_by_load(const JobState& job, HostId host) const;

  const ClusterConfig& config_;
  const SchedulerState& state_;
  Time now_;
  HostId host_;
  MasterLoad::Own own_;
  HostRules rules_;
};

}  // namespace mcsim::cluster
