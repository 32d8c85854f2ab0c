// LIMs that end and begin: whose load is known, which hosts are heard of, and who is the master.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Where `model.load` is lim. Source: docs/rules/lsf.md, 4.2, 4.3, 4.5; docs/rules/load.md,
/// section 5.
class LimFaults {
 public:
  LimFaults(ClusterWorld& world, Observer& observer, JobLifecycle& life)
      : world_(world), state_(*world.lsf), observer_(observer), life_(life) {}

  /// Only the LIM of a host ends, and is started again.
  void take_down(const TimelineEntry& entry);
  void come_back(HostId host) { turned_.push_back(host); }
  /// These hosts have gone down or come up, and their LIMs with them.
  void note_hosts(const std::vector<HostId>& hosts);

  /// Whether some LIM may have been ended or begun in this round.
  bool has_turned() const { return !turned_.empty(); }
  /// At the end of phase `change`.
  void turn();
  /// A LIM has missed too many exchanges. Without a master that changes nothing: the next master
  /// begins without any host.
  void miss(const LimIsMissed& event);
  /// Hosts that have come back, or the hosts of a new master, are heard at this exchange.
  void hear();
  void claim();
  /// The LIM of a host may wait for an ELIM, or no longer.
  void look_at_wait(HostId host);
  /// An mbatchd was to start. False: the LIM of its host has ended since, or it runs already.
  bool has_mbatchd_started();

 private:
  bool is_own(HostId host) const { return !state_.settings.hosts[index_of(host)].home; }
  Time exchange_from(Time time) const { return state_.load->next_exchange(time - 1ms); }

  void turn(HostId host, bool is_blocked);
  void end(HostId host, bool is_blocked);
  void begin(HostId host);
  /// A new master begins without any host, and an mbatchd is started beside it.
  void begin_master();
  void set_heard(HostId host, bool is_heard);
  void expect_hearing();
  void expect_claim();
  void expect_wait(HostId host);

  ClusterWorld& world_;
  SchedulerState& state_;
  Observer& observer_;
  JobLifecycle& life_;
  std::vector<HostId> turned_;  ///< at this instant
};

}  // namespace mcsim::handlers
