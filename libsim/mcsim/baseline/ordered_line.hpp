// Waiting jobs in an order of their own: a tournament in which the first job of all, and of those
// that are small and short enough, is found without looking at each.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/ids.hpp"
#include "mcsim/base/size_tree.hpp"
#include "mcsim/base/slots.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/base/work.hpp"
#include "mcsim/baseline/order.hpp"
#include "mcsim/baseline/size_class.hpp"

namespace mcsim::baseline {

/// Leaves are jobs, sorted by slots, then estimate, then rank: a binary trie over these numbers, in
/// which each fork stands at the first binary digit in which its leaves differ. So a fork's leaves
/// are a range of sizes, or of estimates of one size. Each fork knows which of its leaves is first
/// in the order, and from when on that must be looked at again: two jobs of a steady order change
/// places once at most. (Such a tree is a kinetic tournament. Source: Basch, Guibas, Hershberger,
/// "Data structures for mobile data", Journal of Algorithms 31(1), 1999.)
class OrderedLine {
 public:
  explicit OrderedLine(AnyOrder order) : order_(std::move(order)), changes_(order_.changes()) {}

  std::size_t size() const { return size_; }
  /// The fewest slots that a job of the line needs; if it is empty, more than there can be.
  Slots least_slots() const { return least_slots_; }

  /// All answers are for `now` from here on. Never goes back.
  void advance(Time now) {
    now_ = now;
    if (changes_) refresh(root_);
  }

  /// When, after now, two jobs may change places; never: time alone changes nothing.
  Time next_turn() const { return until(root_); }

  void add(const WaitingJob& job, const JobFacts& facts) {
    const Ref leaf = new_leaf(job, facts);
    if (size_++ == 0) {
      root_ = leaf;
    } else {
      insert(leaf);
    }
    least_slots_ = std::min(least_slots_, job.slots);
  }

  /// Removes a job; false if the line has no job equal to it.
  bool remove(const WaitingJob& job) {
    const Ref leaf = leaf_of(job);
    if (leaf == nowhere || leaves_[leaf].job != job) return false;
    take_out(leaf);
    by_job_[index_of(job.job)] = nowhere;
    leaves_[leaf].above = unused_;
    unused_ = leaf;
    --size_;
    if (job.slots == least_slots_) find_least_slots();
    return true;
  }

  /// The first job of the line; none if it is empty.
  WaitingJob first() const { return size_ == 0 ? WaitingJob{} : leaves_[first_of(root_)].job; }

  /// The first job that needs at most `free` slots.
  WaitingJob first_fitting(Slots free, Work& work) const {
    return first_backfill(free, free, {}, work);
  }

  /// The first job that needs at most `free` slots and either ends within `window` or needs at most
  /// `extra` slots. Counts one job, and those that it compares with the best so far.
  WaitingJob first_backfill(Slots free, Slots extra, Duration window, Work& work) const {
    tally(work.jobs);
    Search search{free, std::min(extra, free), window};
    if (size_ > 0) find(root_, search);
    tally(work.jobs, search.compared);
    return search.best == nowhere ? WaitingJob{} : leaves_[search.best].job;
  }

  /// What the order compares first; ranks decide between equal keys.
  double key(const WaitingJob& job) const { return key_of(leaf_of(job)); }

  template <class Visitor>
  void visit(Visitor&& visitor) const {
    for (const Ref leaf : by_job_)
      if (leaf != nowhere) visitor(leaves_[leaf].job);
  }

 private:
  /// A leaf, or a fork, which has `is_fork` set.
  using Ref = std::uint32_t;
  static constexpr Ref nowhere = static_cast<Ref>(-1);
  static constexpr Ref is_fork = Ref{1} << 31;

  struct Leaf {
    WaitingJob job;
    JobFacts facts;
    double scale = 0;
    double rate = 0;
    UInt128 place{};      ///< slots, estimate and rank as one number
    Ref above = nowhere;  ///< of an unused one: the next unused one
  };
  struct Fork {
    std::array<Ref, 2> below{};  ///< by the digit
    Ref above = nowhere;
    Ref first = nowhere;     ///< the leaf that is first in the order
    std::int32_t digit = 0;  ///< from the right
    Time turns = never;      ///< when its own two candidates may change places
    Time until = never;      ///< the same of all forks below, too
    Duration least_estimate{};
  };

  static bool forks(Ref ref) { return ref != nowhere && (ref & is_fork) != 0; }
  Fork& fork(Ref ref) { return forks_[ref & ~is_fork]; }
  const Fork& fork(Ref ref) const { return forks_[ref & ~is_fork]; }
  Ref first_of(Ref ref) const { return forks(ref) ? fork(ref).first : ref; }
  Time until(Ref ref) const { return forks(ref) ? fork(ref).until : never; }
  Duration least_estimate(Ref ref) const {
    return forks(ref) ? fork(ref).least_estimate : leaves_[ref].job.estimate;
  }
  Ref& above(Ref ref) { return forks(ref) ? fork(ref).above : leaves_[ref].above; }

