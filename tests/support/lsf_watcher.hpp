// An observer that checks, at every fact, whether dispatch `lsf` keeps its promises.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/simulation/simulation.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

/// How often each kind of thing was checked.
struct LsfWatched {
  std::uint64_t facts = 0;
  std::uint64_t starts = 0;
  std::uint64_t backfills = 0;
  std::uint64_t suspensions = 0;
  std::uint64_t resumes = 0;
  std::uint64_t requeues = 0;
};

/// Watches the first cluster of `simulation`, which must outlive it; throws InvariantBroken.
class LsfWatcher final : public Observer {
 public:
  explicit LsfWatcher(const Simulation& simulation) : world_(simulation.clusters()[0]) {}

  using Observer::on;
  void on(ClusterId, const JobSubmitted& fact) override;
  void on(ClusterId, const JobRejected& fact) override;
  void on(ClusterId, const JobStarted& fact) override;
  void on(ClusterId, const JobEnded& fact) override;
  void on(ClusterId, const JobSuspended& fact) override;
  void on(ClusterId, const JobResumed& fact) override;
  void on(ClusterId, const JobRequeued& fact) override;
  void on(ClusterId, const CapacityChanged&) override { look(); }
  void on(ClusterId, const ActionIgnored&) override { look(); }
  void on(ClusterId, const JobForwarded&) override { look(); }
  void on(ClusterId, const ForwardRefused&) override { look(); }
  void on(ClusterId, const GuestAccepted&) override { look(); }
  void on(ClusterId, const GuestReturned&) override { look(); }
  void on(ClusterId, const JobReturned&) override { look(); }

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

/// Plays a grid of one cluster up to grid.until and watches it. Returns the first broken promise,
/// in words; empty: none is broken.
std::string broken_promise(const GridConfig& grid, LsfWatched& watched);

}  // namespace mcsim::testing
