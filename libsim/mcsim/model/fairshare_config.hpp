// Shares of users: FAIRSHARE of queues, USER_SHARES of groups and host partitions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/user_list.hpp"

namespace mcsim::model {

/// A row of ClusterSettings::fairshares.
enum class FairshareId : std::uint16_t {};
/// A row of FairshareConfig::accounts.
enum class ShareRow : std::uint32_t {};

/// One name of a USER_SHARES list. Source: docs/rules/fairshare.md, 1.
struct ShareRowConfig {
  enum class Kind : std::uint8_t {
    user,        ///< one user
    collective,  ///< a group without USER_SHARES, or `others`: one account for all its users
    tree,        ///< a group with USER_SHARES: its accounts are rows whose parent it is
    each         ///< `default` or group@: each of its users has an account with these shares
  };
  std::string name{};  ///< as written, without the @
  Kind kind = Kind::user;
  ShareRow parent = none<ShareRow>;  ///< none: the top of the tree
  std::int32_t shares = 1;
  UserList users{};                    ///< who may use it; of a tree: nobody by itself
  std::vector<NameId> under_groups{};  ///< the group that it is, and those that it is in, ascending

  /// Whether jobs of a user count here, `group` being bsub -G, or none.
  bool takes(NameId user, NameId group) const {
    return kind != Kind::tree && users.has(user) &&
           (group == none<NameId> || std::ranges::binary_search(under_groups, group));
  }
  bool operator==(const ShareRowConfig&) const = default;
};

/// What weighs in the priority of an account. Source: docs/rules/fairshare.md, 2.
struct FairshareFactors {
  double cpu_time = 0.7;               ///< CPU_TIME_FACTOR
  double run_time = 0.7;               ///< RUN_TIME_FACTOR
  double committed_run_time = 0;       ///< COMMITTED_RUN_TIME_FACTOR
  double run_job = 3;                  ///< RUN_JOB_FACTOR
  std::optional<double> fwd_job{};     ///< FWD_JOB_FACTOR; none: forwarded jobs weigh nothing
  double adjustment = 0;               ///< FAIRSHARE_ADJUSTMENT_FACTOR
  double hist_hours = 5;               ///< HIST_HOURS
  bool enable_hist_run_time = false;   ///< ENABLE_HIST_RUN_TIME
  bool run_time_decay = false;         ///< RUN_TIME_DECAY
  Duration forwarded_for = unlimited;  ///< LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION

  bool operator==(const FairshareFactors&) const = default;
};

/// A tree of accounts: of a queue, of queues that share it, or of a host partition.
struct FairshareConfig {
  enum class Of : std::uint8_t { queue, queues, host_partition };
  std::string name{};  ///< of the queue whose FAIRSHARE it is, or of the partition
  Of of = Of::queue;
  std::vector<QueueId>
      queues{};  ///< whose jobs are served by it; its own first, then in file order
  /// Each queue has its turn at its own PRIORITY: DISPATCH_ORDER=QUEUE, host partitions. Else all
  /// have theirs together.
  bool by_queue = false;
  std::vector<HostId> hosts{};             ///< of a partition, ascending
  std::vector<ShareRowConfig> accounts{};  ///< parents before their children
  FairshareFactors factors{};
  // What follows from the accounts: index().
  UserList sharers{};            ///< who has an account, or a part in one
  std::vector<NameId> groups{};  ///< that accounts are for, or are under; ascending

  /// Sets that, once the accounts are there.
  void index() {
    std::vector<NameId> listed;
    groups.clear();
    for (const ShareRowConfig& row : accounts) {
      groups.insert(groups.end(), row.under_groups.begin(), row.under_groups.end());
      if (row.kind != ShareRowConfig::Kind::tree && !row.users.all)
        listed.insert(listed.end(), row.users.users.begin(), row.users.users.end());
    }
    for (std::vector<NameId>* const ids : {&listed, &groups}) {
      std::ranges::sort(*ids);
      ids->erase(std::ranges::unique(*ids).begin(), ids->end());
    }
    sharers = UserList::only(std::move(listed));
    for (const ShareRowConfig& row : accounts)
      if (row.kind != ShareRowConfig::Kind::tree && row.users.all) sharers.add(row.users);
  }
  /// bsub -G, as far as the tree knows the group: another one is as none.
  NameId known_group(NameId group) const {
    return std::ranges::binary_search(groups, group) ? group : none<NameId>;
  }
  /// Whether a user has an account, or a part in one, for jobs of bsub -G `group`.
  bool has_account(NameId user, NameId group) const {
    if (!sharers.has(user)) return false;
    if (group == none<NameId>) return true;
    const NameId known = known_group(group);
    return known == none<NameId> || std::ranges::any_of(accounts, [&](const ShareRowConfig& row) {
             return row.takes(user, known);
           });
  }
  bool operator==(const FairshareConfig&) const = default;
};

}  // namespace mcsim::model
