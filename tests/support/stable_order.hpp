// Sorting that keeps the order of equals. std::stable_sort of libstdc++ 12 uses a function that it
// calls deprecated itself; clang warns of it wherever no precompiled header hides this.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "support/rooms.hpp"

namespace mcsim::testing {

/// Sorts by a member; equals stay in their order.
template <class T, class Key>
void sort_keeping_ties(std::vector<T>& all, Key T::* by) {
  std::multimap<Key, T> sorted;
  for (T& each : all) {
    const Key key = each.*by;
    sorted.emplace(key, std::move(each));
  }
  all.clear();
  for (auto& [key, each] : sorted) all.push_back(std::move(each));
}

}  // namespace mcsim::testing
