// Benches see the names of all rooms.
#pragma once

#include "mcsim/rooms.hpp"

namespace mcsim::bench {
using namespace app;
}
