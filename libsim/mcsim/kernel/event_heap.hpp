// Pending events as a 4-ary heap: the fastest structure for few events.
#pragma once

#include <cstddef>
#include <vector>

#include "mcsim/kernel/pending.hpp"

namespace mcsim::kernel {

template <class Event>
class EventHeap {
 public:
  using Entry = Pending<Event>;

  bool empty() const { return entries_.empty(); }
  std::size_t size() const { return entries_.size(); }
  /// The earliest; there must be one.
  const Entry& top() const { return entries_.front(); }

  void push(const Entry& entry) {
    std::size_t hole = entries_.size();
    entries_.push_back(entry);
    const UInt128 key = entry.key();
    while (hole != 0) {
      const std::size_t parent = (hole - 1) / arity;
      if (entries_[parent].key() < key) break;
      entries_[hole] = entries_[parent];
      hole = parent;
    }
    entries_[hole] = entry;
  }

  void pop() {
    const Entry last = entries_.back();
    entries_.pop_back();
    if (!entries_.empty()) sift_down(last);
  }

  /// In no order.
  const std::vector<Entry>& entries() const { return entries_; }
  void clear() { entries_.clear(); }

 private:
  static constexpr std::size_t arity = 4;

  void sift_down(const Entry& moved) {
    const UInt128 moved_key = moved.key();
    const std::size_t size = entries_.size();
    std::size_t hole = 0;
    while (true) {
      const std::size_t first = hole * arity + 1;
      if (first >= size) break;
      const std::size_t last = first + arity < size ? first + arity : size;
      std::size_t least = first;
      UInt128 least_key = entries_[first].key();
      for (std::size_t child = first + 1; child < last; ++child) {
        const UInt128 child_key = entries_[child].key();
        const bool less = child_key < least_key;
        least = less ? child : least;
        least_key = less ? child_key : least_key;
      }
      if (moved_key < least_key) break;
      entries_[hole] = entries_[least];
      hole = least;
    }
    entries_[hole] = moved;
  }

  std::vector<Entry> entries_;
};

}  // namespace mcsim::kernel
