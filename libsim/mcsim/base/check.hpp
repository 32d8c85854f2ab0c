// Checks of the simulator's own invariants. They stay on in release builds: a wrong result is worse
// than none.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::base {

/// An invariant of the simulator is broken: a bug of mcsim, never the user's mistake. The command
/// line answers with exit code 70 and asks for the scenario and the seed.
class InvariantBroken : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn, gnu::cold]] void invariant_broken(std::string_view condition, std::string_view meaning,
                                              std::string_view file, int line);

}  // namespace mcsim::base

/// Stops the run unless `condition` holds; `meaning` says in words what is broken.
#define MCSIM_CHECK(condition, meaning)                                                \
  do {                                                                                 \
    if (!(condition)) [[unlikely]]                                                     \
      ::mcsim::base::invariant_broken(#condition, (meaning), __FILE_NAME__, __LINE__); \
  } while (false)
