// The next events that are due, sorted: taken from one end only.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mcsim/kernel/pending.hpp"

namespace mcsim::kernel {

/// The latest event first. Its memory is kept and never cleared: clearing costs more than sorting.
template <class Event>
class SortedRun {
 public:
  using Entry = Pending<Event>;

  SortedRun() = default;
  SortedRun(SortedRun&&) = default;
  SortedRun& operator=(SortedRun&&) = default;
  /// Copies only what is left: a copy need not be as large as the largest run was.
  SortedRun(const SortedRun& other)
      : room_(other.entries().begin(), other.entries().end()), size_(other.size_) {}
  SortedRun& operator=(const SortedRun& other) { return *this = SortedRun(other); }
  ~SortedRun() = default;

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  /// The earliest; there must be one.
  const Entry& back() const { return room_[size_ - 1]; }
  void pop_back() { --size_; }
  std::span<const Entry> entries() const { return std::span(room_).first(size_); }

  void clear() { size_ = 0; }
  /// Drops what was there; the caller fills the answer.
  std::span<Entry> refill(std::size_t size) {
    if (size > room_.size()) room_.resize(size);
    size_ = size;
    return std::span(room_).first(size);
  }

 private:
  std::vector<Entry> room_;
  std::size_t size_ = 0;
};

}  // namespace mcsim::kernel
