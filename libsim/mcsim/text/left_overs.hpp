// Names beside a place, for what is written before it goes there, and what dead processes left
// there.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/text/file_handle.hpp"

namespace mcsim::text {

/// A name beside `place`. The process number keeps two writers apart, the count what one process
/// writes.
std::string name_beside(const std::string& place, int count);

/// Keeps a file or folder from being taken for a left-over as long as the handle is open. What
/// cannot be locked is kept by the number of the process alone.
FileHandle hold(const std::string& path);

/// What processes that have died left beside `place`: of this machine, and held by nobody.
std::vector<std::filesystem::path> left_overs(const std::filesystem::path& place);

}  // namespace mcsim::text
