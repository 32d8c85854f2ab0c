// The diagnostics of a scenario, for tests.
#pragma once

#include <string>
#include <vector>

#include "mcsim/config/scenario/scenario.hpp"
#include "support/rooms.hpp"
#include "support/texts.hpp"

namespace mcsim::testing {

/// "pointer message" of each mistake; empty: the scenario was loaded.
inline std::vector<std::string> messages_of(const Expected<Scenario, Diagnostics>& scenario) {
  std::vector<std::string> texts;
  if (!scenario)
    for (const Diagnostic& one : scenario.error().list)
      texts.push_back(one.pointer + " " + without_picture(one.message));
  return texts;
}

}  // namespace mcsim::testing
