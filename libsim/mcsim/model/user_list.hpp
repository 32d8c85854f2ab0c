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

  bool has(NameId user) const { return lists(user) != all; }
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

 private:
  /// Users of a file are often numbered one after the other: then nothing is searched.
  bool lists(NameId user) const {
    if (users.empty() || user < users.front() || user > users.back()) return false;
    const bool has_no_gap = index_of(users.back()) - index_of(users.front()) + 1 == users.size();
    return has_no_gap || std::ranges::binary_search(users, user);
  }
};

}  // namespace mcsim::model
