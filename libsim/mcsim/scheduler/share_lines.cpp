#include "mcsim/scheduler/share_lines.hpp"

#include <utility>

#include "mcsim/scheduler/share_charges.hpp"
#include "mcsim/scheduler/share_ranks.hpp"

namespace mcsim::scheduler {

std::uint32_t ShareLines::sharer_of(Ballot& ballot, NameId user, NameId group) {
  const NameId known = state_.settings.fairshares[index_of(ballot.tree)].known_group(group);
  std::vector<AccountId> accounts;
  for (const AccountId account : the<ShareCharges>().accounts_of(ballot.tree, user))
    if (may_charge(state_, ballot.tree, account, known)) accounts.push_back(account);
  const auto next = static_cast<std::uint32_t>(ballot.sharers.size());
  const auto [found, is_new] = ballot.sharer_of.try_emplace(accounts, next);
  if (is_new) {
    if (accounts.empty()) ballot.without_account = next;
    ballot.sharers.emplace_back().accounts = std::move(accounts);
  }
  return found->second;
}

void ShareLines::begin(BucketId id, std::uint32_t line, NameId group) {
  Bucket& bucket = state_.buckets[id];
  bucket.lines[line].sharer = sharer_of(ballot_of(bucket.queue), bucket.lines[line].user, group);
}

void ShareLines::set(BucketId id, const SharedLine& line, std::int64_t key) {
  Bucket& bucket = state_.buckets[id];
  Bucket::Line& one = bucket.lines[line.line];
  const bool is_listed = one.shared_at != Bucket::Line::not_listed;
  if (!is_listed && key == MinTree::nothing) return;
  Ballot& ballot = ballot_of(bucket.queue);
  Sharer& sharer = ballot.sharers[one.sharer];
  if (!is_listed) list(sharer, id, one);
  SharedBucket& shared = sharer.buckets[one.shared_bucket];
  shared.lines[one.shared_at] = line;
  if (one.shared_at < shared.heads.capacity() && shared.heads.at(one.shared_at) == key) return;
  note_change(ballot, sharer);
  FirstOfBucket& first = sharer.firsts[one.shared_bucket];
  const bool had_jobs = first.key != MinTree::nothing;
  shared.heads.set_grown(one.shared_at, key);
  first.key = shared.heads.least();
  const bool has_jobs = first.key != MinTree::nothing;
  if (has_jobs) first.line = shared.lines[shared.heads.first_least()];
  if (has_jobs == had_jobs) return;
  if (has_jobs) {
    ballot.has_opened = true;
    if (sharer.waiting++ == 0) stand(ballot, one.sharer, true);
  } else if (--sharer.waiting == 0) {
    stand(ballot, one.sharer, false);
  }
}

void ShareLines::list(Sharer& sharer, BucketId id, Bucket::Line& line) {
  const auto [found, is_new] =
      sharer.place_of.try_emplace(id, static_cast<std::uint32_t>(sharer.buckets.size()));
  if (is_new) {
    sharer.firsts.emplace_back().bucket = id;
    sharer.buckets.emplace_back();
  }
  line.shared_bucket = found->second;
  std::vector<SharedLine>& lines = sharer.buckets[line.shared_bucket].lines;
  line.shared_at = static_cast<std::uint32_t>(lines.size());
  lines.emplace_back();
}

void ShareLines::forget(BucketId id) {
  Bucket& bucket = state_.buckets[id];
  Ballot& ballot = ballot_of(bucket.queue);
  for (Bucket::Line& one : bucket.lines)
    if (one.shared_at != Bucket::Line::not_listed) {
      drop(ballot, one.sharer, id);
      one.shared_at = Bucket::Line::not_listed;
    }
}

/// What a sharer has in a bucket; nothing, if that is dropped already.
void ShareLines::drop(Ballot& ballot, std::uint32_t id, BucketId bucket) {
  Sharer& sharer = ballot.sharers[id];
  const auto found = sharer.place_of.find(bucket);
  if (found == sharer.place_of.end()) return;
  const std::uint32_t at = found->second;
  const bool had_jobs = sharer.firsts[at].key != MinTree::nothing;
  note_change(ballot, sharer);
  sharer.place_of.erase(found);
  if (at + 1 < sharer.buckets.size()) {
    sharer.firsts[at] = sharer.firsts.back();
    sharer.buckets[at] = std::move(sharer.buckets.back());
    const BucketId moved = sharer.firsts[at].bucket;
    sharer.place_of[moved] = at;
    for (const SharedLine& line : sharer.buckets[at].lines)
      state_.buckets[moved].lines[line.line].shared_bucket = at;
  }
  sharer.firsts.pop_back();
  sharer.buckets.pop_back();
  if (had_jobs && --sharer.waiting == 0) stand(ballot, id, false);
}

/// Another job may be next for a sharer, and for the accounts above his.
void ShareLines::note_change(Ballot& ballot, const Sharer& sharer) {
  const ShareTree& tree = state_.shares.trees[index_of(ballot.tree)];
  for (AccountId at : sharer.accounts)
    for (; at != root_account; at = tree[at].parent)
      if (index_of(at) < ballot.candidates.size()) ballot.candidates[index_of(at)].elected_in = 0;
}

void ShareLines::stand(Ballot& ballot, std::uint32_t id, bool has_jobs) {
  const ShareTree& tree = state_.shares.trees[index_of(ballot.tree)];
  if (ballot.candidates.size() < tree.accounts.size())
    ballot.candidates.resize(tree.accounts.size());
  for (const AccountId account : ballot.sharers[id].accounts) {
    std::vector<std::uint32_t>& sharers = ballot.candidates[index_of(account)].sharers;
    if (has_jobs)
      sharers.push_back(id);
    else
      std::erase(sharers, id);
    for (AccountId at = account; at != root_account; at = tree[at].parent) {
      Candidate& candidate = ballot.candidates[index_of(at)];
      if (has_jobs && candidate.standing++ == 0) stand_up(ballot, at);
      if (!has_jobs && --candidate.standing == 0) step_down(ballot, at);
    }
  }
}

void ShareLines::stand_up(Ballot& ballot, AccountId account) {
  ballot.candidates[index_of(account)].is_withdrawn = false;
  ShareRanks(config_, state_, now_).rank(ballot, account);
}

void ShareLines::step_down(Ballot& ballot, AccountId account) {
  ShareRanks(config_, state_, now_).remove(ballot, account);
}

}  // namespace mcsim::scheduler
