// Numbers at places of a line: which is the least one up to some place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>

#include "mcsim/base/ids.hpp"
#include "mcsim/base/min_tree.hpp"
#include "mcsim/base/recycled_table.hpp"

namespace mcsim::base {

enum class TreeRow : std::uint32_t {};

/// A treap over places, in which each node knows the least number below it. A change and a search
/// take time that is logarithmic in the number of rows; rows are used again.
class PrefixMinTree {
 public:
  static constexpr TreeRow nobody = none<TreeRow>;

  /// Adds a row at a place, without a number. Several rows may have one place.
  TreeRow add(std::int64_t place) {
    const TreeRow row = rows_.add(Row{.place = place});
    const auto [left, right] = split(root_, row);
    root_ = merge(merge(left, row), right);
    return row;
  }
  void remove(TreeRow row) {
    root_ = without(root_, row);
    rows_.remove(row);
  }
  /// MinTree::nothing: it has none.
  void set(TreeRow row, std::int64_t number) {
    rows_[row].number = number;
    update_to(root_, row);
  }

  bool empty() const { return root_ == nobody; }
  /// Of a row; MinTree::nothing: it has none, or it is nobody.
  std::int64_t number_of(TreeRow row) const {
    return row == nobody ? MinTree::nothing : rows_[row].number;
  }
  std::int64_t least() const { return least_of(root_); }
  /// The row of the least number among places of at most `place`; nobody: none has a number.
  TreeRow first_up_to(std::int64_t place) const {
    TreeRow best = nobody;   // a row
    TreeRow below = nobody;  // all rows below this one are among the places
    for (TreeRow at = root_; at != nobody;) {
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
    TreeRow left = nobody;
    TreeRow right = nobody;
  };
  struct Halves {
    TreeRow left;
    TreeRow right;
  };

  /// Which of two rows is above the other: as good as random, and the same in each run.
  static std::uint32_t height(TreeRow row) {
    std::uint32_t word = static_cast<std::uint32_t>(row) * 0x9E37'79B9U;
    word = (word ^ word >> 16) * 0x85EB'CA6BU;
    return word ^ word >> 13;
  }
  bool before(TreeRow a, TreeRow b) const {
    return std::tuple(rows_[a].place, a) < std::tuple(rows_[b].place, b);
  }
  std::int64_t least_of(TreeRow row) const {
    return row == nobody ? MinTree::nothing : rows_[row].least;
  }
  void update(TreeRow at) {
    Row& row = rows_[at];
    row.least = std::min({row.number, least_of(row.left), least_of(row.right)});
  }

  /// The rows below `at` that are before `row`, and the others.
  Halves split(TreeRow at, TreeRow row) {
    if (at == nobody) return {nobody, nobody};
    const bool is_left = before(at, row);
    TreeRow& inner = is_left ? rows_[at].right : rows_[at].left;
    const Halves halves = split(inner, row);
    inner = is_left ? halves.left : halves.right;
    update(at);
    return is_left ? Halves{at, halves.right} : Halves{halves.left, at};
  }
  /// All of `left` are before all of `right`.
  TreeRow merge(TreeRow left, TreeRow right) {
    if (left == nobody || right == nobody) return left == nobody ? right : left;
    const bool is_left_above = height(left) > height(right);
    const TreeRow above = is_left_above ? left : right;
    if (is_left_above)
      rows_[left].right = merge(rows_[left].right, right);
    else
      rows_[right].left = merge(left, rows_[right].left);
    update(above);
    return above;
  }
  TreeRow without(TreeRow at, TreeRow row) {
    if (at == row) return merge(rows_[at].left, rows_[at].right);
    TreeRow& inner = before(row, at) ? rows_[at].left : rows_[at].right;
    inner = without(inner, row);
    update(at);
    return at;
  }
  void update_to(TreeRow at, TreeRow row) {
    if (at != row) update_to(before(row, at) ? rows_[at].left : rows_[at].right, row);
    update(at);
  }
  TreeRow first_below(TreeRow at) const {
    while (rows_[at].number != rows_[at].least)
      at = least_of(rows_[at].left) == rows_[at].least ? rows_[at].left : rows_[at].right;
    return at;
  }

  RecycledTable<TreeRow, Row> rows_;
  TreeRow root_ = nobody;
};

}  // namespace mcsim::base
