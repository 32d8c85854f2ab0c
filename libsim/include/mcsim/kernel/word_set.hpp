// A set of words that is asked far more often than it is changed, and is empty most of the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mcsim {

/// Open addressing with linear probing, at most a quarter full: most are asked for in vain. No word
/// is 0.
class WordSet {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// False: it is there already.
  bool insert(std::uint64_t word) {
    if (4 * (size_ + 1) > places_.size()) grow();
    std::size_t at = place_of(word);
    for (; places_[at] != 0; at = next(at))
      if (places_[at] == word) return false;
    places_[at] = word;
    ++size_;
    return true;
  }
  /// False: it was not there.
  bool erase(std::uint64_t word) {
    if (size_ == 0) return false;
    std::size_t at = place_of(word);
    for (; places_[at] != word; at = next(at))
      if (places_[at] == 0) return false;
    --size_;
    close_gap(at);
    return true;
  }

 private:
  std::size_t place_of(std::uint64_t word) const {
    return static_cast<std::size_t>(word * 0x9E3779B97F4A7C15 >> shift_);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (places_.size() - 1); }

  /// Moves those behind that would not be found any more.
  void close_gap(std::size_t gap) {
    for (std::size_t at = next(gap); places_[at] != 0; at = next(at)) {
      const std::size_t home = place_of(places_[at]);
      const std::size_t mask = places_.size() - 1;
      if (((at - home) & mask) < ((at - gap) & mask)) continue;
      places_[gap] = places_[at];
      gap = at;
    }
    places_[gap] = 0;
  }
  void grow() {
    std::vector<std::uint64_t> old(places_.empty() ? 16 : 2 * places_.size());
    old.swap(places_);
    shift_ = 64;
    for (std::size_t count = places_.size(); count > 1; count /= 2) --shift_;
    size_ = 0;
    for (const std::uint64_t word : old)
      if (word != 0) insert(word);
  }

  std::vector<std::uint64_t> places_;
  unsigned shift_ = 64;
  std::size_t size_ = 0;
};

}  // namespace mcsim
