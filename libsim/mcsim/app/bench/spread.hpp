// Many numbers, of which quantiles and the sum are wanted: exact, and in little memory where most
// of them are small.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

class Spread {
 public:
  void add(std::uint64_t value) {
    ++count_;
    sum_ += value;
    max_ = std::max(max_, value);
    if (value >= few)
      large_.push_back(value);
    else if (value < small_.size())
      ++small_[static_cast<std::size_t>(value)];
    else
      first_of_its_size(static_cast<std::size_t>(value));
  }
  void add_all(const Spread& other) {
    count_ += other.count_;
    sum_ += other.sum_;
    max_ = std::max(max_, other.max_);
    small_.resize(std::max(small_.size(), other.small_.size()));
    for (std::size_t at = 0; at < other.small_.size(); ++at) small_[at] += other.small_[at];
    large_.insert(large_.end(), other.large_.begin(), other.large_.end());
  }

  std::uint64_t count() const { return count_; }
  std::uint64_t sum() const { return sum_; }
  std::uint64_t max() const { return max_; }
  /// The value at position ceil(percent / 100 x count), ascending, as everywhere in mcsim; 0 if
  /// there is none.
  std::uint64_t quantile(std::uint64_t percent) const {
    std::uint64_t position = (count_ * percent + 99) / 100;
    for (std::size_t value = 0; value < small_.size(); ++value) {
      if (position <= small_[value]) return value;
      position -= small_[value];
    }
    std::vector<std::uint64_t> sorted = large_;
    std::ranges::sort(sorted);
    return position == 0 || position > sorted.size() ? max_ : sorted[position - 1];
  }

 private:
  static constexpr std::size_t few = 4096;

  void first_of_its_size(std::size_t value) {
    small_.resize(value + 1);
    ++small_[value];
  }

  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::uint64_t max_ = 0;
  std::vector<std::uint64_t> small_;  ///< how many there are of each value below `few`
  std::vector<std::uint64_t> large_;
};

}  // namespace mcsim::app
