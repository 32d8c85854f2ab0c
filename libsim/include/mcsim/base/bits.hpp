// A set of small numbers, one bit each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcsim {

/// Grows with the largest number that is set.
class Bits {
 public:
  void set(std::size_t bit) {
    if (words_.size() <= bit / 64) words_.resize(bit / 64 + 1);
    words_[bit / 64] |= std::uint64_t{1} << bit % 64;
  }
  void reset(std::size_t bit) {
    if (bit / 64 < words_.size()) words_[bit / 64] &= ~(std::uint64_t{1} << bit % 64);
  }
  void add(const Bits& other) {
    if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
    for (std::size_t at = 0; at < other.words_.size(); ++at) words_[at] |= other.words_[at];
  }
  void clear() { words_.assign(words_.size(), 0); }
  bool meets(const Bits& other) const {
    const std::size_t size = std::min(words_.size(), other.words_.size());
    for (std::size_t at = 0; at < size; ++at)
      if ((words_[at] & other.words_[at]) != 0) return true;
    return false;
  }
  bool any() const {
    for (const std::uint64_t word : words_)
      if (word != 0) return true;
    return false;
  }
  /// The first bit at or after `bit` that is set; `size` if there is none before that.
  std::size_t next(std::size_t bit, std::size_t size) const {
    for (std::size_t at = bit / 64; at < words_.size(); ++at) {
      std::uint64_t word = words_[at];
      if (at == bit / 64) word &= ~std::uint64_t{} << bit % 64;
      if (word != 0)
        return std::min(at * 64 + static_cast<std::size_t>(std::countr_zero(word)), size);
    }
    return size;
  }
  bool has(std::size_t bit) const {
    return bit / 64 < words_.size() && (words_[bit / 64] >> bit % 64 & 1) != 0;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace mcsim
