// What somebody may have meant who wrote a duration in another way.
#pragma once

#include <string>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// What is said behind a text that is no duration: `; write "10s"`, of 10sec, 10 S or 1h30, `; for
/// minutes write "10min"`, of 10m; empty: it is far from one.
std::string duration_meant(const std::string& written);

}  // namespace mcsim::config
