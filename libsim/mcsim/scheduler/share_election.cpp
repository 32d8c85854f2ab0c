#include "mcsim/scheduler/share_election.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "mcsim/scheduler/share_charges.hpp"

namespace mcsim::scheduler {
namespace {

/// The larger a priority, the smaller its key. Bits of numbers from 0 up are in their order.
std::int64_t key_of(double priority) { return -std::bit_cast<std::int64_t>(priority + 0.0); }

}  // namespace

ShareElection::Choice ShareElection::next(std::uint32_t group) {
  const auto [place, account] = elect(state_.shares.ballots[group]);
  return {place.line.bucket, place.line.line, account};
}

/// Unlike lines of buckets, these are listed anew for each session that forwards.
void ShareElection::open_forwards(std::uint32_t group) {
  Ballot& ballot = state_.shares.forwards;
  ballot.tree = state_.groups[group].tree;
  ballot.of_forwards = true;
  ballot.sharers.clear();
  ballot.sharer_of.clear();
  ++ballot.openings;
  state_.forward_lines.visit_open(group, [&](ForwardLines::LineId id) {
    const ForwardLine& line = state_.forward_lines[id];
    const NameId named = config_.profiles[index_of(line.profile)].group;
    const auto [found, is_new] = ballot.sharer_of.try_emplace(
        two_names(line.user, named), static_cast<std::uint32_t>(ballot.sharers.size()));
    if (is_new) {
      ballot.sharers.push_back({.user = line.user, .group = named, .lines = {}});
      the<ShareCharges>().accounts_of(ballot.tree, line.user);
    }
    ballot.sharers[found->second].lines.push_back({none<BucketId>, id});
  });
}

ShareElection::ForwardChoice ShareElection::next_forward() {
  const auto [place, account] = elect(state_.shares.forwards);
  if (!place.is_any()) return {};
  return {place.line.line, account};
}

std::pair<ShareElection::Place, AccountId> ShareElection::elect(Ballot& ballot) {
  if (ballot.opened_at != ballot.openings)
    open(ballot);
  else
    refresh(ballot);
  while (true) {
    AccountId account = root_account;
    while (ballot.candidates[index_of(account)].order.least() != MinTree::nothing)
      account = first_child(ballot, account);
    if (account == root_account) return {first_of(ballot, ballot.without_account), none<AccountId>};
    const Place place = first_of(ballot, ballot.candidates[index_of(account)].sharers);
    if (place.is_any()) return {place, account};
    withdraw(ballot, account);
  }
}

void ShareElection::forget() {
  state_.shares.elected = none<JobSlotId>;
  state_.shares.forwards.opened_at = static_cast<std::uint64_t>(-1);
  for (Ballot& ballot : state_.shares.ballots) ballot.opened_at = static_cast<std::uint64_t>(-1);
  for (ShareTree& tree : state_.shares.trees) {
    tree.watched = false;
    tree.changed.clear();
  }
}

void ShareElection::open(Ballot& ballot) {
  ShareTree& tree = tree_of(ballot);
  the<ShareCharges>().expire();
  for (const AccountId id : ballot.standing)
    if (index_of(id) < ballot.candidates.size()) ballot.candidates[index_of(id)].stands = false;
  ballot.standing.clear();
  ballot.without_account.clear();
  ballot.opened_at = ballot.openings;
  tree.watched = true;
  ballot.seen = tree.changed.size();
  ballot.candidates.resize(tree.accounts.size());
  Candidate& root = ballot.candidates[index_of(root_account)];
  root.order.clear(tree[root_account].children.size());
  for (std::uint32_t at = 0; at < ballot.sharers.size(); ++at) {
    const Sharer& sharer = ballot.sharers[at];
    if (sharer.lines.empty()) continue;
    bool is_any = false;
    for (const AccountId account : tree.of_user.find(sharer.user)->list) {
      if (!may_charge(state_, ballot.tree, account, sharer.group)) continue;
      stand(ballot, account, at);
      is_any = true;
    }
    if (!is_any) ballot.without_account.push_back(at);
  }
  for (const AccountId id : ballot.standing) rank(ballot, id);
}

/// A user of the account has jobs: it stands, and so do those above it.
void ShareElection::stand(Ballot& ballot, AccountId account, std::uint32_t sharer) {
  const ShareTree& tree = tree_of(ballot);
  for (AccountId at = account; at != root_account; at = tree[at].parent) {
    Candidate& candidate = ballot.candidates[index_of(at)];
    if (candidate.stands) break;
    candidate.stands = true;
    candidate.sharers.clear();
    candidate.order.clear(tree[at].children.size());
    ballot.standing.push_back(at);
  }
  ballot.candidates[index_of(account)].sharers.push_back(sharer);
}

/// What accounts have used has changed since: by jobs that were started or preempted.
void ShareElection::refresh(Ballot& ballot) {
  const ShareTree& tree = tree_of(ballot);
  for (; ballot.seen < tree.changed.size(); ++ballot.seen)
    for (AccountId at = tree.changed[ballot.seen]; at != root_account; at = tree[at].parent) {
      if (index_of(at) >= ballot.candidates.size()) continue;
      const MinTree& order = ballot.candidates[index_of(tree[at].parent)].order;
      const bool stands =
          ballot.candidates[index_of(at)].stands && order.at(tree[at].place) != MinTree::nothing;
      if (stands) rank(ballot, at);
    }
}

void ShareElection::rank(Ballot& ballot, AccountId account) {
  const ShareAccount& at = tree_of(ballot)[account];
  const double priority =
      state_.shares.priority(share_view_of(config_, state_, ballot.tree, account, now_));
  ballot.candidates[index_of(at.parent)].order.set(at.place, key_of(priority));
}

AccountId ShareElection::first_child(Ballot& ballot, AccountId parent) {
  const MinTree& order = ballot.candidates[index_of(parent)].order;
  const std::size_t first = order.first_least();
  const std::size_t next = order.first_at_most_from(first + 1, order.least());
  if (next != MinTree::nowhere) return first_of_equals(ballot, parent, first, next);
  return tree_of(ballot).child(parent, first);
}

/// Of those with the largest priority, the one whose job stands earlier in the queue.
AccountId ShareElection::first_of_equals(Ballot& ballot, AccountId parent, std::size_t first,
                                         std::size_t next) {
  const ShareTree& tree = tree_of(ballot);
  const MinTree& order = ballot.candidates[index_of(parent)].order;
  AccountId best = tree.child(parent, first);
  Place best_place = first_below(ballot, best);
  for (; next != MinTree::nowhere; next = order.first_at_most_from(next + 1, order.least())) {
    const AccountId other = tree.child(parent, next);
    const Place place = first_below(ballot, other);
    if (!(place < best_place)) continue;
    best = other;
    best_place = place;
  }
  return best;
}

/// Nobody of the account has a job that could be looked at; those above it may have none either.
void ShareElection::withdraw(Ballot& ballot, AccountId account) {
  const ShareTree& tree = tree_of(ballot);
  for (; account != root_account; account = tree[account].parent) {
    MinTree& order = ballot.candidates[index_of(tree[account].parent)].order;
    order.set(tree[account].place, MinTree::nothing);
    if (order.least() != MinTree::nothing) return;
  }
}

ShareElection::Place ShareElection::first_below(const Ballot& ballot, AccountId account) const {
  const Candidate& candidate = ballot.candidates[index_of(account)];
  Place best = first_of(ballot, candidate.sharers);
  const MinTree& order = candidate.order;
  for (std::size_t at = order.first_at_most_from(0, MinTree::nothing - 1); at != MinTree::nowhere;
       at = order.first_at_most_from(at + 1, MinTree::nothing - 1))
    best = std::min(
        best, first_below(ballot, state_.shares.trees[index_of(ballot.tree)].child(account, at)));
  return best;
}

/// The first job in the lines of some sharers.
ShareElection::Place ShareElection::first_of(const Ballot& ballot,
                                             const std::vector<std::uint32_t>& sharers) const {
  Place best;
  for (const std::uint32_t sharer : sharers)
    for (const LineOfBucket& at : ballot.sharers[sharer].lines)
      best = std::min(best, place_of(ballot, at));
  return best;
}

/// Nowhere, if the bucket is parked, or the line of jobs to be forwarded is closed.
ShareElection::Place ShareElection::place_of(const Ballot& ballot, const LineOfBucket& at) const {
  tally(state_.work.buckets);
  const std::int64_t key = ballot.of_forwards ? state_.forward_lines.key_of(at.line)
                           : state_.buckets[at.bucket].parked == Parked::no
                               ? state_.buckets[at.bucket].heads.at(at.line)
                               : MinTree::nothing;
  if (key == MinTree::nothing) return {};
  const QueueId queue =
      ballot.of_forwards ? state_.forward_lines[at.line].queue : state_.buckets[at.bucket].queue;
  const bool by_queue =
      config_.model.fairshare.crossqueue_job_order == FairshareOptions::JobOrder::queue_priority;
  return {by_queue ? -std::int64_t{state_.settings.queues[index_of(queue)].priority} : 0, key, at};
}

}  // namespace mcsim::scheduler
