#include "mcsim/scheduler/share_election.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/scheduler/share_charges.hpp"
#include "mcsim/scheduler/share_lines.hpp"
#include "mcsim/scheduler/share_ranks.hpp"

namespace mcsim::scheduler {

ShareElection::Choice ShareElection::next(std::uint32_t group) {
  const auto [place, account] = elect(state_.shares.ballots[group]);
  return {place.bucket, place.line, account};
}

/// Unlike lines of buckets, these are listed anew for each session that forwards.
void ShareElection::open_forwards(std::uint32_t group) {
  Ballot& ballot = state_.shares.forwards;
  ballot = {};
  ballot.tree = state_.groups[group].tree;
  ballot.of_forwards = true;
  ShareLines lines(config_, state_, now_);
  state_.forward_lines.visit_open(group, [&](ForwardLines::LineId id) {
    const ForwardLine& line = state_.forward_lines[id];
    const std::uint32_t at =
        lines.sharer_of(ballot, line.user, config_.profiles[index_of(line.profile)].group);
    ballot.sharers[at].buckets.emplace_back().lines.push_back(id);
  });
  for (std::uint32_t at = 0; at < ballot.sharers.size(); ++at) lines.stand(ballot, at, true);
}

ShareElection::ForwardChoice ShareElection::next_forward() {
  const auto [place, account] = elect(state_.shares.forwards);
  if (!place.is_any()) return {};
  return {place.line, account};
}

void ShareElection::forget() {
  state_.shares.elected = none<JobSlotId>;
  for (Ballot& ballot : state_.shares.ballots) ballot.is_new_session = true;
}

std::pair<ShareElection::Place, AccountId> ShareElection::elect(Ballot& ballot) {
  refresh(ballot);
  while (true) {
    AccountId account = root_account;
    while (index_of(account) < ballot.candidates.size() &&
           ShareRanks::any_below(ballot.candidates[index_of(account)]))
      account = first_child(ballot, account);
    if (account == root_account) {
      if (ballot.without_account == Ballot::none_without) return {Place{}, none<AccountId>};
      return {first_of(ballot, ballot.sharers[ballot.without_account]), none<AccountId>};
    }
    const Place place = first_at(ballot, account);
    if (place.is_any()) return {place, account};
    withdraw(ballot, account);
  }
}

/// What has changed since: what accounts are charged, and which jobs could be looked at.
void ShareElection::refresh(Ballot& ballot) {
  the<ShareCharges>().expire();
  ShareRanks ranks(config_, state_, now_);
  const auto rank = [&](AccountId id) {
    const Candidate& candidate = ballot.candidates[index_of(id)];
    if (candidate.standing > 0 && !candidate.is_withdrawn) ranks.rank(ballot, id);
  };
  if (std::exchange(ballot.is_new_session, false) && !tree_of(ballot).bounds.are_known)
    for (std::size_t at = 1; at < ballot.candidates.size(); ++at) rank(static_cast<AccountId>(at));
  for (const AccountId id : std::exchange(ballot.stale, {})) {
    ballot.candidates[index_of(id)].is_stale = false;
    rank(id);
  }
  if (!std::exchange(ballot.has_opened, false)) return;
  for (const AccountId id : std::exchange(ballot.withdrawn, {})) {
    ballot.candidates[index_of(id)].is_withdrawn = false;
    rank(id);
  }
}

/// Of those with the largest priority, the one whose job stands earlier in the queue; of two
/// accounts for the same job, the one that USER_SHARES lists first.
AccountId ShareElection::first_child(Ballot& ballot, AccountId parent) {
  ShareRanks(config_, state_, now_).first_below(ballot, parent, first_);
  const ShareTree& tree = tree_of(ballot);
  AccountId best = tree.child(parent, first_.front());
  if (first_.size() == 1) return best;
  Place best_place = first_below(ballot, best);
  for (std::size_t at = 1; at < first_.size(); ++at) {
    const AccountId other = tree.child(parent, first_[at]);
    const Place place = first_below(ballot, other);
    const bool is_same = !(place < best_place) && !(best_place < place);
    if (is_same ? tree[best].row < tree[other].row : best_place < place) continue;
    best = other;
    best_place = place;
  }
  return best;
}

/// Nobody of an account has a job that could be looked at; those above it may have none either.
void ShareElection::withdraw(Ballot& ballot, AccountId account) {
  const ShareTree& tree = tree_of(ballot);
  for (; account != root_account; account = tree[account].parent) {
    ShareRanks(config_, state_, now_).remove(ballot, account);
    ballot.candidates[index_of(account)].is_withdrawn = true;
    ballot.withdrawn.push_back(account);
    if (ShareRanks::any_below(ballot.candidates[index_of(tree[account].parent)])) return;
  }
}

ShareElection::Place ShareElection::first_at(const Ballot& ballot, AccountId account) const {
  Place best;
  for (const std::uint32_t sharer : ballot.candidates[index_of(account)].sharers)
    best = std::min(best, first_of(ballot, ballot.sharers[sharer]));
  return best;
}

ShareElection::Place ShareElection::first_below(const Ballot& ballot, AccountId account) const {
  const Candidate& candidate = ballot.candidates[index_of(account)];
  Place best = first_at(ballot, account);
  for (const MinTree* const order : {&candidate.still, &candidate.fading})
    for (std::size_t at = order->first_at_most(MinTree::nothing - 1); at != MinTree::nowhere;
         at = order->first_at_most_from(at + 1, MinTree::nothing - 1))
      best = std::min(
          best, first_below(ballot, state_.shares.trees[index_of(ballot.tree)].child(account, at)));
  return best;
}

/// The first job of a sharer in buckets that are not parked.
ShareElection::Place ShareElection::first_of(const Ballot& ballot, const Sharer& sharer) const {
  Place best;
  for (const SharedBucket& shared : sharer.buckets) best = std::min(best, place_of(ballot, shared));
  return best;
}

/// Nowhere, if the bucket is parked, or the line of jobs to be forwarded is closed.
ShareElection::Place ShareElection::place_of(const Ballot& ballot,
                                             const SharedBucket& shared) const {
  tally(state_.work.buckets);
  Place place{.bucket = shared.bucket};
  QueueId queue{};
  if (ballot.of_forwards) {
    place.line = shared.lines.front();
    place.key = state_.forward_lines.key_of(place.line);
    queue = state_.forward_lines[place.line].queue;
  } else {
    const Bucket& bucket = state_.buckets[shared.bucket];
    if (bucket.parked != Parked::no || shared.heads.least() == MinTree::nothing) return {};
    place.line = shared.lines[shared.heads.first_least()];
    place.key = shared.heads.least();
    queue = bucket.queue;
  }
  if (config_.model.fairshare.crossqueue_job_order == FairshareOptions::JobOrder::queue_priority)
    place.turn = -std::int64_t{state_.settings.queues[index_of(queue)].priority};
  return place;
}

}  // namespace mcsim::scheduler
