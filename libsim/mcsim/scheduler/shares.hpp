// User fairshare: the accounts of each tree, and what they have used. As values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "mcsim/base/by_name.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/model/fairshare_config.hpp"
#include "mcsim/policy/decay.hpp"
#include "mcsim/policy/user_share.hpp"
#include "mcsim/scheduler/ballot.hpp"
#include "mcsim/scheduler/charge_book.hpp"
#include "mcsim/scheduler/queue_state.hpp"

namespace mcsim::scheduler {

inline constexpr AccountId root_account{};

/// What the jobs of an account, and of all below it, have and have had.
struct ShareUse {
  SlotCount slots;
  std::int64_t forwarded = 0;  ///< slots of jobs that are away
  ShareRates rates;
  AccumulatedUse cpu;
  EvenSum run;                 ///< of jobs on hosts
  EvenSum committed;           ///< of these, what is left of run limits
  AccumulatedUse decayed_run;  ///< RUN_TIME_DECAY: in place of `run`
  AccumulatedUse hist_run;     ///< ENABLE_HIST_RUN_TIME: of jobs that have left their hosts
};

struct ShareAccount {
  ShareRow row = none<ShareRow>;  ///< of its configuration; none: the root
  NameId user = none<NameId>;     ///< of one user: whose
  AccountId parent = none<AccountId>;
  std::int32_t shares = 1;
  std::uint32_t place = 0;  ///< among the children of its parent
  std::vector<AccountId> children;
  ShareUse use;
};

/// The accounts that a user's jobs may be charged to.
struct AccountsOfUser {
  bool known = false;
  std::vector<AccountId> list;
};

/// A user whom a row lists.
struct NamedInRow {
  NameId user{};
  ShareRow row{};
};

/// What bounds priorities that were reckoned earlier.
struct RankBounds {
  bool are_known = false;       ///< false: each session reckons all of them
  double key_per_ms = 0;        ///< by how much keys of those that fade become worth less
  std::int64_t head_start = 0;  ///< of such a key: a step of the decay, and what is rounded
};

/// A tree, as it is now.
struct ShareTree {
  AnyDecay decay{NoDecay{}};
  std::vector<ShareAccount> accounts;  ///< by AccountId, parents before their children
  std::vector<AccountId> of_row;       ///< by ShareRow; none: of Kind::each
  std::vector<NamedInRow> named;       ///< ascending
  std::vector<ShareRow> of_many;       ///< rows for all but some users
  ByName<AccountsOfUser> of_user;
  std::vector<std::uint32_t> groups;  ///< of queues, whose jobs are elected by it
  RankBounds bounds;
  std::optional<ContinuousDecay> lsf;  ///< `decay`, where it and the policy of priorities are LSF's

  /// Up to `now` that many slots were in use.
  void add_use(AccumulatedUse& use, std::int32_t slots, Time now) const {
    if (lsf)
      lsf->add(use, Slots(slots), now);
    else
      decay.add(use, Slots(slots), now);
  }
  AccountId child(AccountId parent, std::size_t place) const {
    return accounts[index_of(parent)].children[place];
  }
  ShareAccount& operator[](AccountId id) { return accounts[index_of(id)]; }
  const ShareAccount& operator[](AccountId id) const { return accounts[index_of(id)]; }
};

/// A charge for a job that is away.
struct ForwardCharge {
  FairshareId tree{};
  AccountId account = none<AccountId>;
  std::int64_t slots = 0;
  Time until = never;
};

/// All trees. `ShareCharges` keeps them, and `ShareLines` the ballots.
struct Shares {
  AnyUserShare priority{LsfUserShare{}};
  MakeDecay make_decay;
  /// The priority rises only when less is charged, and as what was used decays, at most to a tenth
  /// within HIST_HOURS: so it is for the policies and decays that are LSF's.
  bool is_bounded = false;
  bool is_lsf = false;                   ///< `priority` is LsfUserShare
  std::vector<FairshareConfig> made_of;  ///< what the trees are made of
  std::vector<ShareTree> trees;          ///< by FairshareId
  std::vector<Ballot> ballots;           ///< by queue group
  Ballot forwards;                       ///< of the queue group whose jobs are forwarded now
  ChargeBook charges;
  std::map<JobSlotId, ForwardCharge> forwarded;
  std::set<std::pair<Time, JobSlotId>> forwarded_until;
  JobSlotId elected = none<JobSlotId>;          ///< who is looked at now
  AccountId elected_account = none<AccountId>;  ///< to be charged if it starts
};

}  // namespace mcsim::scheduler
