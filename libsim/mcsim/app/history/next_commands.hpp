// What to type behind an import or a backtest.
#pragma once

#include <string>

#include "mcsim/rooms.hpp"

namespace mcsim::app {

/// The command that asks what 20 more hosts like `host` would change, as a line of its own.
/// `program`: as it was called.
std::string more_hosts_command(const std::string& program, const std::string& scenario,
                               const std::string& host);

}  // namespace mcsim::app
