// The numbers of leases: what consumers had and used, and hosts with more slots in use than
// processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "mcsim/cluster/facts.hpp"
#include "mcsim/model/config.hpp"
#include "mcsim/model/results.hpp"
#include "mcsim/simulation/simulation.hpp"

namespace mcsim::results {

/// Whether any cluster ever exports hosts.
bool has_leases(const GridConfig& grid);

/// The slots in use on the hosts of one provider, by its own jobs and by its consumers' jobs. Use
/// that begins and ends in one instant does not count.
class HostUse {
 public:
  HostUse(ClusterId cluster, const ClusterSettings& settings);

  void change(HostId host, std::int32_t more, Time now);
  /// The numbers of processors of the hosts change.
  void reconfigure(const ClusterSettings& settings, Time now);
  Overcommitment result(Time end);

 private:
  struct Host {
    std::int32_t ncpus = 0;
    std::int32_t used = 0;
    Time since{};
  };
  void settle(std::size_t host, Time now);

  Overcommitment result_;
  std::vector<Host> hosts_;  ///< by HostId
};

/// An observer for runs with leases. If a consumer has slots of a host by several leases, they are
/// used in the order of docs/rules/leasing.md, section 5: those of exclusive leases first, then by
/// policy.
class LeaseLog final : public Observer {
 public:
  explicit LeaseLog(const GridConfig& grid);

  using Observer::on;
  void on(ClusterId cluster, const JobStarted& fact) override;
  void on(ClusterId cluster, const JobEnded& fact) override;
  void on(ClusterId cluster, const JobSuspended& fact) override;
  void on(ClusterId cluster, const JobResumed& fact) override;
  void on(ClusterId cluster, const JobRequeued& fact) override;
  void on(ClusterId cluster, const LeasedSlotsChanged& fact) override;
  void on(ClusterId cluster, const LeasedSlotsStay& fact) override;
  void on(ClusterId cluster, const LeaseGranted& fact) override;
  void on(ClusterId cluster, const LeaseEvaluated& fact) override;
  void on(ClusterId cluster, const LeaseCut& fact) override;

  /// To be called at the end of the run.
  LeaseResults results(const Simulation& simulation, Time end);

 private:
  struct Lease {
    LeaseOutcome outcome;
    std::int64_t slots = 0;  ///< that the consumer has now
    std::int64_t used = 0;
    Time settled{};
  };
  /// What a lease has of a borrowed host.
  struct Share {
    bool is_shared = false;
    std::size_t lease = 0;
    LeaseId number{};  ///< of the lease at its provider
    std::int32_t slots = 0;
    std::int32_t used = 0;
  };
  struct BorrowedUse {
    std::int32_t used = 0;
    std::vector<Share> shares;  ///< in the order in which they are used
  };
  struct Job {
    std::vector<HostSlots> hosts;
    bool runs = true;
  };
  struct Reconfiguration {
    Time at;
    ClusterId cluster;
    const ClusterSettings* settings;
    std::size_t order;  ///< among those at the same time
  };

  void note_policies(ClusterId provider, const ClusterSettings& settings);
  static auto key_of(const Lease& lease) {
    return std::tuple(lease.outcome.provider, lease.outcome.consumer, lease.outcome.policy);
  }
  /// The lease's position in `leases_`, or where to insert it.
  std::size_t place_of(ClusterId provider, ClusterId consumer, std::uint32_t policy) const;
  bool is_at(std::size_t place, ClusterId provider, ClusterId consumer, std::uint32_t policy) const;
  LeaseOutcome& outcome(ClusterId provider, ClusterId consumer, std::uint32_t policy);
  void be_at(Time now);
  void run(ClusterId cluster, JobIndex job, bool runs, Time now);
  void leave(ClusterId cluster, JobIndex job, Time now);
  void use(ClusterId cluster, const HostSlots& part, bool more, Time now);
  void share_out(BorrowedUse& host, Time now);
  static void settle(Lease& lease, Time now);
  void note_exports(const Simulation& simulation);

  const GridConfig& grid_;
  std::vector<Lease> leases_;                            ///< by provider, consumer and policy
  std::vector<std::vector<HostUse>> uses_;               ///< by ClusterId: one, or none
  std::vector<std::map<HostId, BorrowedUse>> borrowed_;  ///< by ClusterId of the consumer
  std::vector<std::map<JobIndex, Job>> jobs_;            ///< by ClusterId: the jobs on hosts
  std::vector<Reconfiguration> reconfigurations_;        ///< still to come, the next one last
  Time last_{};                                          ///< when slots of a lease last changed
};

}  // namespace mcsim::results
