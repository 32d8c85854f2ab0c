#include "mcsim/scheduler/share_charges.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mcsim/base/check.hpp"
#include "mcsim/scheduler/share_ranks.hpp"

namespace mcsim::scheduler {

std::int32_t slots_in(const SchedulerState& state, FairshareId tree, JobSlotId id) {
  const FairshareConfig& config = state.settings.fairshares[index_of(tree)];
  if (config.of != FairshareConfig::Of::host_partition) return state.jobs[id].slots.count();
  std::int32_t slots = 0;
  state.jobs.visit_hosts(id, [&](HostSlots part) {
    if (counts_on(state, tree, part.host)) slots += part.slots.count();
  });
  return slots;
}

bool may_charge(const SchedulerState& state, FairshareId id, AccountId account, NameId group) {
  if (group == none<NameId>) return true;
  const ShareRow row = state.shares.trees[index_of(id)][account].row;
  const FairshareConfig& config = state.settings.fairshares[index_of(id)];
  return std::ranges::binary_search(config.accounts[index_of(row)].under_groups, group);
}

/// Calls change(use) for an account and all above it, but for the root, which nobody asks for.
/// `may_rise`: their priorities may be larger than before.
template <class Change>
void ShareCharges::change_up(FairshareId id, AccountId account, bool may_rise, Change&& change) {
  ShareTree& tree = state_.shares.trees[index_of(id)];
  for (AccountId at = account; at != root_account; at = tree[at].parent) change(tree[at].use);
  may_rise = may_rise || !tree.bounds.are_known;
  for (const std::uint32_t group : tree.groups)
    note_change(state_.shares.ballots[group], account, may_rise);
  if (state_.shares.forwards.tree == id) note_change(state_.shares.forwards, account, may_rise);
}

/// An account that stands is not ranked as it is now any more, nor are those above it. Where its
/// priority has only become less, that matters when it may be the first.
void ShareCharges::note_change(Ballot& ballot, AccountId account, bool may_rise) {
  const ShareTree& tree = state_.shares.trees[index_of(ballot.tree)];
  for (; account != root_account; account = tree[account].parent) {
    if (index_of(account) >= ballot.candidates.size()) continue;
    Candidate& candidate = ballot.candidates[index_of(account)];
    candidate.elected_in = 0;
    if (candidate.standing == 0) continue;
    candidate.ranked_at = never;
    candidate.is_constant = false;
    if (may_rise && !std::exchange(candidate.is_stale, true)) ballot.stale.push_back(account);
  }
}

void ShareCharges::add(JobSlotId id, const SlotCount& change, HostId on) {
  const FairshareId tree = state_.settings.queues[index_of(state_.jobs[id].queue)].fairshare;
  if (tree == none<FairshareId>) return;
  if (change.reserved != 0) {
    if (counts_on(state_, tree, on)) add(id, tree, change);
    return;
  }
  if (state_.settings.fairshares[index_of(tree)].of != FairshareConfig::Of::host_partition)
    return add(id, tree, change);
  // Each of the others is of all slots that the job has.
  const std::int32_t slots = slots_in(state_, tree, id);
  SlotCount counted = change;
  for (std::int32_t* const count : {&counted.running, &counted.suspended})
    *count = *count == 0 ? 0 : *count > 0 ? slots : -slots;
  add(id, tree, counted);
}

void ShareCharges::add(JobSlotId id, FairshareId tree, const SlotCount& change) {
  const JobState& job = state_.jobs[id];
  ShareCharge* found = state_.shares.charges.find(id);
  if (found == nullptr) {
    if (change.used() <= 0) return;  // it has no account, or is closed
    const AccountId account = account_of(id, tree);
    if (account == none<AccountId>) return;
    found = &state_.shares.charges.add(id, {.tree = tree, .account = account});
  }
  ShareCharge& charge = *found;
  charge.slots += change.used();
  if (job.is_started() && charge.slots > 0) {
    charge.more += change;
    return;
  }
  change_up(charge.tree, charge.account, change.used() < 0,
            [&](ShareUse& use) { use.slots += change; });
  if (charge.slots == 0) state_.shares.charges.remove(id);
}

AccountId ShareCharges::account_of(JobSlotId id, FairshareId tree) {
  if (state_.shares.elected == id) return state_.shares.elected_account;
  const JobState& job = state_.jobs[id];
  const NameId group = config_.profiles[index_of(job.profile)].group;
  return best_account(tree, job.user,
                      state_.settings.fairshares[index_of(tree)].known_group(group));
}

void ShareCharges::add_forwarded(JobSlotId id) {
  const QueueId queue = state_.jobs[id].queue;
  if (!state_.queues[queue].shared) return;
  const FairshareId tree = state_.settings.queues[index_of(queue)].fairshare;
  const FairshareFactors& factors = state_.settings.fairshares[index_of(tree)].factors;
  if (!factors.fwd_job) return;
  charge_forwarded(id, tree,
                   factors.forwarded_for == unlimited ? never : now_ + factors.forwarded_for);
}

void ShareCharges::charge_forwarded(JobSlotId id, FairshareId tree, Time until) {
  const AccountId account = account_of(id, tree);
  if (account == none<AccountId>) return;
  const std::int64_t slots = state_.jobs[id].slots.count();
  state_.shares.forwarded[id] = {tree, account, slots, until};
  if (until != never) state_.shares.forwarded_until.emplace(until, id);
  change_up(tree, account, false, [&](ShareUse& use) { use.forwarded += slots; });
}

void ShareCharges::drop_forwarded(JobSlotId id) {
  const auto found = state_.shares.forwarded.find(id);
  if (found == state_.shares.forwarded.end()) return;
  const ForwardCharge charge = found->second;
  state_.shares.forwarded.erase(found);
  state_.shares.forwarded_until.erase({charge.until, id});
  change_up(charge.tree, charge.account, true,
            [&](ShareUse& use) { use.forwarded -= charge.slots; });
}

void ShareCharges::expire() {
  auto& until = state_.shares.forwarded_until;
  while (!until.empty() && until.begin()->first <= now_) drop_forwarded(until.begin()->second);
}

/// CPU time per second of a running job: its slots, or what CPU factors make of them.
std::int32_t ShareCharges::cpu_rate_of(JobSlotId id) const {
  const FairshareId tree = state_.settings.queues[index_of(state_.jobs[id].queue)].fairshare;
  if (options().cpu == FairshareOptions::Cpu::actual) return slots_in(state_, tree, id);
  std::int64_t rate = 0;
  state_.jobs.visit_hosts(id, [&](HostSlots part) {
    if (!counts_on(state_, tree, part.host)) return;
    const double factor = state_.settings.hosts[index_of(part.host)].cpuf;
    rate += part.slots.count() * std::llround(factor * cpu_factor_unit);
  });
  return static_cast<std::int32_t>(std::min<std::int64_t>(rate, most_slots));
}

/// How fast a job uses CPU time and run time from now on; what it has used so far is added up.
/// `also(use)`: what else changes.
template <class Also>
void ShareCharges::change_charge(ShareCharge& charge, ShareRates rates, bool may_rise,
                                 Also&& also) {
  const ShareTree& tree = state_.shares.trees[index_of(charge.tree)];
  const bool decays = state_.settings.fairshares[index_of(charge.tree)].factors.run_time_decay;
  const ShareRates before = std::exchange(charge.rates, rates);
  const bool same_cpu = rates.cpu == before.cpu;
  const bool same_run = !decays || rates.run == before.run;
  if (!same_run) tree.add_use(charge.decayed_run, before.run, now_);
  change_up(charge.tree, charge.account, may_rise, [&](ShareUse& use) {
    if (!same_cpu) tree.add_use(use.cpu, use.rates.cpu, now_);
    use.rates.cpu += rates.cpu - before.cpu;
    if (!same_run) tree.add_use(use.decayed_run, use.rates.run, now_);
    use.rates.run += rates.run - before.run;
    also(use);
  });
}

void ShareCharges::update(JobSlotId id) {
  ShareCharge* const found = state_.shares.charges.find(id);
  if (found == nullptr) return;
  ShareCharge& charge = *found;
  const JobState& job = state_.jobs[id];
  const bool runs = job.stage == Stage::running;
  const bool by_slot = options().run == FairshareOptions::Run::slots;
  const std::int32_t weight = by_slot ? slots_in(state_, charge.tree, id) : 1;
  // Of a running job: what it had run at the beginning of time, had it run since.
  const std::int64_t ran =
      job.ran.count() - (runs ? job.since.time_since_epoch().count() : std::int64_t{});
  const EvenSum run{runs ? weight : 0, Int128{weight} * ran};
  EvenSum committed;
  if (job.limit < unlimited)
    committed = {-run.rate, Int128{weight} * job.limit.count() - run.offset};
  const ShareRates rates{.cpu = runs ? cpu_rate_of(id) : 0, .run = runs ? weight : 0};
  const bool is_same = run == charge.run && committed == charge.committed && rates == charge.rates;
  if (is_same && charge.more == SlotCount{}) return;
  const SlotCount change = std::exchange(charge.more, {});
  const EvenSum run_before = std::exchange(charge.run, run);
  const EvenSum committed_before = std::exchange(charge.committed, committed);
  const bool may_rise = change.used() < 0 || run.at(now_) < run_before.at(now_) ||
                        committed.at(now_) < committed_before.at(now_);
  const EvenSum more_run = run - run_before;
  const EvenSum more_committed = committed - committed_before;
  change_charge(charge, rates, may_rise, [&](ShareUse& use) {
    use.slots += change;
    use.run += more_run;
    use.committed += more_committed;
  });
}

void ShareCharges::close(JobSlotId id, bool ended) {
  ShareCharge* const found = state_.shares.charges.find(id);
  if (found == nullptr) return;
  ShareCharge& charge = *found;
  const ShareTree& tree = state_.shares.trees[index_of(charge.tree)];
  const FairshareFactors& factors = state_.settings.fairshares[index_of(charge.tree)].factors;
  const Int128 ran = charge.run.at(now_);
  // What has decayed as run time of this job goes with it, or stays as that of a finished job.
  const bool forgets = factors.run_time_decay && !(ended && factors.enable_hist_run_time);
  const double own =
      forgets ? tree.decay.value(charge.decayed_run, Slots(charge.rates.run), now_) : 0;
  const bool is_remembered = ended && factors.enable_hist_run_time && !factors.run_time_decay;
  const SlotCount left = state_.jobs[id].stage == Stage::running
                             ? SlotCount{.running = -charge.slots}
                             : SlotCount{.suspended = -charge.slots};
  change_charge(charge, {}, true, [&](ShareUse& use) {
    use.run -= charge.run;
    use.committed -= charge.committed;
    if (forgets) {
      hand_over(use.decayed_run);
      const bool is_last =
          !factors.enable_hist_run_time && use.slots.running + use.slots.suspended == charge.slots;
      use.decayed_run.decayed = is_last ? 0 : std::max(0.0, use.decayed_run.decayed - own);
    }
    use.slots += left;
    if (is_remembered) {
      tree.add_use(use.hist_run, 0, now_);
      use.hist_run.fresh += ran;
      hand_over(use.hist_run);
    }
  });
  state_.shares.charges.remove(id);
}

double ShareCharges::run_to_take(const Shares& from, JobSlotId id) const {
  const JobState& job = state_.jobs[id];
  const ShareCharge* const found = from.charges.find(id);
  if (found != nullptr) {
    const ShareCharge& charge = *found;
    if (from.made_of[index_of(charge.tree)].factors.run_time_decay)
      return from.trees[index_of(charge.tree)].decay.value(charge.decayed_run,
                                                           Slots(charge.rates.run), now_);
    return static_cast<double>(charge.run.at(now_)) / 1000;
  }
  // Nobody has let it decay so far.
  const Duration ran = job.ran + (job.stage == Stage::running ? now_ - job.since : Duration{});
  const std::int32_t weight = options().run == FairshareOptions::Run::slots ? job.slots.count() : 1;
  return static_cast<double>(ran.count() * weight) / 1000;
}

void ShareCharges::take_run(JobSlotId id, double slot_seconds) {
  ShareCharge* const found = state_.shares.charges.find(id);
  if (found == nullptr) return;
  ShareCharge& charge = *found;
  if (!state_.shares.made_of[index_of(charge.tree)].factors.run_time_decay) return;
  const ShareTree& tree = state_.shares.trees[index_of(charge.tree)];
  const auto add_to = [&](AccumulatedUse& use, std::int32_t rate) {
    tree.add_use(use, rate, now_);
    use.decayed += slot_seconds;
  };
  add_to(charge.decayed_run, charge.rates.run);
  change_up(charge.tree, charge.account, false,
            [&](ShareUse& use) { add_to(use.decayed_run, use.rates.run); });
}

const std::vector<AccountId>& ShareCharges::accounts_of(FairshareId id, NameId user) {
  ShareTree& tree = state_.shares.trees[index_of(id)];
  AccountsOfUser& mine = tree.of_user[user];
  if (std::exchange(mine.known, true)) return mine.list;
  const FairshareConfig& config = state_.settings.fairshares[index_of(id)];
  std::vector<ShareRow> rows;
  const auto named = std::ranges::equal_range(tree.named, user, {}, &NamedInRow::user);
  for (const NamedInRow& one : named) rows.push_back(one.row);
  for (const ShareRow row : tree.of_many)
    if (config.accounts[index_of(row)].users.has(user)) rows.push_back(row);
  std::ranges::sort(rows);
  for (const ShareRow row : rows) {
    const ShareRowConfig& one = config.accounts[index_of(row)];
    mine.list.push_back(one.kind == ShareRowConfig::Kind::each ? add_account(tree, one, row, user)
                                                               : tree.of_row[index_of(row)]);
  }
  return mine.list;
}

/// Compares priorities from the root down.
AccountId ShareCharges::best_account(FairshareId id, NameId user, NameId group) {
  AccountId best = none<AccountId>;
  std::vector<double> best_way;
  for (const AccountId account : accounts_of(id, user)) {
    if (!may_charge(state_, id, account, group)) continue;
    const ShareTree& tree = state_.shares.trees[index_of(id)];
    std::vector<double> way;
    for (AccountId at = account; at != root_account; at = tree[at].parent)
      way.insert(way.begin(), state_.shares.priority(share_view_of(config_, state_, id, at, now_)));
    if (best != none<AccountId> && way <= best_way) continue;
    best = account;
    best_way = std::move(way);
  }
  return best;
}

}  // namespace mcsim::scheduler
