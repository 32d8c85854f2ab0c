// Puts a question to `mcsim decide` and keeps what it says.
#pragma once

#include <sstream>
#include <string>

#include "experiment/run_once.hpp"
#include "mcsim/experiment/decide_command.hpp"

namespace mcsim {

inline Answer answer_to(const DecideRequest& request, const std::string& standard_input = "",
                        const Registry& registry = default_registry()) {
  std::istringstream in(standard_input);
  return answer_of(
      [&](const Console& console) { return decide_command(request, in, registry, console); });
}

}  // namespace mcsim
