// Two kinds of events, for tests of what carries them.
#pragma once

#include <cstdint>

#include "support/rooms.hpp"

namespace mcsim::testing {

struct Note {
  std::uint32_t id;
};
struct Echo {
  std::uint32_t left;
};

}  // namespace mcsim::testing
