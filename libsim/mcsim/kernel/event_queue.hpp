// The pending events of one actor, earliest first, with cancel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/kernel/event_heap.hpp"
#include "mcsim/kernel/ladder.hpp"
#include "mcsim/kernel/order.hpp"
#include "mcsim/kernel/pending.hpp"
#include "mcsim/kernel/sorted_run.hpp"
#include "mcsim/kernel/word_set.hpp"

namespace mcsim::kernel {

/// Names a scheduled event for as long as it is pending.
struct Ticket {
  std::uint64_t word = 0;
  constexpr bool operator==(const Ticket&) const = default;
};

/// Events ordered by (time, order). A few events are kept in a heap. Of many, those due before the
/// horizon are in a sorted run, or in the heap if they were scheduled since the run was made; the
/// others are in a ladder.
template <class Event>
class EventQueue {
 public:
  using Entry = Pending<Event>;

  /// Orders must be unique, also among cancelled events. The answer can cancel the event.
  Ticket schedule(Time time, Order order, const Event& event) {
    const Entry entry{time, order, event};
    if (entry.instant() >= horizon_) {
      ladder_.put(entry);
    } else {
      heap_.push(entry);
      if (heap_.size() > most_in_heap && heap_.size() > run_.size()) thin_heap();
    }
    return {order.word()};
  }

  /// The event must be pending. Its entry is removed when it comes to the top, or when most entries
  /// are cancelled.
  void cancel(Ticket ticket) {
    const bool is_new = cancelled_.insert(ticket.word);
    MCSIM_CHECK(is_new && cancelled_.size() <= entries(), "cancelled an event that is not pending");
    if (2 * cancelled_.size() > entries())
      rebuild();
    else if (empty() || top().order.word() == ticket.word)
      drop_cancelled_top();
  }

  bool empty() const { return heap_.empty() && run_.empty(); }
  std::size_t size() const { return entries() - cancelled_.size(); }
  /// The earliest event; the queue must not be empty.
  const Entry& top() const { return is_heap_first() ? heap_.top() : run_.back(); }

  /// The event that will probably be popped after so many others, to have its rows at hand; null:
  /// nobody knows.
  const Event* expected(std::size_t others) const {
    return others < run_.size() ? &run_.entries()[run_.size() - 1 - others].event : nullptr;
  }

  Entry pop() {
    const Entry entry = take_top();
    if (!cancelled_.empty() && is_top_cancelled()) drop_cancelled_top();
    return entry;
  }

 private:
  /// With more events than this a ladder is faster; with no more than `few` the heap.
  static constexpr std::size_t most_in_heap = 48;
  static constexpr std::size_t few = 12;
  static constexpr std::uint64_t no_horizon = ~std::uint64_t{0};

  std::size_t entries() const { return heap_.size() + run_.size() + ladder_.size(); }

  bool is_heap_first() const {
    return run_.empty() || (!heap_.empty() && heap_.top().key() < run_.back().key());
  }
  Entry take_top() {
    Entry entry;
    if (is_heap_first()) {
      entry = heap_.top();
      heap_.pop();
    } else {
      entry = run_.back();
      run_.pop_back();
    }
    if (run_.empty() && heap_.empty()) refill();
    return entry;
  }

  /// Nothing is due before the horizon: it moves on.
  void refill() {
    if (ladder_.size() <= few) {
      ladder_.drain([&](const Entry& entry) { heap_.push(entry); });
      horizon_ = no_horizon;
      return;
    }
    horizon_ = ladder_.take_run(run_);
  }

  /// More events have been scheduled before the horizon than its run has left: the horizon moves
  /// back if it can.
  void thin_heap() {
    const std::uint64_t least = top().instant();
    if (horizon_ != no_horizon && !ladder_.can_reopen(least, horizon_)) return;
    std::vector<Entry> near(heap_.entries());
    near.insert(near.end(), run_.entries().begin(), run_.entries().end());
    if (horizon_ != no_horizon) ladder_.reopen(least, horizon_, near.size());
    refill_with(near);
  }
  void refill_with(const std::vector<Entry>& entries) {
    heap_.clear();
    run_.clear();
    for (const Entry& entry : entries) ladder_.put(entry);
    refill();
  }

  /// Called after every event, and almost always false: it must be short enough to be inlined.
  bool is_top_cancelled() const { return empty() || cancelled_.has(top().order.word()); }
  void drop_cancelled_top() {
    while (!cancelled_.empty() && !empty() && cancelled_.erase(top().order.word())) take_top();
    MCSIM_CHECK(!empty() || cancelled_.empty(), "cancelled an event that is not pending");
  }

  void rebuild() {
    std::vector<Entry> kept;
    const auto keep = [&](const Entry& entry) {
      if (!cancelled_.erase(entry.order.word())) kept.push_back(entry);
    };
    for (const Entry& entry : heap_.entries()) keep(entry);
    for (const Entry& entry : run_.entries()) keep(entry);
    ladder_.drain(keep);
    MCSIM_CHECK(cancelled_.empty(), "cancelled an event that is not pending");
    refill_with(kept);
  }

  EventHeap<Event> heap_;
  SortedRun<Event> run_;
  Ladder<Event> ladder_;
  std::uint64_t horizon_ = no_horizon;
  WordSet cancelled_;
};

}  // namespace mcsim::kernel
