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
  /// A LIM has missed too many exchanges, unless it has ended or begun since.
  void miss(const LimIsMissed& event) { missed_.push_back(event); }
  /// Hosts that have come back, or the hosts of a new master, are heard at this exchange.
  void hear() { hears_ = true; }
  void claim() { claims_ = true; }
  /// The LIM of a host may wait for an ELIM, or no longer.
  void look_at_wait(HostId host) { waiting_.push_back(host); }
  bool has_to_settle() const { return hears_ || claims_ || !missed_.empty() || !waiting_.empty(); }
  /// At the end of phase `state`: what came in it, in the order of these calls. So a LIM that is
  /// blocked at an exchange is still heard there, and a new master hears from the next one on.
  void settle();
  /// An mbatchd was to start. False: the LIM of its host has ended since, or it runs already.
  bool has_mbatchd_started();

 private:
  bool is_own(HostId host) const { return !state_.settings.hosts[index_of(host)].home; }
  Time exchange_from(Time time) const { return state_.load->next_exchange(time - 1ms); }

  void miss_now(const LimIsMissed& event);
  void hear_now();
  void look_now(HostId host);
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
  std::vector<LimIsMissed> missed_;
  std::vector<HostId> waiting_;
  bool hears_ = false;
  bool claims_ = false;
};

}  // namespace mcsim::handlers
