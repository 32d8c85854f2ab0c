// Sentences about what was guessed or left out, with how often.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

class ToldCounts {
 public:
  void say(std::string sentence) { told_.push_back(std::move(sentence)); }
  /// Nothing is said where there was none.
  void count(std::uint64_t number, const std::string& what) {
    if (number > 0) say(what + ": " + std::to_string(number));
  }
  std::vector<std::string> take() { return std::move(told_); }

 private:
  std::vector<std::string> told_;
};

}  // namespace mcsim::app
