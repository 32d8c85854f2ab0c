// A table whose rows are used again.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "mcsim/base/ids.hpp"

namespace mcsim::base {

/// A table that touches memory for as many values as it ever has at one time: the row that was
/// removed last is the next one to be added.
template <Id Key, class Value>
class RecycledTable {
 public:
  template <class Fresh>
  Key add(Fresh&& value) {
    if (free_.empty()) return rows_.add(std::forward<Fresh>(value));
    const Key id = take_free();
    rows_[id] = std::forward<Fresh>(value);
    return id;
  }
  /// A row as it was left, or a new one.
  Key add_as_left() { return free_.empty() ? rows_.add(Value()) : take_free(); }
  /// Its value stays as it is until the row is added again.
  void remove(Key id) { free_.push_back(id); }
  void reserve(std::size_t values) { rows_.reserve(values); }

  Value& operator[](Key id) { return rows_[id]; }
  const Value& operator[](Key id) const { return rows_[id]; }
  /// Values; what is free does not count.
  std::size_t size() const { return rows_.size() - free_.size(); }
  /// Rows in use and free ones; ids below this are valid.
  std::size_t capacity() const { return rows_.size(); }
  /// All rows, free ones too.
  auto begin() const { return rows_.begin(); }
  auto end() const { return rows_.end(); }

 private:
  Key take_free() {
    const Key id = free_.back();
    free_.pop_back();
    return id;
  }

  Table<Key, Value> rows_;
  std::vector<Key> free_;
};

}  // namespace mcsim::base
