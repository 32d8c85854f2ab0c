// The version, revision and compiler of this mcsim.
#pragma once

#include <string_view>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

std::string_view version();  ///< "0.1.0"
std::string_view
revision();  ///< a short git hash, with "-dirty" if the source was changed; or "unknown"
std::string_view compiler();  ///< "g++ 12.2.0"

}  // namespace mcsim::app
