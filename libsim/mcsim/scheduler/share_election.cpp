#include "mcsim/scheduler/share_election.hpp"

#include <algorithm>
#include <utility>

#include "mcsim/base/prefetch.hpp"
#include "mcsim/scheduler/share_charges.hpp"
#include "mcsim/scheduler/share_lines.hpp"
#include "mcsim/scheduler/share_ranks.hpp"

namespace mcsim::scheduler {

ShareElection::Choice ShareElection::next(std::uint32_t group) {
  const auto [place, account] = elect(state_.shares.ballots[group]);
  return {place.bucket, place.line, account, {place.key, place.job}};
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
    ballot.sharers[at].firsts.push_back({.line = {.line = id}});
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

Elected ShareElection::elect(Ballot& ballot) {
  refresh(ballot);
  const Elected elected = elect_anew(ballot, root_account);
  if (elected.place.is_any() || ballot.without_account == Ballot::none_without) return elected;
  return {first_of(ballot, ballot.sharers[ballot.without_account]), none<AccountId>};
}

/// Whether what was elected below an account is so still. Lines and charges that have changed since
/// have said so; that a bucket is parked only takes its jobs away.
bool ShareElection::holds(const Ballot& ballot, const Candidate& candidate) const {
  return candidate.elected_in == ballot.term &&
         state_.buckets[candidate.elected.place.bucket].parked == Parked::no;
}

/// The job that is next of those below an account, or of its own; nowhere: nobody has one.
Elected ShareElection::elect_below(Ballot& ballot, AccountId account) {
  Candidate& candidate = ballot.candidates[index_of(account)];
  if (holds(ballot, candidate)) return candidate.elected;
  const Elected elected = elect_anew(ballot, account);
  candidate.elected = elected;
  candidate.elected_in = elected.place.is_any() && !ballot.of_forwards ? ballot.term : 0;
  return elected;
}

Elected ShareElection::elect_anew(Ballot& ballot, AccountId account) {
  while (index_of(account) < ballot.candidates.size() &&
         ShareRanks::any_below(ballot.candidates[index_of(account)])) {
    const Elected elected = elect_child(ballot, account);
    if (elected.place.is_any()) return elected;
  }
  if (account == root_account) return {};
  const Place place = first_at(ballot, account);
  if (!place.is_any()) withdraw(ballot, account);
  return {place, account};
}

/// What has changed since: what accounts are charged, and which jobs could be looked at.
void ShareElection::refresh(Ballot& ballot) {
  the<ShareCharges>().expire();
  const bool is_new_session = std::exchange(ballot.is_new_session, false);
  if (is_new_session || std::exchange(ballot.term_at, now_) != now_) ++ballot.term;
  ShareRanks ranks(config_, state_, now_);
  const auto rank = [&](AccountId id) {
    const Candidate& candidate = ballot.candidates[index_of(id)];
    if (candidate.standing > 0 && !candidate.is_withdrawn) ranks.rank(ballot, id);
  };
  if (is_new_session && !tree_of(ballot).bounds.are_known)
    for (std::size_t at = 1; at < ballot.candidates.size(); ++at) rank(static_cast<AccountId>(at));
  for (const AccountId id : ballot.stale) {
    ballot.candidates[index_of(id)].is_stale = false;
    rank(id);
  }
  ballot.stale.clear();
  if (!std::exchange(ballot.has_opened, false)) return;
  ++ballot.term;
  for (const AccountId id : std::exchange(ballot.withdrawn, {})) {
    ballot.candidates[index_of(id)].is_withdrawn = false;
    rank(id);
  }
}

/// Of those with the largest priority, the one whose next job stands earlier in the queue; of two
/// accounts for the same job, the one that USER_SHARES lists first.
Elected ShareElection::elect_child(Ballot& ballot, AccountId parent) {
  const std::size_t begin = ballot.first.size();
  ShareRanks(config_, state_, now_).first_below(ballot, parent);
  const ShareTree& tree = tree_of(ballot);
  Elected best;
  for (std::size_t at = begin; at < ballot.first.size(); ++at) {
    const Elected other = elect_below(ballot, ballot.first[at]);
    if (!other.place.is_any()) continue;
    const bool is_same =
        best.place.is_any() && !(other.place < best.place) && !(best.place < other.place);
    if (is_same ? tree[other.account].row < tree[best.account].row : other.place < best.place)
      best = other;
  }
  ballot.first.resize(begin);
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

Place ShareElection::first_at(const Ballot& ballot, AccountId account) const {
  Place best;
  for (const std::uint32_t sharer : ballot.candidates[index_of(account)].sharers)
    best = std::min(best, first_of(ballot, ballot.sharers[sharer]));
  return best;
}

/// The first job of a sharer in buckets that are not parked.
Place ShareElection::first_of(const Ballot& ballot, const Sharer& sharer) const {
  Place best;
  const FirstOfBucket* chosen = nullptr;
  for (const FirstOfBucket& first : sharer.firsts)
    if (const Place place = place_of(ballot, first); place < best) {
      best = place;
      chosen = &first;
    }
  if (chosen != nullptr && !ballot.of_forwards) expect(*chosen);
  return best;
}

/// Users take turns, so that the rows of the next job have been left alone for long.
void ShareElection::expect(const FirstOfBucket& first) const {
  const auto [line, job, second] = first.line;
  prefetch(state_.buckets[first.bucket].lines[line]);
  prefetch(state_.jobs[job]);
  state_.shares.charges.prefetch_row(job);
  if (second != none<JobSlotId>) prefetch(state_.jobs[second]);
}

/// Nowhere, if the bucket is parked, or the line of jobs to be forwarded is closed.
Place ShareElection::place_of(const Ballot& ballot, const FirstOfBucket& first) const {
  if (!ballot.of_forwards) tally(state_.work.buckets);
  Place place{
      .key = first.key, .bucket = first.bucket, .line = first.line.line, .job = first.line.first};
  QueueId queue{};
  if (ballot.of_forwards) {
    place.key = state_.forward_lines.key_of(place.line);
    queue = state_.forward_lines[place.line].queue;
  } else {
    const Bucket& bucket = state_.buckets[first.bucket];
    if (bucket.parked != Parked::no || !place.is_any()) return {};
    queue = bucket.queue;
  }
  if (config_.model.fairshare.crossqueue_job_order == FairshareOptions::JobOrder::queue_priority)
    place.turn = -std::int64_t{state_.settings.queues[index_of(queue)].priority};
  return place;
}

}  // namespace mcsim::scheduler
