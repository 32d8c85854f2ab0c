// A set of words that is queried far more often than it changes, and is empty most of the time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::kernel {

/// Words are hashed into buckets of four; where one is full, the next takes them. There are at most
/// one and a half words a bucket on average. A bucket is searched without a branch that depends on
/// the words: most queries find nothing, and mispredicted branches are what they would cost. No
/// word is 0.
class WordSet {
 public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// The set must not be empty.
  bool has(std::uint64_t word) const {
    std::size_t at = home_of(word);
    while (buckets_[at].is_full() && !buckets_[at].has(word)) at = next(at);
    return buckets_[at].has(word);
  }
  /// False if it is there already.
  bool insert(std::uint64_t word) {
    if (2 * size_ >= 3 * buckets_.size()) grow();
    std::size_t at = home_of(word);
    for (; buckets_[at].is_full(); at = next(at))
      if (buckets_[at].has(word)) return false;
    if (buckets_[at].has(word)) return false;
    buckets_[at].add(word);
    ++size_;
    return true;
  }
  /// False if it was not there.
  bool erase(std::uint64_t word) {
    if (size_ == 0) return false;
    std::size_t at = home_of(word);
    for (; !buckets_[at].has(word); at = next(at))
      if (!buckets_[at].is_full()) return false;
    --size_;
    const bool was_full = buckets_[at].is_full();
    buckets_[at].remove(word);
    if (was_full) move_up(next(at));
    return true;
  }

 private:
  /// Filled from the front on; a cache line holds two buckets.
  struct alignas(32) Bucket {
    std::array<std::uint64_t, 4> words{};

    bool is_full() const { return words[3] != 0; }
    bool has(std::uint64_t word) const {
      const auto [a, b, c, d] = words;
      return ((a == word) | (b == word) | (c == word) | (d == word)) != 0;
    }
    std::size_t size() const {
      const auto [a, b, c, d] = words;
      return std::size_t{a != 0} + std::size_t{b != 0} + std::size_t{c != 0} + std::size_t{d != 0};
    }
    void add(std::uint64_t word) { words[size()] = word; }
    void remove(std::uint64_t word) {
      const auto [a, b, c, d] = words;
      const std::size_t place =
          std::size_t{b == word} + 2 * std::size_t{c == word} + 3 * std::size_t{d == word};
      const std::size_t last = size() - 1;
      words[place] = words[last];
      words[last] = 0;
    }
  };

  std::size_t home_of(std::uint64_t word) const {
    return static_cast<std::size_t>(word * 0x9E3779B97F4A7C15 >> shift_);
  }
  std::size_t next(std::size_t at) const { return (at + 1) & (buckets_.size() - 1); }

  /// The bucket before `at` was full: words from `at` on may now have a place further in front.
  void move_up(std::size_t at) {
    bool is_last = false;
    for (; !is_last; at = next(at)) {
      const Bucket moved = std::exchange(buckets_[at], {});
      is_last = !moved.is_full();
      put_back(moved);
    }
  }
  void grow() {
    std::vector<Bucket> old(buckets_.empty() ? 4 : 2 * buckets_.size());
    old.swap(buckets_);
    shift_ = 64;
    for (std::size_t count = buckets_.size(); count > 1; count /= 2) --shift_;
    for (const Bucket& bucket : old) put_back(bucket);
  }
  void put_back(const Bucket& bucket) {
    for (std::size_t word = 0; word < bucket.size(); ++word) {
      std::size_t at = home_of(bucket.words[word]);
      while (buckets_[at].is_full()) at = next(at);
      buckets_[at].add(bucket.words[word]);
    }
  }

  std::vector<Bucket> buckets_;
  unsigned shift_ = 64;
  std::size_t size_ = 0;
};

}  // namespace mcsim::kernel
