// The files of a folder of results, to compare two of them.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "support/rooms.hpp"
#include "support/temp_folder.hpp"

namespace mcsim::testing {

using Files = std::map<std::string, std::string>;  // by path

/// The files under `top`, without what differs from run to run.
inline Files files_in(const TempFolder& room, const std::string& top) {
  namespace fs = std::filesystem;
  Files files;
  if (fs::is_regular_file(room.path(top))) files[top] = room.read(top);
  if (!fs::is_directory(room.path(top))) return files;
  for (const auto& entry : fs::recursive_directory_iterator(room.path(top))) {
    const std::string name = fs::relative(entry.path(), room.path()).string();
    std::string& text = files[name];
    if (!entry.is_regular_file()) continue;
    text = room.read(name);
    const std::size_t engine = text.find("\"engine\"");
    if (name.ends_with("summary.json") && engine != std::string::npos && text.ends_with("}\n"))
      text.resize(engine);
  }
  return files;
}

}  // namespace mcsim::testing
