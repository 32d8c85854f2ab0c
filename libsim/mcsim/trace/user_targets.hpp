// Where a spread sends users, each looked up once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mcsim/base/names.hpp"
#include "mcsim/trace/user_spread.hpp"

namespace mcsim::trace {

class UserTargets {
 public:
  /// `names`: of users.
  UserTargets(const UserSpread& spread, const NameTable& names) : spread_(spread), names_(names) {}

  /// The position of the target of the user, who may be none<NameId>.
  std::size_t of(NameId user) {
    const std::size_t place = user == none<NameId> ? 0 : index_of(user) + 1;
    if (place >= targets_.size()) targets_.resize(place + 1, unknown);
    if (targets_[place] == unknown)
      targets_[place] = static_cast<std::uint32_t>(spread_.of(names_.name(user)));
    return targets_[place];
  }
  const UserSpread& spread() const { return spread_; }

 private:
  static constexpr std::uint32_t unknown = UINT32_MAX;

  const UserSpread& spread_;
  const NameTable& names_;
  std::vector<std::uint32_t> targets_;  ///< by user, nobody first
};

}  // namespace mcsim::trace
