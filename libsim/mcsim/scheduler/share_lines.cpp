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

void ShareLines::set(BucketId id, std::uint32_t line, std::int64_t key) {
  Bucket& bucket = state_.buckets[id];
  Bucket::Line& one = bucket.lines[line];
  const bool is_listed = one.shared_at != Bucket::Line::not_listed;
  if (!is_listed && key == MinTree::nothing) return;
  Ballot& ballot = ballot_of(bucket.queue);
  Sharer& sharer = ballot.sharers[one.sharer];
  const auto [found, is_new] =
      sharer.place_of.try_emplace(id, static_cast<std::uint32_t>(sharer.buckets.size()));
  if (is_new) sharer.buckets.emplace_back().bucket = id;
  SharedBucket& shared = sharer.buckets[found->second];
  if (!is_listed) {
    one.shared_at = static_cast<std::uint32_t>(shared.lines.size());
    shared.lines.push_back(line);
  }
  if (one.shared_at < shared.heads.capacity() && shared.heads.at(one.shared_at) == key) return;
  note_change(ballot, sharer);
  const bool had_jobs = shared.heads.least() != MinTree::nothing;
  shared.heads.set_grown(one.shared_at, key);
  const bool has_jobs = shared.heads.least() != MinTree::nothing;
  if (has_jobs == had_jobs) return;
  if (has_jobs) {
    ballot.has_opened = true;
    if (sharer.waiting++ == 0) stand(ballot, one.sharer, true);
  } else if (--sharer.waiting == 0) {
    stand(ballot, one.sharer, false);
  }
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
  const bool had_jobs = sharer.buckets[at].heads.least() != MinTree::nothing;
  note_change(ballot, sharer);
  sharer.place_of.erase(found);
  if (at + 1 < sharer.buckets.size()) {
    sharer.buckets[at] = std::move(sharer.buckets.back());
    sharer.place_of[sharer.buckets[at].bucket] = at;
  }
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
