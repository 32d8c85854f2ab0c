// A set of small numbers, one bit each.
#pragma once

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

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace mcsim::base
