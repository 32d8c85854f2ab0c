// Which rows of lsb.users apply to a user.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "mcsim/model/config.hpp"

namespace mcsim::model {

/// Rows by the users that they list: a user is not looked for in every row.
class LimitRows {
 public:
  LimitRows() = default;
  explicit LimitRows(const std::vector<UserLimit>& rows) {
    for (std::uint32_t at = 0; at < rows.size(); ++at)
      if (rows[at].is_default || rows[at].all_but)
        of_many_.push_back(at);
      else
        for (const NameId user : rows[at].users) listing_[user].push_back(at);
  }

  /// Those that name the user, else those for `default`, and those of groups as a whole. The user's
  /// own come first, in whatever order the rows are, since the first one that keeps a job from
  /// starting is its reason. `rows`: as this was made of.
  std::vector<std::uint32_t> of(const std::vector<UserLimit>& rows, NameId user) const {
    std::vector<std::uint32_t> mine;
    if (const auto found = listing_.find(user); found != listing_.end()) mine = found->second;
    for (const std::uint32_t at : of_many_)
      if (rows[at].names(user)) mine.push_back(at);
    const auto is_own = [&](std::uint32_t at) { return !rows[at].together; };
    if (std::ranges::none_of(mine, is_own))
      for (const std::uint32_t at : of_many_)
        if (rows[at].is_default) mine.push_back(at);
    std::ranges::sort(mine, {},
                      [&](std::uint32_t at) { return std::tuple(rows[at].together, at); });
    return mine;
  }

 private:
  std::map<NameId, std::vector<std::uint32_t>> listing_;
  std::vector<std::uint32_t> of_many_;  ///< for `default`, and for all but some
};

}  // namespace mcsim::model
