// For which leases a consumer asks, and when.
#pragma once

#include <vector>

#include "mcsim/cluster/cluster_world.hpp"
#include "mcsim/cluster/facts.hpp"
#include "mcsim/cluster/host_answers.hpp"
#include "mcsim/cluster/reasons.hpp"
#include "mcsim/handlers/jobs/job_lifecycle.hpp"

namespace mcsim::handlers {

/// Source: docs/rules/leasing.md, section 4.
class LeaseAsking {
 public:
  LeaseAsking(ClusterWorld& world, Observer& observer, JobLifecycle& life)
      : world_(world),
        state_(*world.lsf),
        leasing_(world.leasing),
        observer_(observer),
        life_(life) {}

  /// After a session.
  void ask();

 private:
  void hear_all_queues();
  std::vector<HostId> named_by_callers(KnownProvider& provider) const;
  void list_hosts(KnownProvider& provider) const;
  std::vector<HostId> of_first_slots(KnownProvider& provider);
  bool may_have_the_rest(const Bucket& bucket) const;
  std::vector<HostId> hosts_for(JobSlotId id, const std::vector<HostId>& hosts) const;
  const HostHome& home_of(HostId here) const;
  JobSlotId first_of(BucketId bucket, std::uint32_t line);
  std::vector<HostSlots> offers_to(JobSlotId id, const HostAnswers& answers) const;
  void tell(const KnownProvider& provider, const std::vector<HostId>& hosts, bool is_shared);

  ClusterWorld& world_;
  SchedulerState& state_;
  LeasingState& leasing_;
  Observer& observer_;
  JobLifecycle& life_;
};

}  // namespace mcsim::handlers
