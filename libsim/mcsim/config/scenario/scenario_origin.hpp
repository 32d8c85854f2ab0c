// Where a scenario comes from, for the relative names in it.
#pragma once

#include <string>

#include "mcsim/rooms.hpp"

namespace mcsim::config {

/// The folder that relative names in the scenario `path` are relative to, absolute: the file's own
/// folder. A scenario.json of a run folder keeps the names as the user wrote them: for it, the
/// answer is the folder that the summary beside it records.
std::string origin_of(const std::string& path);

/// How diagnostics call the file `path`, which `scenario` calls `name`: that name beside the
/// scenario's own one as the user wrote it, or the name alone, if that leads to the file; else
/// `path`.
std::string seen_from_here(const std::string& scenario, const std::string& path,
                           const std::string& name);

}  // namespace mcsim::config
