// The users that USERS, FWD_USERS or an advance reservation name.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"

namespace mcsim::model {

/// Some users, or all but some.
struct UserList {
  bool all = true;              ///< all users but `users`; else only these
  std::vector<NameId> users{};  ///< ascending

  bool has(NameId user) const { return std::ranges::binary_search(users, user) != all; }
  static UserList only(std::vector<NameId> ascending) {
    return {.all = false, .users = std::move(ascending)};
  }
  bool operator==(const UserList&) const = default;
};

}  // namespace mcsim::model
