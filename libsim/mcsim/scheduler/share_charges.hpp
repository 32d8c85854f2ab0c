// What accounts of user fairshare are charged: docs/rules/fairshare.md, 2.
#pragma once

#include <algorithm>
#include <cstdint>

#include "mcsim/scheduler/owner.hpp"
#include "mcsim/scheduler/share_priority.hpp"

namespace mcsim::scheduler {

/// Keeps the trees of `Shares`, and the charges for jobs.
class ShareCharges : Owner {
 public:
  using Owner::Owner;

  /// A job has more slots than before, or fewer. The first ones decide which account is charged:
  /// the elected one, or else the one of the largest priority. Of a job on hosts the accounts hear
  /// of them with update(), which follows. `on`: the host of reserved slots.
  void add(JobSlotId id, const SlotCount& change, HostId on);
  /// A job on hosts runs, or no longer does, or its run limit is known now.
  void update(JobSlotId id);
  /// A job leaves its hosts, or its queue: `ended` says which. Its slots are given back with that.
  void close(JobSlotId id, bool ended);
  /// RUN_TIME_DECAY: what has not decayed of a started job's run time, in slot-seconds, which it
  /// takes along to the account that it is charged to next.
  double run_to_take(JobSlotId id) const { return run_to_take(state_.shares, id); }
  void take_run(JobSlotId id, double slot_seconds);
  /// A job is forwarded, or is here again, or has ended elsewhere.
  void add_forwarded(JobSlotId id);
  void drop_forwarded(JobSlotId id);
  /// Ends charges for forwarded jobs after LSF_MC_FORWARD_FAIRSHARE_CHARGE_DURATION.
  void expire();
  /// The accounts of a user in a tree, which are made if need be.
  const std::vector<AccountId>& accounts_of(FairshareId tree, NameId user);
  /// That one of them which a job is charged to that nobody has elected; none: there is none.
  AccountId best_account(FairshareId tree, NameId user, NameId group);
  /// Makes the trees anew if their configuration has changed. Accounts that have the same place in
  /// both keep what was used in the past.
  void recount();

 private:
  AccountId account_of(JobSlotId id, FairshareId tree);
  double run_to_take(const Shares& from, JobSlotId id) const;
  void leave_run(Shares& from, JobSlotId id);
  void add(JobSlotId id, FairshareId tree, const SlotCount& change);
  void charge_forwarded(JobSlotId id, FairshareId tree, Time until);
  void note_change(Ballot& ballot, AccountId account, bool may_rise);
  void note_users(ShareTree& tree, const ShareRowConfig& config, ShareRow row);
  void make_anew();
  void charge_away(const Shares& before);
  void make_trees();
  void keep_past(const Shares& before);
  AccountId add_account(ShareTree& tree, const ShareRowConfig& config, ShareRow row, NameId user);
  template <class Change>
  void change_up(FairshareId tree, AccountId account, bool may_rise, Change&& change);
  template <class Also>
  void change_charge(ShareCharge& charge, ShareRates rates, bool may_rise, Also&& also);
  std::int32_t cpu_rate_of(JobSlotId id) const;
  const FairshareOptions& options() const { return config_.model.fairshare; }
};

/// Whether slots on a host count in a tree: of a host partition, those on its hosts.
inline bool counts_on(const SchedulerState& state, FairshareId tree, HostId host) {
  const FairshareConfig& config = state.settings.fairshares[index_of(tree)];
  return config.of != FairshareConfig::Of::host_partition ||
         std::ranges::binary_search(config.hosts, host);
}
/// The slots of a started job that count in a tree.
std::int32_t slots_in(const SchedulerState& state, FairshareId tree, JobSlotId id);

/// Whether a tree's account may be charged for jobs of bsub -G `group`.
bool may_charge(const SchedulerState& state, FairshareId tree, AccountId account, NameId group);

}  // namespace mcsim::scheduler
