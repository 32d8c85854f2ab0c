// Where the name of an output leads.
#pragma once

#include <filesystem>
#include <string>

#include "mcsim/base/expected.hpp"

namespace mcsim::text {

/// The place called `name`, without links and without `..`: something that exists, or a new name in
/// a folder that exists or is new itself. Errors, in words: a link that leads nowhere or in
/// circles, `..` behind something that does not exist, and the system's.
Expected<std::filesystem::path, std::string> output_place(const std::string& name);

}  // namespace mcsim::text
