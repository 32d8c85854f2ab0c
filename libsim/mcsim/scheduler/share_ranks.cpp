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

/// Of a priority now. Keys of one instant can be compared with those of another: what an account
/// has had to offer then is not more than that by now.
std::int64_t ShareRanks::fading_key(const Ballot& ballot, double priority) const {
  if (priority <= 0) return last_key;
  const auto ms = static_cast<double>(now_.time_since_epoch().count());
  return static_cast<std::int64_t>(bounds_of(ballot).key_per_ms * ms) - log_of(priority);
}

void ShareRanks::rank(Ballot& ballot, AccountId id) {
  const ShareTree& tree = state_.shares.trees[index_of(ballot.tree)];
  const ShareAccount& account = tree[id];
  const UserShareView view = share_view_of(config_, state_, ballot.tree, id, now_);
  Candidate& candidate = ballot.candidates[index_of(id)];
  candidate.priority = state_.shares.priority(view);
  candidate.ranked_at = now_;
  const bool decays = view.cpu_hours > 0 || view.hist_run_hours > 0 ||
                      (view.factors.run_time_decay && view.run_hours > 0);
  const RankBounds& bounds = bounds_of(ballot);
  candidate.is_constant =
      bounds.are_known && !decays && account.use.run.rate == 0 && account.use.rates.cpu == 0;
  Candidate& parent = ballot.candidates[index_of(account.parent)];
  const bool fades = decays && bounds.are_known && bounds.key_per_ms > 0;
  parent.still.set_grown(account.place, fades ? MinTree::nothing : key_of(candidate.priority));
  parent.fading.set_grown(account.place,
                          fades ? fading_key(ballot, candidate.priority) : MinTree::nothing);
}

void ShareRanks::remove(Ballot& ballot, AccountId id) {
  const ShareAccount& account = state_.shares.trees[index_of(ballot.tree)][id];
  Candidate& parent = ballot.candidates[index_of(account.parent)];
  parent.still.set_grown(account.place, MinTree::nothing);
  parent.fading.set_grown(account.place, MinTree::nothing);
}

void ShareRanks::first_below(Ballot& ballot, AccountId parent, std::vector<std::size_t>& first) {
  while (true) {
    const double bound = candidate_at(ballot, parent, largest(ballot, parent)).priority;
    if (make_exact(ballot, parent, bound)) continue;
    first.clear();
    double best = bound;
    visit_from(ballot, parent, bound, [&](std::size_t place) {
      const double priority = candidate_at(ballot, parent, place).priority;
      if (priority < best) return true;
      if (priority > best) first.clear();
      best = priority;
      first.push_back(place);
      return true;
    });
    return;
  }
}

/// One that may have the largest priority of those below an account, made exact.
std::size_t ShareRanks::largest(Ballot& ballot, AccountId parent_id) {
  const Candidate& parent = ballot.candidates[index_of(parent_id)];
  while (true) {
    const std::int64_t still = parent.still.least();
    const std::int64_t fading = parent.fading.least();
    const bool is_still = fading == MinTree::nothing ||
                          (still != MinTree::nothing && fading - bounds_of(ballot).head_start >=
                                                            fading_key(ballot, priority_of(still)));
    const std::size_t place = is_still ? parent.still.first_least() : parent.fading.first_least();
    if (is_exact(candidate_at(ballot, parent_id, place))) return place;
    rank(ballot, child(ballot, parent_id, place));
  }
}

/// Reckons the priority of one that may be as large as `bound` now. False: there is none any more.
bool ShareRanks::make_exact(Ballot& ballot, AccountId parent, double bound) {
  bool is_any = false;
  visit_from(ballot, parent, bound, [&](std::size_t place) {
    if (is_exact(candidate_at(ballot, parent, place))) return true;
    rank(ballot, child(ballot, parent, place));
    is_any = true;
    return false;
  });
  return is_any;
}

/// Calls visit(place) for those below an account that may have a priority of `bound` or more, until
/// it answers false.
template <class Visit>
void ShareRanks::visit_from(const Ballot& ballot, AccountId parent_id, double bound,
                            Visit&& visit) const {
  const Candidate& parent = ballot.candidates[index_of(parent_id)];
  const auto visit_order = [&](const MinTree& order, std::int64_t last) {
    for (std::size_t at = order.first_at_most(last); at != MinTree::nowhere;
         at = order.first_at_most_from(at + 1, last))
      if (!visit(at)) return false;
    return true;
  };
  const std::int64_t ahead = bounds_of(ballot).head_start;
  const std::int64_t fading = std::min(fading_key(ballot, bound), last_key - ahead);
  if (visit_order(parent.still, key_of(bound))) visit_order(parent.fading, fading + ahead);
}

}  // namespace mcsim::scheduler
