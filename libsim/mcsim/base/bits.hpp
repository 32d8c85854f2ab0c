// A set of small numbers, one bit each.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

/// Grows to hold the largest number that is set.
class Bits {
 public:
  void set(std::size_t bit) {
    if (words_.size() <= bit / 64) words_.resize(bit / 64 + 1);
    words_[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
  void reset(std::size_t bit) {
    if (bit / 64 < words_.size()) words_[bit / 64] &= ~(std::uint64_t{1} << bit % 64);
  }
  bool has(std::size_t bit) const {
    return bit / 64 < words_.size() && (words_[bit / 64] >> bit % 64 & 1) != 0;
  }
  void set_to(std::size_t bit, bool is_set) { is_set ? set(bit) : reset(bit); }
  /// Calls visit(bit) for each bit that is set, in ascending order.
  template <class Visit>
  void visit(Visit&& visit) const {
    for (std::size_t at = 0; at < words_.size(); ++at)
      for (std::uint64_t left = words_[at]; left != 0; left &= left - 1)
        visit(at * 64 + static_cast<std::size_t>(std::countr_zero(left)));
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace mcsim::base
