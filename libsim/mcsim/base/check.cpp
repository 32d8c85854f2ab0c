// Puts a broken invariant into words.
#include "mcsim/base/check.hpp"

namespace mcsim::base {

void invariant_broken(std::string_view condition, std::string_view meaning, std::string_view file,
                      int line) {
  throw InvariantBroken(std::string(file) + ":" + std::to_string(line) + ": " +
                        std::string(meaning) + " (" + std::string(condition) + ")");
}

}  // namespace mcsim::base
