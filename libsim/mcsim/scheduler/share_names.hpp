// How accounts of user fairshare are called: `normal/eng/ann`, as LSF's SHARE_INFO_FOR does.
#pragma once

#include <string>

#include "mcsim/base/names.hpp"
#include "mcsim/scheduler/state.hpp"

namespace mcsim::scheduler {

/// The user or group of an account.
inline std::string account_name(const NameTable& users, const SchedulerState& state,
                                FairshareId tree, AccountId id) {
  const ShareAccount& account = state.shares.trees[index_of(tree)][id];
  if (account.user != none<NameId>) return std::string(users.name(account.user));
  return state.settings.fairshares[index_of(tree)].accounts[index_of(account.row)].name;
}

/// The queue or partition and the groups that an account is in: `normal/eng/`.
inline std::string account_place(const NameTable& users, const SchedulerState& state,
                                 FairshareId tree, AccountId id) {
  std::string groups;
  const ShareTree& accounts = state.shares.trees[index_of(tree)];
  for (AccountId at = accounts[id].parent; at != root_account; at = accounts[at].parent)
    groups = account_name(users, state, tree, at) + "/" + groups;
  return state.settings.fairshares[index_of(tree)].name + "/" + groups;
}

}  // namespace mcsim::scheduler
