// Random trees of share accounts, and jobs of more users who compete in them.
#include <algorithm>
#include <string>
#include <utility>

#include "support/random_lsf_draft.hpp"

namespace mcsim::testing {
namespace {

using enum LsfFeature;
using RowKind = ShareRowConfig::Kind;

constexpr std::size_t most_groups = 6;

/// Draws the accounts of one tree.
class TreeMaker {
 public:
  TreeMaker(LsfDraft& draft, FairshareConfig& tree)
      : draft_(draft), dice_(draft.shares), tree_(tree), levels_(dice_.between(1, 3)) {}

  void draw() {
    tree_.accounts.clear();
    draw_list(none<ShareRow>, draft_.share_users, {}, 1);
    if (tree_.accounts.empty()) add_rest(none<ShareRow>, draft_.share_users, {}, {}, true);
  }

 private:
  using Users = std::vector<NameId>;

  ShareRow add(ShareRow parent, RowKind kind, std::string name, UserList users,
               const Users& groups) {
    ShareRowConfig row;
    row.name = std::move(name);
    row.kind = kind;
    row.parent = parent;
    row.shares = dice_.one_of<std::int32_t>({1, 1, 2, 3, 5, 10, 100});
    row.users = std::move(users);
    row.under_groups = groups;
    std::ranges::sort(row.under_groups);
    tree_.accounts.push_back(std::move(row));
    return static_cast<ShareRow>(tree_.accounts.size() - 1);
  }

  Users some_of(const Users& members) {
    Users some;
    for (const NameId user : members)
      if (dice_.one_in(2)) some.push_back(user);
    if (some.empty()) some.push_back(dice_.one_of(members));
    return some;
  }

  /// One USER_SHARES list. Who is in two of its groups has several accounts.
  void draw_list(ShareRow parent, const Users& members, const Users& groups, std::int64_t level) {
    Users named;
    for (std::int64_t left = dice_.between(1, 3); left > 0; --left)
      for (const NameId user : draw_name(parent, members, groups, level)) named.push_back(user);
    if (dice_.one_in(level == 1 ? 5 : 2)) return;
    std::ranges::sort(named);
    named.erase(std::ranges::unique(named).begin(), named.end());
    add_rest(parent, members, named, groups, level == 1);
  }

  /// One name of the list; returns who is meant by it.
  Users draw_name(ShareRow parent, const Users& members, const Users& groups, std::int64_t level) {
    if (dice_.one_in(3) || next_group_ == most_groups) {
      const NameId user = dice_.one_of(members);
      const std::string name = "u" + std::to_string(index_of(user) + 1);
      const bool is_there = std::ranges::any_of(tree_.accounts, [&](const ShareRowConfig& row) {
        return row.parent == parent && row.name == name;
      });
      if (!is_there) add(parent, RowKind::user, name, UserList::only({user}), groups);
      return {user};
    }
    const NameId group = draft_.share_groups[next_group_++];
    const std::string name = "g" + std::to_string(next_group_);
    Users under = groups;
    under.push_back(group);
    const Users some = some_of(members);
    if (level < levels_ && !dice_.one_in(4)) {
      draft_.has_used(shares_in_groups);
      const ShareRow row = add(parent, RowKind::tree, name, UserList::only({}), under);
      draw_list(row, some, under, level + 1);
    } else {
      const RowKind kind = dice_.one_in(2) ? RowKind::collective : RowKind::each;
      add(parent, kind, name, UserList::only(some), under);
    }
    return some;
  }

  /// `default` or `others`: all who are not named, in a group all its members who are not.
  void add_rest(ShareRow parent, const Users& members, const Users& named, const Users& groups,
                bool is_top) {
    const bool each = dice_.one_in(2);
    UserList users{.all = true, .users = named};
    if (!is_top) {
      Users rest;
      std::ranges::set_difference(members, named, std::back_inserter(rest));
      if (rest.empty()) return;
      users = UserList::only(rest);
    }
    add(parent, each ? RowKind::each : RowKind::collective, each ? "default" : "others",
        std::move(users), groups);
  }

