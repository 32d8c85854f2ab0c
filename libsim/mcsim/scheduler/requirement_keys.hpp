// The keys by which requirements and host sets are found again under the same settings.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/model/queue_config.hpp"
#include "mcsim/model/requirement.hpp"
#include "mcsim/scheduler/host_finder.hpp"

namespace mcsim::scheduler {

/// The key of a requirement: jobs with the same key ask for the same.
struct RequirementKey {
  QueueId queue{};
  HostSetId hosts{};
  std::uint32_t order = 0;
  bool exclusive = false;
  HostId from_host{};  ///< where select looks at it
  SelectExpression dynamic_select;
  std::vector<ResourceUse> rusage;
  bool one_host = false;
  std::int32_t ptile = 0;
  std::vector<ResourceId> same;
  NameId project = none<NameId>;                    ///< where limits look at it
  ApplicationId application = none<ApplicationId>;  ///< likewise

  auto operator<=>(const RequirementKey&) const = default;
};

/// The key of a host set, made without a look at any host.
struct HostSetKey {
  QueueId queue{};
  std::optional<HostPreferences> asked;  ///< bsub -m
  SelectExpression select;
  HostId from_host{};  ///< where select looks at it

  auto operator<=>(const HostSetKey&) const = default;
};

/// The key of a host search.
using SearchKey = std::tuple<HostSetId, std::uint32_t, std::vector<HostFinder::Need>>;

}  // namespace mcsim::scheduler