  Ref leaf_of(const WaitingJob& job) const {
    return index_of(job.job) < by_job_.size() ? by_job_[index_of(job.job)] : nowhere;
  }

  static constexpr std::int32_t rank_digits = 32;
  static constexpr std::int32_t estimate_digits = 64;
  static UInt128 place_of(const WaitingJob& job) {
    const auto slots = static_cast<std::uint64_t>(job.slots.count());
    const auto estimate = static_cast<std::uint64_t>(job.estimate.count());
    return (static_cast<UInt128>(slots) << (rank_digits + estimate_digits)) |
           (static_cast<UInt128>(estimate) << rank_digits) | index_of(job.rank);
  }
  static std::int32_t highest_digit(UInt128 number) {
    const auto high = static_cast<std::uint64_t>(number >> 64);
    return high != 0 ? 127 - std::countl_zero(high)
                     : 63 - std::countl_zero(static_cast<std::uint64_t>(number));
  }
  static std::size_t digit_of(UInt128 number, std::int32_t digit) {
    return static_cast<std::size_t>(number >> digit) & 1;
  }

  // The order.

  double key_of(Ref leaf) const {
    const Leaf& one = leaves_[leaf];
    return changes_ ? order_.key(one.facts, one.scale, now_) : one.scale;
  }
  bool is_before(Ref a, Ref b) const {
    const double left = key_of(a);
    const double right = key_of(b);
    return left != right ? left < right : leaves_[a].job.rank < leaves_[b].job.rank;
  }

  /// When `behind` may come before `ahead`: not before their rates x times waited come so near to
  /// each other that rounding may decide.
  Time turns(Ref ahead, Ref behind) const {
    if (!changes_) return never;
    const Leaf& a = leaves_[ahead];
    const Leaf& b = leaves_[behind];
    if (a.rate < 0 || b.rate < 0) return now_ + 1ms;
    const Duration later = b.facts.submit - a.facts.submit;
    const bool alike = a.facts.slots == b.facts.slots && a.facts.requested == b.facts.requested;
    if (alike && later >= 0ms) return never;
    constexpr double certain = 1 - 1e-12;  // of rates and keys more than the last bits are right
    const double gain = 1 - a.rate / b.rate * certain;
    if (!(gain > 0)) return never;
    const double waited = static_cast<double>(later.count()) / gain;  // by `ahead`
    if (waited > static_cast<double>(unlimited.count())) return never;
    return std::max(a.facts.submit + Duration(static_cast<std::int64_t>(waited)), now_ + 1ms);
  }

  void play(Fork& one) {
    const Ref left = first_of(one.below[0]);
    const Ref right = first_of(one.below[1]);
    const bool is_left = is_before(left, right);
    one.first = is_left ? left : right;
    one.turns = turns(one.first, is_left ? right : left);
  }
  void sum_up(Fork& one) const {
    one.until = std::min({one.turns, until(one.below[0]), until(one.below[1])});
    one.least_estimate = std::min(least_estimate(one.below[0]), least_estimate(one.below[1]));
  }

  /// Plays again what `now_` may have changed. Its depth is that of the trie: 128 at most.
  void refresh(Ref ref) {
    if (!forks(ref) || fork(ref).until > now_) return;
    Fork& one = fork(ref);
    refresh(one.below[0]);
    refresh(one.below[1]);
    play(one);
    sum_up(one);
  }

  /// Below `ref` the first leaf has become another one, or is the same as before.
  void tell_up(Ref ref, Ref first_before, Ref first_now) {
    for (; ref != nowhere; ref = fork(ref).above) {
      Fork& one = fork(ref);
      const Ref before = one.first;
      if (first_before != first_now) play(one);
      const Time until_before = one.until;
      const Duration estimate_before = one.least_estimate;
      sum_up(one);
      first_before = before;
      first_now = one.first;
      if (before == one.first && one.until == until_before && one.least_estimate == estimate_before)
        return;
    }
  }

  // The trie.

  Ref new_leaf(const WaitingJob& job, const JobFacts& facts) {
    if (index_of(job.job) >= by_job_.size()) by_job_.resize(2 * index_of(job.job) + 1, nowhere);
    const Ref leaf = unused_ == nowhere ? static_cast<Ref>(leaves_.size()) : unused_;
    if (unused_ == nowhere)
      leaves_.emplace_back();
    else
      unused_ = leaves_[leaf].above;
    const double rate = changes_ ? order_.rate(facts) : 0;
    leaves_[leaf] = {job, facts, order_.scale(facts), rate, place_of(job), nowhere};
    by_job_[index_of(job.job)] = leaf;
    return leaf;
  }

