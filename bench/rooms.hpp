// Makes the names of all rooms visible to the benches.
#pragma once

#include "mcsim/rooms.hpp"

namespace mcsim::bench {
using namespace app;
}