  LsfDraft& draft_;
  Dice& dice_;
  FairshareConfig& tree_;
  std::int64_t levels_;
  std::size_t next_group_ = 0;
};

/// Runs are short, so some factors are large enough for time to matter as much as slots do.
void draw_share_factors(LsfDraft& draft, FairshareFactors& factors) {
  Dice& dice = draft.shares;
  factors.cpu_time = dice.one_of<double>({0, 0.7, 0.7, 80});
  factors.run_time = dice.one_of<double>({0, 0.7, 0.7, 50});
  factors.run_job = dice.one_of<double>({0, 0.1, 3, 3, 3});
  factors.committed_run_time = 0;
  if (dice.one_in(3)) {
    factors.committed_run_time = dice.one_of<double>({0.5, 1, 50});
    draft.has_used(committed_run_time);
  }
  factors.hist_hours = dice.one_of<double>({5, 0, 0.01, 0.05});
  factors.enable_hist_run_time = dice.one_in(3);
  if (factors.enable_hist_run_time) draft.has_used(hist_run_time);
  factors.run_time_decay = dice.one_in(4);
  if (factors.run_time_decay) draft.has_used(run_time_decay);
  if (!dice.one_in(3)) factors.fwd_job = dice.one_of<double>({0.1, 3, 30});
  if (dice.one_in(3)) factors.forwarded_for = dice.between(5, 60) * 1s;
}

FairshareConfig draw_tree(LsfDraft& draft, const QueueConfig& queue, QueueId id, bool is_own) {
  FairshareConfig tree;
  tree.name = queue.name;
  tree.queues = {id};
  tree.of = is_own ? FairshareConfig::Of::queue : FairshareConfig::Of::queues;
  tree.by_queue = !is_own && draft.shares.one_in(2);
  draw_share_factors(draft, tree.factors);
  TreeMaker(draft, tree).draw();
  draft.has_used(fairshare);
  return tree;
}

/// Queues of a slot pool have trees of their own, if any.
void draw_trees(LsfDraft& draft, ClusterSettings& settings) {
  Dice& dice = draft.shares;
  settings.fairshares.clear();
  FairshareId shared = none<FairshareId>;
  const std::uint64_t own_chances = dice.one_of<std::uint64_t>({1, 3, 8, 8});
  for (std::size_t at = 0; at < settings.queues.size(); ++at) {
    QueueConfig& queue = settings.queues[at];
    queue.fairshare = none<FairshareId>;
    if (dice.one_in(5)) continue;
    const bool is_own = queue.pool != none<PoolId> || dice.one_in(own_chances);
    if (!is_own && shared != none<FairshareId>) {
      FairshareConfig& tree = settings.fairshares[index_of(shared)];
      tree.queues.push_back(static_cast<QueueId>(at));
      queue.fairshare = shared;
      draft.has_used(tree.by_queue ? dispatch_order_queue : fairshare_queues);
      if (dice.one_in(3)) shared = none<FairshareId>;
      continue;
    }
    queue.fairshare = static_cast<FairshareId>(settings.fairshares.size());
    if (!is_own) shared = queue.fairshare;
    settings.fairshares.push_back(draw_tree(draft, queue, static_cast<QueueId>(at), is_own));
    settings.fairshares.back().index();
  }
}

void draw_share_options(LsfDraft& draft, FairshareOptions& options) {
  Dice& dice = draft.shares;
  using Options = FairshareOptions;
  if (dice.one_in(2)) options.no_share = Options::NoShare::last;
  if (options.no_share == Options::NoShare::last) draft.has_used(no_share_last);
  if (dice.one_in(4)) options.cpu = Options::Cpu::normalised;
  if (dice.one_in(3)) options.run = Options::Run::jobs;
  options.cpu_per_slot = dice.one_of<double>({1, 1, 1, 0.5, 0, 2});
  options.floor = dice.one_of<double>({0.01, 0.01, 1, 12});
  options.decay = dice.one_of<std::string>({"continuous", "continuous", "steps", "none"});
  options.priority = dice.one_of<std::string>({"lsf", "lsf", "lsf", "lsf", "slots"});
  if (dice.one_in(3)) options.crossqueue_job_order = Options::JobOrder::fcfs;
}

/// Queues that can share a tree, since they are in no pool.
void add_queues(LsfDraft& draft) {
  Dice& dice = draft.shares;
  std::vector<QueueConfig>& queues = draft.cluster.queues;
  if (dice.one_in(3)) return;
  for (std::int64_t left = dice.between(1, 2); left > 0; --left) {
    QueueConfig queue = dice.one_of(queues);
    queue.name = "q" + std::to_string(queues.size() + 1);
    queue.pool = none<PoolId>;
    queue.slot_share = 0;
    if (dice.one_in(2)) queue.priority = dice.number(1, 45);
    queues.push_back(std::move(queue));
  }
}

/// More users than there were have jobs, and those queues.
void draw_share_users(LsfDraft& draft, NameTable& users, std::size_t old_queues) {
  Dice& dice = draft.shares;
  for (std::int64_t at = 1, size = dice.between(2, 6); at <= size; ++at)
    draft.share_users.push_back(users.id("u" + std::to_string(at)));
  std::ranges::sort(draft.share_users);
  TraceBuilder builder;
  for (std::size_t at = 0; at < draft.cluster.trace.size(); ++at) {
    TraceJob job = draft.cluster.trace[static_cast<JobIndex>(at)];
    if (job.user != none<NameId> && !dice.one_in(4)) job.user = dice.one_of(draft.share_users);
    const auto queue = dice.id_below<QueueId>(draft.cluster.queues.size());
    if (index_of(queue) >= old_queues) job.queue = queue;
    builder.add(job);
  }
  draft.cluster.trace = std::move(builder).freeze();
}

void draw_groups_of_jobs(LsfDraft& draft) {
  Dice& dice = draft.shares;
  if (dice.one_in(2)) return;
  for (JobProfile& profile : draft.cluster.profiles)
    if (dice.one_in(4)) {
      profile.group = draft.share_groups[static_cast<std::size_t>(dice.between(0, 2))];
      draft.has_used(job_group);
    }
}

}  // namespace

void draw_shares(LsfDraft& draft, NameTable& users, NameTable& groups) {
  Dice& dice = draft.shares;
  if (dice.one_in(3)) return;
  const std::size_t queues_before = draft.cluster.queues.size();
  add_queues(draft);
  draw_share_users(draft, users, queues_before);
  for (std::size_t at = 1; at <= most_groups; ++at)
    draft.share_groups.push_back(groups.id("g" + std::to_string(at)));
  std::vector<QueueConfig>& queues = draft.cluster.queues;
  if (dice.one_in(2))
    for (QueueConfig& queue : queues)
      if (dice.one_in(3)) queue.priority = dice.one_of(queues).priority;
  draw_share_options(draft, draft.cluster.model.fairshare);
  draw_trees(draft, draft.cluster);
  draw_groups_of_jobs(draft);
}

void change_shares(LsfDraft& draft, ClusterSettings& settings) {
  Dice& dice = draft.shares;
  if (draft.share_users.empty() || dice.one_in(3)) return;
  if (dice.one_in(4)) return draw_trees(draft, settings);
  for (FairshareConfig& tree : settings.fairshares) {
    if (dice.one_in(3)) draw_share_factors(draft, tree.factors);
    if (dice.one_in(4))
      TreeMaker(draft, tree).draw();
    else if (dice.one_in(2))
      for (ShareRowConfig& row : tree.accounts) row.shares = dice.number(1, 9);
    tree.index();
  }
}

}  // namespace mcsim::testing
