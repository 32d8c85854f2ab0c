// The pending events of one actor, earliest first: a 4-ary heap with lazy cancel.
#pragma once

#include <cstdint>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include "mcsim/base/check.hpp"
#include "mcsim/base/time.hpp"
#include "mcsim/base/wide.hpp"
#include "mcsim/kernel/order.hpp"

namespace mcsim {

/// Names a scheduled event for as long as it is pending.
struct Ticket {
  std::uint64_t word = 0;
  constexpr bool operator==(const Ticket&) const = default;
};

/// Events ordered by (time, order). 32 bytes each, of which 16 are the event's own.
template <class Event>
class EventQueue {
  static_assert(std::is_trivially_copyable_v<Event> && sizeof(Event) <= 16);

 public:
  struct Entry {
    Time time;
    Order order;
    Event event;
  };

  /// Orders must be unique among pending events; the answer cancels the event again.
  Ticket schedule(Time time, Order order, const Event& event) {
    heap_.push_back({time, order, event});
    sift_up(heap_.size() - 1);
    return {order.word()};
  }

  /// The event must be pending. It leaves the heap when it comes to the top, or when most of the
  /// heap is cancelled.
  void cancel(Ticket ticket) {
    const bool is_new = cancelled_.insert(ticket.word).second;
    MCSIM_CHECK(is_new && cancelled_.size() <= heap_.size(),
                "cancelled an event that is not pending");
    if (2 * cancelled_.size() > heap_.size())
      rebuild();
    else
      drop_cancelled_top();
  }

  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size() - cancelled_.size(); }
  /// The earliest event; the queue must not be empty.
  const Entry& top() const { return heap_.front(); }

  Entry pop() {
    const Entry entry = heap_.front();
    remove_top();
    if (!cancelled_.empty()) drop_cancelled_top();
    return entry;
  }

 private:
  static constexpr std::size_t arity = 4;
  __extension__ using Key = unsigned __int128;

  /// Both words as one number: the compiler compares it without a branch. Times are never negative.
  static Key key(const Entry& entry) {
    return static_cast<Key>(static_cast<std::uint64_t>(entry.time.time_since_epoch().count()))
               << 64 |
           entry.order.word();
  }

  void sift_up(std::size_t hole) {
    const Entry moved = heap_[hole];
    const Key moved_key = key(moved);
    while (hole != 0) {
      const std::size_t parent = (hole - 1) / arity;
      if (key(heap_[parent]) < moved_key) break;
      heap_[hole] = heap_[parent];
      hole = parent;
    }
    heap_[hole] = moved;
  }

  void sift_down(std::size_t hole, const Entry& moved) {
    const Key moved_key = key(moved);
    const std::size_t size = heap_.size();
    while (true) {
      const std::size_t first = hole * arity + 1;
      if (first >= size) break;
      const std::size_t last = first + arity < size ? first + arity : size;
      std::size_t least = first;
      Key least_key = key(heap_[first]);
      for (std::size_t child = first + 1; child < last; ++child) {
        const Key child_key = key(heap_[child]);
        const bool less = child_key < least_key;
        least = less ? child : least;
        least_key = less ? child_key : least_key;
      }
      if (moved_key < least_key) break;
      heap_[hole] = heap_[least];
      hole = least;
    }
    heap_[hole] = moved;
  }

  void remove_top() {
    const Entry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sift_down(0, last);
  }

  void drop_cancelled_top() {
    while (!heap_.empty() && !cancelled_.empty() &&
           cancelled_.erase(heap_.front().order.word()) != 0)
      remove_top();
    MCSIM_CHECK(!heap_.empty() || cancelled_.empty(), "cancelled an event that is not pending");
  }

  void rebuild() {
    std::vector<Entry> kept;
    for (const Entry& entry : heap_)
      if (cancelled_.erase(entry.order.word()) == 0) kept.push_back(entry);
    MCSIM_CHECK(cancelled_.empty(), "cancelled an event that is not pending");
    heap_.swap(kept);
    for (std::size_t parent = heap_.size() / arity + 1; parent-- > 0;)
      if (parent < heap_.size()) sift_down(parent, Entry(heap_[parent]));
  }

  std::vector<Entry> heap_;
  std::unordered_set<std::uint64_t> cancelled_;  // never iterated
};

}  // namespace mcsim
