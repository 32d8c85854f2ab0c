// The users that USERS, FWD_USERS or an advance reservation name.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"

namespace mcsim::model {

/// Some users, or all but some.
struct UserList {
  bool all = true;              ///< all users but `users`; else only these
  std::vector<NameId> users{};  ///< ascending

  bool has(NameId user) const { return std::ranges::binary_search(users, user) != all; }
  /// Those of another list, too.
  void add(const UserList& other) {
    std::vector<NameId> result;
    const auto into = std::back_inserter(result);
    if (all && other.all)
      std::ranges::set_intersection(users, other.users, into);
    else if (all)
      std::ranges::set_difference(users, other.users, into);
    else if (other.all)
      std::ranges::set_difference(other.users, users, into);
    else
      std::ranges::set_union(users, other.users, into);
    all = all || other.all;
    users = std::move(result);
  }
  static UserList only(std::vector<NameId> ascending) {
    return {.all = false, .users = std::move(ascending)};
  }
  bool operator==(const UserList&) const = default;
};

}  // namespace mcsim::model
