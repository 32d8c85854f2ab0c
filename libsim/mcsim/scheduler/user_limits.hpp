// Limits of users and groups of users: lsb.users.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "mcsim/base/by_name.hpp"
#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/model/limit_rows.hpp"
#include "mcsim/scheduler/queue_state.hpp"

namespace mcsim::scheduler {

/// One row of lsb.users, and the slots in use.
struct UserLimitState {
  SlotCount together;
  ByName<SlotCount> of_user;  ///< where each user has a limit of their own
  bool freed = false;         ///< together: they use less than when lines were parked
};

/// The rows, and which of them apply to whom.
struct UserLimits {
  std::vector<UserLimitState> limits;
  LimitRows rows;
  ByName<std::optional<std::vector<std::uint32_t>>> rows_of;  ///< by user, once seen

  /// The rows that apply to a user with jobs in a queue whose jobs stand in lines by user.
  const std::vector<std::uint32_t>& limits_of(NameId user) const {
    const auto* const mine = rows_of.find(user);
    MCSIM_CHECK(mine != nullptr && *mine, "a user with jobs whose limits nobody has seen");
    return **mine;
  }
};

}  // namespace mcsim::scheduler
