// The draws from which random worlds are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "mcsim/base/random.hpp"
#include "support/rooms.hpp"

namespace mcsim::testing {

class Dice {
 public:
  Dice(std::uint64_t seed, std::string_view purpose) : stream_(seed, purpose) {}

  std::int64_t between(std::int64_t least, std::int64_t most) {
    return least +
           static_cast<std::int64_t>(stream_.below(static_cast<std::uint64_t>(most - least + 1)));
  }
  std::int32_t number(std::int32_t least, std::int32_t most) {
    return static_cast<std::int32_t>(between(least, most));
  }
  bool one_in(std::uint64_t chances) { return stream_.below(chances) == 0; }
  template <class T>
  T one_of(const std::vector<T>& choices) {
    return choices[stream_.below(choices.size())];
  }
  template <class Key>
  Key id_below(std::size_t size) {
    return static_cast<Key>(stream_.below(size));
  }

 private:
  RngStream stream_;
};

}  // namespace mcsim::testing
