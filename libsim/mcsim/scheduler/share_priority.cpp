#include "mcsim/scheduler/share_priority.hpp"

#include <algorithm>

namespace mcsim::scheduler {
namespace {

template <class Decay>
double decayed_use(const Decay& decay, const AccumulatedUse& use, std::int32_t rate, Time now) {
  if (rate == 0 && use.decayed == 0 && use.fresh == 0) return 0;
  return decay.value(use, Slots(rate), now);
}

/// A template, because LSF's own decay is asked for every candidate of each election.
template <class Decay>
[[gnu::always_inline]] inline UserShareView view_by(const Decay& decay,
                                                    const FairshareOptions& options,
                                                    const FairshareConfig& config,
                                                    const ShareAccount& account, Time now,
                                                    bool counts_committed = true) {
  const ShareUse& use = account.use;
  const double unit = options.cpu == FairshareOptions::Cpu::normalised ? cpu_factor_unit : 1;
  UserShareView view;
  view.shares = account.shares;
  view.cpu_hours =
      decayed_use(decay, use.cpu, use.rates.cpu, now) / unit * options.cpu_per_slot / 3600;
  view.run_hours = config.factors.run_time_decay
                       ? decayed_use(decay, use.decayed_run, use.rates.run, now) / 3600
                       : use.run.hours(now);
  view.hist_run_hours = config.factors.enable_hist_run_time  // else it is kept for a later file
                            ? decayed_use(decay, use.hist_run, 0, now) / 3600
                            : 0;
  view.committed_hours =
      counts_committed ? std::max(0.0, use.committed.hours(now)) : 0;  // what it adds is 0
  view.started_slots = use.slots.running + use.slots.suspended;
  view.reserved_slots = use.slots.reserved;
  view.forwarded_slots = use.forwarded;
  view.factors = config.factors;
  view.floor = options.floor;
  return view;
}

bool decays_with_time(const UserShareView& view) {
  return view.cpu_hours > 0 || view.hist_run_hours > 0 ||
         (view.factors.run_time_decay && view.run_hours > 0);
}

}  // namespace

UserShareView share_view_of(const ClusterConfig& config, const SchedulerState& state,
                            FairshareId id, AccountId account_id, Time now) {
  const FairshareConfig& tree_config = state.settings.fairshares[index_of(id)];
  const ShareTree& tree = state.shares.trees[index_of(id)];
  const ShareAccount& account = tree[account_id];
  UserShareView view = view_by(tree.decay, config.model.fairshare, tree_config, account, now);
  if (account.row != none<ShareRow>) view.name = tree_config.accounts[index_of(account.row)].name;
  return view;
}

PriorityNow priority_now(const ClusterConfig& config, const SchedulerState& state, FairshareId id,
                         AccountId account, Time now) {
  const ShareTree& tree = state.shares.trees[index_of(id)];
  if (tree.lsf) {
    const FairshareConfig& tree_config = state.settings.fairshares[index_of(id)];
    const UserShareView view =
        view_by(*tree.lsf, config.model.fairshare, tree_config, tree[account], now,
                tree_config.factors.committed_run_time != 0);
    return {LsfUserShare{}.user_priority(view), decays_with_time(view)};
  }
  const UserShareView view = share_view_of(config, state, id, account, now);
  return {state.shares.priority(view), decays_with_time(view)};
}

}  // namespace mcsim::scheduler
