// What queue, application and job ask of hosts, merged.
#pragma once

#include <cstdint>
#include <vector>

#include "mcsim/scheduler/owner.hpp"

namespace mcsim::scheduler {

/// Keeps Requirements and HostSearches, and the orders, measures and host sets that they need.
class RequirementMaker : Owner {
 public:
  using Owner::Owner;

  /// The requirement of jobs of a queue with a profile.
  RequirementId of(QueueId queue, ProfileId profile) {
    const std::vector<RequirementId>& known = state_.requirements.of_queue[index_of(queue)];
    const std::size_t at = index_of(profile);
    return at < known.size() && known[at] != none<RequirementId> ? known[at] : make(queue, profile);
  }
  /// A number of slots of a host search.
  SearchSizeId search_size(SearchId search, std::int32_t slots);
  /// The number of an order[] among those of the finder.
  std::uint32_t order_of(const std::vector<OrderKey>& keys);

 private:
  RequirementId make(QueueId queue, ProfileId profile);
  RequirementId shared(Requirement fresh);
  HostSetId host_set(QueueId queue, const JobProfile& profile, const SelectExpression& fixed);
  std::vector<std::int32_t> levels_of(const HostSetKey& key) const;
  SearchId search_of(const Requirement& requirement);
  std::vector<HostFinder::Need> needs_of(const Requirement& requirement);
  std::uint32_t measure_of(ResourceId resource);
};

}  // namespace mcsim::scheduler
