// Tests see the names of all rooms.
#pragma once

#include "mcsim/rooms.hpp"

namespace mcsim::testing {
using namespace app;
}
