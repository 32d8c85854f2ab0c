// Where a scenario comes from, for the relative names in it.
#pragma once

#include <string>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// The folder that relative names in the scenario `path` are relative to, absolute: the file's own
/// folder. A scenario.json of a run folder keeps the names as the user wrote them: for it, the
/// answer is the folder that the summary beside it records.
std::string origin_of(const std::string& path);

}  // namespace mcsim::config
