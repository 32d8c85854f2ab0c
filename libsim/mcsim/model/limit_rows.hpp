// Which rows of lsb.users apply to a user.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "mcsim/model/config.hpp"

namespace mcsim::model {

/// Those that name the user, else those for `default`, and those of groups as a whole. The user's
/// own come first, in whatever order the rows are, since the first one that keeps a job from
/// starting is its reason.
inline std::vector<std::uint32_t> limit_rows(const std::vector<UserLimit>& rows, NameId user) {
  const bool named = std::ranges::any_of(
      rows, [&](const UserLimit& row) { return !row.together && row.names(user); });
  std::vector<std::uint32_t> mine;
  for (const bool together : {false, true})
    for (std::uint32_t at = 0; at < rows.size(); ++at) {
      const UserLimit& row = rows[at];
      if (row.together == together && (row.is_default ? !named : row.names(user)))
        mine.push_back(at);
    }
  return mine;
}

}  // namespace mcsim::model
