// An observer that looks, at every fact, whether dispatch `lsf` keeps what it promises.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mcsim/system/facts.hpp"
#include "mcsim/system/simulation.hpp"

namespace mcsim {

/// How often something was looked at.
struct LsfWatched {
  std::uint64_t facts = 0;
  std::uint64_t starts = 0;
  std::uint64_t backfills = 0;
  std::uint64_t suspensions = 0;
  std::uint64_t resumes = 0;
  std::uint64_t requeues = 0;
};

/// Watches the first cluster of `simulation`, which must outlive it; throws InvariantBroken.
class LsfWatcher {
 public:
  explicit LsfWatcher(const Simulation& simulation) : world_(simulation.clusters()[0]) {}

  void on(ClusterId, const JobSubmitted& fact);
  void on(ClusterId, const JobRejected& fact);
  void on(ClusterId, const JobStarted& fact);
  void on(ClusterId, const JobEnded& fact);
  void on(ClusterId, const JobSuspended& fact);
  void on(ClusterId, const JobResumed& fact);
  void on(ClusterId, const JobRequeued& fact);
  void on(ClusterId, const CapacityChanged&) { look(); }
  void on(ClusterId, const ActionIgnored&) { look(); }
  void on(ClusterId, const JobForwarded&) { look(); }
  void on(ClusterId, const ForwardRefused&) { look(); }
  void on(ClusterId, const GuestAccepted&) { look(); }
  void on(ClusterId, const GuestReturned&) { look(); }
  void on(ClusterId, const JobReturned&) { look(); }

  /// At the end of an instant.
  void rest() const;
  const LsfWatched& watched() const { return watched_; }

 private:
  /// After each fact: the state agrees with itself, and with the facts so far.
  void look();
  void check_jobs() const;
  void check_places() const;
  JobSlotId slot_of(JobIndex index) const;
  std::vector<HostSlots> hosts_of(JobSlotId id) const;

  const ClusterWorld& world_;
  std::map<JobIndex, bool> over_;  ///< jobs that were submitted: whether they have ended
  std::map<JobIndex, std::vector<HostSlots>> places_;  ///< of started jobs
  LsfWatched watched_;
};
static_assert(Observer<LsfWatcher>);

/// Plays a grid of one cluster up to grid.until and watches it; the first promise that is broken,
/// in words; empty: none.
std::string broken_promise(const GridConfig& grid, LsfWatched& watched);

}  // namespace mcsim
