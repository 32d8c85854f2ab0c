#include "mcsim/text/folder_names.hpp"

#include <dirent.h>

#include <cerrno>
#include <memory>
#include <string_view>

namespace mcsim::text {

std::optional<std::vector<std::string>> folder_names(const std::string& folder) {
  const auto close = [](DIR* one) { ::closedir(one); };
  const std::unique_ptr<DIR, decltype(close)> open(::opendir(folder.c_str()), close);
  if (!open) return std::nullopt;
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* const entry = ::readdir(open.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  if (errno != 0) return std::nullopt;
  return names;
}

}  // namespace mcsim::text
