// Scenarios that grow with one number, to see how the work of a run grows with it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace mcsim::testing::growth {

/// One way to grow.
struct Family {
  const char* name;
  const char* grows;                      ///< what there are n of
  std::int32_t small;                     ///< the n of tools/test
  std::string (*scenario)(std::int32_t);  ///< JSON
  /// What mcsim does with it, in words with a blank between them; none: `run`.
  std::string (*command)(std::int32_t) = nullptr;
};

std::span<const Family> families();

}  // namespace mcsim::testing::growth
