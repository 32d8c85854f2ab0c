// What is in a folder.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace mcsim::text {

/// The names of all entries, in no order; none: it cannot be read. As std::filesystem does it, but
/// where memory ends it throws std::bad_alloc: directory_iterator of libstdc++ 12 ends the program.
std::optional<std::vector<std::string>> folder_names(const std::string& folder);

}  // namespace mcsim::text
