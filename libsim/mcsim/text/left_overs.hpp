// Names beside a place, for what is written before it goes there, and what killed writers left.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "mcsim/base/expected.hpp"
#include "mcsim/text/file_handle.hpp"

namespace mcsim::text {

/// A name beside `place`. The process number and the count are a beginning: numbers repeat, on
/// other machines and in containers.
std::string name_beside(const std::string& place, int count);

/// Keeps what this process has just made from being taken for a left-over as long as the handle is
/// open. Errors: an error number; 0: it has been taken for one before that, and is gone. Where
/// files cannot be locked nothing is ever taken for a left-over.
Expected<FileHandle, int> hold(const std::string& path);

/// What a writer has left that is gone. The handle keeps others from removing it, too.
struct LeftOver {
  std::filesystem::path path;
  FileHandle handle;
};
/// What lies beside `place` under such names and is held by nobody.
std::vector<LeftOver> left_overs(const std::filesystem::path& place);
/// What lies in `folder` under such names, whatever the place, and is held by nobody.
std::vector<LeftOver> left_overs_in(const std::string& folder);

}  // namespace mcsim::text
