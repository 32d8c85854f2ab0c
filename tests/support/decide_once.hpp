// Puts a question to `mcsim decide` and keeps what it says.
#pragma once

#include <sstream>
#include <string>

#include "mcsim/app/command/decide_command.hpp"
#include "support/rooms.hpp"
#include "support/run_once.hpp"

namespace mcsim::testing {

inline Answer answer_to(const DecideRequest& request, const std::string& standard_input = "",
                        const Registry& registry = default_registry()) {
  std::istringstream in(standard_input);
  return answer_of(
      [&](const Console& console) { return decide_command(request, in, registry, console); });
}

}  // namespace mcsim::testing
