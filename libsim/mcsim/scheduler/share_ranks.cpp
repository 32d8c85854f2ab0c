#include "mcsim/scheduler/share_ranks.hpp"

#include <algorithm>
#include <bit>

#include "mcsim/scheduler/share_charges.hpp"

namespace mcsim::scheduler {
namespace {

/// The larger a priority, the smaller its key. Bits of numbers from 0 up are in their order.
std::int64_t key_of(double priority) { return -std::bit_cast<std::int64_t>(priority + 0.0); }
double priority_of(std::int64_t key) { return std::bit_cast<double>(-key); }

/// What a positive number has for a logarithm where none needs to be exact: its exponent and, in
/// place of the logarithm of the rest, the rest. If the number grows by a factor of 2^x, this grows
/// by at most 1.3863 x (2 ln 2).
constexpr std::int64_t log_unit = std::int64_t{1} << 36;
constexpr double steepest = 1.3863;
std::int64_t log_of(double priority) { return std::bit_cast<std::int64_t>(priority) >> 16; }

constexpr std::int64_t last_key = MinTree::nothing - 1;

std::int64_t fading_key(std::int64_t faded, double priority) {
  return priority > 0 ? faded - log_of(priority) : last_key;
}

void set_key(MinTree& keys, std::size_t place, std::int64_t key) {
  if (place < keys.capacity() ? keys.at(place) != key : key != MinTree::nothing)
    keys.set_grown(place, key);
}

}  // namespace

RankBounds ShareRanks::bounds_of(const FairshareFactors& factors, const AnyDecay& decay) {
  constexpr double doublings_to_tenfold = 3.3219280948873626;
  constexpr double hour = 3'600'000;
  constexpr double least_hours = 0.5;  // else keys of late times would be too large
  RankBounds bounds;
  if (factors.hist_hours > 0)
    bounds.key_per_ms =
        doublings_to_tenfold / (factors.hist_hours * hour) * steepest * double{log_unit};
  bounds.are_known = factors.committed_run_time <= factors.run_time &&
                     (factors.hist_hours == 0 || factors.hist_hours >= least_hours);
  const double ahead = decay.name() == StepDecay::name ? double{StepDecay::step / 1ms} : 1;
  bounds.head_start = static_cast<std::int64_t>(bounds.key_per_ms * ahead) + 64;
  return bounds;
}

/// What is taken off keys of priorities now. Keys of one instant can be compared with those of
/// another: what an account has had to offer then is not more than that by now.
std::int64_t ShareRanks::faded_by_now(const RankBounds& bounds) const {
  const auto ms = static_cast<double>(now_.time_since_epoch().count());
  return static_cast<std::int64_t>(bounds.key_per_ms * ms);
}

void ShareRanks::rank(Ballot& ballot, AccountId id) {
  const ShareTree& tree = state_.shares.trees[index_of(ballot.tree)];
  const ShareAccount& account = tree[id];
  const PriorityNow now = priority_now(config_, state_, ballot.tree, id, now_);
  Candidate& candidate = ballot.candidates[index_of(id)];
  candidate.priority = now.priority;
  candidate.ranked_at = now_;
  const RankBounds& bounds = tree.bounds;
  candidate.is_constant =
      bounds.are_known && !now.decays && account.use.run.rate == 0 && account.use.rates.cpu == 0;
  Candidate& parent = ballot.candidates[index_of(account.parent)];
  const bool fades = now.decays && bounds.are_known && bounds.key_per_ms > 0;
  set_key(parent.still, account.place, fades ? MinTree::nothing : key_of(now.priority));
  set_key(parent.fading, account.place,
          fades ? fading_key(faded_by_now(bounds), now.priority) : MinTree::nothing);
}

void ShareRanks::remove(Ballot& ballot, AccountId id) {
  const ShareAccount& account = state_.shares.trees[index_of(ballot.tree)][id];
  Candidate& parent = ballot.candidates[index_of(account.parent)];
  set_key(parent.still, account.place, MinTree::nothing);
  set_key(parent.fading, account.place, MinTree::nothing);
}

/// Those that may have as large a priority as the best so far are made exact on the way.
void ShareRanks::first_below(Ballot& ballot, AccountId parent_id) {
  const ShareTree& tree = state_.shares.trees[index_of(ballot.tree)];
  const std::vector<AccountId>& children = tree[parent_id].children;
  const Candidate& parent = ballot.candidates[index_of(parent_id)];
  const std::int64_t faded = faded_by_now(tree.bounds);
  const std::size_t begin = ballot.first.size();
  double best = largest(ballot, parent, children, faded);
  const auto look_at = [&](std::size_t place) {
    const AccountId id = children[place];
    const Candidate& candidate = ballot.candidates[index_of(id)];
    if (candidate.priority < best) return;
    if (candidate.priority > best) ballot.first.resize(begin);
    best = candidate.priority;
    ballot.first.push_back(id);
  };
  const std::int64_t still = key_of(best);
  for (std::size_t at = parent.still.first_at_most(still); at != MinTree::nowhere;
       at = parent.still.first_at_most_from(at + 1, still)) {
    if (!is_exact(ballot.candidates[index_of(children[at])])) rank(ballot, children[at]);
    if (parent.still.at(at) != MinTree::nothing) look_at(at);  // else it fades, and comes below
  }
  const std::int64_t ahead = tree.bounds.head_start;
  const std::int64_t fading = std::min(fading_key(faded, best), last_key - ahead) + ahead;
  for (std::size_t at = parent.fading.first_at_most(fading); at != MinTree::nowhere;
       at = parent.fading.first_at_most_from(at + 1, fading)) {
    if (!is_exact(ballot.candidates[index_of(children[at])])) rank(ballot, children[at]);
    look_at(at);
  }
}

/// The priority of one that may have the largest one of the children of a candidate, made exact.
double ShareRanks::largest(Ballot& ballot, const Candidate& parent,
                           const std::vector<AccountId>& children, std::int64_t faded) {
  const std::int64_t ahead = bounds_of(ballot).head_start;
  while (true) {
    const std::int64_t still = parent.still.least();
    const std::int64_t fading = parent.fading.least();
    const bool is_still =
        fading == MinTree::nothing ||
        (still != MinTree::nothing && fading - ahead >= fading_key(faded, priority_of(still)));
    const std::size_t place = is_still ? parent.still.first_least() : parent.fading.first_least();
    const Candidate& candidate = ballot.candidates[index_of(children[place])];
    if (is_exact(candidate)) return candidate.priority;
    rank(ballot, children[place]);
  }
}

}  // namespace mcsim::scheduler