  void insert(Ref leaf) {
    const UInt128 place = leaves_[leaf].place;
    Ref like = root_;
    while (forks(like)) like = fork(like).below[digit_of(place, fork(like).digit)];
    const std::int32_t digit = highest_digit(place ^ leaves_[like].place);
    Ref below = root_;
    while (forks(below) && fork(below).digit > digit)
      below = fork(below).below[digit_of(place, fork(below).digit)];

    const Ref ref = new_fork();
    Fork& one = fork(ref);
    const Ref over = above(below);
    const std::size_t side = digit_of(place, digit);
    one.below[side] = leaf;
    one.below[1 - side] = below;
    one.digit = digit;
    put(over, below, ref);
    above(leaf) = above(below) = ref;
    play(one);
    sum_up(one);
    tell_up(over, first_of(below), one.first);
  }

  void take_out(Ref leaf) {
    const Ref ref = leaves_[leaf].above;
    if (ref == nowhere) {
      root_ = nowhere;
      return;
    }
    const Fork gone = fork(ref);
    const Ref other = gone.below[gone.below[0] == leaf ? 1 : 0];
    put(gone.above, ref, other);
    fork(ref).above = unused_forks_;
    unused_forks_ = ref;
    tell_up(gone.above, gone.first, first_of(other));
  }

  /// Puts `now` below `over` where `before` was.
  void put(Ref over, Ref before, Ref now) {
    if (over == nowhere)
      root_ = now;
    else
      fork(over).below[fork(over).below[0] == before ? 0 : 1] = now;
    above(now) = over;
  }

  Ref new_fork() {
    if (unused_forks_ == nowhere) {
      forks_.emplace_back();
      return static_cast<Ref>(forks_.size() - 1) | is_fork;
    }
    const Ref ref = unused_forks_;
    unused_forks_ = fork(ref).above;
    return ref;
  }

  void find_least_slots() {
    least_slots_ = SizeTree::no_size;
    Ref ref = root_;
    while (forks(ref)) ref = fork(ref).below[0];
    if (ref != nowhere) least_slots_ = leaves_[ref].job.slots;
  }

  // Searches.

  struct Search {
    Slots free;
    Slots extra;  ///< at most `free`
    Duration window;
    Ref best = nowhere;
    std::uint64_t compared = 0;
  };

  /// Looks below `ref` for a job before the best one so far.
  void find(Ref ref, Search& search) const {
    const Ref first = first_of(ref);
    const Leaf& leaf = leaves_[first];
    if (!forks(ref)) {
      const bool fits = leaf.job.slots <= search.free &&
                        (leaf.job.slots <= search.extra || leaf.job.estimate <= search.window);
      if (fits) take_if_before(first, search);
      return;
    }
    const Fork& one = fork(ref);
    const auto [least, most] = sizes(leaf.place, one.digit);
    if (least > search.free.count()) return;
    if (least > search.extra.count() && one.least_estimate > search.window) return;
    if (most <= search.extra.count() ||
        (most <= search.free.count() && longest(leaf.place, one.digit) <= search.window))
      return take_if_before(first, search);
    if (search.best != nowhere && !comes_before_best(first, search)) return;
    const std::size_t likely = first_of(one.below[0]) == first ? 0 : 1;
    find(one.below[likely], search);
    find(one.below[1 - likely], search);
  }
  void take_if_before(Ref leaf, Search& search) const {
    if (search.best == nowhere || comes_before_best(leaf, search)) search.best = leaf;
  }
  bool comes_before_best(Ref leaf, Search& search) const {
    tally(search.compared);
    return is_before(leaf, search.best);
  }

  /// The least and the most slots of numbers that differ from `place` from `digit` on.
  static std::pair<std::int64_t, std::int64_t> sizes(UInt128 place, std::int32_t digit) {
    const auto slots = static_cast<std::int64_t>(place >> (rank_digits + estimate_digits));
    const std::int32_t of_slots = digit - rank_digits - estimate_digits;
    if (of_slots < 0) return {slots, slots};
    const std::int64_t others = (std::int64_t{2} << of_slots) - 1;
    return {slots & ~others, slots | others};
  }
  /// The longest estimate of them.
  static Duration longest(UInt128 place, std::int32_t digit) {
    const auto estimate =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(place >> rank_digits));
    const std::int32_t of_estimate = digit - rank_digits;
    if (of_estimate < 0) return Duration(estimate);
    if (of_estimate >= 62) return unlimited;
    return Duration(estimate | ((std::int64_t{2} << of_estimate) - 1));
  }

  AnyOrder order_;
  bool changes_;
  Time now_{};
  std::vector<Leaf> leaves_;
  std::vector<Fork> forks_;
  std::vector<Ref> by_job_;  ///< the leaf of each waiting job
  Ref root_ = nowhere;
  Ref unused_ = nowhere;
  Ref unused_forks_ = nowhere;
  std::size_t size_ = 0;
  Slots least_slots_ = SizeTree::no_size;
};

}  // namespace mcsim::baseline
