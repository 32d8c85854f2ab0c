// Where the name of an output leads.
#pragma once

#include <filesystem>
#include <string>

#include "mcsim/base/expected.hpp"

namespace mcsim::text {

/// The place called `name`, without links and without `..`: what is there, or a new name in a
/// folder that is, or behind new folders in one. Errors, in words: a link that leads nowhere or
/// round in circles, `..` behind what is not there, and the system's.
Expected<std::filesystem::path, std::string> output_place(const std::string& name);

}  // namespace mcsim::text
