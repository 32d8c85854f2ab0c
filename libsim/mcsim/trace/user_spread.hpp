// Where rows go that do not go where most go: by partition or cluster, or by their users.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mcsim/base/ids.hpp"

namespace mcsim::trace {

/// Where jobs of some rows go.
struct RowTarget {
  ClusterId cluster{};
  QueueId queue{};
  /// By field 15, where that chooses the queue within the cluster; others go to `queue`.
  std::map<int, QueueId> queue_map{};
  bool chooses_queue = true;  ///< false: a row's own queue does, where the cluster has it
};

/// Shares users out over targets: each user's jobs all go to one. The order of the targets does not
/// matter, and one more takes users from each of the others and leaves the rest where they are.
class UserSpread {
 public:
  struct Target {
    std::string name;          ///< QUEUE@CLUSTER or CLUSTER; each comes once
    std::uint32_t weight = 1;  ///< its part of the users, by the sum of all weights
    RowTarget target{};
  };

  UserSpread() = default;
  explicit UserSpread(std::vector<Target> targets) : targets_(std::move(targets)) {}

  bool empty() const { return targets_.empty(); }
  const std::vector<Target>& targets() const { return targets_; }
  /// The position of the user's target. There must be some.
  std::size_t of(std::string_view user) const;

 private:
  std::vector<Target> targets_;
};

}  // namespace mcsim::trace
