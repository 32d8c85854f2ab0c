// Sums by key, for what is counted anew and then looked up: without a node of memory for each key.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::cluster {

/// All add() come before settle(), and all of() after it.
template <class Key, class Value>
class SumsByKey {
 public:
  void add(Key key, const Value& value) { sums_.emplace_back(key, value); }

  void settle() {
    std::ranges::sort(sums_, {}, &std::pair<Key, Value>::first);
    std::size_t last = 0;
    for (std::size_t at = 1; at < sums_.size(); ++at) {
      if (sums_[at].first == sums_[last].first)
        sums_[last].second += sums_[at].second;
      else
        sums_[++last] = sums_[at];
    }
    if (!sums_.empty()) sums_.resize(last + 1);
  }

  /// Value{} if nothing was added.
  Value of(const Key& key) const {
    const auto at = std::ranges::lower_bound(sums_, key, {}, &std::pair<Key, Value>::first);
    return at != sums_.end() && at->first == key ? at->second : Value{};
  }

  auto begin() const { return sums_.begin(); }
  auto end() const { return sums_.end(); }

 private:
  std::vector<std::pair<Key, Value>> sums_;
};

}  // namespace mcsim::cluster
