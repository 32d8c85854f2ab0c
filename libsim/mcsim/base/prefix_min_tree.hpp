// Numbers at places of a line: which is the least one up to some place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "mcsim/base/min_tree.hpp"

namespace mcsim::base {

/// A treap over places, in which each node knows the least number below it. A change and a search
/// take time that is logarithmic in the number of rows; rows are used again.
class PrefixMinTree {
 public:
  static constexpr std::uint32_t nobody = static_cast<std::uint32_t>(-1);

  /// Adds a row at a place, without a number. Several rows may have one place.
  std::uint32_t add(std::int64_t place) {
    const std::uint32_t row = free_.empty() ? grow() : take_free();
    rows_[row] = {.place = place};
    const auto [left, right] = split(root_, row);
    root_ = merge(merge(left, row), right);
    return row;
  }
  void remove(std::uint32_t row) {
    root_ = without(root_, row);
    free_.push_back(row);
  }
  /// MinTree::nothing: it has none.
  void set(std::uint32_t row, std::int64_t number) {
    rows_[row].number = number;
    update_to(root_, row);
  }

  bool empty() const { return root_ == nobody; }
  /// Of a row; MinTree::nothing: it has none, or it is nobody.
  std::int64_t number_of(std::uint32_t row) const {
    return row == nobody ? MinTree::nothing : rows_[row].number;
  }
  std::int64_t least() const { return least_of(root_); }
  /// The row of the least number among places of at most `place`; nobody: none has a number.
  std::uint32_t first_up_to(std::int64_t place) const {
    std::uint32_t best = nobody;   // a row
    std::uint32_t below = nobody;  // all rows below this one are among the places
    for (std::uint32_t at = root_; at != nobody;) {
      const Row& row = rows_[at];
      if (row.place > place) {
        at = row.left;
        continue;
      }
      if (row.number < std::min(number_of(best), least_of(below))) {
        best = at;
        below = nobody;
      }
      if (least_of(row.left) < std::min(number_of(best), least_of(below))) {
        best = nobody;
        below = row.left;
      }
      at = row.right;
    }
    return below == nobody ? best : first_below(below);
  }

 private:
  struct Row {
    std::int64_t place = 0;
    std::int64_t number = MinTree::nothing;
    std::int64_t least = MinTree::nothing;  ///< of it and what is below
    std::uint32_t left = nobody;
    std::uint32_t right = nobody;
  };
  struct Halves {
    std::uint32_t left;
    std::uint32_t right;
  };

  std::uint32_t grow() {
    rows_.emplace_back();
    return static_cast<std::uint32_t>(rows_.size() - 1);
  }
  std::uint32_t take_free() {
    const std::uint32_t row = free_.back();
    free_.pop_back();
    return row;
  }
  /// Which of two rows is above the other: as good as random, and the same in each run.
  static std::uint32_t height(std::uint32_t row) {
    std::uint32_t word = row * 0x9E37'79B9U;
    word = (word ^ word >> 16) * 0x85EB'CA6BU;
    return word ^ word >> 13;
  }
  bool before(std::uint32_t a, std::uint32_t b) const {
    return std::tuple(rows_[a].place, a) < std::tuple(rows_[b].place, b);
  }
  std::int64_t least_of(std::uint32_t row) const {
    return row == nobody ? MinTree::nothing : rows_[row].least;
  }
  void update(std::uint32_t at) {
    Row& row = rows_[at];
    row.least = std::min({row.number, least_of(row.left), least_of(row.right)});
  }

  /// The rows below `at` that are before `row`, and the others.
  Halves split(std::uint32_t at, std::uint32_t row) {
    if (at == nobody) return {nobody, nobody};
    const bool is_left = before(at, row);
    std::uint32_t& inner = is_left ? rows_[at].right : rows_[at].left;
    const Halves halves = split(inner, row);
    inner = is_left ? halves.left : halves.right;
    update(at);
    return is_left ? Halves{at, halves.right} : Halves{halves.left, at};
  }
  /// All of `left` are before all of `right`.
  std::uint32_t merge(std::uint32_t left, std::uint32_t right) {
    if (left == nobody || right == nobody) return left == nobody ? right : left;
    const bool is_left_above = height(left) > height(right);
    const std::uint32_t above = is_left_above ? left : right;
    if (is_left_above)
      rows_[left].right = merge(rows_[left].right, right);
    else
      rows_[right].left = merge(left, rows_[right].left);
    update(above);
    return above;
  }
  std::uint32_t without(std::uint32_t at, std::uint32_t row) {
    if (at == row) return merge(rows_[at].left, rows_[at].right);
    std::uint32_t& inner = before(row, at) ? rows_[at].left : rows_[at].right;
    inner = without(inner, row);
    update(at);
    return at;
  }
  void update_to(std::uint32_t at, std::uint32_t row) {
    if (at != row) update_to(before(row, at) ? rows_[at].left : rows_[at].right, row);
    update(at);
  }
  std::uint32_t first_below(std::uint32_t at) const {
    while (rows_[at].number != rows_[at].least)
      at = least_of(rows_[at].left) == rows_[at].least ? rows_[at].left : rows_[at].right;
    return at;
  }

  std::vector<Row> rows_;
  std::vector<std::uint32_t> free_;
  std::uint32_t root_ = nobody;
};

}  // namespace mcsim::base
