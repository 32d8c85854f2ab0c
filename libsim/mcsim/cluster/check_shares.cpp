// The invariants of user fairshare: what accounts are charged, and who stands for election.
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/cluster/check.hpp"
#include "mcsim/scheduler/share_charges.hpp"

namespace mcsim::cluster {
namespace {

/// What jobs make of an account and all above it.
struct ChargedSums {
  SlotCount slots;
  std::int64_t forwarded = 0;
  std::int64_t cpu_rate = 0;
  std::int64_t run_rate = 0;
  EvenSum run;
  EvenSum committed;
};
using SumsOfTrees = std::vector<std::vector<ChargedSums>>;  ///< by FairshareId and AccountId

template <class Add>
void add_up(const SchedulerState& state, SumsOfTrees& sums, FairshareId tree, AccountId account,
            Add&& add) {
  for (; account != none<AccountId>; account = state.shares.trees[index_of(tree)][account].parent)
    add(sums[index_of(tree)][index_of(account)]);
}

/// The charge of a job on hosts is what it has run, and goes on as it does.
void check_charge(const ClusterWorld& world, const JobState& job, std::int32_t slots,
                  const ShareCharge& charge) {
  const bool by_slot = world.config.model.fairshare.run == FairshareOptions::Run::slots;
  const std::int64_t weight = by_slot ? slots : 1;
  const bool runs = job.stage == Stage::running;
  const std::int64_t ran = job.ran.count() - (runs ? job.since.time_since_epoch().count() : 0);
  MCSIM_CHECK(charge.slots == slots, "a job is charged other slots than it has");
  MCSIM_CHECK(charge.run.rate == (runs ? weight : 0) && charge.run.offset == Int128{weight} * ran,
              "a job is charged another run time than it has");
}

void add_charges(const ClusterWorld& world, SumsOfTrees& sums) {
  const SchedulerState& state = *world.lsf;
  std::size_t charged = 0;
  state.jobs.visit([&](JobSlotId id, const JobState& job) {
    const ShareCharge* const found = state.shares.charges.find(id);
    const bool is_charged = found != nullptr;
    MCSIM_CHECK(!is_charged || state.queues[job.queue].shared,
                "a job is charged whose queue has no shares");
    if (!is_charged) return;
    ++charged;
    const ShareCharge& charge = *found;
    MCSIM_CHECK(charge.tree == state.settings.queues[index_of(job.queue)].fairshare,
                "a job is charged in another tree than that of its queue");
    MCSIM_CHECK(charge.more == SlotCount{}, "an account has not heard of a job's slots");
    SlotCount slots;
    if (job.is_started()) {
      const std::int32_t counted = slots_in(state, charge.tree, id);
      check_charge(world, job, counted, charge);
      (job.stage == Stage::running ? slots.running : slots.suspended) = counted;
    } else {
      slots.reserved = charge.slots;
    }
    add_up(state, sums, charge.tree, charge.account, [&](ChargedSums& sum) {
      sum.slots += slots;
      sum.cpu_rate += charge.rates.cpu;
      sum.run_rate += charge.rates.run;
      sum.run += charge.run;
      sum.committed += charge.committed;
    });
  });
  MCSIM_CHECK(charged == state.shares.charges.size(), "a charge is left that no job has");
  for (const auto& [id, charge] : state.shares.forwarded) {
    MCSIM_CHECK(state.jobs[id].stage == Stage::away, "a job is charged as forwarded, and is here");
    const std::int64_t slots = charge.slots;
    add_up(state, sums, charge.tree, charge.account,
           [&](ChargedSums& sum) { sum.forwarded += slots; });
  }
}

bool is_same(const EvenSum& a, const EvenSum& b) {
  return a.rate == b.rate && a.offset == b.offset;
}

void check_account(const ShareUse& use, const ChargedSums& sum) {
  const bool same_slots = use.slots.running == sum.slots.running &&
                          use.slots.suspended == sum.slots.suspended &&
                          use.slots.reserved == sum.slots.reserved;
  MCSIM_CHECK(same_slots && use.forwarded == sum.forwarded,
              "an account is charged other slots than its jobs have");
  MCSIM_CHECK(use.rates.cpu == sum.cpu_rate && use.rates.run == sum.run_rate &&
                  is_same(use.run, sum.run) && is_same(use.committed, sum.committed),
              "an account is charged another run time than its jobs have");
}

/// What a sharer has in a bucket is the bucket's lines of it.
void check_lines(const SchedulerState& state) {
  std::size_t listed = 0;
  for (std::size_t at = 0; at < state.buckets.capacity(); ++at) {
    const auto id = static_cast<BucketId>(at);
    const Bucket& bucket = state.buckets[id];
    if (bucket.jobs == 0 || !state.queues[bucket.queue].shared) continue;
    const Ballot& ballot = state.shares.ballots[state.queues[bucket.queue].group];
    for (std::uint32_t line = 0; line < bucket.lines.size(); ++line) {
      const Bucket::Line& one = bucket.lines[line];
      const std::int64_t head = bucket.heads.at(line);
      const bool is_listed = one.shared_at != Bucket::Line::not_listed;
      MCSIM_CHECK(is_listed || head == MinTree::nothing, "a line of a user is not shared");
      if (!is_listed) continue;
      const Sharer& sharer = ballot.sharers[one.sharer];
      MCSIM_CHECK(sharer.place_of.at(id) == one.shared_bucket, "a line is shared elsewhere");
      const SharedBucket& shared = sharer.buckets[one.shared_bucket];
      const FirstOfBucket& first = sharer.firsts[one.shared_bucket];
      MCSIM_CHECK(
          shared.lines[one.shared_at].line == line && shared.heads.at(one.shared_at) == head,
          "a line of a user is shared as another one, or with another first job");
      MCSIM_CHECK(first.bucket == id && first.key == shared.heads.least() &&
                      (first.key != head || head == MinTree::nothing || first.line.line == line),
                  "another line comes first in a bucket of a sharer");
      ++listed;
    }
  }
  std::size_t shared_lines = 0;
  for (const Ballot& ballot : state.shares.ballots)
    for (const Sharer& sharer : ballot.sharers)
      for (const SharedBucket& shared : sharer.buckets) shared_lines += shared.lines.size();
  MCSIM_CHECK(listed == shared_lines, "a line is shared that no bucket has");
}

/// Who has jobs stands, and so do those above.
void check_standing(const SchedulerState& state, const Ballot& ballot) {
  if (ballot.tree == none<FairshareId>) return;
  const ShareTree& tree = state.shares.trees[index_of(ballot.tree)];
  std::vector<std::uint32_t> standing(tree.accounts.size());
  for (const Sharer& sharer : ballot.sharers) {
    std::uint32_t waiting = 0;
    for (const FirstOfBucket& first : sharer.firsts)
      waiting += first.key != MinTree::nothing ? 1U : 0U;
    MCSIM_CHECK(waiting == sharer.waiting, "the buckets with jobs of a sharer are not counted");
    for (AccountId at : sharer.accounts)
      for (; waiting > 0 && at != none<AccountId>; at = tree[at].parent) ++standing[index_of(at)];
  }
  for (std::size_t at = 1; at < ballot.candidates.size(); ++at) {
    const Candidate& candidate = ballot.candidates[at];
    MCSIM_CHECK(candidate.standing == standing[at],
                "an account stands for other jobs than those that wait");
    const ShareAccount& account = tree.accounts[at];
    const Candidate& parent = ballot.candidates[index_of(account.parent)];
    const auto is_in = [&](const MinTree& order) {
      return account.place < order.capacity() && order.at(account.place) != MinTree::nothing;
    };
    const int orders = (is_in(parent.still) ? 1 : 0) + (is_in(parent.fading) ? 1 : 0);
    MCSIM_CHECK(orders == (candidate.standing > 0 && !candidate.is_withdrawn ? 1 : 0),
                "an account that stands has no rank, or two");
  }
}

}  // namespace

void check_lsf_shares(const ClusterWorld& world) {
  const SchedulerState& state = *world.lsf;
  SumsOfTrees sums;
  for (const ShareTree& tree : state.shares.trees) sums.emplace_back(tree.accounts.size());
  add_charges(world, sums);
  for (std::size_t tree = 0; tree < sums.size(); ++tree)
    for (std::size_t at = 1; at < sums[tree].size(); ++at)  // the root is nobody's
      check_account(state.shares.trees[tree].accounts[at].use, sums[tree][at]);
  check_lines(state);
  for (const Ballot& ballot : state.shares.ballots) check_standing(state, ballot);
}

}  // namespace mcsim::cluster
